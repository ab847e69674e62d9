//! The evaluator of M'raha wa bwe: pieces, ways to move, the centre.

mod weights;

use grenier_core::mraha::Mraha;
use grenier_core::{Outcome, Position};

use super::capture::{self, capture_evaluator};
use super::{Evaluated, Evaluator};
use crate::score::Unit;
use weights::WEIGHTS;

capture_evaluator!(Mraha);
