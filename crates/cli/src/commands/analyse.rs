//! `grenier analyse`: what positions are worth, and the best moves.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};
use grenier_core::Game;
use grenier_core::record::RecordError;
use grenier_engine::json::Analysis;
use grenier_engine::{
    EngineKind, Entry, Limits, Playable, Report, Request, Session, Settings, Variant, Visitor, entries,
};

use crate::failure::Failure;
use crate::files;
use crate::interrupt;
use crate::output::Output;
use crate::position::variant;
use crate::progress::Progress;
use crate::report;

/// Search positions: score, best line, depth, nodes and speed of each.
///
/// Files hold a position a line (suites and openings), or game records, whose last position is taken. Without files
/// and --position the standard input is read. Without a limit each position gets 3 seconds. Ctrl-C ends the search and
/// prints what it has.
///
/// Example: grenier analyse positions/kpe/bench.txt --nodes 100000
#[derive(Debug, Args)]
pub struct Analyse {
    /// Files of positions or records; - is the standard input.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// A position to analyse, quoted; may be given several times.
    #[arg(long, short, value_name = "POSITION")]
    position: Vec<String>,

    /// The game, for positions that do not name it.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// Consider only these moves of each position, separated by commas.
    #[arg(long, value_name = "A,C", value_delimiter = ',')]
    moves: Vec<String>,

    /// Number of best moves to show, each with its score.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    multipv: usize,

    /// Stop after this depth, in plies. Monte-Carlo search has no depth: it then takes the usual 3 seconds.
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// Stop after so many nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Stop after so many seconds a position.
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<Duration>,

    /// The kind of search [default: ab for the mancalas, mcts for the capture games].
    #[arg(long, value_enum)]
    engine: Option<Engine>,

    /// Memory for the search, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 20))]
    hash: usize,

    /// Threads of each search. Only one gives the same answer every time.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: usize,

    /// Seed of whatever is random.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
}

/// Time for a position if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(3);

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Engine {
    /// Alpha-beta.
    Ab,
    /// Monte-Carlo tree search.
    Mcts,
}

/// Reads a number of seconds above zero.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds is wanted".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        // Longer than a clock can count: for ever, and a search without an end is not what anybody means.
        Err(_) if seconds.is_finite() && seconds > 0.0 => Err("so many seconds are too many".to_owned()),
        _ => Err("a number of seconds above zero is wanted".to_owned()),
    }
}

impl Analyse {
    /// Analyses everything; what cannot be read is told and counted.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let known = self.game.as_deref().map(variant).transpose()?;
        let mut work = Work::new(&self, known, output);
        for position in &self.position {
            if position.trim().is_empty() {
                work.wrong("position:1:1: the position is missing".to_owned());
            }
            work.text("position", position)?;
        }
        for file in &self.files {
            work.file(file)?;
        }
        if self.position.is_empty() && self.files.is_empty() {
            if io::stdin().is_terminal() {
                let usage = "what shall be analysed? Name a FILE, or give --position, or pipe positions in";
                return Err(Failure::Usage(usage.to_owned()));
            }
            work.file(Path::new("-"))?;
        }
        work.finish()
    }

    /// The limits of a search of this kind; one that would never end gets the usual time.
    fn limits(&self, kind: EngineKind) -> Limits {
        let Analyse { depth, nodes, time, .. } = *self;
        let depth_ends_it = depth.is_some() && kind == EngineKind::AlphaBeta;
        let unlimited = !depth_ends_it && nodes.is_none() && time.is_none();
        Limits { depth, nodes, time: if unlimited { Some(DEFAULT_TIME) } else { time } }
    }

    fn settings(&self) -> Settings {
        let engine = self.engine.map(|engine| match engine {
            Engine::Ab => EngineKind::AlphaBeta,
            Engine::Mcts => EngineKind::Mcts,
        });
        Settings { engine, hash: self.hash, threads: self.threads, params: Vec::new() }
    }
}

/// The run over all positions.
struct Work<'a> {
    arguments: &'a Analyse,
    known: Option<Variant>,
    stop: &'static AtomicBool,
    output: &'a mut Output,
    tally: Tally,
}

/// What is told at the end.
#[derive(Default)]
struct Tally {
    done: usize,
    wrong: usize,
    skipped: usize,
    /// Lines with best moves, and how many of them were found.
    tested: usize,
    solved: usize,
}

