//! What the three mancalas share: the ring of pits, sowing, exact keys, text.

mod key;
mod notation;
pub mod ring;

pub use key::{board_rank, packed_key};
pub use notation::{Pit, draw, parse_board, parse_pit, write_board};
