//! The evaluator of Awalé: what both can take, choices, greniers, and how the seeds lie.

mod features;

use grenier_core::awale::{Awale, PITS};
use grenier_core::mancala::Board;
use grenier_core::mancala::ring::{Row, nonzero_flags, splat, zero_flags};

use super::Evaluated;
use super::linear::{self, Feature, Sets, Weighted, sets};
use super::mancala::{
    CATEGORIES, Sower, Sowing, advance, ahead, count, endings, holding, holding_at_least, masked, pits, runs,
    spread, total,
};
use crate::alphabeta;
use features::{COUNT, FEATURES, Features};

/// The evaluator.
pub type Eval = linear::Eval<Awale, Sowing, COUNT>;

/// Seeds that make a pit a grenier (the players' kroo): enough to go round.
const GRENIER: u8 = 2 * PITS as u8;

impl Sower for Awale {
    #[inline(always)]
    fn seen(&self) -> &Board {
        self.board()
    }
}

impl Weighted<COUNT> for Awale {
    const GAME: &'static str = "awale";
    const FEATURES: [Feature; COUNT] = FEATURES;
    const SLOTS: usize = 2 * PITS;
    const CATEGORIES: usize = CATEGORIES;
    type Rows = [u16; 2 * PITS];

    fn sets() -> &'static Sets {
        sets!("awale")
    }

    #[inline(always)]
    fn features(&self) -> [i32; COUNT] {
        let board = self.board();
        Features {
            seeds: ahead(board, total),
            choices: ahead(board, |row| count(nonzero_flags(row))),
            singles: ahead(board, |row| count(holding(row, 1))),
            pairs: ahead(board, |row| count(holding(row, 2))),
            grenier: ahead(board, |row| total(row & masked(holding_at_least(row, GRENIER)))),
            advance: ahead(board, advance),
            door: ahead(board, |row| i32::from(row >> (8 * (PITS - 1)) != 0)),
            take: within_reach(board.own, board.enemy),
            threat: within_reach(board.enemy, board.own),
            tempo: 1,
        }
        .in_order()
    }

    #[inline(always)]
    fn rows(&self) -> [u16; 2 * PITS] {
        pits::<PITS, _>(self.board())
    }
}

/// Seeds that the owner of `row` can take from `prey`, by all his sowings of less than a lap together. A grand slam
/// (A4) counts like any other capture.
#[inline(always)]
fn within_reach(row: Row, prey: Row) -> i32 {
    // Every pit of the run gets one seed.
    let sown = prey + splat(1);
    let ripe = masked(zero_flags((sown & splat(!1)) ^ splat(2)));
    let hit = endings::<PITS>(row) >> PITS & 0x3f;
    total(runs::<PITS>(sown, ripe) & spread(hit))
}

impl Evaluated for Awale {
    type Evaluator = Eval;

    fn alphabeta() -> alphabeta::Options {
        // What can be taken is a feature already: following captures won nothing more (-2 ± 15 Elo in 1,715 games).
        alphabeta::Options { quiescence: false, ..alphabeta::Options::default() }
    }
}
