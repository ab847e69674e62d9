//! The evaluator of Awalé: own seeds, choices, and pits that the enemy's next seed may capture.

mod weights;

use grenier_core::awale::Awale;
use grenier_core::mancala::ring::{Row, splat, zero_flags};
use grenier_core::{Outcome, Position};

use super::mancala::{self, View, mancala_evaluator};
use super::{Evaluated, Evaluator};
use crate::score::Unit;
use weights::WEIGHTS;

/// Pits of one and two, which one more seed makes two or three (A3).
fn ripe(row: Row) -> u64 {
    zero_flags(row ^ splat(1)) | zero_flags(row ^ splat(2))
}

mancala_evaluator!(Awale, ripe);
