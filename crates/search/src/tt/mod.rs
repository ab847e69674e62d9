//! The transposition table: what is known of positions seen before.
//!
//! Entries are two words, read and written without locks: the first holds the key combined with the second, so that a
//! torn entry fails the comparison (Hyatt and Mann, "A lock-less transposition table", 2002). The whole 64-bit key is
//! compared. Values are future values: keys ignore the stores.

mod entry;
mod memory;

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

pub use entry::{Bound, Entry};
use memory::{BUCKET, Buckets, Slot};

/// An entry as the table gives it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The entry.
    pub entry: Entry,
    /// Was it stored since [`Table::next_age`] was last called?
    pub recent: bool,
}

impl Slot {
    const EMPTY: u64 = 0;

    #[inline]
    fn read(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Relaxed);
        (data != Slot::EMPTY && self.check.load(Relaxed) ^ data == key).then_some(data)
    }

    #[inline]
    fn write(&self, key: u64, data: u64) {
        self.data.store(data, Relaxed);
        self.check.store(key ^ data, Relaxed);
    }
}

/// So much memory for a table cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMemory {
    /// The bytes that were wanted.
    pub bytes: usize,
}

impl fmt::Display for NoMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no memory for a table of {} megabytes", self.bytes.div_ceil(1 << 20))
    }
}

impl std::error::Error for NoMemory {}

/// A table of fixed size.
pub struct Table {
    buckets: Buckets,
    age: AtomicU8,
}

impl Table {
    /// A table of so many megabytes, at least one bucket.
    ///
    /// # Errors
    /// [`NoMemory`] if the system does not give so much.
    pub fn new(megabytes: usize) -> Result<Table, NoMemory> {
        Table::with_buckets(megabytes.saturating_mul(1 << 20) / BUCKET)
    }

    /// A table of `count` buckets (64 bytes, four entries each), at least one.
    ///
    /// # Errors
    /// [`NoMemory`] if the system does not give so much.
    pub fn with_buckets(count: usize) -> Result<Table, NoMemory> {
        Ok(Table { buckets: Buckets::new(count)?, age: AtomicU8::new(0) })
    }

    /// Makes the system give all memory now, if a search of `nodes` nodes (`None`: without a limit) may use most of it.
    pub fn make_ready(&self, nodes: Option<u64>) {
        let used = nodes.map_or(u64::MAX, |nodes| nodes.saturating_mul(size_of::<Slot>() as u64));
        if used >= self.buckets.bytes() as u64 {
            self.buckets.fault_in();
        }
    }

    /// Begins a new search: what is older gives way first.
    pub fn next_age(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.buckets.as_slice().iter().flat_map(|bucket| &bucket.0) {
            if slot.data.load(Relaxed) != Slot::EMPTY {
                slot.write(0, Slot::EMPTY);
            }
        }
        self.age.store(0, Relaxed);
    }

    /// The share of entries that were stored since [`next_age`](Table::next_age) was last called, in thousandths, from a
    /// sample.
    pub fn fullness(&self) -> u16 {
        let age = self.age.load(Relaxed);
        let sample = &self.buckets.as_slice()[..self.buckets.as_slice().len().min(1000)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let words = slots.map(|slot| slot.data.load(Relaxed));
        let used = words.filter(|&data| data != Slot::EMPTY && Entry::age(data) == age).count();
        (used * 1000 / (sample.len() * memory::WAYS)) as u16
    }

    /// The number of the bucket for a key.
    #[inline]
    fn place(&self, key: u64) -> usize {
        // Exact keys are packings, not hashes: a multiplication (Fibonacci hashing; Knuth, TAOCP 6.4) spreads them over
        // 64 bits, and another one takes the upper bits as a fraction of the table (D. Lemire, "Fast random integer
        // generation in an interval", 2019).
        let spread = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(spread) * self.buckets.as_slice().len() as u128) >> 64) as usize
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        &self.buckets.as_slice()[self.place(key)].0
    }

    /// Asks for the entries of this key to be near when they are needed.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.buckets.prefetch(self.place(key));
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Known> {
        let data = self.bucket(key).iter().find_map(|slot| slot.read(key))?;
        Some(Known { entry: Entry::unpack(data), recent: Entry::age(data) == self.age.load(Relaxed) })
    }

    /// Remembers an entry, in the place of the least useful one. An exact proof gives way to another proof only; values
    /// outside 16 bits are not stored.
    pub fn store(&self, key: u64, entry: &Entry) {
        let age = self.age.load(Relaxed);
        let Some(data) = entry.pack(age) else { return };
        let slots = self.bucket(key);
        if let Some((slot, old)) = slots.iter().find_map(|slot| Some((slot, slot.read(key)?))) {
            let known = Entry::unpack(old);
            if entry.bound == Bound::None {
                let ordinal = entry.ordinal.or(known.ordinal);
                if let Some(data) = (Entry { ordinal, ..known }).pack(Entry::age(old)) {
                    slot.write(key, data);
                }
            } else if entry.proven || !known.proven || known.bound != Bound::Exact {
                slot.write(key, data);
            }
            return;
        }
        let victim = slots.iter().min_by_key(|slot| Entry::worth(slot.data.load(Relaxed), age));
        victim.expect("a bucket has slots").write(key, data);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry =
        Entry { future: -4700, bound: Bound::Upper, depth: 200, proven: true, height: 7, ordinal: Some(275) };

    #[test]
    fn a_tiny_table_keeps_the_deepest() {
        let table = Table::with_buckets(1).unwrap();
        for key in 0..10 {
            table.store(key, &Entry { depth: key as u8, proven: false, ..ENTRY });
        }
        assert!(table.probe(0).is_none());
        assert_eq!(table.probe(9).unwrap().entry.depth, 9);
        table.clear();
        assert!(table.probe(9).is_none());
    }

    #[test]
    fn a_table_too_large_for_the_machine_is_an_error() {
        let Err(error) = Table::with_buckets(1 << 50) else { panic!("2^56 bytes were given") };
        assert_eq!(error, NoMemory { bytes: 1 << 56 });
        assert!(Table::new(usize::MAX).is_err());
    }

    #[test]
    fn a_move_alone_does_not_replace_a_value() {
        let table = Table::new(1).unwrap();
        table.store(5, &ENTRY);
        table.store(5, &Entry { future: 0, bound: Bound::None, proven: false, ordinal: Some(1), ..ENTRY });
        let known = Known { entry: Entry { ordinal: Some(1), ..ENTRY }, recent: true };
        assert_eq!(table.probe(5), Some(known));
        table.next_age();
        assert_eq!(table.probe(5), Some(Known { recent: false, ..known }));
    }
}
