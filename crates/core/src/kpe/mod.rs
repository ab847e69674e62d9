//! Kpé, the 2x4 sowing game of the Bété (Côte d'Ivoire).
//!
//! Two rows of four pits with six seeds each. A turn lifts one own pit and sows it counter-clockwise, one lap only (K1);
//! the origin is sown too when the lap comes round (K2). Until a player has lifted each of his four pits once he
//! captures nothing (K3-K5). After that a sowing that ends in an enemy pit and makes it exactly two or four captures
//! it, and going backwards every enemy pit of two or four without a gap (K6), even all of them (K7). A bare enemy must
//! be left a seed if that can be done (K8). The game ends when the player to move has no seed (K9) or by repetition
//! (K10).
//!
//! Source: the rules as played in Côte d'Ivoire; where they are silent the clauses say that they are a reading.

mod moves;
mod notation;
mod rules;
#[cfg(test)]
mod tests;
mod text;

pub use rules::KpeRules;

use crate::Player;
use crate::mancala::Board;
use crate::mancala::ring::{FLAGS, MOST_SEEDS, Row, rows_fit};

/// Pits in a row.
pub const PITS: usize = 4;

/// Seeds in a pit at the start, and at least as many in every pit that has not been lifted.
pub const STARTING_SEEDS: u8 = 6;

/// What a row holds at least whose pits in `mask` (bit `i` for pit number `i`) have not been lifted.
///
/// # Panics
/// If the mask has more bits than a row has pits.
#[inline]
pub const fn least(mask: u8) -> Row {
    const LEAST: [Row; 1 << PITS] = {
        let mut table = [0; 1 << PITS];
        let mut mask = 1usize;
        while mask < 1 << PITS {
            let lowest = mask.trailing_zeros();
            table[mask] = table[mask & (mask - 1)] | (STARTING_SEEDS as Row) << (8 * lowest);
            mask += 1;
        }
        table
    };
    LEAST[mask as usize]
}

/// A position of Kpé.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kpe {
    board: Board,
    /// Bit `i` of a player's mask is set until that player has lifted pit number `i`; the player to move comes first.
    unlifted: [u8; 2],
    rules: KpeRules,
}

impl Kpe {
    /// The position with these rows and unlifted pits, South's first, South to move and the stores empty.
    ///
    /// `None` if there are more than 48 seeds or pits, or fewer than six seeds in an unlifted pit.
    #[inline]
    pub fn set_up(rules: KpeRules, rows: [Row; 2], unlifted: [u8; 2]) -> Option<Kpe> {
        let holds = |row: Row, mask: u8| ((row | FLAGS) - least(mask)) & FLAGS == FLAGS;
        let is_possible = unlifted[0].max(unlifted[1]) <= moves::ALL_UNLIFTED
            && rows_fit::<PITS>(rows, MOST_SEEDS)
            && holds(rows[0], unlifted[0])
            && holds(rows[1], unlifted[1]);
        is_possible.then_some(Kpe { board: Board::new(rows, [0; 2], Player::First), unlifted, rules })
    }

    /// The pits that the player to move and his opponent have yet to lift, bit `i` for pit number `i`.
    #[inline]
    pub const fn unlifted_by_mover(&self) -> [u8; 2] {
        self.unlifted
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

    /// The pits South and North have yet to lift, bit `i` for pit number `i`; a player with none left may capture (K3).
    #[inline]
    pub const fn unlifted(&self) -> [u8; 2] {
        match self.board.turn {
            Player::First => self.unlifted,
            Player::Second => [self.unlifted[1], self.unlifted[0]],
        }
    }
}
