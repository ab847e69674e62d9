//! Speed and signature: fixed work for each game.

mod suite;

use std::time::{Duration, Instant};

use grenier_core::notation::clipped;
use grenier_core::{Perft, Position};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

pub use suite::{Reached, SearchBench, Speedup, ToDepth, work};

use crate::{EngineKind, Playable, SetupError, WeightsChoice, entries};
use suite::measured;

/// Time after which perft goes no deeper and playouts stop.
const ENOUGH: Duration = Duration::from_millis(700);

/// Plies after which a playout is cut off: random play of some endings goes round for ever.
pub const LONGEST_PLAYOUT: u32 = 1000;

/// What is measured, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The only kind of search; both if it is `None`.
    pub engine: Option<EngineKind>,
    /// Threads of each search, at least one. More than one are measured against one.
    pub threads: usize,
    /// Parameters of the searches, by name; each goes to the kinds that have it.
    pub params: Vec<(String, String)>,
    /// The weights of the searches.
    pub weights: WeightsChoice,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { engine: None, threads: 1, params: Vec::new(), weights: WeightsChoice::default() }
    }
}

impl Setup {
    /// The kinds of search that are measured.
    pub fn kinds(&self) -> impl Iterator<Item = EngineKind> {
        let engine = self.engine;
        EngineKind::ALL.into_iter().filter(move |&kind| engine.is_none_or(|only| only == kind))
    }

    /// The same without what is selective in alpha-beta, unless a parameter says otherwise.
    fn full_width(&self) -> Setup {
        let off =
            [("lmr_depth", "1000"), ("quiescence", "0")].map(|(name, value)| (name.into(), value.into()));
        let params = off.into_iter().chain(self.params.iter().cloned()).collect();
        Setup { params, ..self.clone() }
    }

    /// The parameters that a kind has.
    fn params_of(&self, kind: EngineKind) -> Vec<(String, String)> {
        let known = kind.params();
        let is_known = |(name, _): &&(String, String)| known.iter().any(|param| param.name == name);
        self.params.iter().filter(is_known).cloned().collect()
    }

    /// Checks the parameters.
    ///
    /// # Errors
    /// One line on the first one that no kind has, or whose value is wrong.
    pub fn check(&self) -> Result<(), String> {
        for (name, _) in &self.params {
            let has = |kind: EngineKind| kind.params().iter().any(|param| param.name == name);
            if !self.kinds().any(has) {
                let names = |kind: EngineKind| {
                    let names: Vec<&str> = kind.params().iter().map(|param| param.name).collect();
                    format!("{} has {}", kind.word(), names.join(", "))
                };
                let known: Vec<String> = self.kinds().map(names).collect();
                return Err(format!("there is no parameter {}: {}", clipped(name), known.join("; ")));
            }
        }
        self.kinds().try_for_each(|kind| kind.check(&self.params_of(kind))).map_err(|error| error.to_string())
    }
}

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

/// Measures one game under `rules`.
///
/// # Errors
/// [`SetupError`] if there is no memory for the search, or a parameter is wrong.
pub fn bench<P: Playable>(rules: P::Rules, setup: &Setup) -> Result<GameBench, SetupError> {
    let starts = starts::<P>(rules);
    let (playouts, playout_plies) = playouts(&starts);
    Ok(GameBench {
        game: P::variant(rules),
        perft: perft(&starts[0]),
        playouts,
        playout_plies,
        searches: setup.kinds().map(|kind| measured::<P>(kind, rules, setup)).collect::<Result<_, _>>()?,
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
