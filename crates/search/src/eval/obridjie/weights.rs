//! Obridjie's weights, in hundredths of a seed. Set by hand, small against a seed in store.
//!
//! Relays upset every static count, and what is banked decides: larger weights, fitted to values and results of games of
//! the search against itself, played no better, and no weights were told apart from those of pits about to pay alone.
//! Seeds that stay at home, and how far they have come, were dropped.

use crate::eval::linear::features;

features! {
    /// Pits of one seed.
    singles = 8;
    /// Pits of two seeds.
    pairs = 10;
    /// Pits of three seeds: the next one pays their owner (O3), unless it is the other's last (O4).
    triples = 32;
    /// Greniers: pits of five seeds or more.
    greniers = 6;
    /// Seeds in greniers.
    grenier = 2;
    /// The mover's first sowing can end in a pit of three.
    take = 30;
    /// The opponent's could if it were his turn.
    threat = -10;
    /// To be on the move.
    tempo = 10;
}
