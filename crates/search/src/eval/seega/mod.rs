//! The evaluator of Seega: pieces, ways to move, the centre.

mod weights;

use grenier_core::capture::Size;
use grenier_core::seega::Seega;
use grenier_core::{Outcome, Position};

use super::capture::{self, capture_evaluator};
use super::{Evaluated, Evaluator};
use crate::score::Unit;
use weights::WEIGHTS;

capture_evaluator!(Seega<S>, S);
