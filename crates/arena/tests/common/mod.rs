//! The scripted engine of the examples. `cargo test` builds it along with the tests, but not with `--test NAME`: then
//! `cargo build --examples` does.

use std::path::PathBuf;

use grenier_arena::ForeignSpec;
use grenier_arena::ugi::Launch;

/// Its program.
pub fn scripted() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a program");
    let profile = test.ancestors().nth(2).expect("tests are in target/PROFILE/deps");
    let name = format!("scripted-engine{}", std::env::consts::EXE_SUFFIX);
    let program = profile.join("examples").join(name);
    assert!(program.exists(), "{} is missing: cargo build --examples makes it", program.display());
    program
}

/// The engine with these arguments.
#[allow(dead_code, reason = "not every test needs it")]
pub fn spec(arguments: &[&str]) -> ForeignSpec {
    let program = scripted().display().to_string();
    let command = std::iter::once(program).chain(arguments.iter().map(|&word| word.to_owned())).collect();
    ForeignSpec { launch: Launch { command, ..Launch::default() }, ..ForeignSpec::default() }
}
