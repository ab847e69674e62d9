//! Obridjie, the 2x6 relay sowing game of the Ijaw (Niger delta).
//!
//! Two rows of six pits with four seeds each. A turn lifts one own pit and sows it counter-clockwise; the stores are not
//! sown (O1) and the origin is (O2). A drop that makes four captures those four for the owner of the pit (O3), but the
//! last seed in hand captures them for the mover and ends the move (O4). A last seed that falls in an occupied pit
//! lifts it and sows on; in an empty pit the move ends (O5). The fours of the start are no captures (O6). A relay that
//! never ends is no legal move (O7). The game ends when the player to move has no legal move; what is left counts for
//! nobody (O8), also on repetition (O9).

mod moves;
mod notation;
#[cfg(test)]
mod tests;
mod text;

use crate::Player;
use crate::mancala::Board;
use crate::mancala::ring::{MOST_SEEDS, Row, rows_fit};

/// Pits in a row.
pub const PITS: usize = 6;

/// A position of Obridjie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obridjie {
    board: Board,
}

impl Obridjie {
    /// The position with these rows, South's first, South to move and the stores empty; `None` if they hold more than 48
    /// seeds.
    #[inline]
    pub fn set_up(rows: [Row; 2]) -> Option<Obridjie> {
        let board = Board::new(rows, [0; 2], Player::First);
        rows_fit::<PITS>(rows, MOST_SEEDS).then_some(Obridjie { board })
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
