//! What the three mancalas share: the ring of pits, sowing, exact keys, text.

mod key;
mod notation;
pub mod ring;

pub use key::{board_rank, packed_key};
pub use notation::{Board, Pit, draw, parse_board, parse_only_board, parse_pit, write_board};
pub(crate) use notation::{illegal_pit, swapped_pit};

/// The numbers of the pits that are flagged, lowest first.
#[inline]
pub fn pits_of(mut flags: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if flags == 0 {
            return None;
        }
        let index = flags.trailing_zeros() as usize / 8;
        flags &= flags - 1;
        Some(index)
    })
}

/// The number of one of the flagged pits, each with the same chance; there must be one.
#[inline]
pub fn random_pit(mut flags: u64, below: &mut impl FnMut(u32) -> u32) -> usize {
    for _ in 0..below(flags.count_ones()) {
        flags &= flags - 1;
    }
    flags.trailing_zeros() as usize / 8
}
