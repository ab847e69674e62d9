//! Awalé's moves and results.

use super::indetermination::capture_is_reachable;
use super::{Awale, AwaleRules, PITS, Variant};
use crate::mancala::ring::{
    FLAGS, Laps, Row, laps, lifted, nonzero_flags, pit, run_ending_at, seeds, splat, zero_flags,
};
use crate::mancala::{Board, Pit, board_rank, flags_where, pits_of, random_pit};
use crate::{Outcome, Player, Position};

static SOWING: Laps<PITS> = laps(true);

/// The enemy row and the sower's row after sowing pit `index` of `own`, before and after the captures of clause A3.
#[derive(Clone, Copy)]
pub(super) struct Sown {
    pub(super) own: Row,
    pub(super) enemy: Row,
    /// A mask of the enemy pits that hold two or three and end, going backwards, at the last seed's.
    pub(super) run: Row,
}

impl Sown {
    #[inline]
    pub(super) fn new(own: Row, enemy: Row, index: usize) -> Sown {
        let lap = &SOWING[index][usize::from(pit(own, index))];
        let enemy = enemy + lap.enemy;
        // Two and three are the values that are left as two when the lowest bit is dropped.
        let flags = zero_flags((enemy & splat(0xfe)) ^ splat(2)) & lap.ends_in_enemy_row();
        Sown { own: lifted(own, index) + lap.own, enemy, run: run_ending_at(flags, lap.last_in_row()) }
    }

    /// A mask of the pits that are captured: the run, but nothing if it is a grand slam (A4).
    #[inline]
    pub(super) fn captured(&self) -> Row {
        if self.enemy & !self.run == 0 { 0 } else { self.run }
    }
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
    ///
    /// Always inlined: a call hands the position over in memory, and costs a seventh of the speed of perft.
    #[inline(always)]
    fn sown(&self, index: usize) -> Awale {
        let sown = Sown::new(self.board.own, self.board.enemy, index);
        let captured = if self.rules.variant == Variant::Awari { sown.run } else { sown.captured() };
        let mut left = self.board;
        left.own = sown.own;
        left.enemy = sown.enemy & !captured;
        left.captured[0] += seeds(sown.enemy & captured);
        Awale { board: left.handed_over(), rules: self.rules }
    }

    /// Flags of the pits that the player to move may lift; none exactly if the game is over.
    #[inline]
    fn choices(&self) -> u64 {
        match self.rules.variant {
            Variant::Standard if self.is_undetermined() => 0,
            Variant::Awari => self.sparing(),
            _ => fed(self.board.own, self.board.enemy),
        }
    }

    /// Flags of the pits that leave the enemy a seed, or of all filled ones if none does (A10).
    fn sparing(&self) -> u64 {
        let own = nonzero_flags(self.board.own);
        // A pit that holds four is not captured, whatever falls into it.
        if self.board.enemy & splat(0xfc) != 0 {
            return own;
        }
        let sparing = flags_where(own, |index| self.sown(index).board.own != 0);
        if sparing == 0 { own } else { sparing }
    }

    /// Too few seeds are left for a capture (A7).
    #[inline]
    fn is_undetermined(&self) -> bool {
        match self.board.seeds() {
            0..=2 => true,
            3 => !capture_is_reachable(self.board.own, self.board.enemy),
            _ => false,
        }
    }
}

impl Position for Awale {
    type Move = Pit;
    type Rules = AwaleRules;

    const KEY_IS_EXACT: bool = true;

    fn start(rules: AwaleRules) -> Awale {
        let row = splat(4) & 0xffff_ffff_ffff;
        Awale { board: Board::new([row; 2], [0; 2], Player::First), rules }
    }

    #[inline]
    fn rules(&self) -> AwaleRules {
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
    fn play_unchecked(&self, mv: Pit) -> Awale {
        self.sown(mv.index())
    }

    #[inline]
    fn for_each_child(&self, _moves: &mut Vec<Pit>, mut visit: impl FnMut(Pit, Awale)) {
        for index in pits_of(self.choices()) {
            visit(Pit::new(self.board.turn, index), self.sown(index));
        }
    }

    #[inline]
    fn for_each_distinct_child(&self, moves: &mut Vec<Pit>, visit: impl FnMut(Pit, Awale)) {
        self.for_each_child(moves, visit);
    }

    /// Famine (A6) is tested before *indétermination* (A7).
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let board = &self.board;
        if board.own == 0 {
            return Some(board.taken_by(board.turn.other()));
        }
        match self.rules.variant {
            Variant::Awari => None,
            _ if fed(board.own, board.enemy) == 0 => Some(board.taken_by(board.turn)),
            Variant::Standard if self.is_undetermined() => Some(board.own_rows_taken()),
            _ => None,
        }
    }

    fn endless(&self) -> Outcome {
        if self.rules.variant == Variant::Abapa { self.board.own_rows_taken() } else { self.board.shared() }
    }

    fn endless_is_uniform(&self) -> bool {
        self.rules.variant != Variant::Abapa
    }

    fn repetition_limit(&self) -> usize {
        if self.rules.variant == Variant::Abapa { 2 } else { 3 }
    }

    #[inline]
    fn repeats(&self, earlier: &Awale) -> bool {
        self.board.repeats(&earlier.board)
    }

    #[inline]
    fn epoch(&self) -> u32 {
        u32::from(self.board.seeds())
    }

    /// 42 bits: the rank of the board from the mover's side, then the side to move.
    #[inline]
    fn key(&self) -> u64 {
        self.future_key() << 1 | self.board.turn as u64
    }

    #[inline]
    fn future_key(&self) -> u64 {
        board_rank([self.board.own, self.board.enemy])
    }

    #[inline]
    fn random_child(&self, below: &mut impl FnMut(u32) -> u32) -> Option<Awale> {
        let choices = self.choices();
        (choices != 0).then(|| self.sown(random_pit(choices, below)))
    }
}
