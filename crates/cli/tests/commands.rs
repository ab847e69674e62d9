//! The commands with ordinary, odd and hostile input.

#![allow(clippy::unwrap_used)]

mod common;

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{failure, grenier, json, stdout};
use serde_json::{Value, json};

#[test]
fn every_command_has_help_with_an_example() {
    for command in ["rules", "show", "moves", "play-out", "perft", "analyse", "bench"] {
        let help = stdout(&[command, "--help"]);
        assert!(help.contains("Example: grenier"), "{command}: {help}");
    }
}

#[test]
fn rules_are_printed_in_two_languages_for_every_preset() {
    for game in ["kpe:own-row", "awale:abapa", "awale:awari", "obridjie", "mraha", "seega:9x9+nowall"] {
        let [english, french] = ["en", "fr"].map(|lang| stdout(&["rules", game, "--lang", lang]));
        assert_ne!(english, french);
        assert!(english.lines().all(|line| line.chars().count() <= 100), "{english}");
        let clauses = &json(&["rules", game])[0]["clauses"];
        assert!(clauses.as_array().unwrap().iter().any(|clause| clause["reading"] == true));
    }
    assert!(!stdout(&["rules", "seega:nowall"]).contains("\nS9 "));
}

#[test]
fn show_converts_between_dialects() {
    let ours = "0-5-5-5-0-5-5-1-6-6-5-5-0-0-N";
    let dialects = [
        ("aalina", ours),
        ("openspiel", "1 | 0 0 | 0 5 5 5 0 5 5 1 6 6 5 5"),
        ("playstrategy", "5S,5S,6S,6S,1S,5S/1,5S,5S,5S,1,5S 0 0 N 1"),
        ("grenier", "awale 0-5-5-5-0-5-5-1-6-6-5-5-0-0-N"),
    ];
    for (to, wanted) in dialects {
        for (_, from) in &dialects[..3] {
            assert_eq!(stdout(&["show", &format!("awale {from}"), "--to", to]).trim_end(), wanted);
        }
    }
    assert_eq!(
        stdout(&["show", "awale DDDDDD/DDDDDD 0 0 S", "--to", "aalina"]).trim_end(),
        "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"
    );
    assert_eq!(failure(&["show", "kpe startpos", "--to", "openspiel"], b"").0, 2);
}

#[test]
fn show_tells_whose_turn_it_is_or_the_result() {
    assert!(stdout(&["show", "kpe", "startpos"]).ends_with("South to move\n"));
    let over = stdout(&["show", "seega 1xx2/1xxxx/xx1xx/ooooo/1oo2 x 0,0 0"]);
    assert!(over.ends_with("over: x wins, pieces 10-7, petite victoire\n"), "{over}");
    let over = &json(&["show", "seega 1xx2/1xxxx/xx1xx/ooooo/1oo2 x 0,0 0"])[0];
    assert_eq!(over["result"], json!({"winner": "first", "victory": "petite", "pieces": [10, 7]}));
}

#[test]
fn a_position_without_its_game_needs_the_option() {
    let fields = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";
    assert_eq!(stdout(&["moves", fields, "--game", "awale"]), "A\nB\nC\nD\nE\nF\n");
    let (code, lines) = failure(&["moves", fields], b"");
    assert_eq!((code, lines.len()), (1, 1));
    assert!(lines[0].contains("column 1") && lines[0].contains("awale"), "{lines:?}");
}

#[test]
fn illegal_moves_are_named_with_their_number() {
    let (code, lines) = failure(&["play-out", "obridjie startpos", "A", "a", "C"], b"");
    assert_eq!((code, lines), (1, vec!["grenier: move 3, \"C\": column 1: pit C is empty".to_owned()]));
    let (_, lines) = failure(&["play-out", "kpe 0-0-0-0-0-0-0-0-24-24-S -", "A"], b"");
    assert!(lines[0].contains("move 1") && lines[0].contains("the game is over: draw"), "{lines:?}");
}

#[test]
fn wrong_data_is_one_line_and_exit_code_1() {
    for arguments in [
        &["rules", "chess"][..],
        &["rules", "awale:abapa+awari"],
        &["moves", "kpe:foo 6-6-6-6-6-6-6-6-0-0-S -"],
        &["moves", "awale 9-9-9-9-9-9-9-9-9-9-9-9-0-0-S"],
        &["moves", "seega xxxxx/5/5/5/5 x 12,12 0"],
        &["show", "mraha 5/5/2x2/5/5 x 11,12 0"],
        &["perft", "kpe 6-6", "--depth", "3"],
        &["bench", "go"],
        &["analyse", "--position", "awale 4-4-4"],
        &["analyse", "/nowhere/to/be/found"],
    ] {
        let (code, lines) = failure(arguments, b"");
        assert_eq!(code, 1, "{arguments:?}: {lines:?}");
        assert!(lines[0].starts_with("grenier: "), "{lines:?}");
        assert!(lines.len() == 1 || arguments[0] == "analyse" && lines.len() == 2, "{lines:?}");
    }
    assert_eq!(failure(&["perft", "kpe startpos"], b"").0, 2);
    assert_eq!(failure(&["analyse", "--time", "-1"], b"").0, 2);
}

