//! Awalé, the 2x6 sowing game of West Africa, abapa family.
//!
//! Two rows of six pits with four seeds each. A turn lifts one own pit and sows it counter-clockwise (A1), passing over
//! the pit of origin (A2). A sowing that ends in an enemy pit and makes it two or three captures it, and going
//! backwards every enemy pit of two or three without a gap (A3), unless that would take all the enemy has: such a
//! grand slam captures nothing (A4). A bare enemy must be fed (A5); if that cannot be done the player to move takes the
//! rest (A6). With two seeds, or three that nobody can capture, the game ends (A7). Repetition shares the rest (A8).
//!
//! Presets: `abapa`, as online play has it (second occurrence ends the game, each takes his own row, A7 off), and
//! `awari`, the rules of the published awari databases (A10; T. Lincke 2002; J. Romein and H. Bal 2003).

pub mod dialects;
mod indetermination;
mod moves;
mod notation;
pub mod ogn;
mod rules;
#[cfg(test)]
mod tests;
mod text;

pub use rules::{AwaleRules, Variant};

use crate::Player;
use crate::mancala::Board;
use crate::mancala::ring::{MOST_SEEDS, Row, rows_fit};

/// Pits in a row.
pub const PITS: usize = 6;

/// A position of Awalé.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Awale {
    board: Board,
    rules: AwaleRules,
}

impl Awale {
    /// The position with these rows, South's first, South to move and the stores empty; `None` if they hold more than 48
    /// seeds.
    #[inline]
    pub fn set_up(rules: AwaleRules, rows: [Row; 2]) -> Option<Awale> {
        let board = Board::new(rows, [0; 2], Player::First);
        rows_fit::<PITS>(rows, MOST_SEEDS).then_some(Awale { board, rules })
    }

    /// The board with stores and side to move, as the player to move sees it.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Both rows, one byte a pit: South's first, each from its owner's left in the lowest byte.
    #[inline]
    pub const fn rows(&self) -> [Row; 2] {
        self.board.rows()
    }

    /// Captured seeds of South and North.
    #[inline]
    pub const fn stores(&self) -> [u8; 2] {
        self.board.stores()
    }
}
