//! Obridjie's weights, in hundredths of a seed. Set by hand, small against a seed in store.
//!
//! Larger weights, fitted to values and results of games of the search against itself, played no better: relays upset
//! every static count, and what is banked decides. What the first sowing can win seemed worth adding; seeds that stay at
//! home, or how far they have come, did not.

use crate::eval::linear::features;

features! {
    /// Pits of one seed.
    singles = 8;
    /// Pits of two seeds.
    pairs = 13;
    /// Pits of three seeds: the next one pays their owner (O3), unless it is the other's last (O4).
    triples = 40;
    /// Greniers: pits of five seeds or more.
    greniers = 6;
    /// Seeds in greniers.
    grenier = 2;
    /// The mover's first sowing can end in a pit of three.
    take = 40;
    /// The opponent's could if it were his turn.
    threat = -12;
    /// To be on the move.
    tempo = 10;
}
