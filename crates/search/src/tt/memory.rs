//! Memory for the slots of a table: zeroed pages of the system, huge ones where it gives them, shared between threads.
//!
//! This is the one file of the crate with unsafe code. It looks at a mapping as slots of atomics, which no safe function
//! of the standard library does, and asks the processor to load a line of the cache early, which changes nothing that a
//! program can see: an unloaded line costs 100 to 400 ns, more than all other work at a node.
#![allow(unsafe_code)]

use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;

use super::NoMemory;

/// Two words, read and written without locks.
pub(super) struct Slot {
    pub check: AtomicU64,
    pub data: AtomicU64,
}

/// Slots of a bucket, which fill one line of the cache.
pub(super) const WAYS: usize = 4;

/// A line of the cache.
#[repr(align(64))]
pub(super) struct Bucket(pub [Slot; WAYS]);

/// Bytes of a bucket.
pub(super) const BUCKET: usize = size_of::<Bucket>();

/// Bytes of the largest pages that are worth asking for.
const HUGE_PAGE: usize = 2 << 20;

/// Buckets, all zero at first.
pub(super) struct Buckets {
    map: MmapMut,
    count: usize,
}

impl Buckets {
    /// So many buckets, at least one. Every page comes when it is first touched: a short search pays for what it uses.
    pub fn new(count: usize) -> Result<Buckets, NoMemory> {
        let count = count.max(1);
        let refused = || NoMemory { bytes: count.saturating_mul(BUCKET) };
        let bytes = count.checked_mul(BUCKET).ok_or_else(refused)?;
        let map = MmapMut::map_anon(bytes).map_err(|_| refused())?;
        #[cfg(target_os = "linux")]
        if bytes >= HUGE_PAGE {
            // Refused where the system has no such pages; the usual ones serve as well, only slower.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Buckets { map, count })
    }

    /// Bytes in all.
    pub fn bytes(&self) -> usize {
        self.count * BUCKET
    }

    /// The buckets.
    #[inline]
    pub fn as_slice(&self) -> &[Bucket] {
        // SAFETY: the mapping is `count * BUCKET` bytes, aligned to a page and thus to a bucket, lives as long as `self`,
        // and is reached through this function only. Any bytes are valid atomics, and all access to them is atomic.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast::<Bucket>(), self.count) }
    }

    /// Asks for the bucket to be near when it is needed.
    #[inline]
    pub fn prefetch(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = &self.as_slice()[index];
            // SAFETY: a hint about an address that is in bounds; nothing is read or written.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }

    /// Makes every page be there, so that the search need not wait for the system.
    pub fn fault_in(&self) {
        const PAGE: usize = 4096;
        for bucket in self.as_slice().iter().step_by(PAGE / BUCKET) {
            // Adding nothing writes what was there: other threads lose nothing.
            bucket.0[0].data.fetch_or(0, std::sync::atomic::Ordering::Relaxed);
        }
    }
}
