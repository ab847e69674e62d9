//! Ctrl-C: the first one ends the search, the second one the program.

use std::sync::atomic::{AtomicBool, Ordering};

/// Raised by the first Ctrl-C; searches look at it.
static STOP: AtomicBool = AtomicBool::new(false);

/// The exit code of a program that was ended by Ctrl-C, as shells have it.
const INTERRUPTED: i32 = 130;

/// Listens to Ctrl-C from now on, and gives the flag that the first one raises.
pub fn flag() -> &'static AtomicBool {
    let handler = || {
        if STOP.swap(true, Ordering::SeqCst) {
            grenier_arena::ugi::kill_all();
            std::process::exit(INTERRUPTED);
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        eprintln!("grenier: Ctrl-C will end the program without a last result: {error}");
    }
    &STOP
}
