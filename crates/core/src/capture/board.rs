//! A board with what both games keep beside it: hands, side to move, quiet plies.

use super::{Bits, Direction, Kind, Refusal, Size, Turn, refuse};
use crate::Player;

/// Pieces, hands, side to move and the counter of quiet plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board<S: Size> {
    /// The squares of each player's pieces, the first player's first.
    pub(crate) pieces: [S::Bits; 2],
    /// Pieces still to be placed.
    pub(crate) hands: [u8; 2],
    /// The player to move.
    pub(crate) turn: Player,
    /// Plies since the last capture or placement.
    pub(crate) quiet: u8,
}

/// The pieces that can make a single step (a slide, or a jump) towards each direction, and how many.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps<S: Size> {
    sets: [S::Bits; 4],
    counts: [u32; 4],
}

impl<S: Size> Steps<S> {
    /// The steps of the pieces in `sets`, in the order of [`Direction::ALL`].
    #[inline]
    pub(crate) fn new(sets: [S::Bits; 4]) -> Steps<S> {
        Steps { sets, counts: sets.map(Bits::count) }
    }

    /// The number of steps.
    #[inline]
    pub(crate) fn count(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// The square and the direction of step number `n`.
    #[inline]
    pub(crate) fn nth(&self, n: u32) -> (usize, Direction) {
        // The direction is counted out without a jump, which nobody could predict.
        let [first, second, third, _] = self.counts;
        let ends = [first, first + second, first + second + third];
        let number: u8 = ends.iter().map(|&end| u8::from(n >= end)).sum();
        let starts = [0, ends[0], ends[1], ends[2]];
        let from = self.sets[usize::from(number)].nth(n - starts[usize::from(number)]);
        (from, Direction::new(number))
    }
}

/// Quiet plies that end a game.
pub(crate) const QUIET_LIMIT: u8 = 100;

impl<S: Size> Board<S> {
    /// The empty board, all pieces in hand.
    pub(crate) fn start() -> Board<S> {
        Board { pieces: [S::Bits::NONE; 2], hands: [S::PIECES; 2], turn: Player::First, quiet: 0 }
    }

    /// The board of the second phase with these pieces, the first player's first; `None` if no game can have them.
    pub(crate) fn moving(pieces: [S::Bits; 2], turn: Player) -> Option<Board<S>> {
        let [first, second] = pieces;
        let is_possible = (first & second).is_empty()
            && ((first | second) & !S::ALL).is_empty()
            && pieces.iter().all(|set| set.count() <= u32::from(S::PIECES));
        is_possible.then_some(Board { pieces, hands: [0; 2], turn, quiet: 0 })
    }

    /// The squares of the pieces of `player`.
    #[inline]
    pub fn pieces(&self, player: Player) -> S::Bits {
        self.pieces[player.index()]
    }

    /// The number of pieces that `player` has still to place.
    #[inline]
    pub fn hand(&self, player: Player) -> u8 {
        self.hands[player.index()]
    }

    /// The squares of the player to move.
    #[inline]
    pub(crate) fn own(&self) -> S::Bits {
        self.pieces[self.turn.index()]
    }

    /// The squares of the player who waits.
    #[inline]
    pub(crate) fn enemy(&self) -> S::Bits {
        self.pieces[self.turn.other().index()]
    }

    /// The empty squares.
    #[inline]
    pub fn empty(&self) -> S::Bits {
        S::ALL & !(self.pieces[0] | self.pieces[1])
    }

    /// Are pieces still to be placed?
    #[inline]
    pub fn is_placing(&self) -> bool {
        self.hands != [0; 2]
    }

    /// Pieces on the board of each player, the first player's first.
    #[inline]
    pub(crate) fn counts(&self) -> [u8; 2] {
        [self.pieces[0].count() as u8, self.pieces[1].count() as u8]
    }

    /// The board with new pieces of the mover and of the enemy, and the other player to move.
    #[inline]
    pub(crate) fn after(mut self, own: S::Bits, enemy: S::Bits, quiet: u8) -> Board<S> {
        let mover = self.turn.index();
        self.pieces[mover] = own;
        self.pieces[1 - mover] = enemy;
        self.turn = self.turn.other();
        self.quiet = quiet;
        self
    }

    /// The counter after one more quiet ply.
    #[inline]
    pub(crate) fn next_quiet(&self) -> u8 {
        self.quiet.saturating_add(1)
    }

    /// The board after a slide.
    #[inline]
    pub(crate) fn slid(self, from: S::Bits, to: S::Bits) -> Board<S> {
        self.after(self.own() ^ from ^ to, self.enemy(), self.next_quiet())
    }

    /// The pieces of `movable` that can slide, by direction.
    #[inline]
    pub(crate) fn sliders(&self, movable: S::Bits) -> Steps<S> {
        let empty = self.empty();
        Steps::new(Direction::ALL.map(|direction| movable & S::step(empty, direction.opposite())))
    }

