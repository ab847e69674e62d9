//! Obridjie's moves and results.

use super::{Obridjie, PITS};
use crate::mancala::ring::{Laps, Row, laps, lifted, nonzero_flags, pit, seeds, splat, zero_flags};
use crate::mancala::{Pit, board_rank, pits_of, random_pit};
use crate::text::OnlyRules;
use crate::{Outcome, Player, Position};

/// Pits of the ring, and seeds of one lap.
const RING: usize = 2 * PITS;

static SOWING: Laps<PITS> = laps(false);

/// How one sowing of a relay ended.
enum Ending {
    /// In an empty pit, or by a capture of the last seed: the move is over.
    Over,
    /// In this occupied pit, which is lifted next.
    Relay(usize),
}

impl Obridjie {
    /// The position after lifting pit number `index` of the player to move; `None` if the relay never ends (O7).
    ///
    /// Endless relays are found by Brent's algorithm (R. P. Brent, "An improved Monte Carlo factorization algorithm",
    /// BIT 20, 1980): the state (pits, pit to lift) is compared with one saved after 1, 2, 4, 8, ... relays.
    #[inline]
    fn sown(&self, index: usize) -> Option<Obridjie> {
        let mut next = Obridjie { turn: self.turn.other(), ..*self };
        let mut from = self.turn.index() * PITS + index;
        let mut saved = (next.rows, from);
        let (mut steps, mut span) = (0u32, 1u32);
        while let Ending::Relay(last) = next.sow(from, self.turn) {
            from = last;
            if saved == (next.rows, from) {
                return None;
            }
            steps += 1;
            if steps == span {
                saved = (next.rows, from);
                (steps, span) = (0, 2 * span);
            }
        }
        Some(next)
    }

    /// Lifts pit `from` (of the ring: South's pits first) and sows it, with all captures (O3, O4).
    #[inline]
    fn sow(&mut self, from: usize, mover: Player) -> Ending {
        let side = from / PITS;
        let (own, enemy) = (side, 1 - side);
        let index = from % PITS;
        let mut hand = usize::from(pit(self.rows[own], index));
        self.rows[own] = lifted(self.rows[own], index);
        while hand > RING {
            self.sow_whole_lap();
            hand -= RING;
        }
        let lap = &SOWING[index][hand];
        self.rows[own] += lap.own;
        self.rows[enemy] += lap.enemy;
        // Every pit got at most one seed in this lap, so the increments shifted up flag the pits sown.
        let mut fours = [0; 2];
        fours[own] = fours_in(self.rows[own]) & lap.own << 7;
        fours[enemy] = fours_in(self.rows[enemy]) & lap.enemy << 7;
        let last = usize::from(lap.last);
        let (last_side, last_index) = if last < PITS { (own, last) } else { (enemy, last - PITS) };
        let last_flag = 0x80 << (8 * last_index);
        let wins_last = fours[last_side] & last_flag != 0;
        if wins_last {
            self.take(last_side, last_flag, mover.index());
            fours[last_side] &= !last_flag;
        }
        if fours[0] | fours[1] != 0 {
            self.take(0, fours[0], 0);
            self.take(1, fours[1], 1);
        }
        if wins_last || pit(self.rows[last_side], last_index) == 1 {
            Ending::Over
        } else {
            Ending::Relay(last_side * PITS + last_index)
        }
    }

    /// Drops one seed in every pit while more than a lap is in hand; no drop is the last one.
    #[cold]
    fn sow_whole_lap(&mut self) {
        for side in 0..2 {
            self.rows[side] += splat(1) & 0xffff_ffff_ffff;
            let fours = fours_in(self.rows[side]);
            self.take(side, fours, side);
        }
    }

    /// Moves the seeds of the flagged pits of `side`, four each, to the store of player number `taker`.
    #[inline]
    fn take(&mut self, side: usize, fours: u64, taker: usize) {
        self.stores[taker] += 4 * fours.count_ones() as u8;
        self.rows[side] &= !((fours >> 7) * 0xff);
    }

    /// Flags of the pits with seeds of the player to move, endless ones included.
    #[inline]
    fn filled(&self) -> u64 {
        nonzero_flags(self.rows[self.turn.index()])
    }
}

/// Flags of the pits that hold four.
#[inline]
const fn fours_in(row: Row) -> u64 {
    zero_flags(row ^ splat(4))
}

impl Position for Obridjie {
    type Move = Pit;
    type Rules = OnlyRules;

    const KEY_IS_EXACT: bool = true;

    fn start(_rules: OnlyRules) -> Obridjie {
        let row = splat(4) & 0xffff_ffff_ffff;
        Obridjie { rows: [row; 2], stores: [0; 2], turn: Player::First }
    }

    fn rules(&self) -> OnlyRules {
        OnlyRules
    }

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    fn legal_moves(&self, moves: &mut Vec<Pit>) {
        moves.clear();
        let legal = pits_of(self.filled()).filter(|&index| self.sown(index).is_some());
        moves.extend(legal.map(|index| Pit::new(self.turn, index)));
    }

    fn is_legal(&self, mv: Pit) -> bool {
        mv.owner() == self.turn
            && mv.index() < PITS
            && pit(self.rows[self.turn.index()], mv.index()) != 0
            && self.sown(mv.index()).is_some()
    }

    #[inline]
    fn play_unchecked(&self, mv: Pit) -> Obridjie {
        self.sown(mv.index()).expect("a legal relay ends")
    }

    /// Runs every relay once, where [`legal_moves`](Position::legal_moves) and a play of each would run it twice.
    #[inline]
    fn for_each_child(&self, _moves: &mut Vec<Pit>, mut visit: impl FnMut(Pit, Obridjie)) {
        for index in pits_of(self.filled()) {
            if let Some(child) = self.sown(index) {
                visit(Pit::new(self.turn, index), child);
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let goes_on = pits_of(self.filled()).any(|index| self.sown(index).is_some());
        (!goes_on).then(|| Outcome::by_stores(self.stores))
    }

    fn endless(&self) -> Outcome {
        Outcome::by_stores(self.stores)
    }

    #[inline]
    fn repeats(&self, earlier: &Obridjie) -> bool {
        self.rows == earlier.rows && self.turn == earlier.turn
    }

    #[inline]
    fn epoch(&self) -> u32 {
        u32::from(seeds(self.rows[0] + self.rows[1]))
    }

    /// 42 bits: the rank of the board, then the side to move.
    #[inline]
    fn key(&self) -> u64 {
        board_rank(self.rows) << 1 | self.turn as u64
    }

    /// Draws pits until one's relay ends, which gives every legal move the same chance.
    #[inline]
    fn random_child(&self, below: &mut impl FnMut(u32) -> u32) -> Option<Obridjie> {
        let mut filled = self.filled();
        while filled != 0 {
            let index = random_pit(filled, below);
            if let Some(child) = self.sown(index) {
                return Some(child);
            }
            filled &= !(0x80 << (8 * index));
        }
        None
    }
}
