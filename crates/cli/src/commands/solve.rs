//! `grenier solve`: the exact value of positions, proven.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use clap::builder::{NonEmptyStringValueParser, RangedU64ValueParser};
use grenier_core::Game;
use grenier_core::record::RecordError;
use grenier_engine::solve::{Means, Solution, shown_bounds, solve};
use grenier_engine::tables::Source;
use grenier_engine::{Entry, Limits, Playable, Variant, Visitor, entries};
use grenier_solver::Watch;

use super::analyse::seconds;
use crate::failure::Failure;
use crate::files;
use crate::interrupt;
use crate::output::Output;
use crate::position::variant;
use crate::progress::Progress;
use crate::report::{large, solution, value_between};

/// Prove what positions are worth: the exact value, all best moves, and best play.
///
/// It is the value of a game that begins in the position, without a history. A bare GAME is its start. Without POSITION
/// and --file the standard input is read, a position a line or game records. Without a limit the proof goes on until it
/// is done or the memory is full. Ctrl-C ends it and prints the bounds that it has.
///
/// Example: grenier solve "kpe 0-0-1-0-0-0-3-0-24-20-S -"
#[derive(Debug, Args)]
pub struct Solve {
    /// The position; its words may be quoted together or not.
    #[arg(value_name = "POSITION")]
    words: Vec<String>,

    /// A file of positions or records; may be given several times; - is the standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "words")]
    file: Vec<PathBuf>,

    /// The game, for positions that do not name it.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// Memory for the proof, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = RangedU64ValueParser::<usize>::new().range(1..=grenier_engine::MOST_HASH as u64))]
    hash: usize,

    /// The folder of exact tables; "usual" is the one that `tables build` fills, and small positions get tables in memory;
    /// with "none" search alone finds the proof.
    #[arg(long, value_name = "DIR", default_value = "usual", value_parser = NonEmptyStringValueParser::new())]
    tables: String,

    /// Write strategies of both sides that prove the value of a mancala position; scripts/check-certificate checks them
    /// by the rules alone.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,

    /// Stop after so many seconds a position.
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<Duration>,

    /// Stop after so many nodes a position.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl Solve {
    /// Solves everything; what cannot be read or proven is told and counted.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let known = self.game.as_deref().map(variant).transpose()?;
        let mut work = Work { arguments: &self, known, stop: interrupt::flag(), output, failed: false };
        let position = self.words.join(" ");
        if !self.words.is_empty() {
            let is_bare_game = Variant::parse(position.trim()).is_ok();
            let text = if is_bare_game { format!("{} startpos", position.trim()) } else { position };
            if text.trim().is_empty() {
                return Err(Failure::data("position:1:1: the position is missing"));
            }
            work.text("position", &text)?;
        }
        for file in &self.file {
            work.file(file)?;
        }
        if self.certificate.is_some() && self.words.is_empty() {
            return Err(Failure::Usage("a --certificate is of one position: give it as POSITION".to_owned()));
        }
        if self.words.is_empty() && self.file.is_empty() {
            if io::stdin().is_terminal() {
                let usage = "what shall be solved? Give a POSITION, or name a --file, or pipe positions in";
                return Err(Failure::Usage(usage.to_owned()));
            }
            work.file(Path::new("-"))?;
        }
        work.output.flush()?;
        if work.failed { Err(Failure::Told) } else { Ok(()) }
    }
}

/// The run over all positions.
struct Work<'a> {
    arguments: &'a Solve,
    known: Option<Variant>,
    stop: &'static AtomicBool,
    output: &'a mut Output,
    failed: bool,
}

