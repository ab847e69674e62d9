//! Seega's weights. Set by hand, not tuned: material first (in Ludii's trials of Seega plain material was hard to beat).

use crate::eval::capture::Weights;

pub(super) const WEIGHTS: Weights = Weights {
    piece: 600,
    // Who cannot move is at the other's mercy (S7, S8).
    mobility: 25,
    // A piece on the centre cannot be captured (S5).
    centre: 80,
    scale: 1500,
};
