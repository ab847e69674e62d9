//! Running the program.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs `grenier` with these arguments and this standard input.
pub fn grenier(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grenier"))
        .args(arguments)
        // Whoever runs the tests may have tables.
        .env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is piped");
    let input = input.to_owned();
    // A thread of its own, because the program may answer before it has read everything.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    output
}

/// The standard output of a run that succeeds.
pub fn stdout(arguments: &[&str]) -> String {
    let output = grenier(arguments, b"");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is text")
}

/// The JSON lines of a run that succeeds.
#[allow(dead_code)]
pub fn json(arguments: &[&str]) -> Vec<Value> {
    let with_json: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
    stdout(&with_json).lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

/// Exit code and the lines of the standard error of a run that fails.
#[allow(dead_code)]
pub fn failure(arguments: &[&str], input: &[u8]) -> (i32, Vec<String>) {
    let output = grenier(arguments, input);
    let code = output.status.code().expect("no signal ended it");
    assert_ne!(code, 0, "{arguments:?} must fail");
    (code, String::from_utf8(output.stderr).expect("text").lines().map(str::to_owned).collect())
}
