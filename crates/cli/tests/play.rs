//! `grenier play` through pipes.

mod common;

use common::{failure, grenier};

/// What a game by lines says.
fn play(arguments: &[&str], input: &str) -> String {
    let arguments: Vec<&str> = ["play"].iter().chain(arguments).copied().collect();
    let output = grenier(&arguments, input.as_bytes());
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && errors.is_empty(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("the output is text")
}

#[test]
fn every_game_is_played_by_two_engines_to_its_end() {
    for game in ["kpe", "awale", "obridjie", "mraha", "seega"] {
        let said = play(&[game, "--first", "1", "--second", "2", "--seed", "7", "--lang", "en"], "");
        assert!(said.lines().last().unwrap().starts_with("The game is over: "), "{said}");
        assert_eq!(said, play(&[game, "--first", "1", "--second", "2", "--seed", "7", "--lang", "en"], ""));
    }
}

#[test]
fn a_person_plays_through_a_pipe() {
    let said = play(&["awale", "--level", "1", "--lang", "en"], "moves\nC\nwhat\nundo\nhint\nquit\n");
    assert!(said.contains("South: person, North: level 1"), "{said}");
    assert!(said.contains("A B C D E F") && said.contains("North (level 1): "), "{said}");
    assert!(said.contains("\"what\" is no pit") && said.contains("Best: "), "{said}");
    assert!(said.ends_with("Position: awale 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S\n"), "{said}");
}

#[test]
fn the_end_of_the_input_ends_the_game_and_the_record_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    let record = path.to_str().unwrap();
    play(&["kpe", "--second", "person", "--first", "person", "--record", record], "A\na\n");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("[Game \"kpe\"]") && text.contains("1. A a *"), "{text}");
    let said =
        play(&["kpe", "--lang", "en", "--record", record, "--first", "person", "--second", "person"], "B\n");
    assert!(said.contains("moves played: 2"), "{said}");
    assert!(std::fs::read_to_string(&path).unwrap().contains("1. A a 2. B *"));
}

#[test]
fn french_and_positions() {
    let position = "xoxoo/oxxxo/xo1ox/oxxoo/xooxx x 0,0 0";
    let said = play(&["seega", "--position", position, "--lang", "fr"], "coups\n");
    assert!(said.contains("À x de jouer") && said.contains("c2xc3xd3 c4xc3xd3"), "{said}");
}

#[test]
fn wrong_words_are_refused_in_one_line() {
    for (arguments, code, part) in [
        (vec!["chess"], 1, "kpe"),
        (vec!["kpe", "--position", "awale startpos"], 1, "but the game is kpe"),
        (vec!["kpe", "--position", "1-2"], 1, "column"),
        (vec!["kpe", "--moves", "A,A"], 1, "move 2"),
        (vec!["kpe", "--record", "/no/such/folder/x.pgn"], 1, "there is no folder"),
        (vec!["kpe", "--record", "x.ogn"], 1, ".ogn"),
        (vec!["kpe", "--level", "2", "--first", "1", "--second", "3"], 2, "--level 2"),
        (vec!["kpe", "--json"], 2, "--json"),
    ] {
        let words: Vec<&str> = ["play"].into_iter().chain(arguments).collect();
        let (told, lines) = failure(&words, b"");
        assert_eq!((told, lines.len()), (code, 1), "{words:?}: {lines:?}");
        assert!(lines[0].contains(part), "{words:?}: {lines:?}");
    }
    for words in [["play", "kpe", "--level", "9"], ["play", "kpe", "--first", "me"]] {
        let (code, lines) = failure(&words, b"");
        assert!(code == 2 && lines[0].contains("level from 1 to 8"), "{lines:?}");
    }
}
