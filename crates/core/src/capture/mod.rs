//! What the two capture games share: boards of three sizes, turns, text, symmetries.
//!
//! The same code serves 5x5, 7x7 and 9x9 boards: a [`Size`] names the integer that holds one bit a square. What a
//! capture is, who moves when and how a game ends is not known here; that is in [`mraha`](crate::mraha) and
//! [`seega`](crate::seega).

mod bits;
pub(crate) mod board;
mod chain;
#[cfg(test)]
pub(crate) mod harness;
mod notation;
#[cfg(test)]
pub(crate) mod plain;
mod size;
pub(crate) mod symmetry;
#[cfg(test)]
mod tests;
mod turn;

pub use bits::Bits;
pub use board::Board;
pub(crate) use board::Steps;
pub(crate) use chain::{Chain, Draw, Finder, Next, nth_chain};
pub(crate) use notation::{parse_turn, refused};
pub use size::{Direction, Five, Nine, Seven, Size};
pub use turn::{Kind, Turn};

/// What the chains of one turn have met. Few turns have more than a handful, so that a search node allocates nothing.
pub(crate) type Met<T> = smallvec::SmallVec<[T; 32]>;

pub(crate) use turn::{Refusal, refuse};
