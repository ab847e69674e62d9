//! The standard output: text for people or JSON lines for programs.

use std::io::{self, BufWriter, Stdout, Write};

use serde::Serialize;

/// Where results go. Nothing else is ever written there.
#[derive(Debug)]
pub struct Output {
    json: bool,
    stdout: BufWriter<Stdout>,
}

impl Output {
    /// The standard output, for JSON or for text.
    pub fn new(json: bool) -> Output {
        Output { json, stdout: BufWriter::new(io::stdout()) }
    }

    /// Does the user want JSON?
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Writes one object on a line of its own.
    pub fn object(&mut self, object: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.stdout, object)?;
        writeln!(self.stdout)
    }

    /// Writes one line of text.
    pub fn line(&mut self, line: impl std::fmt::Display) -> io::Result<()> {
        writeln!(self.stdout, "{line}")
    }

    /// Sends what is written on its way.
    pub fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}
