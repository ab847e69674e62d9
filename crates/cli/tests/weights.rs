//! Weights, chosen wherever the program searches.

#![allow(clippy::unwrap_used)]

mod common;

use std::path::{Path, PathBuf};

use common::{failure, grenier, json, stdout};
use serde_json::Value;

/// The position that is searched.
const POSITION: &str = "kpe 6-6-6-6-6-6-6-6-0-0-S ABCDabcd";

/// A file in `folder` with the weights of a game, some words of it replaced.
fn file(folder: &Path, game: &str, changes: &[(&str, &str)]) -> PathBuf {
    let mut text = stdout(&["weights", game, "--of", "hand-set"]);
    for (from, to) in changes {
        assert!(text.contains(from), "{text}");
        text = text.replacen(from, to, 1);
    }
    let path = folder.join(format!("{game}-{}.toml", changes.len()));
    std::fs::write(&path, text).unwrap();
    path
}

/// What alpha-beta says of the position with these weights.
fn line(weights: &str) -> Value {
    let arguments =
        ["analyse", "--position", POSITION, "--depth", "3", "--tables", "none", "--weights", weights];
    json(&arguments)[0]["lines"][0].clone()
}

#[test]
fn weights_are_printed_as_a_file_to_edit() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["kpe", "awale", "obridjie", "mraha", "seega", "seega:9x9"] {
        let path = folder.path().join("w.toml");
        for set in ["shipped", "hand-set", "material"] {
            let text = stdout(&["weights", game, "--of", set]);
            std::fs::write(&path, &text).unwrap();
            // What is printed is read, and printed again.
            let of = ["weights", game, "--of", path.to_str().unwrap()];
            assert_eq!(stdout(&of), text);
            assert_eq!(json(&of), json(&["weights", game, "--of", set]));
        }
    }
    let shown = &json(&["weights", "kpe"])[0];
    let features = shown["features"].as_array().unwrap();
    let is_whole = |feature: &Value| {
        feature["weight"].is_i64()
            && !feature["name"].as_str().unwrap().is_empty()
            && feature["about"].is_string()
    };
    assert!(features.len() > 5 && features.iter().all(is_whole), "{shown}");
    assert_eq!((&shown["schema"], &shown["game"]), (&Value::from(1), &Value::from("kpe")));
    assert!(shown["scale"].is_i64() && shown["network"].is_boolean() && shown["made"].is_object(), "{shown}");
    assert!(stdout(&["weights", "kpe"]).contains("# Pits that are not empty."));
}

#[test]
fn weights_change_what_an_analysis_says() {
    let folder = tempfile::tempdir().unwrap();
    let same = file(folder.path(), "kpe", &[]);
    assert_eq!(line(same.to_str().unwrap()), line("hand-set"));
    assert_eq!(line("material")["score"].as_f64(), Some(0.0));
    assert_ne!(line("shipped")["score"], line("material")["score"]);
    let changed = file(folder.path(), "kpe", &[("\nseeds = ", "\nseeds = 90 # ")]);
    assert_ne!(line(changed.to_str().unwrap())["score"], line("hand-set")["score"]);
}

#[test]
fn expectations_follow_the_scale_of_the_weights() {
    let folder = tempfile::tempdir().unwrap();
    let scale = json(&["weights", "seega", "--of", "hand-set"])[0]["scale"].as_i64().unwrap();
    let wide = file(folder.path(), "seega", &[(&format!("scale = {scale}"), "scale = 1000000")]);
    let line = |weights: &str| {
        let position = "seega xxxx1/xx3/5/3oo/3oo x 0,0 0";
        let arguments =
            ["analyse", "--position", position, "--depth", "1", "--tables", "none", "--weights", weights];
        json(&arguments)[0]["lines"][0].clone()
    };
    let (shipped, flat) = (line("shipped"), line(wide.to_str().unwrap()));
    assert!((flat["score"].as_f64().unwrap() - 0.5).abs() < 0.01, "{flat}");
    assert!((shipped["score"].as_f64().unwrap() - 0.5).abs() > 0.02, "{shipped}");
    assert_eq!(flat["score"], flat["expected"]);
}

#[test]
fn wrong_weights_are_one_line_and_exit_code_1() {
    let folder = tempfile::tempdir().unwrap();
    let written = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path.display().to_string()
    };
    let good = stdout(&["weights", "kpe"]);
    let changed = |name: &str, from: &str, to: &str| {
        assert!(good.contains(from), "{good}");
        written(name, good.replacen(from, to, 1).as_bytes())
    };
    let cases = [
        (folder.path().join("none").display().to_string(), "none: "),
        (folder.path().display().to_string(), "irectory"),
        (written("binary", b"\x7fELF\x02\0\0"), "binary"),
        (written("latin", b"schema = 1\ngame = \"kp\xe9\""), "line 2"),
        (written("empty", b""), "schema"),
        (written("awale", stdout(&["weights", "awale"]).as_bytes()), "weights of awale, not of kpe"),
        (changed("missing", "\nseeds = ", "\n# "), "the weight of seeds is missing"),
        (changed("unknown", "\nseeds = ", "\nsedes = "), "no feature sedes"),
        (changed("large", "\nseeds = ", "\nseeds = 4000000000 # "), "line "),
        (changed("larger", "\nseeds = ", "\nseeds = 100001 # "), "100001"),
    ];
    for (path, part) in &cases {
        for command in [
            &["analyse", "--position", POSITION, "--weights"][..],
            &["bench", "kpe", "--engine", "ab", "--weights"],
            &["ugi", "--game", "kpe", "--weights"],
            &["weights", "kpe", "--of"],
        ] {
            let (code, lines) = failure(&[command, &[path.as_str()]].concat(), b"");
            assert!(code == 1 && lines.len() == 1, "{command:?}: {lines:?}");
            assert!(lines[0].contains(path.as_str()) && lines[0].contains(part), "{command:?}: {lines:?}");
        }
        let out = folder.path().join("match").display().to_string();
        let weights = format!("weights={path}");
        let arguments = ["match", "kpe", "--engine", "name=mine", "engine=greedy", &weights, "--engine"];
        let (code, lines) =
            failure(&[&arguments[..], &["engine=random", "--rounds", "1", "--out", &out]].concat(), b"");
        assert!(code == 1 && lines.len() == 1 && lines[0].contains("mine: weights: "), "{lines:?}");
        assert!(!folder.path().join("match.jsonl").exists());
    }
}

