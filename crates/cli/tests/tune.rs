//! Training data and fits through the program: made, interrupted, damaged, misused.

#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::process::{Command, Stdio};

use common::{failure, grenier, json, stdout};
use serde_json::{Value, json};

/// A folder for the files of a test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    /// A file with this content.
    fn with(&self, name: &str, content: &[u8]) -> String {
        fs::write(self.0.path().join(name), content).unwrap();
        self.path(name)
    }

    /// Training data of a game, enough for a fit.
    fn data(&self, game: &str, name: &str) -> String {
        let path = self.path(name);
        json(
            &[&games(game), &["--out", &path, "--noisy", "--every", "1", "--positions", "3000"][..]].concat(),
        );
        path
    }
}

/// Making data from quick games.
fn games(game: &str) -> Vec<&str> {
    vec!["tune", "data", game, "--nodes", "20", "--threads", "2"]
}

/// The one line of a run that ends with exit code 1.
fn refusal(arguments: &[&str]) -> String {
    let (code, mut lines) = failure(arguments, b"");
    assert!(code == 1 && lines.len() == 1, "{arguments:?}: {code} {lines:?}");
    lines.remove(0)
}

#[test]
fn data_are_fitted_checked_and_searched_with() {
    let folder = Folder::new();
    for (game, position) in [("kpe", "kpe startpos"), ("mraha", "mraha 1o1ox/1xo2/oo2x/1xoxx/ox1oo x 0,0 2")]
    {
        let data = folder.data(game, &format!("{game}.bin"));
        let (out, svg) = (folder.path(&format!("{game}.toml")), folder.path("a.svg"));
        let words = ["tune", "fit", game, "--data", &data, "--from", "material", "--out", &out];
        let more = ["--network", "--beside", "--epochs", "2", "--svg", &svg];
        let made = &json(&[&words[..], &more].concat())[0];
        assert_eq!(
            (&made["schema"], &made["damaged"], &made["network"]),
            (&json!(1), &json!(0), &json!(true))
        );
        let number = |value: &Value| value.as_f64().unwrap();
        assert!(number(&made["train"]) + number(&made["held_out"]) >= 3000.0, "{made}");
        // With so few games the best on what is held out need not be the best on the rest.
        assert!(number(&made["after"]["held_out"]) < number(&made["before"]["held_out"]), "{made}");
        // What the file says is what was told, of the features and of the loss.
        let weights = &json(&["weights", game, "--of", &out])[0];
        for (told, kept) in
            made["weights"].as_array().unwrap().iter().zip(weights["features"].as_array().unwrap())
        {
            assert_eq!((&told["feature"], &told["after"]), (&kept["name"], &kept["weight"]));
        }
        assert_eq!(weights["made"]["by"], "grenier tune fit");
        let checked = json(&["tune", "check", game, "--data", &data, "--weights", "material", &out]);
        assert_eq!(checked.len(), 2);
        assert_eq!(checked[0]["held_out"], made["before"]["held_out"]);
        assert_eq!(checked[1]["held_out"], made["after"]["held_out"]);
        // And searches judge by it.
        let score = |weights: &str| {
            let words =
                ["analyse", "--position", position, "--depth", "1", "--tables", "none", "--weights", weights];
            json(&words)[0]["lines"][0]["expected"].clone()
        };
        assert_ne!(score(&out), score("material"));
        let picture = fs::read_to_string(&svg).unwrap();
        assert!(picture.contains("network") && picture.trim_end().ends_with("</svg>"));
        let names = made["weights"].as_array().unwrap();
        assert!(names.iter().all(|weight| picture.contains(weight["feature"].as_str().unwrap())));

        // The same, told to people; a fit may begin from the file.
        let text = stdout(&["tune", "check", game, "--data", &data, "--weights", &out]);
        assert!(text.contains("positions\n") && text.contains("held out") && text.contains(&out), "{text}");
        let text = stdout(&[
            "tune",
            "fit",
            game,
            "--data",
            &data,
            "--from",
            &out,
            "--out",
            &out,
            "--iterations",
            "3",
        ]);
        assert!(text.contains("network: ") && text.contains(&format!("written: {out}\n")), "{text}");
    }
}