#[test]
fn analyse_goes_on_after_bad_lines_and_counts_them() {
    let mut input =
        b"kpe startpos\nawale 4-4\n\xc3\xa9\n# a comment\n\nkpe 0-0-1-0-0-0-3-0-24-20-S - ; bm C\n".to_vec();
    input.extend(std::iter::repeat_n(b'9', 1_000_000));
    input.extend(b"\nmraha startpos");
    let output = grenier(&["analyse", "--nodes", "2000", "--json"], &input);
    assert_eq!(output.status.code(), Some(1));
    let lines = String::from_utf8(output.stdout).unwrap();
    let positions: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["position"].clone()).collect();
    assert_eq!(positions.len(), 3);
    assert_eq!(positions[1], "kpe 0-0-1-0-0-0-3-0-24-20-S -");
    let errors = String::from_utf8(output.stderr).unwrap();
    let errors: Vec<&str> = errors.lines().collect();
    assert_eq!(errors.len(), 4, "{errors:?}");
    assert!(errors[0].starts_with("grenier: standard input:2:10: "), "{errors:?}");
    assert!(errors[1].starts_with("grenier: standard input:3:1: "), "{errors:?}");
    assert!(errors[2].starts_with("grenier: standard input:7:1: ") && errors[2].len() < 300, "{errors:?}");
    assert_eq!(errors[3], "grenier: 3 analysed, 3 could not be read");
}

#[test]
fn a_binary_file_is_refused_as_a_whole() {
    let (code, lines) = failure(&["analyse", "--nodes", "10"], b"\x7fELF\0\0");
    assert_eq!(code, 1);
    assert!(lines[0].contains("binary"), "{lines:?}");
}

#[test]
fn a_line_that_is_no_utf_8_does_not_cost_the_others() {
    let input = b"kpe startpos\nawale \xff\xfe\n# caf\xe9\nmraha startpos\n";
    let output = grenier(&["analyse", "--nodes", "10"], input);
    let errors = String::from_utf8(output.stderr).unwrap();
    let expected =
        "grenier: standard input:2:7: this is not UTF-8 text\ngrenier: 2 analysed, 1 could not be read\n";
    assert_eq!((output.status.code(), errors.as_str()), (Some(1), expected));
}

#[test]
fn a_hash_larger_than_the_machine_is_one_line() {
    let output = grenier(&["analyse", "-p", "kpe startpos", "--hash", "1048576", "--nodes", "1"], b"");
    // A system that promises more memory than it has gives even this.
    if !output.status.success() {
        let expected = "grenier: --hash 1048576: there is no memory for a table of 1048576 megabytes\n";
        assert_eq!(
            (output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()),
            (Some(1), expected)
        );
    }
}

#[test]
fn a_depth_alone_ends_a_monte_carlo_search_too() {
    let analysis = &json(&["analyse", "-p", "mraha startpos", "--depth", "1"])[0];
    assert_eq!(analysis["stopped_by"], "time");
}

#[test]
fn an_empty_position_is_missing() {
    let (code, lines) = failure(&["analyse", "--position", " "], b"");
    assert_eq!((code, lines[0].as_str()), (1, "grenier: position:1:1: the position is missing"));
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let input = b"kpe startpos ; id \"a\x1b[2Jb\" ; bm \x1b[31mA\n";
    let output = grenier(&["analyse", "--nodes", "10", "--moves", "A, B"], input);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(r"(a\u{1b}[2Jb)") && !text.contains('\x1b'), "{text}");
    let output = grenier(&["analyse", "--moves", "\x1b[2J", "-p", "kpe startpos", "/no/\x1b[2J"], b"");
    assert!(!output.stderr.contains(&0x1b));
}

/// An analysis without what differs from run to run.
fn without_times(mut analysis: Value) -> Value {
    for field in ["time_ms", "nps"] {
        analysis.as_object_mut().unwrap().remove(field);
    }
    analysis
}

