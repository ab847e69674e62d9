//! Kpé's weights. Set by hand, not tuned: small against a seed in store, so that what is banked decides.

use crate::eval::mancala::Weights;

pub(super) const WEIGHTS: Weights = Weights {
    // What lies in the own row at the end is the owner's (K9).
    seed: 8,
    // More choices, fewer forced moves.
    choice: 6,
    // The enemy may take it.
    ripe: -15,
    tempo: 10,
    scale: 400,
};
