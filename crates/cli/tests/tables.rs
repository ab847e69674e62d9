//! Tables on disk: building, resuming, looking up, verifying, and damage.

#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::path::Path;

use common::{failure, grenier, json, stdout};
use serde_json::json;

/// Builds tables in a new folder.
fn built(game: &str, extent: &[&str]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().to_str().unwrap().to_owned();
    let arguments = [&["tables", "build", game, "--tables", &path], extent].concat();
    stdout(&arguments);
    dir
}

fn path(dir: &tempfile::TempDir) -> &str {
    dir.path().to_str().unwrap()
}

/// The file of a layer of Kpé.
fn kpe_file(dir: &tempfile::TempDir, layer: &str) -> std::path::PathBuf {
    let folder = dir.path().join("kpe");
    let mut files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    files.find(|file| file.file_stem().is_some_and(|stem| stem == layer)).unwrap()
}

#[test]
fn what_is_built_is_looked_up_counted_and_verified() {
    let dir = built("kpe", &["--seeds", "8"]);
    let probed = &json(&["tables", "probe", "--tables", path(&dir), "kpe 0-0-1-0-0-0-3-0-24-20-S -"])[0];
    assert_eq!((&probed["value"], &probed["unit"]), (&json!(2), &json!("seeds")));
    assert_eq!(probed["moves"], json!([{"move": "C", "value": 2, "plies": 15}]), "{probed}");
    let stats = &json(&["tables", "stats", "kpe", "--tables", path(&dir)])[0];
    let counts: Vec<[u64; 3]> = stats["layers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|layer| ["losses", "draws", "wins"].map(|field| layer[field].as_u64().unwrap()))
        .collect();
    // Counted by an independent implementation.
    assert_eq!(counts, [[0, 1, 0], [18, 9, 9], [137, 73, 120], [463, 642, 611], [1569, 2225, 2641]]);
    let verified = stdout(&["tables", "verify", "kpe", "--tables", path(&dir)]);
    assert!(verified.ends_with("kpe: all 5 layers are right, 8518 positions\n"), "{verified}");
}

#[test]
fn a_second_build_skips_what_is_there() {
    let dir = built("awale:awari", &["--seeds", "5"]);
    let again = grenier(&["tables", "build", "awale:awari", "--seeds", "6", "--tables", path(&dir)], b"");
    assert!(again.status.success());
    let told = String::from_utf8(again.stderr).unwrap();
    assert!(told.contains("6 layers are there already") && told.contains("1 layers"), "{told}");
    assert_eq!(String::from_utf8(again.stdout).unwrap().lines().count(), 1);
}

#[test]
fn many_positions_come_from_the_standard_input() {
    let dir = built("seega", &["--pieces", "3"]);
    let lines =
        "seega x4/5/5/5/4o x 0,0 0\n# nothing\nseega xx3/5/5/5/4o o 0,0 0\nseega xx3/xx3/5/5/4o o 0,0 0\n";
    let output = grenier(&["tables", "probe", "--json", "--tables", path(&dir)], lines.as_bytes());
    assert_eq!(output.status.code(), Some(1), "the last one has five pieces");
    let found: Vec<serde_json::Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(found.len(), 2);
    assert_eq!((&found[0]["value"], &found[0]["endless"]), (&json!("draw"), &json!(true)));
    assert_eq!((&found[1]["value"], &found[1]["endless"]), (&json!("loss"), &json!(true)));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("standard input:4:1: unknown"), "{told}");
}

#[test]
fn no_value_is_told_that_the_quiet_limit_forestalls() {
    let dir = built("mraha", &["--pieces", "4"]);
    let at = ["--tables", path(&dir)];
    let at_ply = |plies: &str| format!("mraha xx3/5/x4/5/4o x 0,0 {plies}");
    // Its best move wins in 19 plies, its slowest ones in 23.
    let fresh = stdout(&[&["tables", "probe", &at_ply("0")][..], &at].concat());
    assert!(fresh.contains("value win, in 19 plies"), "{fresh}");
    stdout(&[&["tables", "probe", &at_ply("77")][..], &at].concat());
    for plies in ["78", "99", "100"] {
        let (code, lines) = failure(&[&["tables", "probe", &at_ply(plies)][..], &at].concat(), b"");
        assert_eq!((code, lines.len()), (1, 1), "{lines:?}");
        assert!(lines[0].contains("unknown: tables do not count quiet plies"), "{lines:?}");
    }
    for plies in ["99", "100"] {
        let solution = &json(&[&["solve", &at_ply(plies)][..], &at].concat())[0];
        assert_eq!((&solution["value"], &solution["proven"]), (&json!("draw"), &json!(true)), "{solution}");
    }
}

