//! Memory for a layer: zeroed bytes on huge pages where the system gives them, shared between threads.
//!
//! This is the one file of the crate with unsafe code. It looks at a mapping as atomic bytes, which no safe function of
//! the standard library does, and asks the processor to load a line of the cache early: an unloaded line costs 100 to
//! 400 ns, several times all other work on a position. It also maps files, so that a table is looked up without reading
//! all of it.
#![allow(unsafe_code)]

use std::fmt;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use memmap2::{Mmap, MmapMut};

/// Bytes of the largest pages that are worth asking for.
const HUGE_PAGE: usize = 2 << 20;

/// The system does not give so much memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMemory {
    /// Bytes asked for.
    pub bytes: u64,
}

impl fmt::Display for NoMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the system does not give {} MB of memory", self.bytes.div_ceil(1 << 20))
    }
}

impl std::error::Error for NoMemory {}

/// One byte a slot, all zero at first. Reading and writing need no lock; they order nothing else.
pub struct Bytes {
    map: MmapMut,
    len: usize,
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bytes({})", self.len)
    }
}

impl Bytes {
    /// So many zero bytes. Every page comes when it is first touched.
    ///
    /// # Errors
    /// [`NoMemory`] if the system refuses.
    pub fn zeroed(len: u64) -> Result<Bytes, NoMemory> {
        let refused = || NoMemory { bytes: len };
        let len = usize::try_from(len).map_err(|_| refused())?;
        let map = MmapMut::map_anon(len.max(1)).map_err(|_| refused())?;
        #[cfg(target_os = "linux")]
        if len >= HUGE_PAGE {
            // Refused where the system has no such pages; the usual ones serve as well, only slower.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Bytes { map, len })
    }

    /// The number of bytes.
    #[inline]
    pub fn len(&self) -> u64 {
        self.len as u64
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All of them.
    #[inline]
    pub fn as_slice(&self) -> &[AtomicU8] {
        // SAFETY: the mapping has at least `len` bytes, lives as long as `self` and is reached through `as_slice` and
        // `as_mut_slice` only. Any byte is a valid atomic, and all access through a shared reference is atomic.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast::<AtomicU8>(), self.len) }
    }

    /// All of them, for one owner.
    pub fn as_mut_slice(&mut self) -> &mut [u8] {
        &mut self.map[..self.len]
    }

    /// Byte number `at`.
    ///
    /// # Panics
    /// If there is no such byte.
    #[inline]
    pub fn get(&self, at: u64) -> u8 {
        self.as_slice()[at as usize].load(Ordering::Relaxed)
    }

    /// Sets byte number `at`.
    ///
    /// # Panics
    /// If there is no such byte.
    #[inline]
    pub fn set(&self, at: u64, byte: u8) {
        self.as_slice()[at as usize].store(byte, Ordering::Relaxed);
    }

    /// The first byte of `range` in which one of the bits of `mask` is set.
    ///
    /// # Panics
    /// If the range ends behind the last byte.
    #[inline]
    pub fn find(&self, range: Range<u64>, mask: u8) -> Option<u64> {
        let is_set = |at: &u64| self.get(*at) & mask != 0;
        let words = range.start.next_multiple_of(8)..range.end & !7;
        if words.is_empty() {
            return range.clone().find(is_set);
        }
        let masks = u64::from_ne_bytes([mask; 8]);
        (range.start..words.start)
            .find(is_set)
            .or_else(|| {
                let all = &self.words()[words.start as usize / 8..words.end as usize / 8];
                let at = all.iter().position(|word| word.load(Ordering::Relaxed) & masks != 0)? as u64;
                (words.start + 8 * at..words.end).find(is_set)
            })
            .or_else(|| (words.end..range.end).find(is_set))
    }

    /// Eight bytes each, without those that do not fill the last word.
    #[inline]
    fn words(&self) -> &[AtomicU64] {
        // SAFETY: as in `as_slice`; a mapping begins at a page, so its words are aligned. Words are only read.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast::<AtomicU64>(), self.len / 8) }
    }

    /// Asks for byte number `at` to be near when it is needed.
    #[inline]
    pub fn prefetch(&self, at: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let byte: *const AtomicU8 = &self.as_slice()[at as usize];
            // SAFETY: a hint about an address that is in bounds; nothing is read or written.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(byte.cast()) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = at;
    }
}

/// A whole file, read through the system's cache of pages.
#[derive(Debug)]
pub(crate) struct FileMap(Mmap);

impl FileMap {
    /// Maps `file` as long as it is now.
    ///
    /// The file must be one that nobody changes in place. Those of tables are: they are written under another name,
    /// and replaced or removed as a whole, which leaves the bytes that are mapped here as they were. If somebody cuts
    /// the file off all the same, reading behind its new end stops the process with a signal; if somebody writes into
    /// it, the checksum that stands over each of its parts tells.
    ///
    /// # Errors
    /// Those of the system.
    pub(crate) fn new(file: &File) -> io::Result<FileMap> {
        // SAFETY: the mapping is private to this process and read-only, and what it maps does not change (see above).
        Ok(FileMap(unsafe { Mmap::map(file)? }))
    }

    /// The bytes of the file.
    #[inline]
    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_found_wherever_they_are() {
        let bytes = Bytes::zeroed(45).unwrap();
        for (at, range) in [(3, 0..45), (8, 3..45), (44, 0..45), (23, 17..24), (40, 40..41)] {
            bytes.set(at, 0x85);
            assert_eq!(bytes.find(range.clone(), 0x80), Some(at));
            assert_eq!(bytes.find(range.start..at, 0x80), None);
            assert_eq!(bytes.find(at + 1..45, 0x80), None);
            bytes.set(at, 0x7f);
            assert_eq!(bytes.find(range, 0x80), None);
        }
    }
}
