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
    fn nth(mut self, n: u32) -> usize {
        for _ in 0..n {
            self = self.without_lowest();
        }
        self.lowest()
    }
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
