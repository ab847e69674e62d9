//! `grenier tables probe`.

use std::io::{self, IsTerminal, Read};

use clap::Args;
use grenier_core::Game;
use grenier_core::record::RecordError;
use grenier_engine::json::{Probed, ProbedMove, ScoreValue};
use grenier_engine::tables::{Knowledge, Source, probe};
use grenier_engine::{Entry, Playable, Visitor, entries};

use super::Folder;
use crate::failure::Failure;
use crate::output::Output;
use crate::position::variant;

/// Look positions up in the tables on disk: the value, and every legal move with its own, best first.
///
/// Mancalas count the future difference in seeds, capture games win, draw or loss. The plies are those to the next
/// capture (or the end, or the first lift of a pit) by which the better side keeps its value against the longest
/// resistance. A position that no table covers is an error.
///
/// Example: grenier tables probe "kpe 0-0-1-0-0-0-3-0-24-20-S -"
#[derive(Debug, Args)]
pub struct Probe {
    /// Positions, each quoted; or the words of one. Without any the standard input is read, a position a line.
    #[arg(value_name = "POSITION")]
    words: Vec<String>,

    /// The game, for positions that do not name it.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    #[command(flatten)]
    folder: Folder,
}

impl Probe {
    /// Looks everything up.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let known = self.game.as_deref().map(variant).transpose()?;
        let (name, text) = self.text()?;
        if !self.words.is_empty() && text.trim().is_empty() {
            return Err(Failure::data(format!("{name}:1:1: the position is missing")));
        }
        let source = Source::Folder(self.folder.path()?);
        let mut failed = false;
        for entry in entries(&text, known.as_ref()) {
            let probed = entry.and_then(|entry| {
                let variant = entry.variant.clone();
                variant.visit(Look { entry: &entry, source: &source, output })
            });
            match probed {
                Ok(printed) => printed?,
                Err(RecordError { line, column, reason }) => {
                    failed = true;
                    eprintln!("grenier: {name}:{line}:{column}: {reason}");
                }
            }
        }
        output.flush()?;
        if failed { Err(Failure::Told) } else { Ok(()) }
    }

    /// The positions, a line each, and where they are from.
    fn text(&self) -> Result<(&'static str, String), Failure> {
        if self.words.iter().any(|word| word.trim().contains(' ')) {
            return Ok(("position", self.words.join("\n")));
        }
        if !self.words.is_empty() {
            return Ok(("position", self.words.join(" ")));
        }
        if io::stdin().is_terminal() {
            let usage = "what shall be looked up? Give POSITIONs, or pipe them in";
            return Err(Failure::Usage(usage.to_owned()));
        }
        let mut text = String::new();
        io::stdin()
            .read_to_string(&mut text)
            .map_err(|error| Failure::data(format!("standard input: {error}")))?;
        Ok(("standard input", text))
    }
}

struct Look<'a> {
    entry: &'a Entry<'a>,
    source: &'a Source,
    output: &'a mut Output,
}

impl Visitor for Look<'_> {
    type Output = Result<Result<(), Failure>, RecordError>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Self::Output {
        let game: Game<P> = self.entry.game(rules)?;
        let refused = |reason: String| RecordError { line: self.entry.line, column: 1, reason };
        let tables =
            P::knowledge(game.position(), self.source, false).map_err(|error| refused(error.to_string()))?;
        let tables = tables.expect("a named folder has tables, or that is an error");
        let found = probe(&*tables, &game).map_err(|error| refused(error.to_string()))?;
        let found = found.ok_or_else(|| refused(unknown(&*tables, game.position())))?;
        Ok(print(&found, self.output))
    }
}

/// Why nothing is told of a position.
fn unknown<P: Playable>(tables: &dyn Knowledge<P>, position: &P) -> String {
    match tables.value(position) {
        Ok(Some(_)) => format!(
            "unknown: tables do not count quiet plies and repetitions, and those of {} may end the game before its \
             values are reached; `grenier solve` counts quiet plies",
            position.text()
        ),
        _ => format!("unknown: no table here covers {}", position.text()),
    }
}

fn print(found: &Probed, output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        output.object(found)?;
        return Ok(output.flush()?);
    }
    let worth = |value: ScoreValue| match value {
        ScoreValue::Whole(seeds) => format!("{seeds:+} seeds"),
        ScoreValue::Decimal(value) => value.to_string(),
        ScoreValue::Word(word) => word.to_owned(),
    };
    let after = |plies: Option<u32>| match plies {
        None => String::new(),
        Some(1) => ", at once".to_owned(),
        Some(plies) => format!(", in {plies} plies"),
    };
    let held = if found.endless { ", held by endless play" } else { "" };
    output.line(format!("{}\n  value {}{}{held}", found.position, worth(found.value), after(found.plies)))?;
    let width = found.moves.iter().map(|found| found.mv.len()).max().unwrap_or_default();
    for ProbedMove { mv, value, plies } in &found.moves {
        output.line(format!("  {mv:<width$}  {}{}", worth(*value), after(*plies)))?;
    }
    Ok(output.flush()?)
}
