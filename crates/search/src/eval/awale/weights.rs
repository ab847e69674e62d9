//! Awalé's weights, in hundredths of a seed.

use crate::eval::linear::features;

features! {
    /// Seeds in the own row.
    seeds = 7;
    /// Pits that are not empty.
    choices = 87;
    /// Pits of one seed.
    singles = -23;
    /// Pits of two seeds.
    pairs = -2;
    /// Seeds in greniers, pits of twelve or more.
    grenier = 5;
    /// Filled pits whose seeds all stay at home.
    staying = 0;
    /// Steps that the own seeds have behind them: one in pit B counts one, in pit F five.
    advance = -1;
    /// A seed in the last pit.
    door = -50;
    /// Seeds that the mover can take, by all his moves together.
    take = 60;
    /// Seeds that the opponent could take if it were his turn, by all his moves together.
    threat = -30;
    /// To be on the move.
    tempo = -27;
}
