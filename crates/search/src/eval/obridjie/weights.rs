//! Obridjie's weights. Set by hand, not tuned: small against a seed in store, so that what is banked decides.

use crate::eval::mancala::Weights;

pub(super) const WEIGHTS: Weights = Weights {
    // Seeds on the board count for nobody at the end (O8), but are what fours are made of.
    seed: 2,
    // More choices, fewer forced moves.
    choice: 6,
    // The owner will be paid, whoever drops the seed.
    ripe: 20,
    tempo: 10,
    scale: 400,
};
