//! What the three mancalas share: the ring of pits, sowing, exact keys, text.

mod board;
mod key;
mod notation;
pub mod ring;
#[cfg(test)]
pub(crate) mod testing;

pub use board::Board;
pub use key::{CHOOSE, board_rank, packed_key};
pub use notation::{Pit, draw, parse_board, parse_only_board, parse_pit, write_board};
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

/// `NTH_PIT[mask][n]`: the number of the `n`th set bit of `mask`, for choosing without a loop whose length cannot be
/// predicted.
static NTH_PIT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if mask >> bit & 1 == 1 {
                table[mask][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        mask += 1;
    }
    table
};

/// Those of the flagged pits for which `holds`, as flags.
#[inline]
pub(crate) fn flags_where(flags: u64, mut holds: impl FnMut(usize) -> bool) -> u64 {
    pits_of(flags).filter(|&index| holds(index)).fold(0, |kept, index| kept | 0x80 << (8 * index))
}

/// The number of one of the flagged pits, each with the same chance; there must be one.
#[inline]
pub fn random_pit(flags: u64, below: &mut impl FnMut(u32) -> u32) -> usize {
    let chosen = below(flags.count_ones()) as usize;
    usize::from(NTH_PIT[ring::gathered(flags)][chosen])
}
