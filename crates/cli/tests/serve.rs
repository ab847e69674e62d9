//! The web page's server as a command.

#![allow(clippy::unwrap_used)]

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{failure, stdout};
use serde_json::Value;

/// A server on a free port, and its address.
fn serve() -> (Child, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_grenier"))
        .args(["serve", "--port", "0", "--json", "--hash", "4", "--searches", "1"])
        .env("XDG_DATA_HOME", folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let told: Value = serde_json::from_str(&line).unwrap();
    let url = told["url"].as_str().unwrap();
    (child, url.trim_start_matches("http://").trim_end_matches('/').to_owned())
}

/// Sends a request and gives what comes back until the connection is closed.
fn ask(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn post(name: &str, body: &str) -> String {
    format!(
        "POST /api/v1/{name} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

fn end(child: &Child) {
    let status = Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(status.success());
}

#[test]
fn the_page_is_served_and_an_end_answers_what_was_begun() {
    let (mut child, address) = serve();
    let page = ask(&address, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Grenier"), "{page:.300}");
    assert!(ask(&address, &post("position", r#"{"game":"chess"}"#)).starts_with("HTTP/1.1 422"));
    let mut stream = TcpStream::connect(&address).unwrap();
    stream.write_all(post("analyse", r#"{"game":"awale","time":60}"#).as_bytes()).unwrap();
    let mut begun = BufReader::new(stream);
    let mut seen = String::new();
    while !seen.contains("event: progress") {
        begun.read_line(&mut seen).unwrap();
    }
    let started = Instant::now();
    end(&child);
    begun.read_to_string(&mut seen).unwrap();
    assert!(seen.contains("event: done"), "{seen}");
    let status = child.wait().unwrap();
    assert!(status.success(), "{status}");
    assert!(started.elapsed() < Duration::from_secs(20));
    let mut log = String::new();
    child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines.len(), 1, "{log}");
    assert!(lines[0].contains("422") && lines[0].contains("chess"), "{log}");
}

#[test]
fn a_port_that_is_taken_is_told_in_one_line() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for (arguments, code, part) in [
        (&["serve", "--port", &port][..], 1, "choose another --port"),
        (&["serve", "--host", "192.0.2.1", "--port", "0"], 1, "--host"),
        (&["serve", "--host", "here"], 2, "--host"),
        (&["serve", "--weights", "none"], 1, "none"),
        (&["man", "--dir", "/proc/none"], 1, "/proc/none"),
    ] {
        let (got, lines) = failure(arguments, b"");
        assert_eq!(got, code, "{lines:?}");
        assert!(lines.iter().any(|line| line.contains(part)), "{lines:?}");
    }
}

#[test]
fn shells_and_manuals_know_all_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let script = stdout(&["completions", shell]);
        assert!(["analyse", "tournament", "per-client"].iter().all(|word| script.contains(word)), "{shell}");
    }
    let page = stdout(&["man"]);
    assert!(page.contains(".TH grenier 1") && page.contains("serve"), "{page:.300}");
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("man/man1");
    stdout(&["man", "--dir", dir.to_str().unwrap()]);
    let page = std::fs::read_to_string(dir.join("grenier-serve.1")).unwrap();
    assert!(page.contains("per\\-client"), "{page}");
}
