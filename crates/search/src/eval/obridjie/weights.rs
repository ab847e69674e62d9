//! Obridjie's weights, in hundredths of a seed.

use crate::eval::linear::features;

features! {
    /// Pits of one seed.
    singles = 64;
    /// Pits of two seeds.
    pairs = 117;
    /// Pits of three seeds: the next one pays their owner (O3), unless it is the other's last (O4).
    triples = 240;
    /// Greniers: pits of five seeds or more.
    greniers = 80;
    /// Seeds in greniers.
    grenier = -5;
    /// Filled pits whose seeds all stay at home in their first sowing.
    staying = -45;
    /// Steps that the own seeds have behind them: one in pit B counts one, in pit F five.
    advance = 1;
    /// The mover's first sowing can end in a pit of three.
    take = 70;
    /// The opponent's could if it were his turn.
    threat = -30;
    /// To be on the move.
    tempo = 28;
}
