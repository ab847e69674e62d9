//! Analysis as JSON lines: queries, actions, and input that nobody should send.

#![allow(clippy::unwrap_used)]

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use common::{grenier, json, stdout};
use serde_json::{Value, json};

/// A query that goes on for ten minutes if nobody ends it, before all others.
const LONG: &str = r#"{"id":"long","game":"seega:9x9","timeSeconds":600,"priority":9}"#;

/// The answers to some lines; the program must end well and say nothing else.
fn answers(arguments: &[&str], input: &[u8]) -> Vec<Value> {
    let output = grenier(&[&["json"], arguments].concat(), input);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn ask(arguments: &[&str], lines: &[&str]) -> Vec<Value> {
    answers(arguments, lines.join("\n").as_bytes())
}

/// Answers without what differs from run to run.
fn timeless(mut answers: Vec<Value>) -> Vec<Value> {
    for answer in &mut answers {
        for field in ["time_ms", "nps"] {
            answer.as_object_mut().unwrap().remove(field);
        }
    }
    answers
}

fn ids(answers: &[Value]) -> Vec<&str> {
    answers.iter().map(|answer| answer["id"].as_str().unwrap_or("")).collect()
}

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_grenier"))
        .arg("json")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits for the end of a program that has to end by itself; gives exit code and standard error.
fn ended(mut child: Child) -> (Option<i32>, String) {
    let end = Instant::now() + Duration::from_secs(20);
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > end {
            child.kill().unwrap();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    (child.wait().unwrap().code(), errors)
}

#[test]
fn a_query_is_answered_as_analyse_answers() {
    let position = "awale 1-6-6-6-5-4-4-4-4-4-4-0-0-0-S";
    let arguments = ["analyse", "--position", position, "--nodes", "3000", "--multipv", "3"];
    let wanted = timeless(json(&arguments)).remove(0);
    let query = r#"{"id":"q1","game":"awale","moves":["A","f"],"nodes":3000,"multipv":3}"#;
    let mut found = timeless(ask(&[], &[query])).remove(0);
    let object = found.as_object_mut().unwrap();
    assert_eq!(object.remove("id"), Some(json!("q1")));
    assert_eq!(object.remove("turnNumber"), Some(json!(2)));
    assert_eq!(object.remove("isDuringSearch"), Some(json!(false)));
    assert_eq!(found, wanted);
}

#[test]
fn every_turn_that_is_asked_for_has_a_result() {
    let query =
        r#"{"id":"q","game":"kpe","moves":["D","c","A"],"analyzeTurns":[3,0,1,3],"nodes":500,"pvLength":1}"#;
    let found = ask(&["--workers", "1"], &[query]);
    let turns: Vec<u64> = found.iter().map(|answer| answer["turnNumber"].as_u64().unwrap()).collect();
    assert_eq!(turns, [0, 1, 3]);
    for (answer, moves) in found.iter().zip([&[][..], &["D"], &["D", "c", "A"]]) {
        let played = stdout(&[&["play-out", "kpe startpos"], moves].concat());
        assert_eq!(answer["position"], played.lines().next().unwrap());
        assert_eq!(answer["lines"][0]["pv"].as_array().unwrap().len(), 1);
    }
    let over = ask(&[], &[r#"{"id":"q","position":"kpe 0-0-0-0-0-0-0-0-24-24-S -"}"#]).remove(0);
    assert_eq!((&over["lines"], &over["result"]["winner"]), (&json!([]), &json!("draw")));
}

#[test]
fn only_allowed_moves_are_considered() {
    let query = |moves: &str| {
        format!(r#"{{"id":"q","game":"kpe","nodes":2000,"multipv":4,"moves":["D"],"allowMoves":{moves}}}"#)
    };
    let found = ask(&[], &[&query(r#"["a","c"]"#)]).remove(0);
    let mut moves: Vec<&str> =
        found["lines"].as_array().unwrap().iter().map(|line| line["move"].as_str().unwrap()).collect();
    moves.sort_unstable();
    assert_eq!(moves, ["a", "c"]);
    let error = ask(&[], &[&query(r#"["A"]"#)]).remove(0);
    assert_eq!(error["field"], "allowMoves");
    assert!(error["error"].as_str().unwrap().starts_with("turn 1, \"A\": "), "{error}");
}

#[test]
fn answers_depend_on_their_queries_only() {
    let games = ["kpe", "awale:abapa", "obridjie", "mraha", "seega", "kpe:own-row"];
    let queries: Vec<String> = (0..30)
        .map(|number| {
            let (game, engine) = (games[number % 6], ["ab", "mcts"][number % 2]);
            format!(r#"{{"id":"{number}","game":"{game}","engine":"{engine}","nodes":1500,"multipv":2}}"#)
        })
        .collect();
    let queries: Vec<&str> = queries.iter().map(String::as_str).collect();
    let one = timeless(ask(&["--workers", "1"], &queries));
    assert_eq!(ids(&one), (0..30).map(|number| number.to_string()).collect::<Vec<_>>());
    assert_eq!(timeless(ask(&["--workers", "1"], &queries)), one);
    let mut many = timeless(ask(&["--workers", "3", "--queue", "2"], &queries));
    many.sort_by_key(|answer| answer["id"].as_str().unwrap().parse::<u32>().unwrap());
    assert_eq!(many, one);
}

#[test]
fn what_was_learnt_is_used_only_if_that_is_wanted() {
    let query = r#"{"id":"q","game":"kpe","depth":8}"#;
    let clear = r#"{"id":"c","action":"clear_cache"}"#;
    let nodes = |arguments: &[&str], lines: &[&str]| -> Vec<u64> {
        ask(&[&["--workers", "1"], arguments].concat(), lines)
            .iter()
            .filter_map(|answer| answer["nodes"].as_u64())
            .collect()
    };
    let fresh = nodes(&[], &[query, query]);
    assert_eq!(fresh[0], fresh[1]);
    let kept = nodes(&["--keep"], &[query, query]);
    // Fewer nodes as a rule, but not always: what was learnt also changes which late moves are reduced.
    assert!(kept[0] == fresh[0] && kept[1] != fresh[1], "{kept:?} {fresh:?}");
    // The cache is cleared before the first search: the second one still learns from it.
    assert_eq!(nodes(&["--keep"], &[clear, query, query]), kept);
}

#[test]
fn the_highest_priority_is_searched_first() {
    let found = ask(
        &["--workers", "1"],
        &[
            LONG,
            r#"{"id":"low","game":"kpe","nodes":100,"priority":-1}"#,
            r#"{"id":"first","game":"kpe","nodes":100}"#,
            r#"{"id":"second","game":"kpe","nodes":100}"#,
            r#"{"id":"high","game":"kpe","nodes":100,"priority":5}"#,
            r#"{"id":"t","action":"terminate","terminateId":"long"}"#,
        ],
    );
    let searches: Vec<&str> = ids(&found).into_iter().filter(|&id| id != "t").collect();
    assert_eq!(searches, ["long", "high", "first", "second", "low"]);
}

#[test]
fn a_search_that_is_ended_answers_with_what_it_has() {
    let mut child = start(&["--workers", "1"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut next = || {
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        serde_json::from_str::<Value>(&line).unwrap()
    };
    let long = LONG.replace("600,", "600,\"reportDuringSearchEvery\":0.01,\"engine\":\"ab\",");
    writeln!(input, "{long}\n{{\"id\":\"waits\",\"game\":\"kpe\",\"moves\":[\"D\"],\"analyzeTurns\":[0,1]}}")
        .unwrap();
    let partial = next();
    assert_eq!((&partial["id"], &partial["isDuringSearch"]), (&json!("long"), &json!(true)));
    assert!(!partial["lines"].as_array().unwrap().is_empty() && partial["stopped_by"] == "running");

    writeln!(input, r#"{{"id":"t","action":"terminate","terminateId":"waits","turnNumbers":[1]}}"#).unwrap();
    let mut answers = std::iter::repeat_with(&mut next).filter(|answer| answer["isDuringSearch"] != true);
    let (echo, nothing) = (answers.next().unwrap(), answers.next().unwrap());
    assert_eq!((&echo["id"], &echo["turnNumbers"]), (&json!("t"), &json!([1])));
    assert_eq!((&nothing["id"], &nothing["turnNumber"]), (&json!("waits"), &json!(1)));
    assert_eq!((&nothing["noResults"], &nothing["isDuringSearch"]), (&json!(true), &json!(false)));

    writeln!(input, r#"{{"id":"all","action":"terminate_all"}}"#).unwrap();
    drop(input);
    let rest: Vec<Value> = answers.by_ref().take(3).collect();
    let long = rest.iter().find(|answer| answer["id"] == "long").unwrap();
    assert!(long["terminated"] == true && long["stopped_by"] == "flag", "{long}");
    assert!(!long["lines"].as_array().unwrap().is_empty());
    assert!(rest.iter().any(|answer| answer["id"] == "waits" && answer["turnNumber"] == 0));
    drop(answers);
    assert_eq!(ended(child), (Some(0), String::new()));
}

#[test]
fn terminating_what_is_not_there_does_nothing() {
    let found = ask(
        &[],
        &[
            r#"{"id":"t","action":"terminate","terminateId":"nobody"}"#,
            r#"{"id":"v","action":"query_version"}"#,
            r#"{"id":"a","action":"terminate_all","turnNumbers":[7]}"#,
        ],
    );
    assert_eq!(ids(&found), ["t", "v", "a"]);
    assert_eq!((&found[1]["name"], &found[1]["action"]), (&json!("Grenier"), &json!("query_version")));
    assert!(found[1]["version"].as_str().unwrap().starts_with(char::is_numeric));
}

#[test]
fn hostile_lines_are_told_and_cost_no_other_line() {
    let mut lines: Vec<Vec<u8>> = vec![
        vec![b'x'; 3_000_000],
        [b"{\"id\":\"".as_slice(), &[b'y'; 1_000_000], b"\"}"].concat(),
        vec![b'['; 200_000],
        b"{\"id\":\"q\",\"game\":\"k\xc3\x28pe\"}".to_vec(),
        b"{\"id\":\"q\0\"}".to_vec(),
        b"\0\0\0\0".to_vec(),
        b"{\"id\":\"q1\",\"game\":".to_vec(),
        b"null".to_vec(),
        b"{\"game\":\"kpe\"}".to_vec(),
        b"   \t".to_vec(),
    ];
    let without_id = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    let wrong_fields = [
        (r#""game":"chess""#, "game", "kpe, awale"),
        (r#""game":"kpe:foo""#, "game", "skip-origin"),
        (r#""nodes":5"#, "game", "missing"),
        (r#""game":"kpe","position":"6-6""#, "position", "column"),
        (r#""position":"kpe\u0000 startpos""#, "position", "column 1"),
        (r#""game":"obridjie","moves":["A","a","C"]"#, "moves", "move 3, \"C\": pit C is empty"),
        (r#""game":"kpe","moves":["\u0000"]"#, "moves", "move 1"),
        (r#""position":"kpe 0-0-0-0-0-0-0-0-24-24-S -","moves":["A"]"#, "moves", "over"),
        (r#""game":"kpe","nodes":-5"#, "nodes", "not -5"),
        (r#""game":"kpe","depth":1e9"#, "depth", "whole"),
        (r#""game":"kpe","timeSeconds":1e308"#, "timeSeconds", "1000000000"),
        (r#""game":"kpe","params":{"ordering":7}"#, "params", "0 to 1"),
        (r#""game":"kpe","params":{"exploration":1}"#, "params", "ordering"),
        (r#""game":"kpe","analyzeTurns":[1]"#, "analyzeTurns", "from 0 to 0"),
        (r#""action":"explode""#, "action", "terminate"),
    ];
    for (field, ..) in &wrong_fields {
        lines.push(format!("{{\"id\":\"w\",{field}}}").into_bytes());
    }
    lines.push(br#"{"id":"twice","game":"kpe","nodes":50,"colour":"red","maxVisits":7}"#.to_vec());
    lines.push(br#"{"id":"twice","game":"kpe","nodes":50}"#.to_vec());
    let found = answers(&["--workers", "1"], &lines.join(&b'\n'));
    assert!(found.iter().all(|answer| answer["schema"] == 1 && answer.to_string().len() < 2000));

    let errors: Vec<&Value> = found.iter().filter(|answer| answer.get("error").is_some()).collect();
    let told: Vec<u64> = errors.iter().filter_map(|error| error["line"].as_u64()).collect();
    assert_eq!(told, without_id);
    assert!(errors[0]["error"].as_str().unwrap().contains("longer than 262144 bytes"));
    assert!(errors[3]["error"].as_str().unwrap().contains("UTF-8"));
    for (error, (line, field, part)) in errors[without_id.len()..].iter().zip(wrong_fields) {
        assert_eq!((&error["id"], &error["field"]), (&json!("w"), &json!(field)), "{line}: {error}");
        assert!(error["error"].as_str().unwrap().contains(part), "{line}: {error}");
    }
    assert_eq!(errors.len(), without_id.len() + wrong_fields.len());

    let warned: Vec<&Value> = found
        .iter()
        .filter(|answer| answer.get("warning").is_some())
        .map(|answer| &answer["field"])
        .collect();
    assert_eq!(warned, ["colour", "maxVisits"]);
    assert_eq!(found.iter().filter(|answer| answer["id"] == "twice" && answer["depth"].is_u64()).count(), 2);
}

#[test]
fn reading_stops_while_enough_queries_wait() {
    let mut child = start(&["--workers", "1", "--queue", "4"]);
    let mut input = child.stdin.take().unwrap();
    let sent = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&sent);
    let writer = std::thread::spawn(move || {
        let filler = " ".repeat(1000);
        let _ = writeln!(input, "{LONG}");
        for _ in 0..10_000 {
            if writeln!(input, "{{\"id\":\"q\",\"game\":\"kpe\",\"nodes\":10}}{filler}").is_err() {
                return;
            }
            counter.fetch_add(1, Ordering::Relaxed);
        }
    });
    std::thread::sleep(Duration::from_millis(600));
    let lines = sent.load(Ordering::Relaxed);
    child.kill().unwrap();
    child.wait().unwrap();
    writer.join().unwrap();
    // The queue, and what a pipe and a buffer hold.
    assert!((4..400).contains(&lines), "{lines} lines were taken");
}

#[test]
fn a_reader_that_goes_away_ends_the_program() {
    let mut child = start(&["--workers", "2"]);
    let mut input = child.stdin.take().unwrap();
    drop(child.stdout.take());
    writeln!(input, "{LONG}\n{{\"id\":\"q\",\"game\":\"kpe\",\"nodes\":10}}").unwrap();
    // The input stays open, and a search is running.
    assert_eq!(ended(child), (Some(0), String::new()));
    drop(input);
}

#[cfg(unix)]
#[test]
fn an_interruption_ends_the_searches_and_is_told() {
    let mut child = start(&["--workers", "1"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let long = LONG.replace("600,", "600,\"reportDuringSearchEvery\":0.01,\"engine\":\"ab\",");
    writeln!(
        input,
        "{long}\n{{\"id\":\"waits\",\"game\":\"kpe\"}}\n{{\"id\":\"v\",\"action\":\"query_version\"}}"
    )
    .unwrap();
    let mut text = String::new();
    while !text.contains("\"isDuringSearch\":true") || !text.contains("query_version") {
        assert_ne!(output.read_line(&mut text).unwrap(), 0, "{text}");
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    text.clear();
    output.read_to_string(&mut text).unwrap();
    let rest: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(rest.iter().any(|answer| answer["id"] == "long" && answer["terminated"] == true), "{text}");
    assert!(rest.iter().any(|answer| answer["id"] == "waits" && answer["noResults"] == true), "{text}");
    let (code, errors) = ended(child);
    assert_eq!((code, errors.as_str()), (Some(1), "grenier: interrupted: 1 position was not analysed\n"));
    drop(input);
}
