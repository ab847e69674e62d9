//! Ctrl-C: the first one ends the search, the second one the program.

use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Raised by the first Ctrl-C; searches look at it.
static STOP: AtomicBool = AtomicBool::new(false);

/// Set once somebody listens.
static LISTENING: OnceLock<()> = OnceLock::new();

/// What the second Ctrl-C still says.
static LAST_WORDS: OnceLock<String> = OnceLock::new();

/// The exit code of a program that was ended by Ctrl-C, as shells have it.
const INTERRUPTED: i32 = 130;

/// Listens to Ctrl-C from now on, and gives the flag that the first one raises.
pub fn flag() -> &'static AtomicBool {
    LISTENING.get_or_init(listen);
    &STOP
}

fn listen() {
    let handler = || {
        if STOP.swap(true, Ordering::SeqCst) {
            grenier_arena::ugi::kill_all();
            if let Some(words) = LAST_WORDS.get() {
                // Nobody may be listening any more.
                let _ = writeln!(std::io::stderr(), "{words}");
            }
            std::process::exit(INTERRUPTED);
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        eprintln!("grenier: Ctrl-C will end the program without a last result: {error}");
    }
}

/// Has the second Ctrl-C say this line before it ends the program.
pub fn last_words(words: String) {
    // There is one match in the life of a program.
    let _ = LAST_WORDS.set(words);
}
