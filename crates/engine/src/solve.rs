//! Exact values in the words of front ends.

use grenier_core::Game;
use grenier_search::proof::{Bounds, Ended, Progress, Prover, Unprovable, Verdict};
use grenier_search::{Evaluator, Limits, NoOracle, Unit};
use serde::Serialize;
use std::sync::atomic::AtomicBool;

use crate::Playable;
use crate::json::{GameResult, SCHEMA, ScoreValue};

/// Proves the value of a position as a game without history has it, in at most `hash` megabytes.
///
/// # Errors
/// [`Unprovable`] if the rules or the board allow no proof.
pub fn solve<P: Playable>(
    position: &P,
    hash: usize,
    limits: Limits,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(&Progress),
) -> Result<Verdict<P::Move>, Unprovable> {
    Prover::new(P::Evaluator::default(), NoOracle, hash).prove(position, limits, stop, observer)
}

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
