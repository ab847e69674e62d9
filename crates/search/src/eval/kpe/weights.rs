//! Kpé's weights, in hundredths of a seed. Set by hand.
//!
//! They started from least squares on positions of games of the search against itself (2000 nodes a move, many of them
//! after random moves), fitted both to the search's value and to what was really taken from there on, rounded, and
//! chosen between by matches at equal nodes. Choices and what the mover can take carry most; seeds weigh little unless
//! they lie in a grenier.

use crate::eval::linear::features;

features! {
    /// Seeds in the own row.
    seeds = -9;
    /// Pits that are not empty.
    choices = 100;
    /// Pits of one seed.
    singles = -55;
    /// Pits of two seeds.
    pairs = -34;
    /// Pits of three seeds.
    triples = -14;
    /// Seeds in greniers, pits of eight or more.
    grenier = 8;
    /// Filled pits whose seeds all stay at home.
    staying = 12;
    /// Pits not lifted yet.
    locks = -80;
    /// To be locked: to have a pit that is not lifted yet (K3).
    locked = -30;
    /// Seeds that the mover can take, by all his moves together.
    take = 48;
    /// Seeds that the opponent could take if it were his turn, by all his moves together.
    threat = -8;
    /// To be on the move.
    tempo = -20;
}
