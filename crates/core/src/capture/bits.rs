//! The few operations that a set of squares needs, over `u32`, `u64` and `u128`.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of squares, one bit a square; also the store of a chain's directions, two bits a step.
pub trait Bits:
    Copy
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// Bits of the integer.
    const WIDTH: usize;
    /// No bit.
    const NONE: Self;

    /// The integer with the value `byte`.
    fn from_byte(byte: u8) -> Self;

    /// The lowest eight bits.
    fn low_byte(self) -> u8;

    /// The lowest and the highest 64 bits.
    fn halves(self) -> [u64; 2];

    /// The number of bits set.
    fn count(self) -> u32;

    /// The number of the lowest bit set; the width if there is none.
    fn lowest(self) -> usize;

    /// The set without its lowest bit. It must not be empty.
    fn without_lowest(self) -> Self;

    /// Is no bit set?
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Is a bit set?
    #[inline]
    fn any(self) -> bool {
        self != Self::NONE
    }

    /// The set of square number `square` alone.
    #[inline]
    fn square(square: usize) -> Self {
        Self::from_byte(1) << square
    }

    /// Is square number `square` in the set?
    #[inline]
    fn has(self, square: usize) -> bool {
        (self & Self::square(square)).any()
    }

    /// The numbers of the bits set, lowest first.
    #[inline]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }

    /// The number of the bit set that has `n` set bits below it; there must be one.
    #[inline]
    fn nth(self, n: u32) -> usize {
        let [low, high] = self.halves();
        let below = low.count_ones();
        if Self::WIDTH <= 64 || n < below { select(low, n) } else { 64 + select(high, n - below) }
    }
}

/// The number of the bit set in `word` that has `n` set bits below it; there must be one.
///
/// No branch depends on `word`: a loop over the bits costs a mispredicted jump almost every time. The sums of the
/// first bytes' bits come from one multiplication, the comparison with all of them from one subtraction (S. Vigna,
/// "Broadword implementation of rank/select queries", 2008); a table finds the bit in its byte.
#[inline]
fn select(word: u64, n: u32) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x80 * ONES;
    let pairs = word - ((word >> 1) & (0x55 * ONES));
    let fours = (pairs & (0x33 * ONES)) + ((pairs >> 2) & (0x33 * ONES));
    let bytes = (fours + (fours >> 4)) & (0x0f * ONES);
    let sums = bytes.wrapping_mul(ONES);
    // A byte's top bit stays where its sum is at most `n`: the bit looked for lies higher.
    let passed = ((((u64::from(n) * ONES) | TOPS) - sums) & TOPS) >> 7;
    let shift = (passed.wrapping_mul(ONES) >> 56) as usize * 8;
    let before = sums << 8 >> shift & 0xff;
    let byte = word >> shift & 0xff;
    shift + usize::from(IN_BYTE[byte as usize][(n as usize - before as usize) & 7])
}

/// The number of the bit with so many set bits below it, by byte.
static IN_BYTE: [[u8; 8]; 256] = in_byte();

const fn in_byte() -> [[u8; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut below) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][below] = bit;
                below += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

/// The squares of a set, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(square)
    }
}

macro_rules! bits {
    ($($int:ty: |$set:ident| $halves:expr;)*) => {
        $(impl Bits for $int {
            const WIDTH: usize = <$int>::BITS as usize;
            const NONE: Self = 0;

            #[inline]
            fn from_byte(byte: u8) -> Self {
                <$int>::from(byte)
            }

            #[inline]
            fn low_byte(self) -> u8 {
                self as u8
            }

            #[inline]
            fn halves(self) -> [u64; 2] {
                let $set = self;
                $halves
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & (self - 1)
            }
        })*
    };
}

bits! {
    u32: |set| [u64::from(set), 0];
    u64: |set| [set, 0];
    u128: |set| [set as u64, (set >> 64) as u64];
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The set with a bit for every third, seventh, ... number, differently for every `seed`.
    fn sample(seed: u64) -> u128 {
        let mut word = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut next = || {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            u128::from(word)
        };
        (next() << 64 | next()) & (next() << 64 | next())
    }

    fn check<B: Bits>(set: B) {
        let squares: Vec<usize> = (0..B::WIDTH).filter(|&square| set.has(square)).collect();
        assert_eq!(set.squares().collect::<Vec<_>>(), squares);
        assert_eq!(set.count() as usize, squares.len());
        for (n, &square) in (0..).zip(&squares) {
            assert_eq!(set.nth(n), square, "{set:?} {n}");
        }
    }

    #[test]
    fn the_nth_bit_is_that_of_the_list() {
        for seed in 0..2000 {
            let set = sample(seed);
            check(set);
            check(set as u64);
            check(set as u32);
        }
        check(u128::MAX);
        check(u64::MAX);
        check(u32::MAX);
    }
}
