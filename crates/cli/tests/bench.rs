//! The bench and the list of parameters.

#![allow(clippy::unwrap_used)]

mod common;

use common::{failure, json, stdout};
use serde_json::Value;

fn words(arguments: &[&str]) -> (Value, Value) {
    let bench = json(arguments).remove(0);
    (bench["searches"][0].clone(), bench)
}

#[test]
fn the_bench_of_a_game_ends_as_openbench_reads_it() {
    let text = stdout(&["bench", "kpe", "--engine", "ab"]);
    let lines: Vec<&str> = text.lines().collect();
    let [.., nodes, nps] = lines[..] else { panic!("{text}") };
    let number = |line: &str, unit: &str| line.strip_suffix(unit).unwrap().parse::<u64>().unwrap();
    let nodes = number(nodes, " nodes");
    assert!(number(nps, " nps") > 0);
    let (search, bench) = words(&["bench", "kpe", "--engine", "ab"]);
    assert_eq!((search["nodes"].as_u64(), &bench["game"]), (Some(nodes), &Value::from("kpe")));
    let signature = search["signature"].as_u64().unwrap();
    assert!(text.contains(&format!("signature {signature:08x}")), "{text}");
    for of in ["start", "suite"] {
        let reached = &search["to_depth"][of];
        assert!(reached["seconds"].as_f64().unwrap() > 0.0 && reached["nodes"].as_f64().unwrap() >= 1.0);
    }
    let (changed, _) = words(&["bench", "kpe", "--engine", "ab", "--param", "ordering=0"]);
    assert_ne!(changed["signature"], search["signature"]);
}

#[test]
fn several_threads_have_a_speedup_and_no_signature() {
    let (search, _) = words(&["bench", "kpe", "--engine", "ab", "--threads", "2"]);
    assert!(search.get("signature").is_none(), "{search}");
    assert_eq!(search["speedup"]["threads"], 2);
    assert!(search["speedup"]["nps"].as_f64().unwrap() > 0.0);
    assert!(search["speedup"]["to_depth"].as_f64().unwrap() > 0.0);
}

#[test]
fn wrong_parameters_are_refused_with_the_names_there_are() {
    for (param, part) in [
        ("nonsense=1", "exploration"),
        ("exploration=99", "0 to 10"),
        ("ordering=x", "whole number"),
        ("exploration", "NAME=VALUE"),
    ] {
        let (code, lines) = failure(&["bench", "kpe", "--param", param], b"");
        assert!(code == 2 && lines[0].contains(part), "{param}: {lines:?}");
    }
    let (_, lines) = failure(&["bench", "kpe", "--engine", "ab", "--param", "exploration=1"], b"");
    assert!(lines.len() == 1 && lines[0].contains("ab has"), "{lines:?}");
}

#[test]
fn parameters_are_listed_as_players_may_set_them() {
    let params = json(&["params"]);
    assert!(params.len() > 5);
    let text = stdout(&["params"]);
    for param in &params {
        let [name, engine, about] = ["name", "engine", "about"].map(|field| param[field].as_str().unwrap());
        assert!(text.contains(name) && text.contains(about), "{text}");
        let range = ["least", "default", "most"].map(|field| param[field].as_f64().unwrap());
        assert!(range.is_sorted(), "{param}");
        // A value beyond the range is refused before a match begins, and nothing is written.
        let player = format!("param.{name}={}", range[2] + 1.0);
        let engine = format!("engine={engine}");
        let arguments =
            ["match", "kpe", "--engine", &engine, &player, "--engine", "engine=random", "--each", "nodes=9"];
        let (code, lines) = failure(&[&arguments[..], &["--out", "/nowhere/m"]].concat(), b"");
        assert!(code == 2 && lines.len() == 1 && lines[0].contains(name), "{lines:?}");
    }
    let some = json(&["params", "mcts"]);
    assert!(some.iter().all(|param| param["engine"] == "mcts") && some.len() < params.len());
    assert_eq!(failure(&["params", "x"], b"").0, 2);
}
