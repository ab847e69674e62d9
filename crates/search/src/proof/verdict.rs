//! What a proof found.

use std::fmt;
use std::time::Duration;

use crate::report::Stop;

/// Values between which the truth lies, both included; futures for the side to move at the root, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The value is at least this.
    pub low: i32,
    /// The value is at most this.
    pub high: i32,
}

impl Bounds {
    /// The value, if it is known exactly.
    pub fn exact(&self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }
}

/// Why a proof ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Everything is proven.
    Proven,
    /// The game was over before.
    Over,
    /// A limit was reached: time, nodes or the stop flag.
    Limit(Stop),
    /// The memory was used up.
    Memory,
}

/// How far a proof has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The value's bounds.
    pub value: Bounds,
    /// Positions expanded.
    pub nodes: u64,
    /// Bytes in use.
    pub memory: usize,
    /// Time taken.
    pub time: Duration,
}

/// What was proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict<M> {
    /// The future value for the side to move in a game without history. It is exact unless the proof ended early.
    pub value: Bounds,
    /// Every legal move with the bounds of its value. Of moves that are not best, the bounds may stay open.
    pub moves: Vec<(M, Bounds)>,
    /// Play that realises the value, the best moves for both sides: to the end of the game; to a position that stands in
    /// the line already, if best play is endless; or to a position that the oracle knows. Empty unless the value is
    /// exact.
    pub pv: Vec<M>,
    /// Positions expanded.
    pub nodes: u64,
    /// Positions that the oracle knew.
    pub oracle_hits: u64,
    /// Bytes in use at the end.
    pub memory: usize,
    /// Time taken.
    pub time: Duration,
    /// Why the proof ended.
    pub ended: Ended,
}

impl<M: Copy> Verdict<M> {
    /// The moves that are proven to be best, in the order of the legal moves. They are all that there are if the proof
    /// ended with [`Ended::Proven`].
    pub fn best(&self) -> Vec<M> {
        let is_best = |bounds: &Bounds| self.value.exact().is_some_and(|value| bounds.low >= value);
        self.moves.iter().filter(|(_, bounds)| is_best(bounds)).map(|&(mv, _)| mv).collect()
    }
}

/// Nothing can be proven about such positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unprovable {
    /// The keys of positions are hashes: two positions might be taken for one.
    InexactKeys,
    /// What repetition is worth depends on where it happens, so that the value depends on the history.
    NoEndlessValue,
}

impl fmt::Display for Unprovable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unprovable::InexactKeys => "nothing can be proven on a board this large: its positions have no exact keys",
            Unprovable::NoEndlessValue => {
                "nothing can be proven under rules that judge a repetition by where it happens: the value of a position \
                 depends on its history"
            }
        })
    }
}

impl std::error::Error for Unprovable {}
