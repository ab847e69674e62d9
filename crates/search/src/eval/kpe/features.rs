//! What the evaluator of Kpé counts.

use crate::eval::linear::features;

features! {
    /// Seeds in the own row.
    seeds;
    /// Pits that are not empty.
    choices;
    /// Pits of one seed.
    singles;
    /// Pits of two seeds.
    pairs;
    /// Pits of three seeds.
    triples;
    /// Seeds in greniers, pits of eight or more.
    grenier;
    /// Filled pits whose seeds all stay at home.
    staying;
    /// Pits not lifted yet.
    locks;
    /// To be locked: to have a pit that is not lifted yet (K3).
    locked;
    /// Seeds that the mover can take, by all his moves together.
    take;
    /// Seeds that the opponent could take if it were his turn, by all his moves together.
    threat;
    /// To be on the move.
    tempo;
}
