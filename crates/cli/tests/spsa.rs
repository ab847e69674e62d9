//! SPSA through the program: killed and resumed, changed, misused.

#![allow(clippy::unwrap_used)]

mod common;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use common::{failure, json, stdout};
use serde_json::{Value, json};

const LINES: &str = "# the tree\nparam.exploration, float, 0.8, 0.1, 3, 0.3, 0.05\n\
                     param.reduction, float, 0.5, 0, 1, 0.2, 0.05\n";

/// A folder with a parameter file.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new(lines: &str) -> Folder {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("params.txt"), lines).unwrap();
        Folder(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    /// The words of a short run with files of this name.
    fn words(&self, name: &str, iterations: &str, nodes: &str) -> Vec<String> {
        let (params, out) = (self.path("params.txt"), self.path(name));
        let words = ["tune", "spsa", "kpe", "--params", &params, "--iterations", iterations, "--pairs", "2"];
        let more = ["--concurrency", "2", "--out", &out, "--each", "engine=mcts", nodes];
        words.iter().chain(&more).map(|&word| word.to_owned()).collect()
    }
}

fn of(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_grenier"))
        .args(arguments)
        .env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn lines(name: &str) -> String {
    std::fs::read_to_string(format!("{name}.jsonl")).unwrap()
}

/// Waits until the run has written so many whole lines, or has ended.
fn wait_for_lines(child: &mut Child, name: &str, wanted: usize) {
    let path = PathBuf::from(format!("{name}.jsonl"));
    let written = || std::fs::read_to_string(&path).map_or(0, |text| text.matches('\n').count());
    while written() < wanted && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_run_killed_again_and_again_is_the_run_undisturbed() {
    let folder = Folder::new(LINES);
    let undisturbed = &json(&of(&folder.words("whole", "60", "nodes=100")))[0];
    assert_eq!((&undisturbed["ending"], &undisturbed["games"]), (&json!("finished"), &json!(240)));

    let name = folder.path("parts");
    let words = folder.words("parts", "60", "nodes=100");
    let resume = ["tune", "spsa", "--resume", &name, "--json"];
    for (kills, wanted) in [1, 2, 9, 20, 33, 47].into_iter().enumerate() {
        let mut child = start(&if kills == 0 { of(&words) } else { resume.to_vec() });
        wait_for_lines(&mut child, &name, wanted);
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success(), "it ended before kill {kills}");
    }
    // A power cut may leave half a line.
    let path = format!("{name}.jsonl");
    let cut = lines(&name).len() - 7;
    std::fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(cut as u64).unwrap();
    let finished = &json(&resume[..4])[0];
    for field in ["ending", "done", "games", "wins", "losses", "draws", "parameters", "lines"] {
        assert_eq!(finished[field], undisturbed[field], "{field}");
    }
    assert_eq!(lines(&name), lines(&folder.path("whole")));
    assert_eq!(lines(&name).lines().count(), 61);
    // Whatever is played at a time, and only the seed changes anything.
    let mut alone = folder.words("alone", "60", "nodes=100");
    let at = alone.iter().position(|word| word == "--concurrency").unwrap();
    alone[at + 1] = "1".to_owned();
    json(&of(&alone));
    assert_eq!(lines(&folder.path("alone")), lines(&name));
    let mut other = folder.words("other", "60", "nodes=100");
    other.extend(["--seed", "2"].map(str::to_owned));
    assert_ne!(json(&of(&other))[0]["parameters"], undisturbed["parameters"]);
}

#[test]
fn the_first_ctrl_c_saves_and_says_how_to_go_on() {
    let folder = Folder::new(LINES);
    let name = folder.path("a run");
    let mut words = folder.words("a run", "100000", "nodes=100");
    words.push("--json".to_owned());
    let mut child = start(&of(&words));
    wait_for_lines(&mut child, &name, 4);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let command = format!("grenier tune spsa --resume '{name}'");
    assert_eq!((&report["ending"], &report["resume"]), (&json!("interrupted"), &json!(command)));
    assert_eq!(report["done"], json!(lines(&name).lines().count() - 1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.ends_with(&format!("to go on: {command}\n")), "{errors}");
}

#[test]
fn the_end_is_a_new_file_and_a_match() {
    let folder = Folder::new(LINES);
    let mut words = folder.words("first", "4", "nodes=50");
    words.push("--svg".to_owned());
    let text = stdout(&of(&words));
    let (_, after) = text.split_once("parameters:\n").unwrap();
    let new: Vec<&str> = after.lines().take(2).collect();
    assert!(new[0].starts_with("param.exploration, float, ") && new[0].ends_with(", 0.1, 3, 0.3, 0.05"));
    let check = after.lines().find_map(|line| line.strip_prefix("to check: grenier ")).unwrap();
    assert!(check.contains("--engine name=base param.exploration=0.8 param.reduction=0.5"), "{check}");
    let svg = std::fs::read_to_string(folder.path("first-spsa.svg")).unwrap();
    assert!(svg.contains("param.exploration: 0.8 to ") && svg.trim_end().ends_with("</svg>"));

    // Both can be used as they are.
    std::fs::write(folder.path("params.txt"), new.join("\n")).unwrap();
    json(&of(&folder.words("second", "1", "nodes=50")));
    let out = folder.path("check");
    let report =
        &json(&[&check.split(' ').collect::<Vec<_>>()[..], &["--rounds", "1", "--out", &out]].concat())[0];
    assert_eq!(report["ending"], "finished");

    // A finished run says its values again, and plays nothing.
    let first = folder.path("first");
    let (before, again) = (lines(&first), &json(&["tune", "spsa", "--resume", &first])[0]);
    assert_eq!((again["schema"].as_u64(), again["done"].as_u64()), (Some(1), Some(4)));
    assert_eq!(json!(new), again["lines"]);
    assert_eq!(lines(&first), before);
}

#[test]
fn a_run_that_was_changed_is_not_gone_on_with() {
    let folder = Folder::new(LINES);
    let name = folder.path("run");
    json(&of(&folder.words("run", "3", "nodes=50")));
    let (config_path, lines_path) = (format!("{name}.toml"), format!("{name}.jsonl"));
    let (config, journal) = (std::fs::read_to_string(&config_path).unwrap(), lines(&name));
    let last = journal.lines().last().unwrap();
    let without_terms = journal.lines().skip(1).collect::<Vec<_>>().join("\n") + "\n";
    for (config, journal, part) in [
        (config.replace("iterations = 3", "iterations = 9"), journal.clone(), "other iterations"),
        (config.replace("seed = 1", "seed = 2"), journal.clone(), "other seed"),
        (config.replace("nodes=50", "nodes=51"), journal.clone(), "other each"),
        (config.replace("float, 0.8", "float, 0.9"), journal.clone(), "other parameters"),
        (config.replace("sequential", "random"), journal.clone(), "other openings"),
        (config.replace("float, 0.8", "float, 99"), journal.clone(), "run.toml"),
        (config.replace("seed", "sede"), journal.clone(), "run.toml:"),
        (config.clone(), format!("{journal}{last}\n"), "run.jsonl:5: this is not iteration 4"),
        (config.clone(), journal.replace("\"param.reduction\":0.", "\"param.reduction\":1."), "follow"),
        (config.clone(), without_terms, "run.jsonl:1: "),
        (config.clone(), format!("{journal}{{}}\n"), "run.jsonl:5: a damaged iteration"),
    ] {
        std::fs::write(&config_path, config).unwrap();
        std::fs::write(&lines_path, &journal).unwrap();
        let (code, errors) = failure(&["tune", "spsa", "--resume", &name], b"");
        let error = errors.last().unwrap();
        assert!(code == 1 && error.starts_with("grenier: ") && error.contains(part), "{part}: {errors:?}");
        assert_eq!(lines(&name), journal, "{part}");
    }
}

#[test]
fn what_cannot_be_tuned_is_refused_before_anything_is_written() {
    for (text, part) in [
        ("param.x, float, 0.8, 0.1, 3, 0.3, 0.05", "params.txt:1: "),
        ("\nparam.exploration, float, 0.8, 3, 0.1, 0.3, 0.05", "params.txt:2: min must be below max"),
        ("param.exploration, float, 4, 0.1, 3, 0.3, 0.05", "params.txt:1: value must be"),
        ("param.exploration, float, 0.8, 0.1, 3, 0, 0.05", "params.txt:1: C_end"),
        ("param.exploration, float, 0.8", "params.txt:1: 7 fields"),
        ("\u{1b}[2J\u{0}", "binary"),
        ("", "no parameter"),
    ] {
        let folder = Folder::new(text);
        let (code, errors) = failure(&of(&folder.words("run", "3", "nodes=50")), b"");
        assert_eq!((code, errors.len()), (1, 1), "{text}: {errors:?}");
        assert!(errors[0].contains(part) && !errors[0].contains('\u{1b}'), "{text}: {errors:?}");
        assert!(!Path::new(&folder.path("run.jsonl")).exists(), "{text}");
    }
    let folder = Folder::new(LINES);
    let (code, errors) = failure(&of(&folder.words("run", "3", "hash=1")), b"");
    assert!(code == 2 && errors[0].contains("no limit"), "{errors:?}");
}
