//! What the evaluator of Obridjie counts.

use crate::eval::linear::features;

features! {
    /// Pits of one seed.
    singles;
    /// Pits of two seeds.
    pairs;
    /// Pits of three seeds: the next one pays their owner (O3), unless it is the other's last (O4).
    triples;
    /// Greniers: pits of five seeds or more.
    greniers;
    /// Seeds in greniers.
    grenier;
    /// The mover's first sowing can end in a pit of three.
    take;
    /// The opponent's could if it were his turn.
    threat;
    /// To be on the move.
    tempo;
}
