//! Obridjie's weights, in hundredths of a seed.

use crate::eval::linear::features;

features! {
    /// Pits of one seed.
    singles = 12;
    /// Pits of two seeds.
    pairs = 98;
    /// Pits of three seeds: the next one pays their owner (O3), unless it is the other's last (O4).
    triples = 250;
    /// Greniers: pits of five seeds or more.
    greniers = -600;
    /// Seeds in greniers.
    grenier = 60;
    /// Filled pits whose seeds all stay at home in their first sowing.
    staying = 0;
    /// Steps that the own seeds have behind them: one in pit B counts one, in pit F five.
    advance = 1;
    /// The mover's first sowing can end in a pit of three.
    take = 100;
    /// The opponent's could if it were his turn.
    threat = -50;
    /// To be on the move.
    tempo = 0;
}
