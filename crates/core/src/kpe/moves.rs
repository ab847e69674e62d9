//! Kpé's moves and results.

use super::{Kpe, KpeRules, PITS};
use crate::mancala::ring::{Laps, laps, lifted, nonzero_flags, pit, run_ending_at, seeds, splat, zero_flags};
use crate::mancala::{Pit, packed_key, pits_of, random_pit};
use crate::{Outcome, Player, Position};

static SOWING: Laps<PITS> = laps(false);
static SOWING_SKIPPING: Laps<PITS> = laps(true);

/// Bits of a player's pits that have not been lifted.
pub(super) const ALL_UNLIFTED: u8 = 0b1111;

impl Kpe {
    /// The position after lifting pit number `index` of the player to move.
    #[inline]
    fn sown(&self, index: usize) -> Kpe {
        let (me, enemy) = (self.turn.index(), self.turn.other().index());
        let table = if self.rules.skip_origin { &SOWING_SKIPPING } else { &SOWING };
        let lap = table[index][usize::from(pit(self.rows[me], index))];
        let mut next = *self;
        next.turn = self.turn.other();
        next.rows[me] = lifted(self.rows[me], index) + lap.own;
        next.rows[enemy] += lap.enemy;
        next.unlifted[me] &= !(1 << index);
        if usize::from(lap.last) >= PITS && next.unlifted[me] == 0 {
            let row = next.rows[enemy];
            let captured = run_ending_at(two_or_four(row), usize::from(lap.last) - PITS);
            next.stores[me] += seeds(row & captured);
            next.rows[enemy] = row & !captured;
        }
        next
    }

    /// Flags of the pits that the player to move may lift. None if his row is empty (K9).
    #[inline]
    fn choices(&self) -> u64 {
        let own = nonzero_flags(self.rows[self.turn.index()]);
        if self.rows[self.turn.other().index()] == 0 { self.feeding(own) } else { own }
    }

    /// Those of the pits flagged in `own` that leave the bare enemy a seed, or all if none does (K8).
    #[cold]
    fn feeding(&self, own: u64) -> u64 {
        let mut feeding = 0;
        for index in pits_of(own) {
            if self.sown(index).rows[self.turn.other().index()] != 0 {
                feeding |= 0x80 << (8 * index);
            }
        }
        if feeding == 0 { own } else { feeding }
    }

    /// The stores after each player takes the seeds on his own side.
    fn own_rows_taken(&self) -> [u8; 2] {
        [0, 1].map(|player| self.stores[player] + seeds(self.rows[player]))
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
        Kpe { rows: [row; 2], stores: [0; 2], unlifted: [ALL_UNLIFTED; 2], turn: Player::First, rules }
    }

    #[inline]
    fn rules(&self) -> KpeRules {
        self.rules
    }

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Pit>) {
        moves.clear();
        moves.extend(pits_of(self.choices()).map(|index| Pit::new(self.turn, index)));
    }

    fn is_legal(&self, mv: Pit) -> bool {
        mv.owner() == self.turn && mv.index() < PITS && self.choices() >> (8 * mv.index() + 7) & 1 == 1
    }

    #[inline]
    fn play_unchecked(&self, mv: Pit) -> Kpe {
        self.sown(mv.index())
    }

    #[inline]
    fn for_each_child(&self, _moves: &mut Vec<Pit>, mut visit: impl FnMut(Pit, Kpe)) {
        for index in pits_of(self.choices()) {
            visit(Pit::new(self.turn, index), self.sown(index));
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let is_over = self.rows[self.turn.index()] == 0;
        is_over.then(|| Outcome::by_stores(self.own_rows_taken()))
    }

    fn endless(&self) -> Outcome {
        if self.rules.own_row {
            return Outcome::by_stores(self.own_rows_taken());
        }
        let half = (seeds(self.rows[0]) + seeds(self.rows[1])) / 2;
        Outcome::by_stores(self.stores.map(|store| store + half))
    }

    fn endless_is_uniform(&self) -> bool {
        !self.rules.own_row
    }

    #[inline]
    fn repeats(&self, earlier: &Kpe) -> bool {
        self.rows == earlier.rows && self.turn == earlier.turn && self.unlifted == earlier.unlifted
    }

    #[inline]
    fn epoch(&self) -> u32 {
        let locks = self.unlifted[0].count_ones() + self.unlifted[1].count_ones();
        u32::from(seeds(self.rows[0]) + seeds(self.rows[1])) + locks
    }

    /// 57 bits: six a pit, then the unlifted pits, then the side to move.
    #[inline]
    fn key(&self) -> u64 {
        let locks = u64::from(self.unlifted[0]) | u64::from(self.unlifted[1]) << 4;
        packed_key(self.rows) | locks << 48 | (self.turn as u64) << 56
    }

    #[inline]
    fn random_child(&self, below: &mut impl FnMut(u32) -> u32) -> Option<Kpe> {
        let choices = self.choices();
        (choices != 0).then(|| self.sown(random_pit(choices, below)))
    }
}
