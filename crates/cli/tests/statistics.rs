//! `elo` and `sprt` with ordinary, odd and hostile input.

#![allow(clippy::unwrap_used)]

mod common;

use std::path::PathBuf;

use common::{failure, grenier, json, stdout};

const COUNTS: &str = "379,10170,21828,10640,343";

fn game(first: &str, second: &str, result: &str, round: usize) -> String {
    format!(
        "[Event \"?\"]\n[Round \"{round}\"]\n[White \"{first}\"]\n[Black \"{second}\"]\n[Result \"{result}\"]\n\
         [Game \"kpe\"]\n\n1. A {{+0.31/12 0.104s}} a {result}\n\n"
    )
}

fn ogn(south: &str, north: &str, result: &str) -> String {
    format!(
        "[Variant \"Oware Abapa\"]\n[Round \"?\"]\n[South \"{south}\"]\n[North \"{north}\"]\n\
         [Result \"{result}\"]\n\n1. F f {result}\n\n"
    )
}

/// A file in a folder that goes away with the test.
fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path: PathBuf = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

#[test]
fn sprt_prints_the_golden_values() {
    let text = stdout(&["sprt", COUNTS, "--elo0", "0", "--elo1", "2"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "Elo: 1.59 +/- 1.21, nElo: 3.05 +/- 2.31");
    assert_eq!(lines[1], "LOS: 99.51 %, DrawRatio: 50.34 %, PairsRatio: 1.04");
    assert_eq!(lines[2], "Games: 86720, Wins: ?, Losses: ?, Draws: ?, Points: 43559.0 (50.23 %)");
    assert_eq!(lines[3], "Ptnml(0-2): [379, 10170, 21828, 10640, 343]");
    assert_eq!(lines[4], "LLR: 2.95 (100.0%) (-2.94, 2.94) [0.00, 2.00] normalized");
    assert!(lines[5].contains("normalized") && lines[5].contains("2.945495"), "{text}");
    assert!(lines[6].starts_with("Verdict: H1 accepted"), "{text}");

    let json = &json(&["sprt", COUNTS, "--elo0", "0", "--elo1", "2", "--model", "logistic"])[0];
    assert_eq!((&json["schema"], &json["sprt"]["verdict"]), (&1.into(), &"H1".into()));
    assert!((json["sprt"]["llr"].as_f64().unwrap() - 3.125677).abs() < 1e-5, "{json}");
    assert!((json["elo"]["error"].as_f64().unwrap() - 1.20875).abs() < 1e-5, "{json}");
}

#[test]
fn sprt_takes_single_games_and_negative_bounds() {
    let arguments = ["sprt", "880,759,1863", "--elo0", "0", "--elo1", "5", "--model", "logistic"];
    let json = &json(&arguments)[0];
    assert!((json["sprt"]["llr"].as_f64().unwrap() - 2.947224).abs() < 1e-5, "{json}");
    assert_eq!((&json["wins"], &json["ptnml"]), (&880.into(), &serde_json::Value::Null));
    let text = stdout(&["sprt", "10,20,30,20,10", "--elo0", "-5", "--elo1", "0", "--alpha", "0.1"]);
    assert!(text.contains("[-5.00, 0.00]") && text.contains("Verdict: go on"), "{text}");
    for empty in ["0,0,0", "0,0,0,0,0"] {
        let text = stdout(&["sprt", empty, "--elo0", "0", "--elo1", "2"]);
        assert!(text.starts_with("Elo: -,") && !text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}

#[test]
fn sprt_refuses_what_makes_no_test() {
    for (arguments, word) in [
        (&["sprt", COUNTS][..], "--elo0 and --elo1 are missing"),
        (&["sprt", COUNTS, "--elo0", "0"], "--elo1 is missing"),
        (&["sprt", COUNTS, "--elo1", "2"], "--elo0 is missing"),
        (&["sprt", COUNTS, "--elo0", "2", "--elo1", "0"], "must be less"),
        (&["sprt", COUNTS, "--elo0", "0", "--elo1", "2", "--alpha", "1"], "alpha"),
        (&["sprt", COUNTS, "--elo0", "nan", "--elo1", "2"], "elo0"),
        (&["sprt", "1,2,3,4", "--elo0", "0", "--elo1", "2"], "4 counts"),
        (&["sprt", "1,2,-3", "--elo0", "0", "--elo1", "2"], "no count"),
        (&["sprt", "99999999999999999999,2,3", "--elo0", "0", "--elo1", "2"], "no count"),
    ] {
        let (code, lines) = failure(arguments, b"");
        assert_eq!(code, 2, "{arguments:?}: {lines:?}");
        assert!(lines[0].contains(word), "{arguments:?}: {lines:?}");
    }
}

#[test]
fn elo_rates_both_kinds_of_records() {
    let folder = tempfile::tempdir().unwrap();
    let pgn =
        file(&folder, "a.pgn", &[game("Ama", "Kofi", "1-0", 1), game("Kofi", "Esi", "1/2-1/2", 1)].concat());
    let other = [ogn("Esi", "Ama", "22-26"), ogn("Kofi", "Ama", "24-24"), ogn("Esi", "Kofi", "*")].concat();
    let ogn = file(&folder, "b.ogn", &other);
    let text = stdout(&["elo", &pgn, &ogn]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("rank  name") && lines[0].ends_with("LOS %"), "{text}");
    assert!(lines[1].contains("   1  Ama") && lines[1].contains(" 2.5       3     83.3     33.3"), "{text}");
    assert!(lines[4].starts_with("4 games, 1 unfinished games skipped"), "{text}");
    let json = &json(&["elo", &pgn, &ogn, "--anchor", "Esi=1000"])[0];
    assert_eq!((&json["schema"], &json["games"], &json["skipped"]), (&1.into(), &4.into(), &1.into()));
    let esi = json["players"].as_array().unwrap().iter().find(|player| player["name"] == "Esi").unwrap();
    assert_eq!((&esi["elo"], &esi["error"]), (&1000.0.into(), &0.0.into()));
    assert!(json["pairs"].is_null());
}

#[test]
fn elo_of_two_players_in_pairs_prints_the_block() {
    let mut text = String::new();
    for round in 1..=10 {
        text += &game("new", "old", "1-0", round);
        text += &game("old", "new", if round % 2 == 0 { "1/2-1/2" } else { "1-0" }, round);
    }
    let output = grenier(&["elo", "-"], text.as_bytes());
    assert!(output.status.success());
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.contains("new against old, 10 pairs:\nElo: "), "{table}");
    assert!(table.contains("Ptnml(0-2): [0, 0, 5, 5, 0]"), "{table}");
    assert!(table.contains("Games: 20, Wins: 10, Losses: 5, Draws: 5, Points: 12.5 (62.50 %)"), "{table}");
    text += &game("new", "old", "0-1", 11);
    let table = String::from_utf8(grenier(&["elo"], text.as_bytes()).stdout).unwrap();
    assert!(table.contains("games without a partner, not in this block: 1\n"), "{table}");
}

#[test]
fn elo_tells_what_is_wrong_and_counts_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let broken = "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. A 2x b 1-0\n\n";
    let text = [&game("a", "b", "1-0", 1), broken, &game("b", "a", "1-0", 1)].concat();
    let path = file(&folder, "games.pgn", &text);
    let binary = file(&folder, "binary.pgn", "\0\0");
    let output = grenier(&["elo", &path, &binary, "/nowhere.pgn", "--json"], b"");
    assert_eq!(output.status.code(), Some(1));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&json["games"], &json["wrong"]), (&2.into(), &3.into()));
    let errors = String::from_utf8(output.stderr).unwrap();
    let errors: Vec<&str> = errors.lines().collect();
    assert_eq!(errors.len(), 4, "{errors:?}");
    assert!(errors[0].starts_with(&format!("grenier: {path}:14:6: ")), "{errors:?}");
    assert!(errors[1].starts_with(&format!("grenier: {binary}: this is a binary file")), "{errors:?}");
    assert_eq!(errors[3], "grenier: 3 could not be read");

    let empty = file(&folder, "empty.pgn", "");
    for arguments in [&["elo", &empty][..], &["elo", &path, "--anchor", "nobody=3"]] {
        let (code, lines) = failure(arguments, b"");
        assert_eq!(code, 1);
        assert!(lines.last().unwrap().contains("no finished game"), "{lines:?}");
    }
    for anchor in ["nobody", "a=", "a=x", "a=inf"] {
        assert_eq!(failure(&["elo", &path, "--anchor", anchor], b"").0, 2);
    }
}

#[test]
fn both_commands_have_help_with_an_example() {
    for command in ["elo", "sprt"] {
        assert!(stdout(&[command, "--help"]).contains("Example: grenier"), "{command}");
    }
}
