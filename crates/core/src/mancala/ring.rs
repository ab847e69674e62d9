//! The ring of pits as bytes of two words, and sowing on it without a loop over seeds.
//!
//! ```text
//!   byte      7   6   5   4   3   2   1   0
//!   row       0   0   F   E   D   C   B   A      one row, each player's own left pit in the lowest byte
//! ```
//!
//! A pit holds at most [`MOST_SEEDS`] seeds, so bytes never carry into each other and one addition of a precomputed
//! row of increments sows a whole lap. Flags are the top bits of the bytes.

/// Seeds on the board and in the stores of every mancala here, at most.
pub const MOST_SEEDS: usize = 48;

/// One player's row: one byte a pit.
pub type Row = u64;

/// The top bit of every byte.
pub const FLAGS: u64 = 0x8080_8080_8080_8080;
const ONES: u64 = 0x0101_0101_0101_0101;

/// The value `byte` in every byte.
#[inline]
pub const fn splat(byte: u8) -> u64 {
    ONES * byte as u64
}

/// The seeds in pit number `pit`.
#[inline]
pub const fn pit(row: Row, pit: usize) -> u8 {
    (row >> (8 * pit)) as u8
}

/// The row without the seeds of pit number `pit`.
#[inline]
pub const fn lifted(row: Row, pit: usize) -> Row {
    row & !(0xff << (8 * pit))
}

/// All seeds of a row.
#[inline]
pub const fn seeds(row: Row) -> u8 {
    (row.wrapping_mul(ONES) >> 56) as u8
}

/// Do these rows of `PITS` pits hold at most `most` seeds (48 or fewer) altogether, and nothing beyond their pits?
#[inline]
pub const fn rows_fit<const PITS: usize>(rows: [Row; 2], most: usize) -> bool {
    let both = rows[0] | rows[1];
    if both >> (8 * PITS) != 0 || both & splat(0xc0) != 0 {
        return false;
    }
    // Bytes below 64 do not carry when two are added; lanes of 16 bits hold the sum of all.
    let pits = rows[0] + rows[1];
    let pairs = (pits & 0x00ff_00ff_00ff_00ff) + (pits >> 8 & 0x00ff_00ff_00ff_00ff);
    let sum = pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48;
    sum as usize <= most
}

/// Sums of the first pits: byte `i` of the result is the sum of bytes `0..=i`.
#[inline]
pub const fn prefix_sums(row: Row) -> u64 {
    row.wrapping_mul(ONES)
}

/// The top bit of each byte that is zero in `row` (whose bytes are all below 128).
#[inline]
pub const fn zero_flags(row: u64) -> u64 {
    !(row + splat(0x7f)) & FLAGS
}

/// The top bit of each byte that is not zero in `row` (whose bytes are all below 128).
#[inline]
pub const fn nonzero_flags(row: u64) -> u64 {
    (row + splat(0x7f)) & FLAGS
}

/// The flags as the bits of a byte, pit 0 in the lowest.
#[inline]
pub const fn gathered(flags: u64) -> usize {
    // The product puts the flag of pit i, now bit 8i, to bit 56 + i (8i plus the multiplier's bit 56 - 7i).
    ((flags >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
}

/// A mask of the unbroken run of flagged pits that ends (going backwards) at pit number `last`; 0 if `last` has no flag.
#[inline]
pub const fn run_ending_at(flags: u64, last: usize) -> u64 {
    // Pit `last` moves to the top byte, where counting leading bytes with their flag set finds the run's length.
    let misses = !(flags << (8 * (7 - last))) & FLAGS;
    let run = misses.leading_zeros();
    // `run` is a multiple of 8 below 64, because the bytes shifted in have no flag; `last` is 6 at the most.
    let ones = (1u64 << run) - 1;
    ones << (8 * (last + 1) as u32 - run)
}

/// What sowing one pit's seeds adds to the pits.
#[derive(Clone, Copy, Debug)]
pub struct Lap {
    /// Increments of the sower's row.
    pub own: u64,
    /// Increments of the other row.
    pub enemy: u64,
    /// The pit of the last seed: its number in its row, plus 8 if that is the enemy's.
    last: u8,
}

impl Lap {
    /// All ones if the last seed falls in the enemy row, else zero: a mask, because a branch here is a coin toss.
    #[inline]
    pub const fn ends_in_enemy_row(&self) -> u64 {
        0u64.wrapping_sub((self.last >> 3) as u64)
    }

    /// The number in its row of the pit of the last seed.
    #[inline]
    pub const fn last_in_row(&self) -> usize {
        (self.last & 7) as usize
    }
}

/// The laps of a ring with `PITS` pits a row, by pit of origin and number of seeds.
pub type Laps<const PITS: usize> = [[Lap; MOST_SEEDS + 1]; PITS];

/// Makes the table of all sowings, by dropping seeds one by one. With `skip_origin` the pit of origin is passed over.
pub const fn laps<const PITS: usize>(skip_origin: bool) -> Laps<PITS> {
    let mut laps = [[Lap { own: 0, enemy: 0, last: 0 }; MOST_SEEDS + 1]; PITS];
    let mut origin = 0;
    while origin < PITS {
        let (mut own, mut enemy, mut at) = (0u64, 0u64, origin);
        let mut count = 1;
        while count <= MOST_SEEDS {
            at = (at + 1) % (2 * PITS);
            if skip_origin && at == origin {
                at += 1;
            }
            if at < PITS {
                own += 1 << (8 * at);
            } else {
                enemy += 1 << (8 * (at - PITS));
            }
            laps[origin][count] = Lap { own, enemy, last: (at / PITS * 8 + at % PITS) as u8 };
            count += 1;
        }
        origin += 1;
    }
    laps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_stop_at_gaps_and_at_the_rows_end() {
        let flags = 0x0080_8000_8080u64; // pits 0, 1, 3, 4
        assert_eq!(run_ending_at(flags, 4), 0x00ff_ff00_0000);
        assert_eq!(run_ending_at(flags, 3), 0x0000_ff00_0000);
        assert_eq!(run_ending_at(flags, 2), 0);
        assert_eq!(run_ending_at(flags, 1), 0xffff);
        assert_eq!(run_ending_at(flags, 5), 0);
        assert_eq!(run_ending_at(0x8080_8080_8080, 5), 0xffff_ffff_ffff);
    }

    #[test]
    fn sums_and_flags() {
        let row = 0x0000_1400_0201_0003;
        assert_eq!(seeds(row), 26);
        assert_eq!(prefix_sums(row).to_le_bytes()[..6], [3, 3, 4, 6, 6, 26]);
        assert_eq!(nonzero_flags(row), 0x0000_8000_8080_0080);
        assert_eq!(zero_flags(row), FLAGS ^ 0x0000_8000_8080_0080);
        assert_eq!(gathered(nonzero_flags(row)), 0b10_1101);
    }
}
