//! Exact values in the words of front ends.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use grenier_core::Game;
use grenier_search::eval::linear::{Linear, SETS};
use grenier_search::proof::{Bounds, Ended, Progress, Prover, Unprovable, Verdict};
use grenier_search::{Evaluator, Limits, Unit};
use grenier_solver::Rated;
use serde::Serialize;

use crate::Playable;
use crate::json::{GameResult, SCHEMA, ScoreValue};
use crate::tables::{Knowledge, Known, Source, TablesError, fits_quiet_limit, score};

/// How a position is solved.
#[derive(Clone, Debug)]
pub struct Means {
    /// Memory for a proof by search, in megabytes.
    pub hash: usize,
    /// Where exact values come from. With [`Source::None`] the proof is a search's alone.
    pub tables: Source,
    /// When to give up.
    pub limits: Limits,
}

/// A position was not solved.
#[derive(Clone, Debug)]
pub enum SolveError {
    /// The rules or the board allow no proof.
    Unprovable(Unprovable),
    /// Tables cannot be used.
    Tables(TablesError),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Unprovable(error) => error.fmt(f),
            SolveError::Tables(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SolveError {}

impl From<Unprovable> for SolveError {
    fn from(error: Unprovable) -> SolveError {
        SolveError::Unprovable(error)
    }
}

impl From<TablesError> for SolveError {
    fn from(error: TablesError) -> SolveError {
        SolveError::Tables(error)
    }
}

/// Finds the value of a position as a game without history has it: in tables; or by making all layers up to its own in
/// memory, if they are small; or by a proof, which asks what tables there are.
///
/// # Errors
/// [`SolveError`] if the rules or the board allow no proof, or a table is damaged.
pub fn solve<P: Playable>(
    position: &P,
    means: &Means,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(&Progress),
) -> Result<Verdict<P::Move>, SolveError> {
    let begun = Instant::now();
    let known = P::knowledge(position, &means.tables, false)?;
    if let Some(tables) = &known
        && let Some(verdict) = looked_up(&**tables, position, begun)?
    {
        return Ok(verdict);
    }
    let may_build = means.tables != Source::None && means.limits.nodes.is_none();
    if may_build
        && let Some(tables) = within(means.limits.time, stop, |stop| P::layers_around(position, stop))?
        && let Some(verdict) = looked_up(&*tables, position, begun)?
    {
        return Ok(verdict);
    }
    let prover = match (&known, &means.tables) {
        (None, Source::None) => Prover::new(features::<P>(), Known::of(known), means.hash),
        _ => prover::<P>(Known::of(known), means.hash),
    };
    Ok(prover.prove(position, means.limits, stop, observer)?)
}

/// The evaluator that counts features as they were set by hand. Proofs were measured with it; with the networks those of tiny
/// boards took many times as long.
fn features<P: Playable>() -> P::Evaluator {
    let [_, hand_set, _] = SETS;
    let weights = P::Evaluator::built_in(hand_set).expect("the name is one of SETS");
    P::Evaluator::of(weights).expect("the tests read the weights that ship")
}

/// A prover of positions far above the tables that it asks: whole layers are larger there than what a search has to see.
pub(crate) fn prover<P: Playable>(known: Known<P>, hash: usize) -> Prover<P::Evaluator, Known<P>> {
    Prover::new(features::<P>(), known, hash).with_patience(FAR_PATIENCE)
}

/// Looks of a proof above tables before it solves whole layers. From the start of Obridjie it needs fewer: two milliseconds
/// above tables of 24 seeds, 0.4 s without any; 2,000 cost eight seconds above those of 20 seeds.
const FAR_PATIENCE: u64 = 200_000;

/// Works with a flag that is raised when `stop` is, or the time is over.
fn within<T>(time: Option<Duration>, stop: &AtomicBool, work: impl FnOnce(&AtomicBool) -> T) -> T {
    const LOOK: Duration = Duration::from_millis(20);
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    let (halt, done) = (AtomicBool::new(false), AtomicBool::new(false));
    thread::scope(|scope| {
        let guard = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
                if is_late || stop.load(Ordering::Relaxed) {
                    halt.store(true, Ordering::Relaxed);
                    return;
                }
                thread::park_timeout(LOOK);
            }
        });
        let result = work(&halt);
        done.store(true, Ordering::Relaxed);
        guard.thread().unpark();
        result
    })
}

