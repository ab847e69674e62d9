//! Awalé's weights, in hundredths of a seed. Set by hand.
//!
//! They started from least squares on positions of games of the search against itself (2000 nodes a move, many of them
//! after random moves), fitted both to the search's value and to what was really taken from there on. These lie half
//! way between two such fits that no match told apart.

use crate::eval::linear::features;

features! {
    /// Seeds in the own row.
    seeds = 4;
    /// Pits that are not empty.
    choices = 125;
    /// Pits of one seed.
    singles = -45;
    /// Pits of two seeds.
    pairs = -12;
    /// Seeds in greniers, pits of twelve or more.
    grenier = 12;
    /// Steps that the own seeds have behind them: one in pit B counts one, in pit F five.
    advance = -1;
    /// A seed in the last pit.
    door = -45;
    /// Seeds that the mover can take, by all his moves together.
    take = 68;
    /// Seeds that the opponent could take if it were his turn, by all his moves together.
    threat = -28;
    /// To be on the move.
    tempo = -27;
}
