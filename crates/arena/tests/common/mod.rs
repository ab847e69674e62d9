//! The scripted engine of the examples, which cargo builds along with the tests.

use std::path::PathBuf;

use grenier_arena::ForeignSpec;
use grenier_arena::ugi::Launch;

/// Its program.
pub fn scripted() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a program");
    let profile = test.ancestors().nth(2).expect("tests are in target/PROFILE/deps");
    let name = format!("scripted-engine{}", std::env::consts::EXE_SUFFIX);
    profile.join("examples").join(name)
}

/// The engine with these arguments.
pub fn spec(arguments: &[&str]) -> ForeignSpec {
    let program = scripted().display().to_string();
    let command = std::iter::once(program).chain(arguments.iter().map(|&word| word.to_owned())).collect();
    ForeignSpec { launch: Launch { command, ..Launch::default() }, ..ForeignSpec::default() }
}
