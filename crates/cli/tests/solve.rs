//! `grenier solve`: proofs, what is printed of them, and what cannot be proven.

#![allow(clippy::unwrap_used)]

mod common;

use common::{failure, grenier, json, stdout};
use serde_json::{Value, json};

#[test]
fn help_has_an_example() {
    assert!(stdout(&["solve", "--help"]).contains("Example: grenier"));
}

#[test]
fn solve_shows_what_design_promises() {
    let solution = &json(&["solve", "awale 0-0-0-0-1-2-0-1-1-3-0-1-25-14-S"])[0];
    assert_eq!(solution["schema"], 1);
    assert_eq!(solution["position"], "awale 0-0-0-0-1-2-0-1-1-3-0-1-25-14-S");
    // Alpha-beta proves the same.
    assert_eq!((&solution["value"], &solution["final_difference"]), (&json!(-5), &json!(6)));
    assert_eq!((&solution["unit"], &solution["proven"]), (&json!("seeds"), &json!(true)));
    assert_eq!(solution["best"], json!(["F"]));
    assert_eq!(solution["pv"][0], "F");
    assert!(solution["table_hits"].as_u64().unwrap() > 0, "nine seeds are solved in memory");
    let text = stdout(&["solve", "awale", "0-0-0-0-1-2-0-1-1-3-0-1-25-14-S"]);
    assert!(text.contains("value -5 seeds (final +6)\n  best move F\n  line F "), "{text}");
}

#[test]
fn search_alone_finds_the_same() {
    let position = "awale 0-0-0-0-1-2-0-1-1-3-0-1-25-14-S";
    let [looked_up, searched] = [&[][..], &["--tables", "none"]]
        .map(|tables| json(&[&["solve", position], tables].concat()).swap_remove(0));
    for field in ["value", "best", "proven", "final_difference"] {
        assert_eq!(looked_up[field], searched[field], "{field}");
    }
    assert!(searched["nodes"].as_u64().unwrap() > 0);
    assert_eq!(searched["table_hits"], 0);
}

/// The start of Obridjie is proven, and the proof is checked by the rules alone.
#[test]
fn obridjie_is_solved_with_a_certificate() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("obridjie.cert");
    let solution = &json(&["solve", "obridjie", "--certificate", file.to_str().unwrap()])[0];
    assert_eq!((&solution["value"], &solution["proven"]), (&json!(-4), &json!(true)));
    assert_eq!(solution["best"], json!(["A", "B", "C", "D"]));
    let head = std::fs::read(&file).unwrap();
    assert!(head.starts_with(b"grenier-certificate 1\nposition obridjie 4-4-4"));
    let (code, lines) = failure(&["solve", "mraha xo3/5/5/5/5 x 0,0 0", "--certificate", "x"], b"");
    assert_eq!((code, lines.len()), (1, 1));
    assert!(lines[0].contains("mancalas"), "{lines:?}");
}

#[test]
fn capture_games_are_won_drawn_or_lost() {
    let value = |position: &str| json(&["solve", position])[0]["value"].clone();
    assert_eq!(value("mraha xo3/5/5/5/5 x 0,0 0"), "win");
    assert_eq!(value("mraha x4/5/5/5/4o x 0,0 0"), "draw");
    assert_eq!(value("seega oo3/5/5/5/x4 x 0,0 0"), "loss");
    assert_eq!(json(&["solve", "mraha xo3/5/5/5/5 x 0,0 0"])[0]["unit"], "result");
}

#[test]
fn all_best_moves_are_named() {
    let solution = &json(&["solve", "kpe 0-0-1-0-0-0-3-0-24-20-S -"])[0];
    let best = solution["best"].as_array().unwrap();
    let exact = |value: &Value| value["value"] == solution["value"];
    let moves = solution["moves"].as_array().unwrap();
    assert_eq!(moves.iter().filter(|mv| exact(mv)).count(), best.len());
    assert_eq!(solution["value"], 2);
}

#[test]
fn what_is_not_proven_within_the_limits_is_one_line_with_bounds() {
    let output = grenier(&["solve", "kpe", "--nodes", "5000"], b"");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(
        errors.contains("the limit of nodes is reached: not proven, the value is between -48 and +48"),
        "{errors}"
    );
    assert!(String::from_utf8(output.stdout).unwrap().contains("value between -48 and +48 seeds"));
    let (code, lines) = failure(&["solve", "kpe startpos", "--hash", "2"], b"");
    assert_eq!((code, lines.len()), (1, 1));
    assert!(lines[0].contains("the memory is full (--hash 2)"), "{lines:?}");
}

#[test]
fn what_cannot_be_proven_is_refused_in_one_line() {
    for (position, part) in [
        ("kpe:own-row startpos", "history"),
        ("awale:abapa startpos", "history"),
        ("seega:7x7 startpos", "exact keys"),
        ("awale 1-2", "position:1:"),
    ] {
        let (code, lines) = failure(&["solve", position], b"");
        assert_eq!((code, lines.len()), (1, 1), "{lines:?}");
        assert!(lines[0].contains(part), "{lines:?}");
    }
}

#[test]
fn a_position_that_is_over_has_its_result() {
    let text = stdout(&["solve", "kpe 0-0-0-0-0-0-0-0-24-24-S -"]);
    assert!(text.contains("the game is over: a draw 24-24"), "{text}");
    let solution = &json(&["solve", "kpe 0-0-0-0-0-0-2-0-26-20-S -"])[0];
    assert_eq!((&solution["value"], &solution["proven"]), (&json!(-2), &json!(true)));
    assert_eq!(solution["result"], json!({"winner": "first", "stores": [26, 22]}));
}

#[test]
fn positions_are_read_from_the_standard_input() {
    let input = "kpe 0-0-1-0-0-0-3-0-24-20-S - ; id \"one\"\nchess\n# nothing\nmraha xo3/5/5/5/5 x 0,0 0\n";
    let output = grenier(&["solve", "--json"], input.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let lines = String::from_utf8(output.stdout).unwrap();
    let values: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((values.len(), &values[0]["id"], &values[1]["value"]), (2, &json!("one"), &json!("win")));
    assert!(String::from_utf8(output.stderr).unwrap().contains("standard input:2:1"));
}
