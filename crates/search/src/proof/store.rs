//! Growing storage that never moves what it holds, and counts its bytes.

use std::ops::{Index, IndexMut};

/// Elements of a chunk, as a power of two.
const CHUNK_BITS: u32 = 14;
const CHUNK: usize = 1 << CHUNK_BITS;

/// A vector in chunks: it grows without a copy, so that its size is what was asked for at every moment.
#[derive(Debug)]
pub(super) struct Chunks<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Chunks<T> {
    pub fn new() -> Chunks<T> {
        Chunks { chunks: Vec::new(), len: 0 }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.chunks.len() * CHUNK * size_of::<T>()
    }

    /// Appends `value` and gives its number; `None` if the system has no memory for another chunk.
    #[inline]
    pub fn push(&mut self, value: T) -> Option<u32> {
        let at = self.len;
        if at.is_multiple_of(CHUNK) {
            let mut chunk = Vec::new();
            chunk.try_reserve_exact(CHUNK).ok()?;
            self.chunks.push(chunk);
        }
        self.chunks[at >> CHUNK_BITS].push(value);
        self.len += 1;
        u32::try_from(at).ok().filter(|&number| number != NONE)
    }
}

/// The number of nothing.
pub(super) const NONE: u32 = u32::MAX;

impl<T> Index<u32> for Chunks<T> {
    type Output = T;

    #[inline]
    fn index(&self, at: u32) -> &T {
        &self.chunks[at as usize >> CHUNK_BITS][at as usize & (CHUNK - 1)]
    }
}

impl<T> IndexMut<u32> for Chunks<T> {
    #[inline]
    fn index_mut(&mut self, at: u32) -> &mut T {
        &mut self.chunks[at as usize >> CHUNK_BITS][at as usize & (CHUNK - 1)]
    }
}

/// Numbers by hash, with linear probing; what they number is compared by the caller.
#[derive(Debug)]
pub(super) struct Directory {
    slots: Vec<u32>,
    used: usize,
}

impl Directory {
    pub fn new() -> Directory {
        Directory { slots: vec![NONE; 1024], used: 0 }
    }

    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u32>()
    }

    /// Is the next entry the one for which the directory doubles?
    pub fn is_full(&self) -> bool {
        self.used * 3 >= self.slots.len() * 2
    }

    /// The number with this hash that `is_same` accepts.
    #[inline]
    pub fn find(&self, hash: u64, mut is_same: impl FnMut(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            match self.slots[at] {
                NONE => return None,
                number if is_same(number) => return Some(number),
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// Enters a number that is not there yet. There must be room.
    #[inline]
    pub fn enter(&mut self, hash: u64, number: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != NONE {
            at = (at + 1) & mask;
        }
        self.slots[at] = number;
        self.used += 1;
    }

    /// Doubles the room; `None` if the system has no memory for it.
    pub fn double(&mut self, hash_of: impl Fn(u32) -> u64) -> Option<()> {
        let mut slots = Vec::new();
        slots.try_reserve_exact(2 * self.slots.len()).ok()?;
        slots.resize(2 * self.slots.len(), NONE);
        let old = std::mem::replace(self, Directory { slots, used: 0 });
        for number in old.slots.into_iter().filter(|&number| number != NONE) {
            self.enter(hash_of(number), number);
        }
        Some(())
    }
}

/// A hash of a key and a small number (the finaliser of SplitMix64; Steele, Lea, Flood 2014).
#[inline]
pub(super) fn hashed(key: u64, small: u8) -> u64 {
    let mut x = key ^ u64::from(small) << 57;
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
