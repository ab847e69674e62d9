//! One whole turn of a capture game.

use std::fmt;

use super::{Bits, Direction, Size};

/// The kinds of turn, in the order in which they are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Two pieces are placed.
    Pair,
    /// The last piece in hand is placed.
    Single,
    /// A piece goes one square and takes nothing.
    Slide,
    /// A piece goes square by square and takes at every step (Seega).
    Capture,
    /// A piece jumps, two squares a step, and takes what it jumps over (M'raha wa bwe).
    Jump,
    /// Nothing happens.
    Pass,
}

/// One whole turn. The order of turns is that of generation: by kind, by origin, then by the squares landed on.
///
/// Slides and captures keep the directions of their steps, two bits each, the first step in the highest bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn<S: Size> {
    kind: Kind,
    origin: u8,
    path: S::Bits,
    steps: u8,
}

impl<S: Size> Turn<S> {
    /// The placement of two pieces on two different squares.
    #[inline]
    pub fn pair(one: usize, other: usize) -> Turn<S> {
        let (first, second) = if one < other { (one, other) } else { (other, one) };
        Turn { kind: Kind::Pair, origin: first as u8, path: S::Bits::from_byte(second as u8), steps: 0 }
    }

    /// The placement of one piece.
    #[inline]
    pub fn single(square: usize) -> Turn<S> {
        Turn { kind: Kind::Single, origin: square as u8, path: S::Bits::NONE, steps: 0 }
    }

    /// The pass.
    #[inline]
    pub fn pass() -> Turn<S> {
        Turn { kind: Kind::Pass, origin: 0, path: S::Bits::NONE, steps: 0 }
    }

    /// The step of the piece on `origin` to the next square.
    #[inline]
    pub fn slide(origin: usize, direction: Direction) -> Turn<S> {
        Turn::begun(Kind::Slide, origin).then(direction)
    }

    /// A turn of `kind` that has not left `origin` yet.
    #[inline]
    pub(crate) fn begun(kind: Kind, origin: usize) -> Turn<S> {
        Turn { kind, origin: origin as u8, path: S::Bits::NONE, steps: 0 }
    }

    /// The same turn with one more step. The longest turn has as many steps as a player has pieces.
    #[inline]
    pub(crate) fn then(mut self, direction: Direction) -> Turn<S> {
        self.steps += 1;
        self.path |= S::Bits::from_byte(direction as u8) << (S::Bits::WIDTH - 2 * usize::from(self.steps));
        self
    }

    /// The kind of turn.
    #[inline]
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// The square that the piece leaves, or the first square of a placement.
    #[inline]
    pub fn origin(self) -> usize {
        usize::from(self.origin)
    }

    /// The second square of a placement of two.
    #[inline]
    pub fn second(self) -> usize {
        usize::from(self.path.low_byte())
    }

    /// The squares of a placement.
    #[inline]
    pub(crate) fn placed(self) -> S::Bits {
        let first = S::Bits::square(self.origin());
        if self.kind == Kind::Pair { first | S::Bits::square(self.second()) } else { first }
    }

    /// The directions of the steps, in order.
    #[inline]
    pub fn directions(self) -> impl ExactSizeIterator<Item = Direction> {
        (1..self.steps + 1).map(move |step| {
            Direction::new((self.path >> (S::Bits::WIDTH - 2 * usize::from(step))).low_byte())
        })
    }

    /// The number of steps: 1 for a slide, captures at least 1, the others 0.
    #[inline]
    pub fn steps(self) -> usize {
        usize::from(self.steps)
    }

    /// The squares of the turn in order: those placed on, or the origin and every square landed on.
    pub fn squares(self) -> impl Iterator<Item = usize> {
        let stride = if self.kind == Kind::Jump { 2 } else { 1 };
        let mut square = self.origin();
        let landings = self.directions().map(move |direction| {
            let distance =
                stride * if matches!(direction, Direction::South | Direction::North) { S::SIDE } else { 1 };
            let back = matches!(direction, Direction::South | Direction::West);
            square = if back { square.wrapping_sub(distance) } else { square + distance };
            square
        });
        let origin = (self.kind != Kind::Pass).then_some(self.origin());
        let second = (self.kind == Kind::Pair).then(|| self.second());
        origin.into_iter().chain(second).chain(landings)
    }
}

/// A square's name: `c2`.
pub(crate) fn name<S: Size>(square: usize) -> String {
    let file = b'a' + (square % S::SIDE) as u8;
    format!("{}{}", char::from(file), square / S::SIDE + 1)
}

impl<S: Size> fmt::Display for Turn<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joint = match self.kind {
            Kind::Pass => return f.write_str("pass"),
            Kind::Pair | Kind::Single => "",
            Kind::Slide => "-",
            Kind::Capture | Kind::Jump => "x",
        };
        for (number, square) in self.squares().enumerate() {
            write!(f, "{}{}", if number == 0 { "" } else { joint }, name::<S>(square))?;
        }
        Ok(())
    }
}

impl<S: Size> fmt::Debug for Turn<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a turn is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The number of the turn's square at fault, counted from 0.
    pub(crate) part: usize,
    /// What is wrong with it.
    pub(crate) reason: &'static str,
}

/// A refusal for `reason`, because of the turn's square number `part`.
pub(crate) fn refuse<T>(part: usize, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal { part, reason })
}