#[test]
fn the_same_seed_gives_the_same_files() {
    let folder = Folder::new();
    let data = folder.data("awale", "a.txt");
    let again = folder.data("awale", "b.txt");
    assert!(fs::read(&data).unwrap() == fs::read(&again).unwrap());
    let fit = |name: &str, threads: &str| {
        let out = folder.path(name);
        let words = ["tune", "fit", "awale", "--data", &data, "--out", &out, "--threads", threads];
        stdout(&[&words[..], &["--network", "--epochs", "2"]].concat());
        fs::read(out).unwrap()
    };
    assert!(fit("one.toml", "1") == fit("two.toml", "2"));
    let text = fs::read_to_string(&data).unwrap();
    assert!(
        text.starts_with("# grenier tune data awale --seed 1 --nodes 20 --every 1 --random 2-16 "),
        "{text:.100}"
    );
}

#[test]
fn what_is_damaged_is_named_and_the_rest_is_used() {
    let folder = Folder::new();
    let data = folder.data("kpe", "a.txt");
    let mut text = fs::read_to_string(&data).unwrap();
    let lines = text.lines().count();
    text.push_str(&"kpe nonsense; [0.5]; 1\n".repeat(7));
    let damaged = folder.with("damaged.txt", text.as_bytes());
    let output = grenier(&["tune", "check", "kpe", "--data", &damaged, "--json"], b"");
    let told = String::from_utf8(output.stderr).unwrap();
    let told: Vec<&str> = told.lines().collect();
    assert_eq!((output.status.code(), told.len()), (Some(0), 6), "{told:?}");
    assert!(told[0].starts_with(&format!("grenier: {damaged}: line {}: ", lines + 1)), "{told:?}");
    assert!(told[5].starts_with("grenier: 2 more "), "{told:?}");
    let clean = &json(&["tune", "check", "kpe", "--data", &data])[0];
    assert_eq!(&serde_json::from_slice::<Value>(&output.stdout).unwrap(), clean);
    let out = folder.path("w.toml");
    let fitted = &json(&["tune", "fit", "kpe", "--data", &damaged, "--out", &out])[0];
    assert_eq!(fitted["damaged"], 7);

    let other = folder.data("awale", "awale.bin");
    let words = folder.with("words.txt", b"hello\n");
    let empty = folder.with("empty.txt", b"");
    let here = folder.path("");
    let none = folder.path("none.txt");
    for (path, part) in [
        (&other, "this is awale, not kpe"),
        (&words, "line 1"),
        (&empty, "it is empty"),
        (&here, "irectory"),
        (&none, "none.txt: "),
    ] {
        let out = folder.path("never.toml");
        for words in [
            &["tune", "check", "kpe", "--data", path][..],
            &["tune", "fit", "kpe", "--data", path, "--out", &out],
        ] {
            let line = refusal(words);
            assert!(line.contains(path.as_str()) && line.contains(part), "{line}");
        }
        assert!(!fs::exists(&out).unwrap());
    }
}

#[test]
fn wrong_words_are_one_line_and_nothing_is_lost() {
    let folder = Folder::new();
    let data = folder.data("kpe", "a.txt");
    let before = fs::read(&data).unwrap();
    let (out, here) = (folder.path("w.toml"), folder.path(""));
    let (svg, note) = (folder.path("none/a.svg"), folder.with("note.toml", b"hello\n"));
    let text = String::from_utf8(before.clone()).unwrap();
    let few: Vec<&str> = text.lines().take(2000).collect();
    let few = folder.with("few.txt", few.join("\n").as_bytes());
    let fit = |words: &[&str]| refusal(&[&["tune", "fit", "kpe"], words].concat());
    for (words, part) in [
        (&["--data", &data, "--out", &out, "--only", "seeds,sedes"][..], "no feature \"sedes\": seeds, "),
        (&["--data", &data, "--out", &here], "this is a directory"),
        (&["--data", &data, "--out", &data], "holds no weights: it is left as it is"),
        (&["--data", &data, "--out", &note], "holds no weights: it is left as it is"),
        (&["--data", &data, "--out", &folder.path("none/w.toml")], "there is no directory"),
        (&["--data", &data, "--out", &out, "--svg", &svg], "there is no directory"),
        (&["--data", &data, "--out", &out, "--from", &note], "note.toml: "),
        (&["--data", &few, "--out", &out], "positions are too few: 2560 at least"),
    ] {
        let line = fit(words);
        assert!(line.contains(part), "{part}: {line}");
        assert!(!fs::exists(&out).unwrap(), "{part}");
    }
    let line = refusal(&["tune", "fit", "seega:7x7", "--data", &data, "--out", &out]);
    assert!(line.contains("seega:7x7, which uses the same"), "{line}");

    let make = |words: &[&str]| refusal(&[&games("kpe"), words].concat());
    for (words, part) in [
        (&["--out", &here][..], "irectory"),
        (&["--out", &folder.path("none/a.txt")], "none/a.txt: "),
        (&["--out", &data, "--seed", "2"], "was made by another command, grenier tune data kpe --seed 1 "),
        (&["--out", &note], "is no file of samples: it is left as it is"),
        (&["--out", &folder.path("t.txt"), "--weights", &note], "note.toml: "),
        (&["--out", &folder.path("t.txt"), "--records", &note], "no record of kpe"),
        (&["--out", &folder.path("t.txt"), "--from-tables", "0-0"], "no position of 0-0"),
        (&["--out", &folder.path("t.txt"), "--from-tables", "4-40"], "take too long"),
    ] {
        let line = make(words);
        assert!(line.contains(part), "{part}: {line}");
    }
    assert!(fs::read(&data).unwrap() == before && fs::read(&note).unwrap() == b"hello\n");
    for words in [&["--random", "9-2"][..], &["--every", "0"], &["--positions", "0"], &["--random", "1-1001"]]
    {
        let (code, _) = failure(&[&games("kpe")[..], &["--out", &out], words].concat(), b"");
        assert_eq!(code, 2, "{words:?}");
    }
}

