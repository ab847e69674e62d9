//! M'raha wa bwe's weights. Set by hand, not tuned: material first (in Ludii's trials of Seega plain material was hard to beat).

use crate::eval::capture::Weights;

pub(super) const WEIGHTS: Weights = Weights {
    piece: 500,
    // Who cannot move has lost (M7).
    mobility: 40,
    // Four ways to move and to jump.
    centre: 60,
    scale: 1500,
};
