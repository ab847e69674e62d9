//! Speed and signature: fixed work for each game, on one thread.

use std::time::{Duration, Instant};

use grenier_core::{Game, Perft, Position};
use grenier_search::{Limits, Report, Request};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

use crate::{EngineKind, Playable, Session, Settings, SetupError, entries};

/// Time after which perft goes no deeper and playouts stop.
const ENOUGH: Duration = Duration::from_millis(700);

/// Plies after which a playout is cut off: random play of some endings goes round for ever.
pub const LONGEST_PLAYOUT: u32 = 1000;

/// Deepest iteration of the alpha-beta suite, and nodes a position after which it is enough.
const SUITE_DEPTH: u32 = 12;
const SUITE_NODES: u64 = 300_000;

/// Nodes a position of the Monte-Carlo suite.
const TREE_NODES: u64 = 1_000_000;

/// What the bench found for one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameBench {
    /// The variant.
    pub game: String,
    /// Perft from the start (capture games: of the second phase), every leaf played: leaves a second.
    pub perft: f64,
    /// Random playouts a second from there, cut off after [`LONGEST_PLAYOUT`] plies.
    pub playouts: f64,
    /// Plies of a playout on average.
    pub playout_plies: f64,
    /// The searches of the game's suite, one entry an engine.
    pub searches: Vec<SearchBench>,
}

/// What one engine did on a game's suite.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchBench {
    /// `ab` or `mcts`.
    pub engine: &'static str,
    /// Positions entered.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: f64,
    /// A digest of nodes, moves and visits of all reports: it changes with any change of behaviour.
    pub signature: u32,
}

/// Measures one game under `rules`.
///
/// # Errors
/// [`SetupError`] if there is no memory for the search.
pub fn bench<P: Playable>(rules: P::Rules) -> Result<GameBench, SetupError> {
    let starts = starts::<P>(rules);
    let (playouts, playout_plies) = playouts(&starts);
    Ok(GameBench {
        game: P::variant(rules),
        perft: perft(&starts[0]),
        playouts,
        playout_plies,
        searches: EngineKind::ALL.iter().map(|&kind| search::<P>(kind, rules)).collect::<Result<_, _>>()?,
    })
}

/// Where playing begins: the start, or for games with a first phase the second phase of each opening.
fn starts<P: Playable>(rules: P::Rules) -> Vec<P> {
    let start = P::start(rules);
    if P::QUIET_LIMIT.is_none() { vec![start] } else { positions(P::OPENINGS, rules) }
}

/// The positions of an embedded suite, whose lines tests have checked, under other rules.
fn positions<P: Playable>(suite: &str, rules: P::Rules) -> Vec<P> {
    let entries = entries(suite, None).into_iter().flatten();
    let games = entries.filter_map(|entry| entry.game::<P>(P::Rules::default()).ok());
    games.filter_map(|game| P::parse_fields(rules, &game.position().fields()).ok()).collect()
}

/// Leaves a second, deepening until it has taken long enough.
fn perft<P: Position>(start: &P) -> f64 {
    let mut perft = Perft::new();
    for depth in 1.. {
        let started = Instant::now();
        let leaves = perft.count(start, depth);
        let time = started.elapsed();
        // The next depth takes at least twice as long; the last one is long enough to be measured.
        if time * 3 > ENOUGH || leaves == 0 {
            return leaves as f64 / time.as_secs_f64().max(1e-9);
        }
    }
    unreachable!("depths go on")
}

/// Playouts a second, and plies of each.
fn playouts<P: Position>(starts: &[P]) -> (f64, f64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let started = Instant::now();
    let (mut games, mut plies) = (0u64, 0u64);
    while started.elapsed() < ENOUGH {
        for start in starts.iter().cycle().take(starts.len().max(256)) {
            plies += u64::from(playout(start, &mut random));
            games += 1;
        }
    }
    (games as f64 / started.elapsed().as_secs_f64(), plies as f64 / games as f64)
}

/// Plays at random to the end, and gives the plies played.
pub fn playout<P: Position>(start: &P, random: &mut Xoshiro256PlusPlus) -> u32 {
    let mut position = *start;
    let mut plies = 0;
    while plies < LONGEST_PLAYOUT {
        // A product of 32 bits with a range is as good as uniform, and needs no division (Lemire 2019).
        let below = &mut |n: u32| ((u64::from(random.random::<u32>()) * u64::from(n)) >> 32) as u32;
        let Some(next) = position.random_child(below) else { break };
        position = next;
        plies += 1;
    }
    plies
}

/// Searches the game's suite.
fn search<P: Playable>(kind: EngineKind, rules: P::Rules) -> Result<SearchBench, SetupError> {
    let mut session = Session::<P>::new(&Settings { engine: Some(kind), hash: 16, ..Settings::default() })?;
    let limits = match kind {
        EngineKind::AlphaBeta => {
            Limits { depth: Some(SUITE_DEPTH), nodes: Some(SUITE_NODES), ..Limits::default() }
        }
        EngineKind::Mcts => Limits::nodes(TREE_NODES),
    };
    let mut bench = SearchBench { engine: kind.word(), nodes: 0, nps: 0.0, signature: FNV_OFFSET };
    let mut time = Duration::ZERO;
    for position in positions::<P>(P::BENCH, rules) {
        session.forget();
        let report =
            session.analyse(&Game::new(position), &Request::new(limits), &mut |_: &Report<P::Move>| {});
        time += report.time;
        bench.nodes += report.nodes;
        bench.signature = digest(bench.signature, &report);
    }
    bench.nps = bench.nodes as f64 / time.as_secs_f64().max(1e-9);
    Ok(bench)
}

/// FNV-1a, the hash of Fowler, Noll and Vo in 32 bits.
const FNV_OFFSET: u32 = 0x811c_9dc5;
const FNV_PRIME: u32 = 0x0100_0193;

fn digest<M: std::fmt::Display>(signature: u32, report: &Report<M>) -> u32 {
    let mut text = format!("{} {}", report.nodes, report.depth);
    for line in &report.lines {
        text += &format!(" {} {} {:?}", line.mv, line.score, line.visits);
    }
    text.bytes().fold(signature, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(FNV_PRIME))
}
