//! A quick look at the board: `cargo run -p grenier-terminal --example play -- GAME [LEVEL] [fr] [plain]`.

use std::sync::atomic::AtomicBool;

use grenier_core::Language;
use grenier_engine::{Level, Variant};
use grenier_terminal::{Setup, run};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| words.iter().any(|given| given == word);
    let name = words.first().map_or("awale", String::as_str);
    let level = words.get(1).and_then(|word| Level::new(word.parse().ok()?));
    let variant = match Variant::parse(name) {
        Ok(variant) => variant,
        Err(error) => return eprintln!("{error}"),
    };
    let mut setup = Setup::new(variant, level.unwrap_or(Level::FULL));
    setup.plain = has("plain");
    if has("fr") {
        setup.language = Language::French;
    }
    if let Err(error) = run(setup, &AtomicBool::new(false)) {
        eprintln!("{error}");
    }
}