impl<'a> Work<'a> {
    fn new(arguments: &'a Analyse, known: Option<Variant>, output: &'a mut Output) -> Work<'a> {
        Work { arguments, known, stop: interrupt::flag(), output, tally: Tally::default() }
    }

    fn file(&mut self, path: &Path) -> Result<(), Failure> {
        let name = files::name(path);
        match files::read(path) {
            Ok(text) => self.text(&name, &text),
            Err(reason) => {
                self.wrong(format!("{name}: {reason}"));
                Ok(())
            }
        }
    }

    fn text(&mut self, name: &str, text: &str) -> Result<(), Failure> {
        let known = self.known.clone();
        for entry in entries(text, known.as_ref()) {
            if self.stop.load(Ordering::Relaxed) {
                self.tally.skipped += 1;
                continue;
            }
            let analysed = entry.and_then(|entry| {
                let variant = entry.variant.clone();
                variant.visit(Search { entry: &entry, work: self }).transpose_failure()
            });
            match analysed {
                Ok(done) => done?,
                Err(error) => self.wrong(format!("{name}:{}:{}: {}", error.line, error.column, error.reason)),
            }
        }
        Ok(())
    }

    fn wrong(&mut self, message: String) {
        self.tally.wrong += 1;
        eprintln!("grenier: {message}");
    }

    fn finish(self) -> Result<(), Failure> {
        let Tally { done, wrong, skipped, tested, solved } = self.tally;
        if tested > 0 && !self.output.is_json() {
            self.output.line(format!("best moves found: {solved} of {tested}"))?;
        }
        self.output.flush()?;
        if skipped > 0 {
            let (positions, were) = if skipped == 1 { ("position", "was") } else { ("positions", "were") };
            eprintln!("grenier: interrupted: {skipped} {positions} {were} not analysed");
        }
        if wrong > 0 {
            eprintln!("grenier: {done} analysed, {wrong} could not be read");
        }
        if wrong + skipped > 0 { Err(Failure::Told) } else { Ok(()) }
    }
}

/// Wrong data are counted and passed over; a failed output ends the command.
enum Analysed {
    Done,
    Wrong(RecordError),
    Failed(Failure),
}

impl Analysed {
    fn transpose_failure(self) -> Result<Result<(), Failure>, RecordError> {
        match self {
            Analysed::Done => Ok(Ok(())),
            Analysed::Wrong(error) => Err(error),
            Analysed::Failed(failure) => Ok(Err(failure)),
        }
    }
}

struct Search<'a, 'w> {
    entry: &'a Entry<'a>,
    work: &'a mut Work<'w>,
}

impl Visitor for Search<'_, '_> {
    type Output = Analysed;

    fn visit<P: Playable>(self, rules: P::Rules) -> Analysed {
        let game: Game<P> = match self.entry.game(rules) {
            Ok(game) => game,
            Err(error) => return Analysed::Wrong(error),
        };
        let moves = match self.moves(&game) {
            Ok(moves) => moves,
            Err(reason) => return Analysed::Wrong(RecordError { line: self.entry.line, column: 1, reason }),
        };
        match self.search(&game, moves) {
            Ok(()) => Analysed::Done,
            Err(failure) => Analysed::Failed(failure),
        }
    }
}

impl Search<'_, '_> {
    /// The moves to consider, from `--moves`.
    fn moves<P: Playable>(&self, game: &Game<P>) -> Result<Vec<P::Move>, String> {
        let read = |text: &String| {
            game.position().parse_move(text.trim()).map_err(|error| format!("--moves: {}", error.reason))
        };
        self.work.arguments.moves.iter().map(read).collect()
    }

    fn search<P: Playable>(self, game: &Game<P>, moves: Vec<P::Move>) -> Result<(), Failure> {
        let Work { arguments, stop, output, tally, .. } = self.work;
        let mut session = Session::<P>::new(&arguments.settings())
            .map_err(|error| Failure::data(format!("--hash {}: {error}", arguments.hash)))?;
        let kind = session.kind();
        let request = Request::new(arguments.limits(kind))
            .stopped_by(stop)
            .multipv(arguments.multipv)
            .moves(moves)
            .seed(arguments.seed);
        let progress = Progress::start();
        let report = session.analyse(game, &request, &mut |so_far: &Report<P::Move>| {
            progress.show(|| report::progress(&Analysis::new(kind, game, so_far)));
        });
        progress.end();
        let mut analysis = Analysis::new(kind, game, &report);
        let suite = self.entry.suite();
        analysis.id = suite.and_then(|suite| suite.id()).map(str::to_owned);
        let best = suite.and_then(|suite| suite.operands("bm"));
        let solved =
            best.map(|best| analysis.lines.first().is_some_and(|line| best.contains(&line.mv.as_str())));
        tally.done += 1;
        tally.tested += usize::from(solved.is_some());
        tally.solved += usize::from(solved == Some(true));
        if output.is_json() {
            output.object(&analysis)?;
        } else {
            output.line(report::text(&analysis, solved.zip(best)))?;
        }
        Ok(output.flush()?)
    }
}
