//! The compliance checker finds what is wrong, and nothing where nothing is.

mod common;

use common::spec;
use grenier_arena::ugi::{Check, Dialect, Timeouts, check};
use grenier_engine::Variant;

/// The names of the checks that fail.
fn failures(manner: &[&str], game: &str, dialect: Dialect) -> Vec<&'static str> {
    let wanted = Check {
        launch: spec(manner).launch,
        dialect,
        variant: Variant::parse(game).expect(game),
        timeouts: Timeouts { start: std::time::Duration::from_secs(2), ..Timeouts::default() },
    };
    let mut failed = Vec::new();
    let passed = check(&wanted, &mut |checked| {
        if !checked.passed {
            failed.push(checked.name);
        }
    });
    assert_eq!(passed, failed.is_empty());
    failed
}

#[test]
fn good_engines_pass() {
    for game in ["kpe", "obridjie", "mraha", "seega:7x7"] {
        assert_eq!(failures(&["good"], game, Dialect::Ugi), [""; 0], "{game}");
    }
    assert_eq!(failures(&["good-aalina"], "awale:abapa", Dialect::Aalina), [""; 0]);
}

#[test]
fn what_is_wrong_is_found() {
    assert_eq!(failures(&["never-start"], "kpe", Dialect::Ugi), ["introduction"]);
    assert_eq!(
        failures(&["ignore-quit"], "kpe", Dialect::Ugi),
        ["quit", "the end of the input ends the engine"]
    );
    let searches = [
        "position fen",
        "go depth 2",
        "go nodes 2000",
        "go movetime 200",
        "go with clocks",
        "isready during a search",
        "go infinite goes on until stop",
        "moves along a game are legal",
    ];
    for manner in ["illegal", "garbage", "flood", "crash-at-move"] {
        assert_eq!(failures(&[manner], "kpe", Dialect::Ugi), searches, "{manner}");
    }
    assert_eq!(
        failures(&["slow", "800"], "kpe", Dialect::Ugi),
        ["go movetime 200", "isready during a search"]
    );
}