#[test]
fn analyses_are_reproducible_and_independent_of_each_other() {
    for engine in ["ab", "mcts"] {
        let file = ["analyse", "../../positions/tour.txt", "--nodes", "20000", "--engine", engine];
        let [first, second] =
            [(); 2].map(|()| json(&file).into_iter().map(without_times).collect::<Vec<_>>());
        assert_eq!(first, second);
        assert_eq!(first.len(), 8);
        let alone = [
            "analyse",
            "--position",
            first[3]["position"].as_str().unwrap(),
            "--nodes",
            "20000",
            "--engine",
            engine,
        ];
        let mut alone = without_times(json(&alone).remove(0));
        alone["id"] = first[3]["id"].clone();
        assert_eq!(alone, first[3]);
    }
}

#[test]
fn analyse_shows_what_design_promises() {
    let analysis = &json(&["analyse", "--position", "awale startpos", "--depth", "6", "--multipv", "3"])[0];
    assert_eq!(analysis["schema"], 1);
    assert_eq!(analysis["engine"], "ab");
    assert_eq!(analysis["depth"], 6);
    assert_eq!(analysis["proven"], false);
    let lines = analysis["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    for (rank, line) in (1..).zip(lines) {
        assert_eq!(line["rank"], rank);
        assert_eq!(line["unit"], "seeds");
        assert_eq!(line["pv"][0], line["move"]);
        assert!(line["score"].is_number());
    }
    let proven =
        &json(&["analyse", "--position", "seega xoxoo/oxxxo/xo1ox/oxxoo/xooxx x 0,0 0", "--engine", "ab"])[0];
    assert_eq!((&proven["proven"], &proven["lines"][0]["score"]), (&json!(true), &json!("win")));
}

#[test]
fn analyse_considers_only_the_moves_asked_for() {
    let some =
        &json(&["analyse", "-p", "awale startpos", "--depth", "5", "--moves", "A,C", "--multipv", "6"])[0];
    let mut moves: Vec<&str> =
        some["lines"].as_array().unwrap().iter().map(|line| line["move"].as_str().unwrap()).collect();
    moves.sort_unstable();
    assert_eq!(moves, ["A", "C"]);
    let (code, lines) = failure(&["analyse", "-p", "awale startpos", "--moves", "A,x"], b"");
    assert_eq!(code, 1);
    assert!(lines[0].contains("--moves"), "{lines:?}");
}

#[test]
fn analyse_reads_records_and_suites() {
    let record = "[Game \"kpe\"]\n\n1. A a 2. B b *\n";
    let output = grenier(&["analyse", "--last", "--nodes", "500", "--json"], record.as_bytes());
    let analysis: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(analysis["position"], json(&["play-out", "kpe startpos", "A", "a", "B", "b"])[0]["position"]);
    let solved = "kpe 0-0-1-0-0-0-3-0-24-20-S - ; bm C ; id \"only move\"\n";
    let output = grenier(&["analyse", "--nodes", "500"], solved.as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("(only move)") && text.ends_with("best moves found: 1 of 1\n"), "{text}");
}

#[test]
fn a_finished_game_is_analysed_as_its_result() {
    let over = &json(&["analyse", "-p", "kpe 0-0-0-0-0-2-0-0-28-18-S -"])[0];
    assert_eq!(over["result"], json!({"winner": "first", "stores": [28, 20]}));
    assert_eq!((&over["lines"], &over["stopped_by"]), (&json!([]), &json!("over")));
}

#[test]
fn the_time_limit_holds() {
    let analysis = &json(&["analyse", "-p", "obridjie startpos", "--time", "0.3"])[0];
    let time = analysis["time_ms"].as_u64().unwrap();
    assert!((200..5_000).contains(&time), "{time}");
    assert_eq!(analysis["stopped_by"], "time");
}

#[test]
fn perft_divides() {
    let perft = &json(&["perft", "awale startpos", "--depth", "5", "--divide", "--threads", "2"])[0];
    assert_eq!(perft["counts"], json!([6, 36, 190, 1014, 5219]));
    let sum: u64 =
        perft["divide"].as_array().unwrap().iter().map(|part| part["count"].as_u64().unwrap()).sum();
    assert_eq!(sum, 5219);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grenier"))
        .args(["moves", "seega:9x9 startpos", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!((child.wait().unwrap().code(), errors.as_str()), (Some(0), ""));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_search_with_what_it_has() {
    let child = Command::new(env!("CARGO_BIN_EXE_grenier"))
        .args(["analyse", "-p", "awale startpos", "-p", "kpe startpos", "--time", "60", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    let analysis: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(analysis["stopped_by"], "flag");
    assert!(!analysis["lines"].as_array().unwrap().is_empty());
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors, "grenier: interrupted: 1 position was not analysed\n");
}
