//! What the evaluators of the three mancalas share: banked seeds, and features counted on whole rows at once.
//!
//! An evaluation must cost less than a move, so there is no loop over pits and no branch: pits are bytes of a word
//! (see [`grenier_core::mancala::ring`]), and flags are the top bits of the bytes.

use grenier_core::mancala::Board;
use grenier_core::mancala::ring::{FLAGS, Row, nonzero_flags, pit, seeds, splat, zero_flags};
use grenier_core::{Outcome, Player, Position, Tally};

use super::linear::{Eval, Weighted};
use super::{Evaluator, inside, logistic};
use crate::score::{UNIT, Unit};

/// A mancala. Weights are hundredths of a seed.
pub trait Sower: Position {
    /// The board with stores, the player to move first.
    fn seen(&self) -> &Board;
}

/// What makes a linear evaluator one of a mancala.
#[derive(Clone, Copy, Debug)]
pub struct Sowing;

impl<P: Sower + Weighted<N>, const N: usize> Evaluator<P> for Eval<P, Sowing, N> {
    fn unit(&self) -> Unit {
        Unit::Seeds
    }

    #[inline]
    fn banked(&self, position: &P) -> i32 {
        difference(position.seen().captured)
    }

    fn terminal(&self, position: &P, outcome: Outcome) -> i32 {
        let Tally::Stores([south, north]) = outcome.tally else { unreachable!("mancalas end with stores") };
        difference(if position.turn() == Player::First { [south, north] } else { [north, south] })
    }

    #[inline]
    fn evaluate(&self, position: &P) -> i32 {
        inside(self.banked(position) + self.sum(position), self.bounds(position))
    }

    /// Nobody can take more than what is left in the pits.
    #[inline]
    fn bounds(&self, position: &P) -> (i32, i32) {
        let (banked, room) = (self.banked(position), UNIT * i32::from(position.seen().seeds()));
        (banked - room, banked + room)
    }

    fn expected(&self, value: i32) -> f64 {
        logistic(value, self.scale)
    }
}

/// Categories of a pit for a network: its seeds, the last one for all that is more.
pub(super) const CATEGORIES: usize = 24;

/// The rows of a network whose first slots are the pits: the mover's from his left, then the enemy's from his. The other
/// slots are 0.
#[inline(always)]
pub(super) fn pits<const PITS: usize, const SLOTS: usize>(board: &Board) -> [u16; SLOTS] {
    let mut rows = [0; SLOTS];
    for index in 0..PITS {
        for (side, row) in [board.own, board.enemy].into_iter().enumerate() {
            let slot = side * PITS + index;
            let seeds = usize::from(pit(row, index)).min(CATEGORIES - 1);
            rows[slot] = (slot * CATEGORIES + seeds) as u16;
        }
    }
    rows
}

/// What the first of both is ahead, in hundredths of a seed.
#[inline]
fn difference([own, enemy]: [u8; 2]) -> i32 {
    UNIT * (i32::from(own) - i32::from(enemy))
}

/// `count` of the mover's row minus `count` of his opponent's.
#[inline(always)]
pub(super) fn ahead(board: &Board, count: impl Fn(Row) -> i32) -> i32 {
    count(board.own) - count(board.enemy)
}

/// The number of flags.
///
/// One product adds them up; a count of bits takes longer on processors that have no instruction for it.
#[inline(always)]
pub(super) fn count(flags: u64) -> i32 {
    i32::from(seeds(flags >> 7))
}

/// All seeds of a row.
#[inline(always)]
pub(super) fn total(row: Row) -> i32 {
    i32::from(seeds(row))
}

/// Flags of the pits that hold exactly `number` seeds, at least one.
#[inline(always)]
pub(super) const fn holding(row: Row, number: u8) -> u64 {
    zero_flags(row ^ splat(number))
}

/// Flags of the pits that hold `number` seeds or more, at least one.
#[inline(always)]
pub(super) const fn holding_at_least(row: Row, number: u8) -> u64 {
    (row + splat(0x80 - number)) & FLAGS
}

/// The flagged pits as a mask of whole bytes.
#[inline(always)]
pub(super) const fn masked(flags: u64) -> u64 {
    (flags << 1).wrapping_sub(flags >> 7)
}

/// Every byte's own number: pit `i` holds `i`.
const NUMBERS: u64 = 0x0706_0504_0302_0100;

/// Flags of the filled pits whose seeds all stay in their owner's row of `PITS` pits.
#[inline(always)]
pub(super) const fn staying<const PITS: usize>(row: Row) -> u64 {
    let reaching = row + splat(0x80 - PITS as u8) + NUMBERS;
    nonzero_flags(row) & !reaching
}

/// Steps that the seeds of a row have behind them: a seed in pit number `i` counts `i`.
#[inline(always)]
pub(super) const fn advance(row: Row) -> i32 {
    // Byte 7 of the product is the sum over i of byte i times byte 7 - i. No byte exceeds 5 * 48, so none carries.
    (row.wrapping_mul(0x0001_0203_0405_0000) >> 56) as i32
}

/// Where the sowings of a row end: bit `i + n` for the `n` seeds of pit `i`, counted on along the ring without end.
///
/// An empty pit sets the bit of its own number, below `PITS`, where no sowing ends.
#[inline(always)]
pub(super) fn endings<const PITS: usize>(row: Row) -> u64 {
    let places = row + (NUMBERS & ((1 << (8 * PITS)) - 1));
    (0..PITS).fold(0, |set, index| set | 1 << (pit(places, index) & 63))
}

/// The lowest eight bits as a mask of whole bytes, the lowest first.
#[inline(always)]
pub(super) const fn spread(bits: u64) -> u64 {
    let copies = splat(1).wrapping_mul(bits & 0xff);
    masked(nonzero_flags(copies & 0x8040_2010_0804_0201))
}

/// For every pit the sum of `values` over the unbroken run of `ripe` pits that ends there, going backwards.
///
/// `ripe` is a mask of whole bytes. Every `GROUP` bytes are a row of their own, into which no run goes on. The sums
/// double their reach in every step: two pits, four, eight.
#[inline(always)]
pub(super) const fn runs<const GROUP: usize>(values: u64, ripe: u64) -> u64 {
    let firsts = if GROUP == 4 { 0xff | 0xff << 32 } else { 0xff };
    let after_one = ripe & ripe << 8 & !firsts;
    let after_two = after_one & after_one << 8;
    let after_four = after_two & after_two << 16;
    let sums = values & ripe;
    let sums = sums + (sums << 8 & after_one);
    let sums = sums + (sums << 16 & after_two);
    if GROUP > 4 { sums + (sums << 32 & after_four) } else { sums }
}
