//! Exact keys of mancala boards.

use super::ring::{MOST_SEEDS, Row, pit, prefix_sums, seeds};

/// Pits of the 2x6 boards.
const PITS: usize = 12;

/// `CHOOSE[i][s]` = C(s + i, i + 1): the ways to put fewer than `s` seeds into `i + 1` pits, of at most 48 seeds and 12 pits.
pub static CHOOSE: [[u64; MOST_SEEDS + 1]; PITS] = {
    let mut table = [[0; MOST_SEEDS + 1]; PITS];
    let mut sums = 1;
    while sums <= MOST_SEEDS {
        table[0][sums] = sums as u64;
        let mut i = 1;
        while i < PITS {
            // Pascal's rule: C(s + i, i + 1) = C(s + i - 1, i + 1) + C(s + i - 1, i).
            table[i][sums] = table[i][sums - 1] + table[i - 1][sums];
            i += 1;
        }
        sums += 1;
    }
    table
};

/// The rank of a 2x6 board among all boards with at most 48 seeds, below C(60, 12) < 2^41.
///
/// This is the combinatorial number system (Knuth, TAOCP 4A, 7.2.1.3) on the sums of the first pits, which rise
/// with every pit once the pit's number is added.
#[inline]
pub fn board_rank(rows: [Row; 2]) -> u64 {
    let south = prefix_sums(rows[0]);
    let north = prefix_sums(rows[1]) + super::ring::splat(seeds(rows[0]));
    let mut rank = 0;
    for i in 0..PITS / 2 {
        rank += CHOOSE[i][usize::from(pit(south, i))] + CHOOSE[i + PITS / 2][usize::from(pit(north, i))];
    }
    rank
}

/// A 2x4 board in 48 bits, six a pit.
#[inline]
pub fn packed_key(rows: [Row; 2]) -> u64 {
    squeezed(rows[0]) | squeezed(rows[1]) << 24
}

/// Four bytes below 64 in 24 bits.
#[inline]
const fn squeezed(row: Row) -> u64 {
    row & 0x3f | (row >> 2) & 0xfc0 | (row >> 4) & 0x3_f000 | (row >> 6) & 0xfc_0000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_number_small_boards_without_gaps() {
        // All boards of at most 3 seeds in 12 pits: C(15, 12) = 455 of them, with the ranks 0..455.
        let mut seen = vec![false; 455];
        let mut pits = [0u8; PITS];
        fn fill(at: usize, left: u8, pits: &mut [u8; PITS], seen: &mut [bool]) {
            if at == PITS {
                let row = |pits: &[u8]| pits.iter().rev().fold(0u64, |row, &n| row << 8 | u64::from(n));
                let rank = board_rank([row(&pits[..6]), row(&pits[6..])]);
                assert!(!std::mem::replace(&mut seen[rank as usize], true), "{pits:?}");
                return;
            }
            for n in 0..=left {
                pits[at] = n;
                fill(at + 1, left - n, pits, seen);
            }
            pits[at] = 0;
        }
        fill(0, 3, &mut pits, &mut seen);
        assert!(seen.iter().all(|&seen| seen));
    }

    #[test]
    fn the_highest_rank_fits_41_bits() {
        // 48 seeds in the first pit: every prefix sum is 48.
        let highest = board_rank([48, 0]);
        assert_eq!(highest, 1_399_358_844_974); // C(60, 12) - 1
        assert!(highest < 1 << 41);
    }

    #[test]
    fn packing_keeps_every_pit() {
        assert_eq!(squeezed(0x30_01_02_3f), 0x30 << 18 | 1 << 12 | 2 << 6 | 0x3f);
    }
}