#[test]
fn queries_are_answered_with_the_weights_of_their_game() {
    let folder = tempfile::tempdir().unwrap();
    let changed = file(folder.path(), "kpe", &[("\nseeds = ", "\nseeds = 90 # ")]);
    let weights = changed.to_str().unwrap();
    let queries = br#"{"id":"k","game":"kpe","depth":3}
{"id":"a","game":"awale","depth":3}
"#;
    let output =
        grenier(&["json", "--workers", "1", "--tables", "none", "--weights", weights], queries).stdout;
    let answers: Vec<Value> =
        output.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    let [kpe, awale] = &answers[..] else { panic!("{answers:?}") };
    assert_eq!(kpe["lines"][0]["score"], line(weights)["score"]);
    assert!(awale["error"].as_str().unwrap().contains("weights of kpe, not of awale"), "{awale}");
}

#[test]
fn the_protocol_has_an_option_for_weights() {
    let folder = tempfile::tempdir().unwrap();
    let changed = file(folder.path(), "kpe", &[("\nseeds = ", "\nseeds = 90 # ")]);
    let missing = folder.path().join("none");
    let scores = |commands: &[&str], option: &str| -> Vec<String> {
        let all = [&["ugi", "--game", "kpe", "--weights", option][..], commands, &["quit"]].concat();
        let text = stdout(&all);
        let told = text.lines().filter(|line| line.contains(" score ") || line.contains("error"));
        let word = |line: &str| {
            line.split(" score cp ").nth(1).map(|rest| rest.split(' ').next().unwrap().to_owned())
        };
        told.map(|line| word(line).unwrap_or_else(|| line.to_owned())).collect()
    };
    let set = format!("setoption name Weights value {}", changed.display());
    let wrong = format!("setoption name Weights value {}", missing.display());
    let shipped = scores(&["go depth 3"], "shipped");
    let own = scores(&[&set, "go depth 3"], "shipped");
    assert_ne!(shipped.last(), own.last());
    assert_eq!(scores(&["go depth 3"], changed.to_str().unwrap()), own);
    let kept = scores(&[&set, &wrong, "setoption name Game value awale", "go depth 3"], "shipped");
    let [missing, game, rest @ ..] = &kept[..] else { panic!("{kept:?}") };
    assert!(missing.starts_with("info string error: Weights: ") && missing.contains("none: "), "{missing}");
    assert!(game.starts_with("info string error: Weights: ") && game.contains("not of awale"), "{game}");
    assert_eq!(rest, own);
}

#[test]
fn the_signature_hangs_on_the_weights() {
    let signature = |weights| {
        json(&["bench", "obridjie", "--engine", "mcts", "--weights", weights])[0]["searches"][0]["signature"]
            .clone()
    };
    assert_ne!(signature("shipped"), signature("material"));
}

#[test]
fn players_with_other_weights_play_and_resume_only_with_these() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("m").display().to_string();
    let own = file(folder.path(), "kpe", &[("\nseeds = ", "\nseeds = 90 # ")]);
    let weights = format!("weights={}", own.display());
    let arguments = [
        &["match", "kpe", "--each", "engine=ab", "nodes=200", "--rounds", "1", "--out", name.as_str()][..],
        &["--engine", "name=a", "weights=hand-set"],
        &["--engine", "name=b", "weights=hand-set", "weight.seeds=50", "weight.take=-3"],
        &["--engine", "name=c", "engine=greedy", weights.as_str()],
    ]
    .concat();
    assert_eq!(json(&arguments)[0]["games"], 6);
    let journal = std::fs::read_to_string(format!("{name}.jsonl")).unwrap();
    assert!(journal.contains("weights=hand-set weight.seeds=50 weight.take=-3"), "{journal}");

    let resume = ["match", "--resume", name.as_str()];
    assert_eq!(json(&resume)[0]["games"], 6);
    let text = std::fs::read_to_string(&own).unwrap();
    std::fs::write(&own, text.replacen("\nscale = ", "\nscale = 9", 1)).unwrap();
    let (code, lines) = failure(&resume, b"");
    let reason = lines.iter().find(|line| line.starts_with("grenier: ")).unwrap();
    assert!(code == 1 && reason.contains("by c with other weights"), "{lines:?}");
    let (code, lines) =
        failure(&["match", "kpe", "--engine", "weight.sedes=1", "nodes=5", "--engine", "engine=random"], b"");
    assert!(
        code == 1 && lines.len() == 1 && lines[0].contains("own: weights: kpe has no feature"),
        "{lines:?}"
    );
}