#[test]
fn data_come_from_records_and_tables() {
    let folder = Folder::new();
    let name = folder.path("m");
    json(&[
        "match",
        "kpe",
        "--engine",
        "engine=random",
        "--engine",
        "engine=greedy",
        "--rounds",
        "2",
        "--out",
        &name,
    ]);
    let records = format!("{name}.pgn");
    let out = folder.path("r.txt");
    let words = [&games("kpe"), &["--out", &out, "--records", &records][..]].concat();
    let made = &json(&words)[0];
    assert_eq!((&made["ending"], &made["games"]), (&json!("finished"), &json!(4)));
    assert!(made["positions"].as_u64().unwrap() > 10, "{made}");
    // Nothing more is found in them, and other records are no continuation.
    assert_eq!(json(&words)[0]["added"], 0);
    let mut text = fs::read_to_string(&records).unwrap();
    text.push('\n');
    fs::write(&records, text).unwrap();
    let line = refusal(&words);
    assert!(line.contains("was made by another command"), "{line}");

    let out = folder.path("t.bin");
    let made =
        &json(&["tune", "data", "mraha", "--from-tables", "2-4", "--positions", "300", "--out", &out])[0];
    assert_eq!(made["exact"], made["positions"]);
    let checked = &json(&["tune", "check", "mraha", "--data", &out])[0];
    assert!(checked["exact_error"].as_f64().unwrap() > 0.0, "{checked}");
    let few = folder.path("few.txt");
    let words = ["tune", "data", "kpe", "--from-tables", "2", "--positions", "1000000", "--out", &few];
    assert_eq!(json(&words)[0]["ending"], "exhausted");
}

#[test]
fn a_run_killed_or_interrupted_goes_on_as_if_it_was_not() {
    let folder = Folder::new();
    let words = |name: &str| -> Vec<String> {
        let path = folder.path(name);
        let words = [&games("obridjie"), &["--games", "256", "--json", "--out", &path][..]].concat();
        words.into_iter().map(str::to_owned).collect()
    };
    let of = |words: &[String]| stdout(&words.iter().map(String::as_str).collect::<Vec<_>>());
    of(&words("whole.bin"));
    let whole = fs::read(folder.path("whole.bin")).unwrap();
    for (signal, name) in [("-KILL", "killed.bin"), ("-INT", "interrupted.bin")] {
        let words = words(name);
        let child = Command::new(env!("CARGO_BIN_EXE_grenier"))
            .args(&words)
            .env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let path = folder.path(name);
        while fs::metadata(&path).map_or(0, |metadata| metadata.len()) < 200 {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        // It may have been done already.
        if signal == "-INT" && output.status.code() == Some(1) {
            let told = String::from_utf8(output.stderr).unwrap();
            assert!(
                told.ends_with(
                    "the same command; {path} keeps what is finished\n".replace("{path}", &path).as_str()
                ),
                "{told}"
            );
            let made: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(made["ending"], "interrupted");
        }
        of(&words);
        assert!(fs::read(&path).unwrap() == whole, "{name}");
    }
}

#[test]
fn an_interrupted_fit_writes_nothing() {
    let folder = Folder::new();
    let (data, out) = (folder.data("kpe", "a.bin"), folder.path("w.toml"));
    let words = ["tune", "fit", "kpe", "--data", &data, "--out", &out, "--network", "--epochs", "100000"];
    let child = Command::new(env!("CARGO_BIN_EXE_grenier"))
        .args(words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(!output.status.success() && output.stdout.is_empty());
    assert!(!fs::exists(&out).unwrap());
}
