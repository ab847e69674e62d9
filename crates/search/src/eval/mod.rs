//! What a position is worth: exactly at the end, roughly before. The only place in this crate that names games.
//!
//! # Values
//! A value is an `i32` for the side to move, in hundredths: in the mancalas 100 is one seed of final difference, in the
//! capture games [`WIN`] is a win and the scale between is each game's own. A *whole* value includes what is already
//! banked; a *future* value is the whole value minus [`Evaluator::banked`]. Tables hold future values only, because
//! [`Position::key`] ignores the stores.
//!
//! # Estimates
//! Every game has a [`Linear`] evaluator: features named after what players look at, each with an integer weight, and
//! where it pays a small [`network`] over the raw board. Features stand in the game's `features.rs`, the weights in its
//! `weights.toml`; what the games share is in [`mancala`] and [`capture`].

pub mod awale;
pub mod capture;
pub mod kpe;
pub mod linear;
pub mod mancala;
pub mod mraha;
pub mod network;
pub mod obridjie;
mod resting;
pub mod seega;
pub mod weights;

pub use resting::Resting;

use grenier_core::{Outcome, Position};

use crate::score::{Score, Unit};
use crate::{alphabeta, mcts};
pub use linear::{Feature, Linear};
pub use weights::{Weights, WeightsError};

/// The value of a win in the capture games.
pub const WIN: i32 = 10_000;

/// Judges the positions of one game.
///
/// # The contract
/// - `evaluate - banked` and `terminal - banked` depend on nothing but what [`Position::key`] covers (and, for the
///   quiet limit, the counter), so that future values fit every path to a position.
/// - The interval of [`bounds`](Evaluator::bounds) only ever narrows from a position to its children, seen by the same
///   player, and contains every terminal and estimated value below.
/// - A game that ends by its quiet limit is worth what [`Position::endless`] is worth.
pub trait Evaluator<P: Position>: Sync {
    /// What the values are shown in.
    fn unit(&self) -> Unit;

    /// What the side to move is ahead already, for good.
    fn banked(&self, position: &P) -> i32;

    /// What the side to move is ahead in what captures win: seeds, or pieces at what they weigh. A move that changes it
    /// is a capture.
    fn material(&self, position: &P) -> i32 {
        self.banked(position)
    }

    /// Is it known without a look at the moves that no capture is at hand, so that the position can be judged as it is?
    fn is_quiet(&self, _position: &P) -> bool {
        false
    }

    /// The exact whole value of a game that ended in `position` with `outcome`.
    fn terminal(&self, position: &P, outcome: Outcome) -> i32;

    /// An estimate of the whole value, strictly inside the bounds wherever they leave room.
    fn evaluate(&self, position: &P) -> i32;

    /// The lowest and highest exact whole value that arithmetic leaves possible.
    fn bounds(&self, position: &P) -> (i32, i32);

    /// The result, 0 to 1, that a side to move with this value can expect. It grows with the value.
    fn expected(&self, value: i32) -> f64;

    /// The value as it is shown.
    fn score(&self, value: i32, proven: bool) -> Score {
        match (self.unit(), proven) {
            (Unit::Seeds, _) => Score::Seeds(value),
            (Unit::Expectation, false) => Score::Expected(self.expected(value)),
            (Unit::Expectation, true) if value > 0 => Score::Win,
            (Unit::Expectation, true) if value < 0 => Score::Loss,
            (Unit::Expectation, true) => Score::Draw,
        }
    }
}

/// A game that comes with an evaluator, and with what its searches do differently.
pub trait Evaluated: Position {
    /// Its evaluator.
    type Evaluator: Linear<Self> + Default + Send;

    /// The parameters with which alpha-beta plays it best.
    fn alphabeta() -> alphabeta::Options {
        alphabeta::Options::default()
    }

    /// The parameters with which Monte-Carlo search plays it best.
    fn mcts() -> mcts::Options {
        mcts::Options::default()
    }
}

/// The usual curve from values to expected results: `scale` is the value at which about 73 % are expected.
/// (The logistic curve of Elo's rating model.)
pub(crate) fn logistic(value: i32, scale: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(value) / f64::from(scale)).exp())
}

/// `estimate` moved strictly inside `bounds` where there is room.
pub(crate) fn inside(estimate: i32, (low, high): (i32, i32)) -> i32 {
    if high - low < 2 { low } else { estimate.clamp(low + 1, high - 1) }
}
