//! The eight symmetries of the square board.
//!
//! Bit 0 of a symmetry's number mirrors the files, then bit 1 the rows, then bit 2 exchanges files and rows.

use super::{Bits, Board, Direction, Kind, Size, Turn};

/// Symmetries of a square board.
pub(crate) const SYMMETRIES: u8 = 8;

const FILES: u8 = 1;
const ROWS: u8 = 2;
const SWAP: u8 = 4;

/// `set` seen through a symmetry.
pub(crate) fn transformed<S: Size>(mut set: S::Bits, symmetry: u8) -> S::Bits {
    let last = S::SIDE - 1;
    let lines = |set: S::Bits, line: S::Bits, stride: usize| {
        (0..S::SIDE)
            .fold(S::Bits::NONE, |seen, i| seen | (set >> (i * stride) & line) << ((last - i) * stride))
    };
    if symmetry & FILES != 0 {
        set = lines(set, S::FILE, 1);
    }
    if symmetry & ROWS != 0 {
        set = lines(set, S::ROW, S::SIDE);
    }
    if symmetry & SWAP != 0 {
        let swapped = |square| S::at(square / S::SIDE, square % S::SIDE);
        set = set.squares().fold(S::Bits::NONE, |seen, square| seen | S::Bits::square(swapped(square)));
    }
    set
}

/// A square's number seen through a symmetry.
fn square<S: Size>(square: usize, symmetry: u8) -> usize {
    let last = S::SIDE - 1;
    let (file, row) = (square % S::SIDE, square / S::SIDE);
    let file = if symmetry & FILES != 0 { last - file } else { file };
    let row = if symmetry & ROWS != 0 { last - row } else { row };
    if symmetry & SWAP != 0 { S::at(row, file) } else { S::at(file, row) }
}

/// A direction seen through a symmetry.
fn direction(direction: Direction, symmetry: u8) -> Direction {
    let sideways = matches!(direction, Direction::West | Direction::East);
    let mirrored = symmetry & if sideways { FILES } else { ROWS } != 0;
    let seen = if mirrored { direction.opposite() } else { direction };
    // South and west are neighbours in number, east and north too.
    if symmetry & SWAP != 0 { Direction::new(seen as u8 ^ 1) } else { seen }
}

impl<S: Size> Board<S> {
    /// The board seen through a symmetry.
    pub(crate) fn transformed(mut self, symmetry: u8) -> Board<S> {
        self.pieces = self.pieces.map(|set| transformed::<S>(set, symmetry));
        self
    }
}

impl<S: Size> Turn<S> {
    /// The turn seen through a symmetry; a placement comes out in the order of squares.
    pub(crate) fn transformed(self, symmetry: u8) -> Turn<S> {
        let origin = square::<S>(self.origin(), symmetry);
        match self.kind() {
            Kind::Pass => self,
            Kind::Single => Turn::single(origin),
            Kind::Pair => Turn::pair(origin, square::<S>(self.second(), symmetry)),
            kind => self
                .directions()
                .fold(Turn::begun(kind, origin), |turn, step| turn.then(direction(step, symmetry))),
        }
    }
}
