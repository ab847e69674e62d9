//! Kpé's moves and results.

use super::{Kpe, KpeRules, PITS};
use crate::mancala::ring::{Laps, laps, lifted, nonzero_flags, pit, run_ending_at, seeds, splat, zero_flags};
use crate::mancala::{Board, Pit, flags_where, packed_key, pits_of, random_pit};
use crate::{Outcome, Player, Position};

static SOWING: Laps<PITS> = laps(false);
static SOWING_SKIPPING: Laps<PITS> = laps(true);

/// Bits of a player's pits that have not been lifted.
pub(super) const ALL_UNLIFTED: u8 = 0b1111;

impl Kpe {
    /// The position after lifting pit number `index` of the player to move.
    #[inline]
    fn sown(&self, index: usize) -> Kpe {
        let table = if self.rules.skip_origin { &SOWING_SKIPPING } else { &SOWING };
        let lap = &table[index][usize::from(pit(self.board.own, index))];
        let mut left = self.board;
        left.own = lifted(left.own, index) + lap.own;
        left.enemy += lap.enemy;
        let unlifted = self.unlifted[0] & !(1 << index);
        if unlifted == 0 {
            let captured =
                run_ending_at(two_or_four(left.enemy) & lap.ends_in_enemy_row(), lap.last_in_row());
            left.captured[0] += seeds(left.enemy & captured);
            left.enemy &= !captured;
        }
        Kpe { board: left.handed_over(), unlifted: [self.unlifted[1], unlifted], rules: self.rules }
    }

    /// Flags of the pits that the player to move may lift. None if his row is empty (K9).
    #[inline]
    fn choices(&self) -> u64 {
        let own = nonzero_flags(self.board.own);
        if self.board.enemy == 0 { self.feeding(own) } else { own }
    }

    /// Those of the pits flagged in `own` that leave the bare enemy a seed, or all if none does (K8).
    #[cold]
    fn feeding(&self, own: u64) -> u64 {
        let feeding = flags_where(own, |index| self.sown(index).board.own != 0);
        if feeding == 0 { own } else { feeding }
    }
}

/// Flags of the pits that hold two or four seeds.
#[inline]
const fn two_or_four(row: u64) -> u64 {
    zero_flags(row ^ splat(2)) | zero_flags(row ^ splat(4))
}

impl Position for Kpe {
    type Move = Pit;
    type Rules = KpeRules;

    const KEY_IS_EXACT: bool = true;

    fn start(rules: KpeRules) -> Kpe {
        let row = splat(6) & 0xffff_ffff;
        let board = Board::new([row; 2], [0; 2], Player::First);
        Kpe { board, unlifted: [ALL_UNLIFTED; 2], rules }
    }

    #[inline]
    fn rules(&self) -> KpeRules {
        self.rules
    }

    #[inline]
    fn turn(&self) -> Player {
        self.board.turn
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Pit>) {
        moves.clear();
        moves.extend(pits_of(self.choices()).map(|index| Pit::new(self.board.turn, index)));
    }

    fn is_legal(&self, mv: Pit) -> bool {
        mv.owner() == self.board.turn && mv.index() < PITS && self.choices() >> (8 * mv.index() + 7) & 1 == 1
    }

    #[inline]
    fn play_unchecked(&self, mv: Pit) -> Kpe {
        self.sown(mv.index())
    }

    #[inline]
    fn for_each_child(&self, _moves: &mut Vec<Pit>, mut visit: impl FnMut(Pit, Kpe)) {
        for index in pits_of(self.choices()) {
            visit(Pit::new(self.board.turn, index), self.sown(index));
        }
    }

    #[inline]
    fn for_each_distinct_child(&self, moves: &mut Vec<Pit>, visit: impl FnMut(Pit, Kpe)) {
        self.for_each_child(moves, visit);
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (self.board.own == 0).then(|| self.board.own_rows_taken())
    }

    fn endless(&self) -> Outcome {
        if self.rules.own_row { self.board.own_rows_taken() } else { self.board.shared() }
    }

    fn endless_is_uniform(&self) -> bool {
        !self.rules.own_row
    }

    #[inline]
    fn repeats(&self, earlier: &Kpe) -> bool {
        self.board.repeats(&earlier.board) && self.unlifted == earlier.unlifted
    }

    #[inline]
    fn epoch(&self) -> u32 {
        let locks = self.unlifted[0].count_ones() + self.unlifted[1].count_ones();
        u32::from(self.board.seeds()) + locks
    }

    /// 57 bits: six a pit, then the unlifted pits, both from the mover's side, then the side to move.
    #[inline]
    fn key(&self) -> u64 {
        self.future_key() | (self.board.turn as u64) << 56
    }

    #[inline]
    fn future_key(&self) -> u64 {
        let locks = u64::from(self.unlifted[0]) | u64::from(self.unlifted[1]) << 4;
        packed_key([self.board.own, self.board.enemy]) | locks << 48
    }

    #[inline]
    fn random_child(&self, below: &mut impl FnMut(u32) -> u32) -> Option<Kpe> {
        let choices = self.choices();
        (choices != 0).then(|| self.sown(random_pit(choices, below)))
    }
}
