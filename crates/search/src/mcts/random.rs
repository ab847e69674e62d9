//! Random numbers for playouts and for the order of moves.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator of one searching thread.
#[derive(Clone, Debug)]
pub(super) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `n`. A product of 32 bits with the range is as good as uniform, and needs no division
    /// (D. Lemire, "Fast random integer generation in an interval", 2019).
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        ((u64::from(self.0.random::<u32>()) * u64::from(n)) >> 32) as u32
    }

    /// Puts `items` in random order (R. Durstenfeld, 1964).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1);
            items.swap(last, other as usize);
        }
    }
}
