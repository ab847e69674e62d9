//! The three sizes of a board, and steps on them.
//!
//! ```text
//!   5 | 20 21 22 23 24        bits of the 5x5 board: a1 is bit 0, then along the row,
//!   4 | 15 16 17 18 19        then the rows upwards; no gaps, so that two boards
//!   3 | 10 11 12 13 14        of 25 bits fit one key
//!   2 |  5  6  7  8  9
//!   1 |  0  1  2  3  4
//!     +---------------
//!        a  b  c  d  e
//! ```

use std::fmt::Debug;
use std::hash::Hash;

use super::Bits;

/// One of the four ways along a row or a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Direction {
    /// Towards row 1.
    South,
    /// Towards file a.
    West,
    /// Away from file a.
    East,
    /// Away from row 1.
    North,
}

impl Direction {
    /// All four, in the order of the squares that they lead to.
    pub const ALL: [Direction; 4] = [Direction::South, Direction::West, Direction::East, Direction::North];

    /// The direction with this number in [`ALL`](Direction::ALL), of which only the lowest two bits count.
    #[inline]
    pub const fn new(number: u8) -> Direction {
        Direction::ALL[(number & 3) as usize]
    }

    /// The way back.
    #[inline]
    pub const fn opposite(self) -> Direction {
        Direction::new(3 - self as u8)
    }

    /// What one step adds to a square's number on a board of `side` squares a side; the number must not leave it.
    #[inline]
    pub const fn offset(self, side: usize) -> isize {
        let side = side as isize;
        [-side, -1, 1, side][self as usize]
    }

    /// Is it at right angles to `other`?
    #[inline]
    pub fn crosses(self, other: Direction) -> bool {
        self != other && self != other.opposite()
    }
}

/// The size of a board: its side, its pieces, and the integer that holds its squares.
pub trait Size: Copy + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// Squares on a side.
    const SIDE: usize;
    /// Pieces of each player.
    const PIECES: u8;
    /// The preset word of the size, empty for the usual one.
    const WORD: &'static str;
    /// A set of squares; also wide enough for two bits a piece (the directions of the longest chain).
    type Bits: Bits;
    /// All squares.
    const ALL: Self::Bits;
    /// The lowest row.
    const ROW: Self::Bits;
    /// File a.
    const FILE: Self::Bits;
    /// The square in the middle.
    const CENTRE: Self::Bits;
    /// Can the board's keys be packed without loss into 64 bits?
    const KEY_IS_EXACT: bool = 2 * Self::SIDE * Self::SIDE + 9 <= 64;

    /// Squares of the board.
    const SQUARES: usize = Self::SIDE * Self::SIDE;

    /// The highest row.
    #[inline]
    fn top() -> Self::Bits {
        Self::ROW << (Self::SQUARES - Self::SIDE)
    }

    /// The last file.
    #[inline]
    fn last_file() -> Self::Bits {
        Self::FILE << (Self::SIDE - 1)
    }

    /// Every square of `set` moved one step; those that would leave the board are lost.
    #[inline]
    fn step(set: Self::Bits, direction: Direction) -> Self::Bits {
        match direction {
            Direction::South => set >> Self::SIDE,
            Direction::West => (set & !Self::FILE) >> 1,
            Direction::East => (set & !Self::last_file()) << 1,
            Direction::North => (set & !Self::top()) << Self::SIDE,
        }
    }

    /// The squares one step from a square of `set`, in any of the four directions.
    #[inline]
    fn beside(set: Self::Bits) -> Self::Bits {
        Self::step(set, Direction::South)
            | Self::step(set, Direction::West)
            | Self::step(set, Direction::East)
            | Self::step(set, Direction::North)
    }

    /// The squares of `area` that can be reached from `seed` by steps inside `area`; the seed is included.
    #[inline]
    fn flood(seed: Self::Bits, area: Self::Bits) -> Self::Bits {
        let mut reached = seed;
        loop {
            let wider = reached | Self::beside(reached) & area;
            if wider == reached {
                return reached;
            }
            reached = wider;
        }
    }

    /// Like [`flood`](Size::flood), but with the king's eight steps.
    #[inline]
    fn king_flood(seed: Self::Bits, area: Self::Bits) -> Self::Bits {
        let mut reached = seed;
        loop {
            let row = reached | Self::step(reached, Direction::West) | Self::step(reached, Direction::East);
            let all = row | Self::step(row, Direction::South) | Self::step(row, Direction::North);
            let wider = reached | all & area;
            if wider == reached {
                return reached;
            }
            reached = wider;
        }
    }

    /// The number of the square `file` to the right of file a and `row` above row 1.
    #[inline]
    fn at(file: usize, row: usize) -> usize {
        row * Self::SIDE + file
    }
}

/// The row of `side` squares, or with `stride` = `side` the file.
const fn line(side: usize, stride: usize) -> u128 {
    let (mut set, mut i) = (0, 0);
    while i < side {
        set |= 1 << (i * stride);
        i += 1;
    }
    set
}

macro_rules! sizes {
    ($($(#[$doc:meta])* $name:ident: $side:literal, $bits:ty, $pieces:literal, $word:literal;)*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name;

        impl Size for $name {
            const SIDE: usize = $side;
            const PIECES: u8 = $pieces;
            const WORD: &'static str = $word;
            type Bits = $bits;
            const ALL: $bits = line($side * $side, 1) as $bits;
            const ROW: $bits = line($side, 1) as $bits;
            const FILE: $bits = line($side, $side) as $bits;
            const CENTRE: $bits = 1 << ($side * $side / 2);
        })*
    };
}

sizes! {
    /// The usual board of 5x5 squares, twelve pieces each.
    Five: 5, u32, 12, "";
    /// 7x7 squares, 24 pieces each.
    Seven: 7, u64, 24, "7x7";
    /// 9x9 squares, 40 pieces each.
    Nine: 9, u128, 40, "9x9";
}
