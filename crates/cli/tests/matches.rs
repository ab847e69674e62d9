//! Matches through the program: killed and resumed, interrupted, misused.

#![allow(clippy::unwrap_used)]

mod common;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use common::{failure, grenier, json};
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

/// A match of many short games.
const MATCH: [&str; 15] = [
    "match",
    "kpe",
    "--engine",
    "name=a",
    "engine=ab",
    "nodes=700",
    "--engine",
    "name=b",
    "engine=mcts",
    "nodes=2500",
    "--rounds",
    "100",
    "--concurrency",
    "2",
    "--json",
];

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_grenier"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The games of a journal by their number, without what differs from run to run.
fn journal(name: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(name.with_extension("jsonl")).unwrap();
    let mut games: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for game in &mut games {
        for mv in game["moves"].as_array_mut().unwrap() {
            mv.as_object_mut().unwrap().remove("time_us");
        }
    }
    games.sort_by_key(|game| game["number"].as_u64());
    games
}

/// Points and pairs of a match's report.
fn figures(report: &Value) -> Value {
    json!([report["players"], report["report"]["ptnml"], report["games"], report["ending"]])
}

#[test]
fn a_match_killed_again_and_again_is_the_match_undisturbed() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    let undisturbed = &json(&[&MATCH[..14], &["--out", whole.to_str().unwrap()]].concat())[0];

    let mut random = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
    let name = parts.to_str().unwrap();
    let mut kills = 0;
    let first: Vec<&str> = [&MATCH[..], &["--out", name]].concat();
    let resume = ["match", "--resume", name, "--json"];
    let finished = loop {
        let is_begun = parts.with_extension("jsonl").exists();
        let mut child = start(if is_begun { &resume[..] } else { &first });
        if kills >= 24 {
            break child.wait_with_output().unwrap();
        }
        std::thread::sleep(Duration::from_millis(random.random_range(3..45)));
        child.kill().unwrap();
        if child.wait().unwrap().success() {
            break start(&resume).wait_with_output().unwrap();
        }
        kills += 1;
    };
    assert!(kills >= 20, "the match ended after {kills} kills");
    assert!(finished.status.success(), "{}", String::from_utf8_lossy(&finished.stderr));
    let report: Value = serde_json::from_slice(&finished.stdout).unwrap();
    assert_eq!(figures(&report), figures(undisturbed));
    let games = journal(&parts);
    assert!(games.iter().map(|game| game["number"].as_u64().unwrap()).eq(1..=200));
    assert_eq!(games, journal(&whole));
}

#[test]
fn the_first_ctrl_c_saves_and_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("a match");
    let mut arguments = MATCH.to_vec();
    arguments.extend(["--each", "hash=1", "--out", name.to_str().unwrap()]);
    let child = start(&arguments);
    std::thread::sleep(Duration::from_millis(700));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["ending"], "interrupted");
    let errors = String::from_utf8(output.stderr).unwrap();
    let hint = format!("to go on: grenier match --resume '{}'\n", name.display());
    assert!(errors.ends_with(&hint), "{errors}");
    let finished = grenier(&["match", "--resume", name.to_str().unwrap(), "--json"], b"");
    let report: Value = serde_json::from_slice(&finished.stdout).unwrap();
    assert_eq!((&report["ending"], &report["games"]), (&json!("finished"), &json!(200)));
}

#[test]
fn a_tournament_comes_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cup.toml");
    let text = "game = \"awale:abapa\"\nformat = \"knockout\"\nrounds = 1\n[[engine]]\nname = \"a\"\nengine = \"ab\"\n\
                nodes = 500\n[[engine]]\nengine = \"greedy\"\n[[engine]]\nengine = \"random\"\n";
    std::fs::write(&file, text).unwrap();
    let report = &json(&["tournament", file.to_str().unwrap()])[0];
    assert_eq!(report["ending"], "finished");
    assert_eq!(report["players"][0]["name"], "a");
    assert!(folder.path().join("cup-results.ogn").exists());

    std::fs::write(&file, "game = \"kpe\"\nruonds = 3\n").unwrap();
    let (code, lines) = failure(&["tournament", file.to_str().unwrap()], b"");
    assert_eq!((code, lines.len()), (1, 1));
    assert!(lines[0].contains("cup.toml:2: ") && lines[0].contains("ruonds"), "{lines:?}");
}

#[test]
fn what_cannot_be_played_is_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("m");
    let name = name.to_str().unwrap();
    let two = ["--engine", "name=a", "engine=random", "--engine", "name=b", "engine=greedy"];
    for (extra, code, part) in [
        (&["--sprt", "elo0=0"][..], 2, "elo1= is missing"),
        (&["--sprt", "elo0=5", "elo1=0"], 2, "sequential test"),
        (&["--draw", "movecount=3"], 2, "score= is missing"),
        (&["--resign", "movecount=3", "score=500", "size=2"], 2, "size= is not known"),
        (&["--openings", "file=/nowhere"], 1, "/nowhere"),
        (&["--each", "engine=ab", "--engine", "name=c"], 2, "no limit"),
        (&["--format", "swiss"], 2, "no format"),
    ] {
        let arguments: Vec<&str> =
            [&["match", "kpe"][..], &two, extra, &["--rounds", "1", "--out", name]].concat();
        let (got, lines) = failure(&arguments, b"");
        assert_eq!(got, code, "{extra:?}: {lines:?}");
        assert!(lines.iter().any(|line| line.contains(part)), "{extra:?}: {lines:?}");
        assert!(!Path::new(&format!("{name}.jsonl")).exists(), "{extra:?}");
    }
}
