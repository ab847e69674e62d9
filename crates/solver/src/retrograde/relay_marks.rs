//! Where entries have changed, coarsely enough to stay in the caches.

use std::sync::atomic::{AtomicU64, Ordering};

/// Slots that share a mark, as a power of two: the entries of one line of the cache.
const SHARED: u32 = 6;

/// Slots that share a word of marks, as a power of two.
const WORD: u32 = SHARED + u64::BITS.ilog2();

/// A mark for every 64 slots of a layer.
pub(super) struct Marks {
    words: Vec<AtomicU64>,
}

impl Marks {
    /// No slot is marked.
    pub fn none(slots: u64) -> Marks {
        Marks { words: (0..slots.div_ceil(1 << WORD)).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Marks a slot and those near it.
    #[inline]
    pub fn set(&self, slot: u64) {
        self.words[(slot >> WORD) as usize].fetch_or(1 << (slot >> SHARED & 63), Ordering::Relaxed);
    }

    /// Is the slot, or one near it, marked?
    #[inline]
    pub fn has(&self, slot: u64) -> bool {
        self.words[(slot >> WORD) as usize].load(Ordering::Relaxed) >> (slot >> SHARED & 63) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_covers_one_line() {
        let marks = Marks::none(10_000);
        marks.set(6_400);
        let marked: Vec<u64> = (0..10_000).filter(|&slot| marks.has(slot)).collect();
        assert_eq!(marked, (6_400..6_464).collect::<Vec<_>>());
    }
}
