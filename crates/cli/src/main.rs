//! `grenier`: the command line. One file a command; the logic is in the libraries.

mod commands;
mod contest;
mod curve;
mod failure;
mod files;
mod groups;
mod interrupt;
mod output;
mod position;
mod progress;
mod report;
mod report_match;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use commands::Command;
use output::Output;

/// Analyses and plays five African board games: Kpé, Awalé, Obridjie, M'raha wa bwe and Seega.
///
/// GAME is kpe, awale, obridjie, mraha or seega, optionally with a preset: kpe:skip-origin, seega:7x7+nowall.
/// A position is a game and its fields, `awale 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S`, or `awale startpos`.
#[derive(Debug, Parser)]
#[command(name = "grenier", version, max_term_width = 100)]
struct Arguments {
    /// Print JSON, one object a line.
    #[arg(long, global = true)]
    json: bool,

    #[command(subcommand)]
    command: Command,
}

/// The words of the command line. Programs that run engines call `grenier "genfens …" quit`: these are commands of the
/// protocol.
fn words(mut words: Vec<OsString>) -> Vec<OsString> {
    let is_protocol = |word: &OsString| word.to_str().is_some_and(|word| word.starts_with("genfens"));
    if words.get(1).is_some_and(is_protocol) {
        words.insert(1, "ugi".into());
    }
    words
}

fn main() -> ExitCode {
    let arguments = Arguments::parse_from(words(std::env::args_os().collect()));
    let mut output = Output::new(arguments.json);
    let done = arguments.command.run(&mut output).and_then(|()| Ok(output.flush()?));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
