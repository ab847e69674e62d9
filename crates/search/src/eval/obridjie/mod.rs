//! The evaluator of Obridjie: how near the pits are to the four that pay their owner, and what a last seed wins.

mod features;

use grenier_core::mancala::Board;
use grenier_core::mancala::ring::{Row, gathered};
use grenier_core::obridjie::{Obridjie, PITS};

use super::Evaluated;
use super::linear::{self, Feature, Sets, Weighted, sets};
use super::mancala::{
    CATEGORIES, Sower, Sowing, ahead, count, endings, holding, holding_at_least, masked, pits, total,
};
use crate::alphabeta;
use features::{COUNT, FEATURES, Features};

/// The evaluator.
pub type Eval = linear::Eval<Obridjie, Sowing, COUNT>;

/// Seeds that make a pit a grenier: past the four that would pay, they pay only when sown.
const GRENIER: u8 = 5;

impl Sower for Obridjie {
    #[inline(always)]
    fn seen(&self) -> &Board {
        self.board()
    }
}

impl Weighted<COUNT> for Obridjie {
    const GAME: &'static str = "obridjie";
    const FEATURES: [Feature; COUNT] = FEATURES;
    const SLOTS: usize = 2 * PITS;
    const CATEGORIES: usize = CATEGORIES;
    type Rows = [u16; 2 * PITS];

    fn sets() -> &'static Sets {
        sets!("obridjie")
    }

    #[inline(always)]
    fn features(&self) -> [i32; COUNT] {
        let board = self.board();
        Features {
            singles: ahead(board, |row| count(holding(row, 1))),
            pairs: ahead(board, |row| count(holding(row, 2))),
            triples: ahead(board, |row| count(holding(row, 3))),
            greniers: ahead(board, |row| count(holding_at_least(row, GRENIER))),
            grenier: ahead(board, |row| total(row & masked(holding_at_least(row, GRENIER)))),
            take: i32::from(wins_four(board.own, board.enemy)),
            threat: i32::from(wins_four(board.enemy, board.own)),
            tempo: 1,
        }
        .in_order()
    }

    #[inline(always)]
    fn rows(&self) -> [u16; 2 * PITS] {
        pits::<PITS, _>(self.board())
    }
}

/// Can the owner of `row` end the first sowing of a move, of less than a lap, in a pit of three (O4)?
#[inline(always)]
fn wins_four(row: Row, other: Row) -> bool {
    let short = row & !masked(holding_at_least(row, 2 * PITS as u8));
    let threes = gathered(holding(row, 3)) | gathered(holding(other, 3)) << PITS;
    // The bits of empty pits hit none of the threes.
    endings::<PITS>(short) & (threes | threes << (2 * PITS)) as u64 != 0
}

impl Evaluated for Obridjie {
    type Evaluator = Eval;

    fn alphabeta() -> alphabeta::Options {
        // A relay that looks late may win a third of the seeds: reductions lost 52 Elo.
        alphabeta::Options { lmr_depth: 1000, ..alphabeta::Options::default() }
    }
}