    /// The board after slide number `n` of `sliders`.
    #[inline]
    pub(crate) fn slide_nth(self, sliders: &Steps<S>, n: u32) -> Board<S> {
        let (from, direction) = sliders.nth(n);
        let to = from.wrapping_add_signed(direction.offset(S::SIDE));
        self.slid(S::Bits::square(from), S::Bits::square(to))
    }

    /// The board after the slide `mv`.
    #[inline]
    pub(crate) fn slide(self, mv: Turn<S>) -> Board<S> {
        let from = S::Bits::square(mv.origin());
        let to = mv.directions().next().map_or(from, |direction| S::step(from, direction));
        self.slid(from, to)
    }

    /// The board after the placement of the pieces on `squares`, the other player to move.
    #[inline]
    pub(crate) fn placed(mut self, squares: S::Bits) -> Board<S> {
        self.hands[self.turn.index()] -= squares.count() as u8;
        self.after(self.own() | squares, self.enemy(), 0)
    }

    /// The squares open to placement.
    #[inline]
    pub(crate) fn open(&self) -> S::Bits {
        self.empty() & !S::CENTRE
    }

    /// Appends all placements, in order.
    pub(crate) fn placements(&self, moves: &mut Vec<Turn<S>>) {
        let open = self.open();
        if self.hand(self.turn) == 1 {
            moves.extend(open.squares().map(Turn::single));
            return;
        }
        let mut rest = open;
        for first in open.squares() {
            rest = rest.without_lowest();
            moves.extend(rest.squares().map(|second| Turn::pair(first, second)));
        }
    }

    /// The squares of a random placement, every one with the same chance.
    #[inline]
    pub(crate) fn random_placement(&self, below: &mut impl FnMut(u32) -> u32) -> S::Bits {
        let open = self.open();
        let count = open.count();
        let first = S::Bits::square(open.nth(below(count)));
        if self.hand(self.turn) == 1 {
            return first;
        }
        first | S::Bits::square((open ^ first).nth(below(count - 1)))
    }

    /// Is `mv` a legal placement?
    pub(crate) fn check_placement(&self, mv: Turn<S>) -> Result<(), Refusal> {
        let squares: &[usize] = match (mv.kind(), self.hand(self.turn)) {
            (Kind::Single, 1) => &[mv.origin()],
            (Kind::Pair, 2..) => &[mv.origin(), mv.second()],
            (Kind::Single, _) => return refuse(0, "two pieces are placed in a turn: a1b1"),
            (Kind::Pair, _) => return refuse(1, "only one piece is left to place"),
            _ => return refuse(0, "pieces are still to be placed: two squares, like a1b1"),
        };
        for (part, &square) in squares.iter().enumerate() {
            if S::CENTRE.has(square) {
                return refuse(part, "the centre is closed until all pieces stand");
            }
            if !self.empty().has(square) {
                return refuse(part, "this square is occupied");
            }
        }
        Ok(())
    }

    /// Is a piece of the player to move on `square`?
    pub(crate) fn check_origin(&self, square: usize) -> Result<(), Refusal> {
        if self.own().has(square) {
            Ok(())
        } else if self.enemy().has(square) {
            refuse(0, "this piece is the enemy's")
        } else {
            refuse(0, "no piece stands here")
        }
    }

    /// Pieces on the board and, twice, in hand: a number that falls with every capture and placement.
    pub(crate) fn epoch(&self) -> u32 {
        let counts = self.counts();
        (0..2).map(|player| u32::from(counts[player]) + 2 * u32::from(self.hands[player])).sum()
    }

    /// Are board, hands and side to move equal?
    pub(crate) fn repeats(&self, earlier: &Board<S>) -> bool {
        (self.pieces, self.hands, self.turn) == (earlier.pieces, earlier.hands, earlier.turn)
    }

    /// The key: on the 5x5 board a packing (25 bits of each player, four of each hand, the turn), on others a hash.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        let [first, second] = self.pieces.map(Bits::halves);
        let [hand, other_hand] = self.hands.map(u64::from);
        let turn = self.turn as u64;
        if S::KEY_IS_EXACT {
            return first[0]
                | second[0] << S::SQUARES
                | (hand | other_hand << 4 | turn << 8) << (2 * S::SQUARES);
        }
        let rest = hand | other_hand << 8 | turn << 16;
        [first[0], first[1], second[0], second[1]]
            .into_iter()
            .fold(mixed(rest), |key, word| mixed(key ^ word))
    }
}

/// A bijection of 64-bit numbers in which every bit of the result depends on every bit of `word`: shifts and
/// multiplications in turn, with two of the odd multipliers of SplitMix64 (Steele, Lea, Flood 2014).
#[inline]
const fn mixed(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word ^ word >> 32
}
