//! The evaluator of Obridjie: own seeds, choices, and pits about to pay their owner.

mod weights;

use grenier_core::mancala::ring::{Row, splat, zero_flags};
use grenier_core::obridjie::Obridjie;
use grenier_core::{Outcome, Position};

use super::mancala::{self, View, mancala_evaluator};
use super::{Evaluated, Evaluator};
use crate::score::Unit;
use weights::WEIGHTS;

/// Pits of three: the next seed makes four, for the owner unless it is the last in hand (O3, O4).
fn ripe(row: Row) -> u64 {
    zero_flags(row ^ splat(3))
}

mancala_evaluator!(Obridjie, ripe);
