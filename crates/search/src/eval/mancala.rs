//! What the evaluators of the three mancalas share: banked seeds, arithmetic, a linear estimate.

use grenier_core::mancala::ring::{Row, nonzero_flags, seeds};
use grenier_core::{Outcome, Player, Tally};

use super::{inside, logistic};
use crate::score::UNIT;

/// Weights in hundredths of a seed, each for the difference between the mover and his opponent.
pub(crate) struct Weights {
    /// A seed in the own row.
    pub seed: i32,
    /// A pit that is not empty: a choice.
    pub choice: i32,
    /// A pit that one more seed makes a capture.
    pub ripe: i32,
    /// To be on the move.
    pub tempo: i32,
    /// The value at which about 73 % are expected.
    pub scale: i32,
}

/// A position as the evaluators see it: rows and stores of the mover and of his opponent.
pub(crate) struct View {
    rows: [Row; 2],
    stores: [u8; 2],
}

impl View {
    pub fn new(turn: Player, rows: [Row; 2], stores: [u8; 2]) -> View {
        let [own, enemy] = [turn.index(), turn.other().index()];
        View { rows: [rows[own], rows[enemy]], stores: [stores[own], stores[enemy]] }
    }

    pub fn banked(&self) -> i32 {
        UNIT * (i32::from(self.stores[0]) - i32::from(self.stores[1]))
    }

    /// Nobody can take more than what is left in the pits.
    pub fn bounds(&self) -> (i32, i32) {
        let room = UNIT * i32::from(seeds(self.rows[0] + self.rows[1]));
        (self.banked() - room, self.banked() + room)
    }

    /// The linear estimate; `ripe` flags the pits of a row that one more seed makes a capture.
    pub fn estimate(&self, weights: &Weights, ripe: impl Fn(Row) -> u64) -> i32 {
        let [own, enemy] = self.rows;
        let seed = i32::from(seeds(own)) - i32::from(seeds(enemy));
        let choice = count(nonzero_flags(own)) - count(nonzero_flags(enemy));
        let ripe = count(ripe(own)) - count(ripe(enemy));
        let future = weights.seed * seed + weights.choice * choice + weights.ripe * ripe + weights.tempo;
        inside(self.banked() + future, self.bounds())
    }
}

fn count(flags: u64) -> i32 {
    flags.count_ones() as i32
}

/// The final difference of the stores, as `turn` sees it.
pub(crate) fn terminal(turn: Player, outcome: Outcome) -> i32 {
    let Tally::Stores(stores) = outcome.tally else { unreachable!("mancalas end with stores") };
    View::new(turn, [0; 2], stores).banked()
}

/// Makes the evaluator of one mancala from its weights and its ripe pits.
macro_rules! mancala_evaluator {
    ($game:ty, $ripe:expr) => {
        /// The evaluator.
        #[derive(Clone, Copy, Debug, Default)]
        pub struct Eval;

        fn view(position: &$game) -> View {
            View::new(position.turn(), position.rows(), position.stores())
        }

        impl Evaluator<$game> for Eval {
            fn unit(&self) -> Unit {
                Unit::Seeds
            }

            fn banked(&self, position: &$game) -> i32 {
                view(position).banked()
            }

            fn terminal(&self, position: &$game, outcome: Outcome) -> i32 {
                mancala::terminal(position.turn(), outcome)
            }

            fn evaluate(&self, position: &$game) -> i32 {
                view(position).estimate(&WEIGHTS, $ripe)
            }

            fn bounds(&self, position: &$game) -> (i32, i32) {
                view(position).bounds()
            }

            fn expected(&self, value: i32) -> f64 {
                mancala::expected(value, &WEIGHTS)
            }
        }

        impl Evaluated for $game {
            type Evaluator = Eval;
        }
    };
}
pub(crate) use mancala_evaluator;

pub(crate) fn expected(value: i32, weights: &Weights) -> f64 {
    logistic(value, weights.scale)
}
