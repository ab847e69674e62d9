//! Awalé's weights. Set by hand, not tuned: small against a seed in store, so that what is banked decides.

use crate::eval::mancala::Weights;

pub(super) const WEIGHTS: Weights = Weights {
    // Seeds at home are safe from A5, and the owner's at the end (A6, A7).
    seed: 6,
    // More choices, fewer forced moves.
    choice: 8,
    // The enemy may take it.
    ripe: -20,
    tempo: 10,
    scale: 400,
};
