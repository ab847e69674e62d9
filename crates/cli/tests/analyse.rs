//! Reviews of game records, explanations, and what can be wrong with them.

#![allow(clippy::unwrap_used)]

mod common;

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use common::grenier;
use serde_json::{Value, json};

const GAME: &str =
    "[Game \"awale\"]\n[White \"Ama\"]\n[Black \"Kofi\"]\n[Result \"*\"]\n\n1. F a 2. A b 3. B c *\n";
const KPE: &str = "[Game \"kpe\"]\n[Result \"*\"]\n\n1. A a 2. B b *\n";

/// A folder with these files, and their paths.
fn files(contents: &[&str]) -> (tempfile::TempDir, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let write = |(number, content): (usize, &&str)| {
        let path: PathBuf = folder.path().join(format!("{number}.pgn"));
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let paths = contents.iter().enumerate().map(write).collect();
    (folder, paths)
}

fn analyse(arguments: &[&str], input: &str) -> Output {
    let all: Vec<&str> = ["analyse"].iter().chain(arguments).copied().collect();
    grenier(&all, input.as_bytes())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_owned()).unwrap()
}

fn objects(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The errors of a run, and that it gave this exit code.
fn errors(output: &Output, code: i32) -> Vec<String> {
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{errors}");
    errors.lines().map(str::to_owned).collect()
}

#[test]
fn a_record_is_reviewed_move_by_move() {
    let output = analyse(&["--depth", "6"], GAME);
    assert!(errors(&output, 0).is_empty());
    let review = text(&output.stdout);
    let lines: Vec<&str> = review.lines().collect();
    assert_eq!(lines[0], "Ama (South) - Kofi (North), awale, 6 moves, *");
    assert!(lines[1].contains("seeds of final difference"), "{review}");
    let starts =
        ["1. South  F", "1... North  a", "2. South  A", "2... North  b", "3. South  B", "3... North  c"];
    for (line, start) in lines[3..].iter().zip(starts) {
        assert!(line.trim_start().starts_with(start), "{line}");
    }
    assert_eq!(lines.len(), 3 + 6 + 4, "{review}");
    assert!(lines[10].trim_start().starts_with("Ama (South)"), "{review}");
}

#[test]
fn a_review_in_json_is_a_line_a_move_and_a_summary() {
    for (game, unit) in
        [(GAME, "seeds"), ("[Game \"mraha\"]\n\n1. a1b1 a2b2 2. a3b3 a4b4 *\n", "expectation")]
    {
        let output = analyse(&["--nodes", "3000", "--json"], game);
        let objects = objects(&output);
        let (summary, moves) = objects.split_last().unwrap();
        let mut losses = [0.0, 0.0];
        for (ply, mv) in (1..).zip(moves) {
            assert_eq!((&mv["schema"], &mv["kind"], &mv["ply"]), (&json!(1), &json!("move"), &json!(ply)));
            assert_eq!(mv["unit"], unit);
            let loss = mv["loss"].as_f64().unwrap();
            assert!(loss >= 0.0, "{mv}");
            losses[(ply + 1) % 2] += loss;
            assert_eq!(mv["lines"][0]["rank"], 1);
            assert_eq!(mv["played"]["move"], mv["played"]["pv"][0]);
            if mv["played"]["move"] == mv["lines"][0]["move"] {
                assert_eq!((loss, &mv["mark"]), (0.0, &Value::Null), "{mv}");
            }
        }
        assert_eq!((&summary["kind"], &summary["unit"]), (&json!("summary"), &json!(unit)));
        assert_eq!((&summary["moves"], &summary["reviewed"]), (&json!(moves.len()), &json!(moves.len())));
        for (player, loss) in summary["players"].as_array().unwrap().iter().zip(losses) {
            let count = player["moves"].as_f64().unwrap();
            assert!((player["average_loss"].as_f64().unwrap() - loss / count).abs() < 0.006, "{summary}");
        }
    }
}

#[test]
fn reviews_are_reproducible() {
    let without_times = |output: &Output| -> Vec<Value> {
        let mut objects = objects(output);
        objects.iter_mut().for_each(|object| {
            object.as_object_mut().unwrap().remove("time_ms");
        });
        objects
    };
    let [one, other] = [(); 2].map(|()| analyse(&["--nodes", "2000", "--json", "--multipv", "2"], GAME));
    assert_eq!(without_times(&one), without_times(&other));
}

#[test]
fn the_last_position_alone_can_be_asked_for() {
    let output = analyse(&["--last", "--depth", "3", "--json", "--moves", "D,E", "--multipv", "9"], GAME);
    let objects = objects(&output);
    assert_eq!((objects.len(), objects[0]["lines"].as_array().unwrap().len()), (1, 2));
    assert!(objects[0]["position"].as_str().unwrap().ends_with("-S"));
    let refused = errors(&analyse(&["--moves", "D"], GAME), 2);
    assert!(refused.len() == 1 && refused[0].contains("--last"), "{refused:?}");
}

#[test]
fn what_precedes_an_illegal_move_is_reviewed() {
    let game = "[Game \"awale\"]\n\n1. A a 2. B b 3. C c 4. a d 5. E *\n";
    let output = analyse(&["--depth", "2", "--json"], game);
    let errors = errors(&output, 1);
    assert!(errors[0].starts_with("grenier: standard input:3:25: move 4. \"a\": "), "{errors:?}");
    assert!(errors[0].ends_with("(only what precedes is reviewed: 6 of 9 moves)"), "{errors:?}");
    let objects = objects(&output);
    assert_eq!((objects.len(), &objects[6]["reviewed"], &objects[6]["moves"]), (7, &json!(6), &json!(9)));
}

#[test]
fn a_record_without_moves_has_nothing_to_review() {
    let empty = "[Game \"seega\"]\n[Result \"*\"]\n\n*\n";
    let output = analyse(&[], empty);
    assert!(errors(&output, 0).is_empty());
    assert!(text(&output.stdout).contains("no moves"), "{}", text(&output.stdout));
    let objects = objects(&analyse(&["--json"], empty));
    assert_eq!((objects.len(), &objects[0]["moves"]), (1, &json!(0)));
    assert_eq!(objects[0]["players"][0]["average_loss"], Value::Null);
}

#[test]
fn carriage_returns_and_byte_order_marks_change_nothing() {
    let review = |game: &str| {
        let output = analyse(&["--depth", "3"], game);
        let lines: Vec<String> = text(&output.stdout).lines().map(str::to_owned).collect();
        lines[..9].to_vec()
    };
    let plain = review(GAME);
    assert_eq!(review(&GAME.replace('\n', "\r\n")), plain);
    assert_eq!(review(&format!("\u{feff}{GAME}")), plain);
}

#[test]
fn two_records_of_different_games_are_both_reviewed() {
    let objects = objects(&analyse(&["--depth", "2", "--json"], &format!("{GAME}\n{KPE}")));
    let games: Vec<&Value> =
        objects.iter().filter(|object| object["kind"] == "summary").map(|object| &object["game"]).collect();
    assert_eq!(games, ["awale", "kpe"]);
    assert_eq!(objects.last().unwrap()["line"], 8);
}

#[test]
fn files_have_headings_if_there_are_several() {
    let (_folder, paths) = files(&[GAME, "kpe startpos\n", ""]);
    let output = analyse(&["--depth", "2", &paths[0], &paths[1], &paths[2]], "");
    let printed = text(&output.stdout);
    assert!(printed.starts_with(&format!("==> {} <==\nAma (South)", paths[0])), "{printed}");
    assert!(printed.contains(&format!("\n\n==> {} <==\nkpe 6-6", paths[1])), "{printed}");
    let errors = errors(&output, 1);
    assert!(errors[0].contains("there is no position and no game record in it"), "{errors:?}");
    assert_eq!(errors[1], "grenier: 2 analysed, 1 could not be read");
    assert!(!text(&analyse(&["--depth", "2", &paths[0]], "").stdout).contains("==>"));
    let objects = objects(&analyse(&["--depth", "2", "--json", &paths[0], &paths[1]], ""));
    assert_eq!(objects[0]["file"], paths[0].as_str());
    assert_eq!(objects.last().unwrap()["file"], paths[1].as_str());
}

#[test]
fn the_curve_is_drawn_for_one_record() {
    let (folder, paths) = files(&[GAME, KPE]);
    let svg = folder.path().join("curve.svg");
    let target = svg.to_str().unwrap();
    let output = analyse(&["--depth", "4", "--svg", target, &paths[0]], "");
    assert!(errors(&output, 0).is_empty());
    let drawn = std::fs::read_to_string(&svg).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains("Ama (South) - Kofi (North)"), "{drawn}");
    std::fs::remove_file(&svg).unwrap();
    for (arguments, code, words) in [
        (vec!["--svg", target, &paths[0], &paths[1]], 2, "a single game record"),
        (vec!["--svg", target, "-p", "kpe startpos"], 2, "a single game record"),
        (vec!["--svg", "/nowhere/at/all.svg", &paths[0]], 1, "there is no directory /nowhere/at"),
        (vec!["--svg", folder.path().to_str().unwrap(), &paths[0]], 1, "this is a directory"),
        (vec!["--svg", target, "--last", &paths[0]], 2, "--last"),
    ] {
        let started = Instant::now();
        let errors = errors(&analyse(&arguments, ""), code);
        assert!(errors[0].contains(words), "{errors:?}");
        assert!(started.elapsed() < Duration::from_secs(3), "refused before the search: {arguments:?}");
    }
    assert!(!svg.exists());
}