#[test]
fn nothing_answers_from_a_damaged_file() {
    let dir = built("kpe", &["--seeds", "8"]);
    let file = kpe_file(&dir, "8");
    let sound = fs::read(&file).unwrap();
    let flipped = {
        let mut bytes = sound.clone();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x10;
        bytes
    };
    let other = fs::read(kpe_file(&dir, "6")).unwrap();
    for wrong in [flipped, sound[..sound.len() - 1].to_vec(), other, Vec::new()] {
        fs::write(&file, wrong).unwrap();
        let position = "kpe 1-1-1-1-1-1-1-1-20-20-S -";
        for arguments in [
            &["tables", "probe", position][..],
            &["tables", "verify", "kpe"],
            &["tables", "stats", "kpe"],
            &["solve", position],
            &["analyse", "--nodes", "10", "-p", position],
        ] {
            let (code, lines) = failure(&[arguments, &["--tables", path(&dir)]].concat(), b"");
            assert_eq!((code, lines.len()), (1, 1), "{arguments:?}: {lines:?}");
            assert!(lines[0].contains(file.to_str().unwrap()), "{arguments:?}: {lines:?}");
        }
    }
    // Building again mends it.
    stdout(&["tables", "build", "kpe", "--seeds", "8", "--tables", path(&dir)]);
    assert_eq!(fs::read(&file).unwrap(), sound);
}

#[test]
fn wrong_requests_are_refused_in_one_line() {
    let dir = tempfile::tempdir().unwrap();
    let at = ["--tables", path(&dir)];
    for (arguments, code, part) in [
        (&["tables", "build", "kpe:own-row"][..], 1, "has no tables"),
        (&["tables", "build", "seega:7x7"], 1, "has no tables"),
        (&["tables", "build", "awale", "--complete"], 1, "completely"),
        (&["tables", "build", "kpe", "--pieces", "4"], 2, "--seeds"),
        (&["tables", "build", "mraha", "--seeds", "4"], 2, "--pieces"),
        (&["tables", "build", "kpe", "--seeds", "40", "--memory", "1"], 1, "MB"),
        (&["tables", "verify", "kpe"], 1, "no tables of kpe"),
        (&["tables", "stats", "kpe"], 1, "no tables of kpe"),
        (&["tables", "probe", "kpe startpos"], 1, "no tables of kpe"),
    ] {
        let (found, lines) = failure(&[arguments, &at].concat(), b"");
        assert_eq!(found, code, "{arguments:?}: {lines:?}");
        assert!(lines.last().unwrap().contains(part), "{arguments:?}: {lines:?}");
    }
    for command in ["analyse", "solve", "json"] {
        assert_eq!(failure(&[command, "--tables", ""], b"").0, 2, "{command}: an empty name is no folder");
    }
    assert!(!Path::new(path(&dir)).join("kpe").join("0.grt").exists());
}

#[test]
fn searches_and_solutions_use_the_tables() {
    let dir = built("mraha", &["--pieces", "3"]);
    let position = "mraha x4/2x2/5/5/4o x 0,0 0";
    let analysed = &json(&["analyse", "--tables", path(&dir), "-p", position])[0];
    assert_eq!((&analysed["proven"], &analysed["stopped_by"]), (&json!(true), &json!("proven")));
    assert!(analysed["table_hits"].as_u64().unwrap() > 0);
    let solved = &json(&["solve", "--tables", path(&dir), position])[0];
    let searched = &json(&["solve", "--tables", "none", position])[0];
    assert_eq!(solved["value"], searched["value"]);
    assert_eq!((&solved["nodes"], &solved["proven"]), (&json!(0), &json!(true)));
    // Above the tables a search asks what is unpacked.
    let above = "mraha x4/2x2/o4/5/4o x 0,0 0";
    let hits = |unpack: &str| {
        let arguments =
            ["analyse", "--tables", path(&dir), "--unpack", unpack, "--nodes", "20000", "-p", above];
        json(&arguments)[0]["table_hits"].as_u64().unwrap()
    };
    assert_eq!(hits("0"), 0);
    assert!(hits("8") > 0);
}