impl Work<'_> {
    fn file(&mut self, path: &Path) -> Result<(), Failure> {
        let name = files::name(path);
        match files::read(path) {
            Ok(text) => self.text(&name, &text),
            Err(reason) => {
                self.fail(format!("{name}: {reason}"));
                Ok(())
            }
        }
    }

    fn text(&mut self, name: &str, text: &str) -> Result<(), Failure> {
        let known = self.known.clone();
        for entry in entries(text, known.as_ref()) {
            if self.stop.load(Ordering::Relaxed) {
                self.fail(format!("{name}: interrupted, the rest was not looked at"));
                break;
            }
            let solved = entry.and_then(|entry| {
                let variant = entry.variant.clone();
                variant.visit(Proof { entry: &entry, name, work: self })
            });
            match solved {
                Ok(done) => done?,
                Err(error) => self.fail(format!("{name}:{}:{}: {}", error.line, error.column, error.reason)),
            }
        }
        Ok(())
    }

    fn fail(&mut self, message: String) {
        self.failed = true;
        eprintln!("grenier: {message}");
    }
}

struct Proof<'a, 'w, 'n> {
    entry: &'a Entry<'a>,
    name: &'n str,
    work: &'a mut Work<'w>,
}

impl Visitor for Proof<'_, '_, '_> {
    type Output = Result<Result<(), Failure>, RecordError>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Self::Output {
        let game: Game<P> = self.entry.game(rules)?;
        // The history plays no part.
        let game = Game::new(*game.position());
        let refused = |reason: String| RecordError { line: self.entry.line, column: 1, reason };
        let Work { arguments: &Solve { nodes, time, hash, ref tables, .. }, stop, .. } = *self.work;
        let limits = Limits { depth: None, nodes, time };
        let progress = Progress::start();
        let means = Means { hash, tables: Source::called(tables), limits };
        let verdict = solve(game.position(), &means, stop, &mut |so_far| {
            progress.show(|| {
                let bounds = value_between(shown_bounds::<P>(so_far.value));
                format!(
                    "{} nodes in {:.0} s, {} MB: value {bounds}",
                    large(so_far.nodes),
                    so_far.time.as_secs_f64(),
                    so_far.memory >> 20
                )
            });
        });
        progress.end();
        let verdict = verdict.map_err(|error| refused(error.to_string()))?;
        let mut solution = Solution::new(&game, &verdict);
        solution.id = self.entry.suite().and_then(|suite| suite.id()).map(str::to_owned);
        let certificate = self.work.arguments.certificate.as_ref().filter(|_| solution.proven);
        let written = certificate.map(|path| certify(game.position(), &means, path, stop)).transpose();
        Ok(self.print(&solution).and_then(|()| written.map(|_| ())))
    }
}

impl Proof<'_, '_, '_> {
    fn print(self, found: &Solution) -> Result<(), Failure> {
        let output = &mut *self.work.output;
        if output.is_json() {
            output.object(found)?;
        } else {
            output.line(solution(found))?;
        }
        output.flush()?;
        if !found.proven {
            let line = self.entry.line;
            self.work.fail(format!("{}:{line}: {}", self.name, why_not(found, self.work.arguments.hash)));
        }
        Ok(())
    }
}

/// Writes the certificate of a position.
fn certify<P: Playable>(position: &P, means: &Means, path: &Path, stop: &AtomicBool) -> Result<(), Failure> {
    let refused = |reason: String| Failure::Data(format!("{}: {reason}", path.display()));
    let watch = Watch::new(stop);
    let certificate = P::certified(position, means, &watch)
        .ok_or_else(|| refused(format!("{} has no certificates, the mancalas have", P::NAME)))?
        .map_err(|error| refused(error.to_string()))?;
    let mut bytes = Vec::new();
    certificate.write(&mut bytes).map_err(|error| refused(error.to_string()))?;
    std::fs::write(path, &bytes).map_err(|error| refused(error.to_string()))?;
    eprintln!("{}: {} claims, {} bytes", path.display(), certificate.claims(), bytes.len());
    Ok(())
}

/// Why a proof is not done, and what is proven all the same.
fn why_not(found: &Solution, hash: usize) -> String {
    let why = match found.stopped_by {
        "memory" => format!("the memory is full (--hash {hash})"),
        "nodes" => "the limit of nodes is reached".to_owned(),
        "time" => "the time is over".to_owned(),
        _ => "interrupted".to_owned(),
    };
    let what = if found.value.is_some() {
        "the value is proven, but not that no other move is best".to_owned()
    } else {
        format!("not proven, the value is {}", value_between(found.bounds))
    };
    format!("{why}: {what}")
}
