//! The evaluator of Kpé: own seeds, choices, and pits that the enemy's next seed may capture.

mod weights;

use grenier_core::kpe::Kpe;
use grenier_core::mancala::ring::{Row, splat, zero_flags};
use grenier_core::{Outcome, Position};

use super::mancala::{self, View, mancala_evaluator};
use super::{Evaluated, Evaluator};
use crate::score::Unit;
use weights::WEIGHTS;

/// Pits of one and three, which one more seed makes two or four (K6).
fn ripe(row: Row) -> u64 {
    zero_flags(row ^ splat(1)) | zero_flags(row ^ splat(3))
}

mancala_evaluator!(Kpe, ripe);
