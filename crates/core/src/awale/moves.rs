//! Awalé's moves and results.

use super::indetermination::capture_is_reachable;
use super::{Awale, AwaleRules, PITS, Variant};
use crate::mancala::ring::{
    FLAGS, Laps, Row, laps, lifted, nonzero_flags, pit, run_ending_at, seeds, splat, zero_flags,
};
use crate::mancala::{Pit, board_rank, pits_of, random_pit};
use crate::{Outcome, Player, Position};

static SOWING: Laps<PITS> = laps(true);

/// Both rows after sowing pit `index` of `own`, and the pit of the last seed; nothing is captured yet.
#[inline]
pub(super) fn sown_rows(own: Row, enemy: Row, index: usize) -> (Row, Row, usize) {
    let lap = &SOWING[index][usize::from(pit(own, index))];
    (lifted(own, index) + lap.own, enemy + lap.enemy, usize::from(lap.last))
}

/// A mask of the enemy pits that a sowing ending in pit `last` captures (A3), none for a grand slam (A4).
#[inline]
pub(super) fn capture_of(enemy: Row, last: usize) -> Row {
    let captured = captured_run(enemy, last);
    if enemy & !captured == 0 { 0 } else { captured }
}

/// A mask of the enemy pits of two or three seeds that end, going backwards, at pit `last` (A3).
#[inline]
fn captured_run(enemy: Row, last: usize) -> Row {
    if last < PITS {
        return 0;
    }
    // Two and three are the values that clear to zero once the lowest bit is dropped and two is taken away.
    let flags = zero_flags((enemy & splat(0xfe)) ^ splat(2));
    run_ending_at(flags, last - PITS)
}

/// Flags of the pits of `own` that may be lifted: those that feed the enemy if he has nothing (A5).
#[inline]
pub(super) fn fed(own: Row, enemy: Row) -> u64 {
    let filled = nonzero_flags(own);
    if enemy == 0 { filled & reaching(own) } else { filled }
}

/// Flags of the pits of `own` whose seeds reach the enemy row: at least `6 - index` of them.
#[inline]
const fn reaching(own: Row) -> u64 {
    // Adding 128 - (6 - index) to a byte sets its top bit exactly when the pit reaches.
    own.wrapping_add(0x7f7e_7d7c_7b7a) & FLAGS
}

impl Awale {
    /// The position after lifting pit number `index` of the player to move.
    #[inline]
    fn sown(&self, index: usize) -> Awale {
        let (me, enemy) = (self.turn.index(), self.turn.other().index());
        let (own, theirs, last) = sown_rows(self.rows[me], self.rows[enemy], index);
        let captured = match self.rules.variant {
            Variant::Awari => captured_run(theirs, last),
            _ => capture_of(theirs, last),
        };
        let mut next = *self;
        next.turn = self.turn.other();
        next.rows[me] = own;
        next.rows[enemy] = theirs & !captured;
        next.stores[me] += seeds(theirs & captured);
        next
    }

    /// Flags of the pits that the player to move may lift; none exactly if the game is over.
    #[inline]
    fn choices(&self) -> u64 {
        let (own, enemy) = (self.rows[self.turn.index()], self.rows[self.turn.other().index()]);
        match self.rules.variant {
            Variant::Standard if self.is_undetermined() => 0,
            Variant::Awari => self.sparing(nonzero_flags(own)),
            _ => fed(own, enemy),
        }
    }

    /// Those of the pits flagged in `own` that leave the enemy a seed, or all if none does (A10).
    fn sparing(&self, own: u64) -> u64 {
        let enemy = self.turn.other().index();
        let mut sparing = 0;
        for index in pits_of(own) {
            if self.sown(index).rows[enemy] != 0 {
                sparing |= 0x80 << (8 * index);
            }
        }
        if sparing == 0 { own } else { sparing }
    }

    /// Too few seeds are left for a capture (A7).
    #[inline]
    fn is_undetermined(&self) -> bool {
        match self.seeds_left() {
            0..=2 => true,
            3 => !capture_is_reachable(self.rows[self.turn.index()], self.rows[self.turn.other().index()]),
            _ => false,
        }
    }

    #[inline]
    fn seeds_left(&self) -> u8 {
        seeds(self.rows[0] + self.rows[1])
    }

    /// The stores after each player takes the seeds on his own side.
    fn own_rows_taken(&self) -> [u8; 2] {
        [0, 1].map(|player| self.stores[player] + seeds(self.rows[player]))
    }

    /// The stores after `player` takes everything that is left.
    fn all_taken_by(&self, player: Player) -> [u8; 2] {
        let mut stores = self.stores;
        stores[player.index()] += self.seeds_left();
        stores
    }

    /// The final stores if the game is over, famine (A6) tested before *indétermination* (A7).
    fn final_stores(&self) -> Option<[u8; 2]> {
        let (own, enemy) = (self.rows[self.turn.index()], self.rows[self.turn.other().index()]);
        if own == 0 {
            return Some(self.all_taken_by(self.turn.other()));
        }
        match self.rules.variant {
            Variant::Awari => None,
            _ if fed(own, enemy) == 0 => Some(self.all_taken_by(self.turn)),
            Variant::Standard if self.is_undetermined() => Some(self.own_rows_taken()),
            _ => None,
        }
    }
}

impl Position for Awale {
    type Move = Pit;
    type Rules = AwaleRules;

    const KEY_IS_EXACT: bool = true;

    fn start(rules: AwaleRules) -> Awale {
        let row = splat(4) & 0xffff_ffff_ffff;
        Awale { rows: [row; 2], stores: [0; 2], turn: Player::First, rules }
    }

    #[inline]
    fn rules(&self) -> AwaleRules {
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
    fn play_unchecked(&self, mv: Pit) -> Awale {
        self.sown(mv.index())
    }

    #[inline]
    fn for_each_child(&self, _moves: &mut Vec<Pit>, mut visit: impl FnMut(Pit, Awale)) {
        for index in pits_of(self.choices()) {
            visit(Pit::new(self.turn, index), self.sown(index));
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.final_stores().map(Outcome::by_stores)
    }

    fn endless(&self) -> Outcome {
        if self.rules.variant == Variant::Abapa {
            return Outcome::by_stores(self.own_rows_taken());
        }
        let half = self.seeds_left() / 2;
        Outcome::by_stores(self.stores.map(|store| store + half))
    }

    fn endless_is_uniform(&self) -> bool {
        self.rules.variant != Variant::Abapa
    }

    fn repetition_limit(&self) -> usize {
        if self.rules.variant == Variant::Abapa { 2 } else { 3 }
    }

    #[inline]
    fn repeats(&self, earlier: &Awale) -> bool {
        self.rows == earlier.rows && self.turn == earlier.turn
    }

    #[inline]
    fn epoch(&self) -> u32 {
        u32::from(self.seeds_left())
    }

    /// 42 bits: the rank of the board, then the side to move.
    #[inline]
    fn key(&self) -> u64 {
        board_rank(self.rows) << 1 | self.turn as u64
    }

    #[inline]
    fn random_child(&self, below: &mut impl FnMut(u32) -> u32) -> Option<Awale> {
        let choices = self.choices();
        (choices != 0).then(|| self.sown(random_pit(choices, below)))
    }
}
