//! The eight symmetries of the 5x5 board, on sets of squares.
//!
//! They are numbered as in [`Symmetric`](grenier_core::Symmetric): bit 0 mirrors the files, then bit 1 the rows, then
//! bit 2 exchanges files and rows.

/// Squares on a side.
const SIDE: usize = 5;

/// The symmetries of the board, the identity (number 0) included.
pub(crate) const SYMMETRIES: u8 = 8;

/// `SEEN[s][row][squares]`: what symmetry `s` makes of the squares of one row. Five rows take 5 kB, which stay in the
/// nearest cache; a look-up in two halves of the board would take 393.
static SEEN: [[[u32; 1 << SIDE]; SIDE]; SYMMETRIES as usize] = {
    let mut table = [[[0; 1 << SIDE]; SIDE]; SYMMETRIES as usize];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES as usize {
        let mut square = 0;
        while square < SIDE * SIDE {
            let (row, bit) = (square / SIDE, 1 << (square % SIDE));
            let mut squares = 0;
            while squares < 1 << SIDE {
                if squares & bit != 0 {
                    table[symmetry][row][squares] |= 1 << seen_square(square, symmetry as u8);
                }
                squares += 1;
            }
            square += 1;
        }
        symmetry += 1;
    }
    table
};

const fn seen_square(square: usize, symmetry: u8) -> usize {
    let (mut file, mut row) = (square % SIDE, square / SIDE);
    if symmetry & 1 != 0 {
        file = SIDE - 1 - file;
    }
    if symmetry & 2 != 0 {
        row = SIDE - 1 - row;
    }
    if symmetry & 4 != 0 { file * SIDE + row } else { row * SIDE + file }
}

/// `set` seen through a symmetry.
#[inline]
pub(crate) fn seen(set: u32, symmetry: u8) -> u32 {
    let rows = &SEEN[usize::from(symmetry & 7)];
    let row = |number: usize| rows[number][(set >> (SIDE * number)) as usize & ((1 << SIDE) - 1)];
    row(0) | row(1) | row(2) | row(3) | row(4)
}

/// The symmetry that undoes `symmetry`: behind an exchange of files and rows the two mirrors have changed places.
pub(crate) const fn inverse(symmetry: u8) -> u8 {
    if symmetry & 4 == 0 { symmetry } else { 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1 }
}

#[cfg(test)]
mod tests {
    use grenier_core::mraha::Mraha;
    use grenier_core::{Player, Symmetric};

    use super::*;

    #[test]
    fn sets_are_seen_as_the_rules_see_them() {
        for set in (0..1 << 25).step_by(997).filter(|set: &u32| set.count_ones() <= 12) {
            let position = Mraha::set_up([set, 0], Player::First).unwrap();
            for symmetry in 0..SYMMETRIES {
                let expected = position.transformed(symmetry).board().pieces(Player::First);
                assert_eq!(seen(set, symmetry), expected, "{set:025b} through {symmetry}");
                assert_eq!(
                    seen(seen(set, symmetry), inverse(symmetry)),
                    set,
                    "{set:025b} through {symmetry}"
                );
            }
        }
    }
}