#[test]
fn moves_that_are_not_legal_are_told() {
    let errors = errors(&analyse(&["-p", "awale startpos", "--moves", "A,g"], ""), 1);
    assert!(errors[0].starts_with("grenier: position:1:1: --moves: "), "{errors:?}");
}

#[test]
fn lines_are_explained_in_two_languages() {
    let position = "kpe 5-0-0-1-1-0-0-0-20-21-S -";
    let english = text(&analyse(&["-p", position, "--explain"], "").stdout);
    assert!(english.contains("\n      takes 2, starves the enemy, wins the game 27-21"), "{english}");
    let french = text(&analyse(&["-p", position, "--explain", "--lang", "fr"], "").stdout);
    assert!(french.contains("prend 2, affame"), "{french}");
    let line = &objects(&analyse(&["-p", position, "--explain", "--json"], ""))[0]["lines"][0];
    assert_eq!(line["explained"][0], "takes 2");
    assert!(!errors(&analyse(&["-p", position, "--lang", "fr"], ""), 2).is_empty());
    let plain = &objects(&analyse(&["-p", position, "--json"], ""))[0]["lines"][0];
    assert_eq!(plain.get("explained"), None);
}

#[test]
fn names_from_records_do_not_reach_the_terminal_raw() {
    let game = GAME.replace("Ama", "\u{1b}[2J");
    let output = analyse(&["--depth", "1"], &game);
    assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b));
}

#[cfg(unix)]
#[test]
fn ctrl_c_in_a_review_prints_what_it_has() {
    let (_folder, paths) = files(&[GAME, KPE]);
    let child = Command::new(env!("CARGO_BIN_EXE_grenier"))
        .args(["analyse", "--time", "1.2", &paths[0], &paths[1], "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(2500));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    let objects = objects(&output);
    let (summary, moves) = objects.split_last().unwrap();
    assert!((1..6).contains(&moves.len()), "{objects:?}");
    assert_eq!((&summary["kind"], &summary["reviewed"]), (&json!("summary"), &json!(moves.len())));
    let errors = errors(&output, 1);
    let left = 6 - moves.len();
    assert!(errors[0].starts_with(&format!("grenier: interrupted: {left} of 6 moves of ")), "{errors:?}");
    assert_eq!(errors[1], "grenier: interrupted: 1 game was not analysed");
}
