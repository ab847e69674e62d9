//! Pits, stores and side to move: what every mancala position holds.

use super::ring::{Row, seeds};
use crate::{Outcome, Player};

/// A mancala board as the player to move sees it. His row and store come first, so that making a move needs no
/// indexing by player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The row of the player to move.
    pub own: Row,
    /// The row of his opponent.
    pub enemy: Row,
    /// Captured seeds of the player to move and of his opponent.
    pub captured: [u8; 2],
    /// The player to move.
    pub turn: Player,
}

impl Board {
    /// The board with these rows and stores, South's first.
    #[inline]
    pub const fn new(rows: [Row; 2], stores: [u8; 2], turn: Player) -> Board {
        let (me, other) = (turn.index(), turn.other().index());
        Board { own: rows[me], enemy: rows[other], captured: [stores[me], stores[other]], turn }
    }

    /// Both rows, South's first.
    #[inline]
    pub const fn rows(&self) -> [Row; 2] {
        match self.turn {
            Player::First => [self.own, self.enemy],
            Player::Second => [self.enemy, self.own],
        }
    }

    /// Captured seeds of South and North.
    #[inline]
    pub const fn stores(&self) -> [u8; 2] {
        match self.turn {
            Player::First => self.captured,
            Player::Second => [self.captured[1], self.captured[0]],
        }
    }

    /// The board once the player to move has left it like this.
    #[inline]
    #[must_use]
    pub const fn handed_over(&self) -> Board {
        Board {
            own: self.enemy,
            enemy: self.own,
            captured: [self.captured[1], self.captured[0]],
            turn: self.turn.other(),
        }
    }

    /// Seeds in the pits.
    #[inline]
    pub const fn seeds(&self) -> u8 {
        seeds(self.own + self.enemy)
    }

    /// The outcome if each player takes the seeds in his own row.
    pub const fn own_rows_taken(&self) -> Outcome {
        let [south, north] = self.rows();
        let stores = self.stores();
        Outcome::by_stores([stores[0] + seeds(south), stores[1] + seeds(north)])
    }

    /// The outcome if each player takes half of the seeds in the pits; an odd one counts for nobody.
    pub const fn shared(&self) -> Outcome {
        let stores = self.stores();
        Outcome::by_stores([stores[0] + self.seeds() / 2, stores[1] + self.seeds() / 2])
    }

    /// The outcome if `player` takes all seeds in the pits.
    pub fn taken_by(&self, player: Player) -> Outcome {
        let mut stores = self.stores();
        stores[player.index()] += self.seeds();
        Outcome::by_stores(stores)
    }

    /// The board after the players have changed places, for symmetry 1 of the mancalas; 0 changes nothing.
    #[must_use]
    pub const fn transformed(&self, symmetry: u8) -> Board {
        if symmetry == 1 { Board { turn: self.turn.other(), ..*self } } else { *self }
    }

    /// Do both boards have the same pits and side to move?
    #[inline]
    pub const fn repeats(&self, earlier: &Board) -> bool {
        self.own == earlier.own && self.enemy == earlier.enemy && self.turn as u8 == earlier.turn as u8
    }
}
