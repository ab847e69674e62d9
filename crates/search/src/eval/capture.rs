//! What the evaluators of the two capture games share: three outcomes, and features counted on sets of squares.

use grenier_core::capture::{Bits, Board, Direction, Size};
use grenier_core::{Outcome, Player, Position};

use super::linear::{Eval, Weighted};
use super::{Evaluator, WIN, inside, logistic};
use crate::score::Unit;

/// A capture game. Weights are on the scale of [`WIN`] for boards of twelve pieces a side.
pub trait Captor: Position {
    /// The board's size.
    type Size: Size;

    /// The board.
    fn seen(&self) -> &Board<Self::Size>;
}

/// What makes a linear evaluator one of a capture game.
#[derive(Clone, Copy, Debug)]
pub struct Capturing;

/// The bounds of every position.
const BOUNDS: (i32, i32) = (-WIN, WIN);

impl<P: Captor + Weighted<N>, const N: usize> Evaluator<P> for Eval<P, Capturing, N> {
    fn unit(&self) -> Unit {
        Unit::Expectation
    }

    fn banked(&self, _: &P) -> i32 {
        0
    }

    /// Pieces, those in hand included. What each weighs changes nothing in a comparison of captures.
    #[inline]
    fn material(&self, position: &P) -> i32 {
        View::new(position.seen(), position.turn()).pieces()
    }

    /// What placements capture (S11) is left to the search itself: hundreds of moves are too many to look at.
    #[inline]
    fn is_quiet(&self, position: &P) -> bool {
        position.seen().is_placing()
    }

    fn terminal(&self, position: &P, outcome: Outcome) -> i32 {
        match outcome.winner {
            None => 0,
            Some(winner) if winner == position.turn() => WIN,
            Some(_) => -WIN,
        }
    }

    /// On larger boards each of the more numerous pieces weighs less.
    #[inline]
    fn evaluate(&self, position: &P) -> i32 {
        inside(self.sum(position) * 12 / i32::from(P::Size::PIECES), BOUNDS)
    }

    fn bounds(&self, _: &P) -> (i32, i32) {
        BOUNDS
    }

    fn expected(&self, value: i32) -> f64 {
        if value.abs() < WIN { logistic(value, self.scale) } else { f64::from(value.signum() + 1) / 2.0 }
    }
}

/// Slots of a network on the board of 25 squares: eight threes of squares and a last one, and the hands.
pub(super) const SLOTS: usize = 11;

/// Categories of a slot: what can stand on three squares, the mover's pieces in the lower three bits; of a hand, its pieces.
pub(super) const CATEGORIES: usize = 64;

/// The rows of a network for a board of 25 squares; meaningless for larger ones.
#[inline(always)]
pub(super) fn rows<S: Size>(board: &Board<S>, mover: Player) -> [u16; SLOTS] {
    const THREES: usize = SLOTS - 2;
    let squares = |player| board.pieces(player).halves()[0] as u32;
    let (own, enemy) = (squares(mover), squares(mover.other()));
    let hands = [board.hand(mover), board.hand(mover.other())];
    let mut rows = [0; SLOTS];
    for (slot, row) in rows.iter_mut().enumerate() {
        let category = if slot < THREES {
            own >> (3 * slot) & 7 | (enemy >> (3 * slot) & 7) << 3
        } else {
            u32::from(hands[slot - THREES]) % CATEGORIES as u32
        };
        *row = (slot * CATEGORIES) as u16 + category as u16;
    }
    rows
}

/// The board as the features see it.
#[derive(Clone, Copy)]
pub(super) struct View<S: Size> {
    /// The pieces of the mover.
    pub own: S::Bits,
    /// The pieces of his opponent.
    pub enemy: S::Bits,
    /// The empty squares.
    pub empty: S::Bits,
    /// Pieces in hand of both.
    hands: [u8; 2],
}

impl<S: Size> View<S> {
    #[inline(always)]
    pub fn new(board: &Board<S>, mover: Player) -> Self {
        let (own, enemy) = (board.pieces(mover), board.pieces(mover.other()));
        let hands = [board.hand(mover), board.hand(mover.other())];
        View { own, enemy, empty: board.empty(), hands }
    }

    /// Are pieces still to be placed?
    #[inline(always)]
    fn is_placing(&self) -> bool {
        self.hands != [0; 2]
    }

    /// What `count` says while pieces are still to be placed, then nothing.
    ///
    /// A branch, but the phases are long, so that it is foreseen nearly always.
    #[inline(always)]
    pub fn placed(&self, count: impl Fn(&Self) -> i32) -> i32 {
        if self.is_placing() { count(self) } else { 0 }
    }

    /// What `count` says once all pieces stand, before nothing.
    #[inline(always)]
    pub fn moved(&self, count: impl Fn(&Self) -> i32) -> i32 {
        if self.is_placing() { 0 } else { count(self) }
    }

    /// How many pieces the mover is ahead, those in hand included.
    #[inline(always)]
    pub fn pieces(&self) -> i32 {
        ahead::<S>(self.own, self.enemy) + self.in_hand()
    }

    /// How many pieces more the mover has in hand.
    #[inline(always)]
    pub fn in_hand(&self) -> i32 {
        i32::from(self.hands[0]) - i32::from(self.hands[1])
    }

    /// Empty squares that pieces of the mover can slide to, less those of the enemy's.
    #[inline(always)]
    pub fn ways(&self) -> i32 {
        ahead::<S>(S::beside(self.own) & self.empty, S::beside(self.enemy) & self.empty)
    }

    /// Own pieces on `squares` less enemy pieces there.
    #[inline(always)]
    pub fn on(&self, squares: S::Bits) -> i32 {
        ahead::<S>(self.own & squares, self.enemy & squares)
    }

    /// Pairs of neighbours along a row or a file among the mover's pieces, less the enemy's.
    #[inline(always)]
    pub fn pairs(&self) -> i32 {
        let along = |to| ahead::<S>(self.own & S::step(self.own, to), self.enemy & S::step(self.enemy, to));
        along(Direction::East) + along(Direction::North)
    }

    /// One if the mover has no piece that can slide, less one if the enemy has none.
    #[inline(always)]
    pub fn blocked(&self) -> i32 {
        let near = S::beside(self.empty);
        i32::from((self.own & near).is_empty()) - i32::from((self.enemy & near).is_empty())
    }
}

/// The number of squares in `own` less those in `enemy`.
#[inline(always)]
fn ahead<S: Size>(own: S::Bits, enemy: S::Bits) -> i32 {
    own.count() as i32 - enemy.count() as i32
}

/// The squares on the edge of the board.
#[inline(always)]
pub(super) fn edge<S: Size>() -> S::Bits {
    S::FILE | S::last_file() | S::ROW | S::top()
}

/// The squares in the middle of each edge.
#[inline(always)]
pub(super) fn gates<S: Size>() -> S::Bits {
    let middle = S::FILE << (S::SIDE / 2) | S::ROW << (S::SIDE * (S::SIDE / 2));
    middle & edge::<S>()
}

/// The four corners.
#[inline(always)]
pub(super) fn corners<S: Size>() -> S::Bits {
    (S::FILE | S::last_file()) & (S::ROW | S::top())
}

/// The pieces of `prey` with a square of `before` on one side and, in the same line, one of `behind` on the other.
#[inline(always)]
pub(super) fn between<S: Size>(prey: S::Bits, before: S::Bits, behind: S::Bits) -> S::Bits {
    let taken = |to: Direction| S::step(before, to) & S::step(behind, to.opposite());
    prey & Direction::ALL.into_iter().fold(S::Bits::NONE, |set, to| set | taken(to))
}