/// What tables say of a position; `None` if they do not cover it, or its quiet plies may keep a value from being reached.
fn looked_up<P: Playable>(
    tables: &dyn Knowledge<P>,
    position: &P,
    begun: Instant,
) -> Result<Option<Verdict<P::Move>>, TablesError> {
    let Some(value) = tables.value(position)? else { return Ok(None) };
    // The moves alone would not tell: one that uses up the limit ends the game, and so has a value by the rules.
    if !fits_quiet_limit(position, value.distance.map(u32::from)) {
        return Ok(None);
    }
    let moves = match position.outcome() {
        Some(_) => Vec::new(),
        None => match tables.moves(position)? {
            Some(moves) if moves.iter().all(|rated| fits_quiet_limit(position, rated.distance)) => moves,
            _ => return Ok(None),
        },
    };
    let bounds = |future| Bounds { low: score::<P>(future), high: score::<P>(future) };
    let pv = if moves.is_empty() { Vec::new() } else { tables.line(position, LONGEST_LINE)? };
    let rated = |rated: &Rated<P::Move>| (rated.mv, bounds(rated.value));
    Ok(Some(Verdict {
        value: bounds(value.future.into()),
        moves: moves.iter().map(rated).collect(),
        pv,
        nodes: 0,
        oracle_hits: 1 + moves.len() as u64,
        memory: 0,
        time: begun.elapsed(),
        ended: if position.outcome().is_some() { Ended::Over } else { Ended::Proven },
    }))
}

/// Plies of best play in a solution.
const LONGEST_LINE: usize = 400;

/// A move with what is proven of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolvedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its exact value, `null` if only bounds are proven.
    pub value: Option<ScoreValue>,
    /// Its value is at least the first of these and at most the second.
    pub bounds: [ScoreValue; 2],
}

/// What `solve --json` prints for a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Solution {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The full text of the position.
    pub position: String,
    /// The line's name in its suite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// For the side to move: the future difference in seeds, or `win`, `draw`, `loss`; `null` if it is not proven.
    pub value: Option<ScoreValue>,
    /// `seeds` or `result`.
    pub unit: &'static str,
    /// Are the value and all best moves proven?
    pub proven: bool,
    /// The value is at least the first of these and at most the second.
    pub bounds: [ScoreValue; 2],
    /// Mancalas: the difference of the final stores for the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub final_difference: Option<ScoreValue>,
    /// The moves that are proven to be best; all that there are if `proven`.
    pub best: Vec<String>,
    /// Every legal move.
    pub moves: Vec<SolvedMove>,
    /// Play that realises the value.
    pub pv: Vec<String>,
    /// Positions expanded.
    pub nodes: u64,
    /// Time taken, in milliseconds.
    pub time_ms: u64,
    /// Nodes a second.
    pub nps: u64,
    /// Positions answered by exact tables.
    pub table_hits: u64,
    /// Memory in use at the end, in megabytes.
    pub memory_mb: u64,
    /// Why the proof ended: `proven`, `over`, `memory`, `nodes`, `time`, `flag`.
    pub stopped_by: &'static str,
    /// The result if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

/// A proven value or bound, as JSON shows it.
pub fn shown<P: Playable>(value: i32) -> ScoreValue {
    ScoreValue::new(P::Evaluator::default().score(value, true), true)
}

/// Both bounds, as JSON shows them.
pub fn shown_bounds<P: Playable>(bounds: Bounds) -> [ScoreValue; 2] {
    [shown::<P>(bounds.low), shown::<P>(bounds.high)]
}

impl Solution {
    /// What the verdict on the current position of `game` says.
    pub fn new<P: Playable>(game: &Game<P>, verdict: &Verdict<P::Move>) -> Solution {
        let evaluator = P::Evaluator::default();
        let is_in_seeds = evaluator.unit() == Unit::Seeds;
        let value = verdict.value.exact();
        let whole = value.map(|value| value + evaluator.banked(game.position()));
        let moves = verdict.moves.iter().map(|&(mv, bounds)| SolvedMove {
            mv: mv.to_string(),
            value: bounds.exact().map(shown::<P>),
            bounds: shown_bounds::<P>(bounds),
        });
        let text = |moves: &[P::Move]| moves.iter().map(ToString::to_string).collect();
        Solution {
            schema: SCHEMA,
            position: game.position().text(),
            id: None,
            value: value.map(shown::<P>),
            unit: if is_in_seeds { "seeds" } else { "result" },
            proven: matches!(verdict.ended, Ended::Proven | Ended::Over),
            bounds: shown_bounds::<P>(verdict.value),
            final_difference: whole.filter(|_| is_in_seeds).map(shown::<P>),
            best: text(&verdict.best()),
            moves: moves.collect(),
            pv: text(&verdict.pv),
            nodes: verdict.nodes,
            time_ms: verdict.time.as_millis() as u64,
            nps: (verdict.nodes as f64 / verdict.time.as_secs_f64().max(1e-6)) as u64,
            table_hits: verdict.oracle_hits,
            memory_mb: verdict.memory.div_ceil(1 << 20) as u64,
            stopped_by: match verdict.ended {
                Ended::Proven => "proven",
                Ended::Over => "over",
                Ended::Memory => "memory",
                Ended::Limit(stop) => stop.word(),
            },
            result: game
                .position()
                .outcome()
                .map(|outcome| GameResult::new((outcome, grenier_core::Reason::Position))),
        }
    }
}
