//! Kpé's weights, in hundredths of a seed.

use crate::eval::linear::features;

features! {
    /// Seeds in the own row.
    seeds = -6;
    /// Pits that are not empty.
    choices = 87;
    /// Pits of one seed.
    singles = -46;
    /// Pits of two seeds.
    pairs = -26;
    /// Pits of three seeds.
    triples = -9;
    /// Seeds in greniers, pits of eight or more.
    grenier = 8;
    /// Filled pits whose seeds all stay at home.
    staying = 20;
    /// Pits not lifted yet.
    locks = -19;
    /// To be locked: to have a pit that is not lifted yet (K3).
    locked = -65;
    /// Seeds that the mover can take, by all his moves together.
    take = 40;
    /// Seeds that the opponent could take if it were his turn, by all his moves together.
    threat = -5;
    /// To be on the move.
    tempo = -20;
}
