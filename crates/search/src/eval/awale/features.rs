//! What the evaluator of Awalé counts.

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
    /// Seeds in greniers, pits of twelve or more.
    grenier;
    /// Steps that the own seeds have behind them: one in pit B counts one, in pit F five.
    advance;
    /// A seed in the last pit.
    door;
    /// Seeds that the mover can take, by all his moves together.
    take;
    /// Seeds that the opponent could take if it were his turn, by all his moves together.
    threat;
    /// To be on the move.
    tempo;
}
