//! What the evaluators of the two capture games share: three outcomes, and a linear estimate between.

use grenier_core::capture::{Bits, Board, Size};
use grenier_core::{Outcome, Player};

use super::{WIN, inside, logistic};

/// Weights on the scale of [`WIN`], each for the difference between the mover and his opponent.
pub(crate) struct Weights {
    /// A piece on the 5x5 board; on larger boards it weighs less, by the number of pieces.
    pub piece: i32,
    /// An empty square beside an own piece: a way to move.
    pub mobility: i32,
    /// The piece on the centre.
    pub centre: i32,
    /// The value at which about 73 % are expected.
    pub scale: i32,
}

/// The bounds of every position.
pub(crate) const BOUNDS: (i32, i32) = (-WIN, WIN);

/// Win, draw or loss for `turn`.
pub(crate) fn terminal(turn: Player, outcome: Outcome) -> i32 {
    match outcome.winner {
        None => 0,
        Some(winner) if winner == turn => WIN,
        Some(_) => -WIN,
    }
}

/// The difference of pieces, those in hand included, at what they weigh.
pub(crate) fn material<S: Size>(board: &Board<S>, turn: Player, weights: &Weights) -> i32 {
    let count = |player| board.pieces(player).count() as i32 + i32::from(board.hand(player));
    weights.piece * (count(turn) - count(turn.other()))
}

/// The linear estimate for `turn`.
pub(crate) fn estimate<S: Size>(board: &Board<S>, turn: Player, weights: &Weights) -> i32 {
    let own = features(board, turn, weights);
    let enemy = features(board, turn.other(), weights);
    inside(own - enemy, BOUNDS)
}

fn features<S: Size>(board: &Board<S>, player: Player, weights: &Weights) -> i32 {
    let pieces = board.pieces(player);
    let count = pieces.count() as i32 + i32::from(board.hand(player));
    let ways = (S::beside(pieces) & board.empty()).count() as i32;
    let centre = (pieces & S::CENTRE).count() as i32;
    weights.piece * count * 12 / i32::from(S::PIECES) + weights.mobility * ways + weights.centre * centre
}

pub(crate) fn expected(value: i32, weights: &Weights) -> f64 {
    if value.abs() < WIN { logistic(value, weights.scale) } else { f64::from(value.signum() + 1) / 2.0 }
}

/// Makes the evaluator of one capture game from its weights.
macro_rules! capture_evaluator {
    ($game:ty $(, $size:ident)?) => {
        /// The evaluator.
        #[derive(Clone, Copy, Debug, Default)]
        pub struct Eval;

        impl$(<$size: Size>)? Evaluator<$game> for Eval {
            fn unit(&self) -> Unit {
                Unit::Expectation
            }

            fn banked(&self, _: &$game) -> i32 {
                0
            }

            fn material(&self, position: &$game) -> i32 {
                capture::material(position.board(), position.turn(), &WEIGHTS)
            }

            fn terminal(&self, position: &$game, outcome: Outcome) -> i32 {
                capture::terminal(position.turn(), outcome)
            }

            fn evaluate(&self, position: &$game) -> i32 {
                capture::estimate(position.board(), position.turn(), &WEIGHTS)
            }

            fn bounds(&self, _: &$game) -> (i32, i32) {
                capture::BOUNDS
            }

            fn expected(&self, value: i32) -> f64 {
                capture::expected(value, &WEIGHTS)
            }
        }

        impl$(<$size: Size>)? Evaluated for $game {
            type Evaluator = Eval;
        }
    };
}
pub(crate) use capture_evaluator;
