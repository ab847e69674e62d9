//! Boards as front ends draw them, and what happens on them move by move.
//!
//! A [`Board`] is what there is to see: seeds in pits, pieces on squares. [`Shown::steps`] tells a move as a series of
//! small things that a hand does one after the other (a seed dropped, a piece taken off), for animations. The steps are
//! worked out beside the rules and checked against them: played on the board before the move they give the board after.

mod pits;
mod squares;
#[cfg(test)]
mod tests;

use grenier_core::{Notation, Player};
use serde::Serialize;

/// What there is to see of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Board {
    /// A mancala.
    Pits {
        /// Seeds in the pits: South's row, then North's, each from its owner's left. Seeds are sown along South's row,
        /// then along North's.
        rows: [Vec<u8>; 2],
        /// Captured seeds of South and North.
        stores: [u8; 2],
        /// Kpé: the pits that South and North have yet to lift.
        unlifted: [Vec<String>; 2],
    },
    /// A capture game.
    Squares {
        /// Squares on a side.
        side: usize,
        /// One character a square, a1 first, then b1: `x`, `o`, or `.` for an empty one.
        squares: String,
        /// Pieces still to be placed, `x`'s first.
        hand: [u8; 2],
    },
}

/// One thing that happens on the board during a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Step {
    /// All seeds of a pit are lifted.
    Lift {
        /// The pit.
        pit: String,
        /// Seeds in hand now.
        seeds: u8,
    },
    /// A seed of those in hand falls into a pit.
    Sow {
        /// The pit.
        pit: String,
    },
    /// All seeds of a pit go to a store.
    Take {
        /// The pit.
        pit: String,
        /// How many.
        seeds: u8,
        /// Whose store.
        by: Side,
    },
    /// Kpé: the player has lifted all his pits at least once, and may capture from now on.
    Unlock {
        /// Who.
        player: Side,
    },
    /// The player who moves places a piece.
    Lay {
        /// The square.
        square: String,
    },
    /// A piece goes from a square to another.
    Move {
        /// The square left.
        from: String,
        /// The square reached.
        to: String,
    },
    /// A piece is taken off the board.
    Remove {
        /// Its square.
        square: String,
    },
}

/// A player, as JSON names him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The player who begins the game.
    First,
    /// The other one.
    Second,
}

impl From<Player> for Side {
    fn from(player: Player) -> Side {
        match player {
            Player::First => Side::First,
            Player::Second => Side::Second,
        }
    }
}

/// What kind of thing a move is for the one who enters it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum MoveKind {
    /// A pit is sown.
    Sow,
    /// One or two pieces are placed.
    Place,
    /// A piece goes one square.
    Slide,
    /// A piece takes others on its way.
    Capture,
    /// Nothing is done.
    Pass,
}

/// A legal move as it is entered on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LegalMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its kind.
    pub kind: MoveKind,
    /// The pit, or the squares: those placed on (in any order), else the origin and all landed on.
    pub path: Vec<String>,
}

/// A game whose board can be drawn.
pub trait Shown: Notation {
    /// What there is to see.
    fn board(&self) -> Board;

    /// What happens on the board by the legal move `mv`, in order.
    fn steps(&self, mv: Self::Move) -> Vec<Step>;

    /// How `mv` is entered.
    fn entry(mv: Self::Move) -> LegalMove;
}
