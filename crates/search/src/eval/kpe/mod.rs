//! The evaluator of Kpé: what the mover can take, choices, locks, and how the seeds lie.

mod features;

use grenier_core::Position;
use grenier_core::kpe::{Kpe, PITS};
use grenier_core::mancala::Board;
use grenier_core::mancala::ring::{Row, nonzero_flags, splat, zero_flags};

use super::Evaluated;
use super::linear::{self, Feature, Sets, Weighted, sets};
use super::mancala::{
    CATEGORIES, Sower, Sowing, ahead, count, endings, holding, holding_at_least, masked, pits, runs, spread,
    staying, total,
};
use features::{COUNT, FEATURES, Features};

/// The evaluator.
pub type Eval = linear::Eval<Kpe, Sowing, COUNT>;

/// Slots of the network: the pits, and the pits not lifted yet of both.
const SLOTS: usize = 2 * PITS + 2;

/// Seeds that make a pit a grenier: enough to go round.
const GRENIER: u8 = 2 * PITS as u8;

impl Sower for Kpe {
    #[inline(always)]
    fn seen(&self) -> &Board {
        self.board()
    }
}

impl Weighted<COUNT> for Kpe {
    const GAME: &'static str = "kpe";
    const FEATURES: [Feature; COUNT] = FEATURES;
    const SLOTS: usize = SLOTS;
    const CATEGORIES: usize = CATEGORIES;
    type Rows = [u16; SLOTS];

    fn sets() -> &'static Sets {
        sets!("kpe")
    }

    #[inline(always)]
    fn features(&self) -> [i32; COUNT] {
        let board = self.board();
        let unlifted = self.unlifted();
        let [own, enemy] = [board.turn, board.turn.other()].map(|player| unlifted[player.index()]);
        let skip = u32::from(self.rules().skip_origin);
        Features {
            seeds: ahead(board, total),
            choices: ahead(board, |row| count(nonzero_flags(row))),
            singles: ahead(board, |row| count(holding(row, 1))),
            pairs: ahead(board, |row| count(holding(row, 2))),
            triples: ahead(board, |row| count(holding(row, 3))),
            grenier: ahead(board, |row| total(row & masked(holding_at_least(row, GRENIER)))),
            staying: ahead(board, |row| count(staying::<PITS>(row))),
            locks: own.count_ones() as i32 - enemy.count_ones() as i32,
            locked: i32::from(own != 0) - i32::from(enemy != 0),
            take: within_reach(board.own, own, board.enemy, skip),
            threat: within_reach(board.enemy, enemy, board.own, skip),
            tempo: 1,
        }
        .in_order()
    }

    /// The pits, then the pits not lifted yet.
    #[inline(always)]
    fn rows(&self) -> [u16; SLOTS] {
        let mut rows = pits::<PITS, SLOTS>(self.board());
        for (side, mask) in self.unlifted_by_mover().into_iter().enumerate() {
            let slot = 2 * PITS + side;
            rows[slot] = (slot * CATEGORIES) as u16 + u16::from(mask);
        }
        rows
    }
}

/// Seeds that the owner of `row` can take from `prey`, by all his sowings of less than two laps together.
///
/// `skip` is one where the pit of origin is passed over.
#[inline(always)]
fn within_reach(row: Row, unlifted: u8, prey: Row, skip: u32) -> i32 {
    let ends = endings::<PITS>(row & unlocked(unlifted));
    // A sowing that ends in the first lap has dropped one seed in the pits of its run, in the second lap two.
    let sown = (prey | prey << 32) + 0x0202_0202_0101_0101;
    let ripe = masked(zero_flags((sown + splat(2)) & splat(!2) ^ splat(4)));
    let first_lap = ends >> PITS & 0x0f;
    let second_lap = ends >> (3 * PITS as u32 - skip) & 0x0f;
    total(runs::<PITS>(sown, ripe) & spread(first_lap | second_lap << PITS))
}

/// A mask of the pits from which a player with these unlifted pits captures: all, the last unlifted one (K4), or none.
#[inline(always)]
fn unlocked(unlifted: u8) -> Row {
    const MASKS: [u32; 1 << PITS] =
        [!0, 0xff, 0xff00, 0, 0xff_0000, 0, 0, 0, 0xff00_0000, 0, 0, 0, 0, 0, 0, 0];
    Row::from(MASKS[usize::from(unlifted) % MASKS.len()])
}

impl Evaluated for Kpe {
    type Evaluator = Eval;
}
