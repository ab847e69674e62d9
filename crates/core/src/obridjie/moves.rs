//! Obridjie's moves and results.

use super::{Obridjie, PITS};
use crate::mancala::ring::{Laps, Row, laps, lifted, nonzero_flags, pit, splat, zero_flags};
use crate::mancala::{Board, Pit, board_rank, pits_of, random_pit};
use crate::{OnlyRules, Outcome, Player, Position};

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

/// A move under way: the board from the mover's side, and what both players have taken.
#[derive(Clone, Copy)]
struct Relay {
    /// The mover's row, then the enemy's.
    rows: [Row; 2],
    /// Seeds taken in this move by the mover and by the enemy.
    taken: [u8; 2],
}

impl Relay {
    /// Lifts pit `from` of the ring (the mover's pits first) and sows it, with all captures (O3, O4).
    #[inline]
    fn sow(&mut self, from: usize) -> Ending {
        let side = from / PITS;
        let index = from % PITS;
        let [mut own, mut enemy] = if side == 0 { self.rows } else { [self.rows[1], self.rows[0]] };
        let mut hand = usize::from(pit(own, index));
        own = lifted(own, index);
        let mut taken = [0, 0];
        while hand > RING {
            sow_whole_lap(&mut own, &mut taken[0]);
            sow_whole_lap(&mut enemy, &mut taken[1]);
            hand -= RING;
        }
        let lap = &SOWING[index][hand];
        own += lap.own;
        enemy += lap.enemy;
        // Every pit got at most one seed in this lap, so the increments shifted up flag the pits sown.
        let own_fours = fours_in(own) & lap.own << 7;
        let enemy_fours = fours_in(enemy) & lap.enemy << 7;
        taken[0] += 4 * own_fours.count_ones() as u8;
        taken[1] += 4 * enemy_fours.count_ones() as u8;
        own &= !pits_at(own_fours);
        enemy &= !pits_at(enemy_fours);

        let in_enemy_row = lap.ends_in_enemy_row() != 0;
        let (fours, row) = if in_enemy_row { (enemy_fours, enemy) } else { (own_fours, own) };
        let last_side = side ^ usize::from(in_enemy_row);
        let wins_last = fours >> (8 * lap.last_in_row() + 7) & 1 != 0;
        let held = pit(row, lap.last_in_row());

        self.rows = if side == 0 { [own, enemy] } else { [enemy, own] };
        self.taken[side] += taken[0];
        self.taken[1 - side] += taken[1];
        if wins_last && last_side == 1 {
            self.taken[0] += 4;
            self.taken[1] -= 4;
        }
        // A captured pit now holds nothing, one that was empty holds one: the move ends in both.
        if held <= 1 { Ending::Over } else { Ending::Relay(last_side * PITS + lap.last_in_row()) }
    }
}

/// Drops one seed in every pit of a row while more than a lap is in hand; no such drop is the last one.
#[cold]
fn sow_whole_lap(row: &mut Row, taken: &mut u8) {
    *row += splat(1) & 0xffff_ffff_ffff;
    let fours = fours_in(*row);
    *row &= !pits_at(fours);
    *taken += 4 * fours.count_ones() as u8;
}

/// The flagged pits as a mask of whole bytes.
#[inline]
const fn pits_at(flags: u64) -> u64 {
    (flags >> 7) * 0xff
}

impl Obridjie {
    /// The position after lifting pit number `index` of the player to move; `None` if the relay never ends (O7).
    ///
    /// Endless relays are found by Brent's algorithm (R. P. Brent, "An improved Monte Carlo factorization algorithm",
    /// BIT 20, 1980): the state (pits, pit to lift) is compared with one saved after 1, 2, 4, 8, ... relays.
    #[inline]
    fn sown(&self, index: usize) -> Option<Obridjie> {
        let mut relay = Relay { rows: [self.board.own, self.board.enemy], taken: [0, 0] };
        let mut from = index;
        let mut saved = (relay.rows, from);
        let (mut steps, mut span) = (0u32, 1u32);
        while let Ending::Relay(last) = relay.sow(from) {
            from = last;
            if saved == (relay.rows, from) {
                return None;
            }
            steps += 1;
            if steps == span {
                saved = (relay.rows, from);
                (steps, span) = (0, 2 * span);
            }
        }
        let [own, enemy] = relay.rows;
        let [mine, theirs] = self.board.captured;
        let captured = [mine + relay.taken[0], theirs + relay.taken[1]];
        Some(Obridjie { board: Board { own, enemy, captured, turn: self.board.turn }.handed_over() })
    }

    /// The sowings of the legal move `mv`: 1 if it is no relay.
    pub fn sowings(&self, mv: Pit) -> usize {
        let mut relay = Relay { rows: [self.board.own, self.board.enemy], taken: [0, 0] };
        let mut from = mv.index();
        let mut count = 1;
        while let Ending::Relay(last) = relay.sow(from) {
            from = last;
            count += 1;
        }
        count
    }

    /// Flags of the pits with seeds of the player to move, endless ones included.
    #[inline]
    fn filled(&self) -> u64 {
        nonzero_flags(self.board.own)
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
        Obridjie { board: Board::new([row; 2], [0; 2], Player::First) }
    }

    fn rules(&self) -> OnlyRules {
        OnlyRules
    }

    #[inline]
    fn turn(&self) -> Player {
        self.board.turn
    }

    fn legal_moves(&self, moves: &mut Vec<Pit>) {
        moves.clear();
        let legal = pits_of(self.filled()).filter(|&index| self.sown(index).is_some());
        moves.extend(legal.map(|index| Pit::new(self.board.turn, index)));
    }

    /// Different relays can lead to the same position.
    fn distinct_moves(&self, moves: &mut Vec<Pit>) {
        moves.clear();
        self.for_each_distinct_child(&mut Vec::new(), |mv, _| moves.push(mv));
    }

    fn is_legal(&self, mv: Pit) -> bool {
        mv.owner() == self.board.turn
            && mv.index() < PITS
            && pit(self.board.own, mv.index()) != 0
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
                visit(Pit::new(self.board.turn, index), child);
            }
        }
    }

    #[inline]
    fn for_each_distinct_child(&self, _moves: &mut Vec<Pit>, mut visit: impl FnMut(Pit, Obridjie)) {
        let mut reached = [None; PITS];
        for index in pits_of(self.filled()) {
            let child = self.sown(index);
            if let Some(child) = child.filter(|_| !reached[..index].contains(&child)) {
                visit(Pit::new(self.board.turn, index), child);
            }
            reached[index] = child;
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let goes_on = pits_of(self.filled()).any(|index| self.sown(index).is_some());
        (!goes_on).then(|| Outcome::by_stores(self.board.stores()))
    }

    fn endless(&self) -> Outcome {
        Outcome::by_stores(self.board.stores())
    }

    #[inline]
    fn repeats(&self, earlier: &Obridjie) -> bool {
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
