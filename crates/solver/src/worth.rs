//! What positions and moves are worth by the plain rules of core, whatever values count.

use grenier_core::{Player, Position};

use crate::game::{Solvable, Unit};

/// What `player` has taken so far beyond his opponent.
///
/// Where endless play has a value, repetition changes no difference (clauses K10, A8, O9): it ends the game with what was
/// taken.
fn banked<P: Solvable>(position: &P, player: Player) -> i32 {
    match P::UNIT {
        Unit::Seeds => position.endless().worth_to(player),
        Unit::Result => 0,
    }
}

/// The future value of endless play for the player to move.
pub(crate) fn endless<P: Solvable>(position: &P) -> i32 {
    match P::UNIT {
        Unit::Seeds => 0,
        Unit::Result => position.endless().worth_to(position.turn()),
    }
}

/// The future value of a position that is over, for the player to move; `None` if it is not over.
pub(crate) fn over<P: Solvable>(position: &P) -> Option<i32> {
    let outcome = position.outcome()?;
    Some(outcome.worth_to(position.turn()) - banked(position, position.turn()))
}

/// A move seen from the position in which it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// What it takes at once, for the player who makes it.
    pub gain: i32,
    /// Is the opponent to move then? Turns need not alternate.
    pub is_passed_on: bool,
}

impl Step {
    /// The move from `parent` to `child`.
    #[inline]
    pub(crate) fn new<P: Solvable>(parent: &P, child: &P) -> Step {
        let player = parent.turn();
        let gain = banked(child, player) - banked(parent, player);
        Step { gain, is_passed_on: child.turn() != player }
    }

    /// What the move is worth, given the future value of the child for whom it is to move there.
    #[inline]
    pub(crate) fn worth(self, future: i32) -> i32 {
        self.gain + if self.is_passed_on { -future } else { future }
    }
}

/// Does the move from `parent` to `child` lead out of the layer, to where nothing comes back from? The end of the game
/// is such a place too.
pub(crate) fn leaves<P: Solvable>(parent: &P, child: &P) -> bool {
    child.layer() != parent.layer() || child.outcome().is_some()
}

/// All legal moves are made in a vector that is kept.
pub(crate) type Moves<P> = Vec<<P as Position>::Move>;
