//! `grenier analyse`: what positions are worth, the best moves, and what the moves of a played game cost.

mod position;
mod record;
mod sources;
mod work;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::builder::{NonEmptyStringValueParser, RangedU64ValueParser};
use clap::{Args, ValueEnum};
use grenier_core::{Game, Language};
use grenier_engine::tables::Source;
use grenier_engine::{
    EngineKind, Limits, MOST_HASH, MOST_THREADS, Playable, Request, Session, Settings, SetupError,
    WeightsChoice,
};

use super::weights::{weights, wrong};
use crate::failure::Failure;
use crate::output::Output;
use crate::position::variant;
use sources::Sources;
use work::Work;

/// Search positions: score, best line, depth, nodes and speed of each. Game records are reviewed move by move.
///
/// Files hold a position a line (suites and openings), or game records (PGN shape, OGN). Without files and --position the
/// standard input is read. Without a limit each search gets 3 seconds. Ctrl-C ends the search and prints what it has.
///
/// A review says of each move what it is worth to the player who makes it, the best move and its worth, and the loss: the
/// difference, never negative. A move that is not among the lines found is searched again, for the same limits at most.
/// Mancalas: seeds of final difference, and ?! marks a loss of 1 seed or more, ? of 2, ?? of 4. Capture games: expected
/// result from 0 to 1, and ?! marks 0.05, ? 0.1, ?? 0.2. A proven win or draw thrown away is at least ?, a win turned into
/// a loss ??.
///
/// Example: grenier analyse positions/kpe/bench.txt --nodes 100000
///
/// Example: grenier analyse game.pgn --time 1 --svg game.svg
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

    /// The kind of search [default: the game's own, which is mcts in M'raha and ab in the others].
    #[arg(long, value_enum)]
    engine: Option<Engine>,

    /// Memory for the search, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_HASH as u64))]
    hash: usize,

    /// Threads of each search. Only one gives the same answer every time.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_THREADS as u64))]
    threads: usize,

    /// Seed of whatever is random.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// The folder of exact tables; "usual" is the one that `tables build` fills, or tiny tables made in memory if it has
    /// none of the game, and "none" is for none.
    #[arg(long, value_name = "DIR", default_value = "usual", value_parser = NonEmptyStringValueParser::new())]
    tables: String,

    /// Megabytes of the tables on disk to unpack before the first search, the smallest layers first [default: 512 where a
    /// search comes down to them].
    #[arg(long, value_name = "MB", value_parser = RangedU64ValueParser::<usize>::new().range(0..=grenier_engine::MOST_HASH as u64))]
    unpack: Option<usize>,

    /// The weights of the evaluation: "shipped", "hand-set", "material" (what captures win alone), or a file such as
    /// `grenier weights` prints.
    #[arg(long, value_name = "WEIGHTS", default_value = "shipped", value_parser = NonEmptyStringValueParser::new())]
    weights: String,

    /// Say what each move does and threatens; in reviews, of the moves that are marked and of the best ones instead.
    ///
    /// A threat is what the player could take if he moved again at once, "allows" and "leaves" what the enemy can take by
    /// his next move. A grenier is a pit whose seeds go round the whole board: 8 or more in Kpé, 12 in Awalé and Obridjie.
    #[arg(long)]
    explain: bool,

    /// The language of --explain.
    #[arg(long, value_enum, default_value = "en", requires = "explain")]
    lang: Lang,

    /// Analyse the last position of game records only, instead of every move.
    #[arg(long)]
    last: bool,

    /// Draw the values over the game as a curve; only for a single game record.
    #[arg(long, value_name = "FILE", conflicts_with = "last")]
    svg: Option<PathBuf>,
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

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Lang {
    En,
    Fr,
}

fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
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
        if let Some(path) = &self.svg {
            crate::files::check_target("--svg", path)?;
        }
        let weights = weights(&self.weights)?;
        let sources = self.sources()?;
        let entries = sources.entries(known.as_ref());
        self.check(&entries)?;
        Work::new(&self, weights, output).run(&entries)
    }

    /// Everything that is to be analysed, as text.
    fn sources(&self) -> Result<Sources, Failure> {
        if self.position.is_empty() && self.files.is_empty() {
            if io::stdin().is_terminal() {
                let usage = "what shall be analysed? Name a FILE, or give --position, or pipe positions in";
                return Err(Failure::Usage(usage.to_owned()));
            }
            return Ok(Sources::read(&[], &[PathBuf::from("-")]));
        }
        Ok(Sources::read(&self.position, &self.files))
    }

    /// Refuses options that do not go with what is to be analysed.
    fn check(&self, entries: &[sources::Item<'_>]) -> Result<(), Failure> {
        let records = entries.iter().filter(|item| item.is_record()).count();
        if records > 0 && !self.last && !self.moves.is_empty() {
            let usage = "--moves chooses among the moves of a position: with a game record it needs --last";
            return Err(Failure::Usage(usage.to_owned()));
        }
        // A single item that cannot be read is told as such later.
        let is_one_game = entries.len() == 1 && !entries[0].is_position();
        if self.svg.is_some() && !is_one_game {
            let counts = [(records, "record"), (entries.len() - records, "position")];
            let counts = counts.into_iter().filter(|(count, _)| *count > 0);
            let here: Vec<String> = counts.map(|(count, thing)| counted(count, thing)).collect();
            let usage =
                format!("--svg draws one game: a single game record is wanted, not {}", here.join(" and "));
            return Err(Failure::Usage(usage));
        }
        Ok(())
    }

    /// The language of the explanations, if there shall be any.
    fn explained_in(&self) -> Option<Language> {
        let language = match self.lang {
            Lang::En => Language::English,
            Lang::Fr => Language::French,
        };
        self.explain.then_some(language)
    }

    /// A session for the game `P` with these weights.
    fn session<P: Playable>(&self, weights: &WeightsChoice) -> Result<Session<P>, Failure> {
        Session::new(&self.settings(weights.clone())).map_err(|error| match error {
            SetupError::Weights(error) => wrong(error),
            error => Failure::data(format!("--hash {}: {error}", self.hash)),
        })
    }

    /// What is asked of a search of this kind, which the flag `stop` ends.
    fn request<M>(&self, kind: EngineKind, stop: &'static AtomicBool) -> Request<'static, M> {
        Request::new(self.limits(kind)).stopped_by(stop).multipv(self.multipv).seed(self.seed)
    }

    /// The moves to consider in the current position of `game`, from `--moves`.
    fn chosen<P: Playable>(&self, game: &Game<P>) -> Result<Vec<P::Move>, String> {
        let read = |text: &String| {
            game.position().parse_move(text.trim()).map_err(|error| format!("--moves: {}", error.reason))
        };
        self.moves.iter().map(read).collect()
    }

    /// The limits of a search of this kind; one that would never end gets the usual time.
    fn limits(&self, kind: EngineKind) -> Limits {
        let Analyse { depth, nodes, time, .. } = *self;
        let depth_ends_it = depth.is_some() && kind == EngineKind::AlphaBeta;
        let unlimited = !depth_ends_it && nodes.is_none() && time.is_none();
        Limits { depth, nodes, time: if unlimited { Some(DEFAULT_TIME) } else { time } }
    }

    fn settings(&self, weights: WeightsChoice) -> Settings {
        let engine = self.engine.map(|engine| match engine {
            Engine::Ab => EngineKind::AlphaBeta,
            Engine::Mcts => EngineKind::Mcts,
        });
        Settings {
            engine,
            hash: self.hash,
            threads: self.threads,
            params: Vec::new(),
            tables: Source::called(&self.tables).unpacked(self.unpack),
            weights,
        }
    }
}
