//! What a match asks of a player, and what it can get instead of a move.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grenier_core::Game;
use grenier_engine::Playable;
use serde::{Deserialize, Serialize};

use crate::limits::{Clocks, PlayerLimits};

/// What a player says of the move it chose.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Remark {
    /// The value of the position, in hundredths (seeds, or the engine's own pieces), from the player's own view.
    pub score: Option<i32>,
    /// Is the score exact?
    pub proven: bool,
    /// Depth of the search, in plies.
    pub depth: Option<u32>,
    /// Positions entered.
    pub nodes: Option<u64>,
}

/// A move, and what the player says of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move; it is legal.
    pub mv: M,
    /// What the player says.
    pub remark: Remark,
}

/// What went wrong with a player, by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// It could not be started, or did not introduce itself in time.
    NeverStarted,
    /// It ended or closed its output.
    Crashed,
    /// It did not answer in time where no clock runs: to a ping, or long after its time for a move.
    Stalled,
    /// It wrote more than anybody reads.
    Flooded,
    /// It wrote what is not of the protocol.
    Garbage,
    /// It played a move that is not legal.
    IllegalMove,
    /// It took more than its time.
    TimeForfeit,
}

impl FaultKind {
    /// The kind in words, for reports.
    pub const fn words(self) -> &'static str {
        match self {
            FaultKind::NeverStarted => "never started",
            FaultKind::Crashed => "crashed",
            FaultKind::Stalled => "stalled",
            FaultKind::Flooded => "flooded its output",
            FaultKind::Garbage => "wrote garbage",
            FaultKind::IllegalMove => "illegal move",
            FaultKind::TimeForfeit => "time forfeit",
        }
    }
}

/// A fault: its kind, and what exactly happened, on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// What happened.
    pub detail: String,
}

impl Fault {
    /// A fault of this kind.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Fault {
        Fault { kind, detail: detail.into() }
    }
}

/// Why there is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoMove {
    /// The player is at fault.
    Fault(Fault),
    /// The match was told to stop while the player thought.
    Interrupted,
}

impl From<Fault> for NoMove {
    fn from(fault: Fault) -> NoMove {
        NoMove::Fault(fault)
    }
}

/// A player of games of type `P`: a search of our own, a foreign engine, or a simple rule.
///
/// One player plays one game at a time. After a fault it is thrown away.
pub trait Player<P: Playable>: Send {
    /// A new game begins; whatever was learnt in earlier games is forgotten. `seed` is the game's own.
    ///
    /// # Errors
    /// [`Fault`] if the player does not get ready.
    fn new_game(&mut self, start: &Game<P>, seed: u64) -> Result<(), Fault>;

    /// Chooses a move in a game that is not over.
    ///
    /// The player keeps to `limits` and `clocks` by itself; the match looks at the time only afterwards, and gives a
    /// player that is another process up once `patience` is over. `stop` is raised to end the thinking at once.
    ///
    /// # Errors
    /// [`NoMove`] with what went wrong.
    fn choose(
        &mut self,
        game: &Game<P>,
        limits: &PlayerLimits,
        clocks: &Clocks,
        patience: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<Choice<P::Move>, NoMove>;
}
