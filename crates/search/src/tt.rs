//! The transposition table: what is known of positions seen before.
//!
//! Entries are two words, read and written without locks: the first holds the key combined with the second, so that a
//! torn entry fails the comparison (Hyatt and Mann, "A lock-less transposition table", 2002). The whole 64-bit key is
//! compared. Values are future values: keys ignore the stores.

use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_slice_box;

/// What an entry's value says of the position's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Nothing: only the move counts.
    None,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
    /// The value is this.
    Exact,
}

impl Bound {
    const ALL: [Bound; 4] = [Bound::None, Bound::Lower, Bound::Upper, Bound::Exact];
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The future value for the side to move.
    pub future: i32,
    /// What the value says.
    pub bound: Bound,
    /// The depth of the search that found it.
    pub depth: u8,
    /// Is the bound a theorem, whatever the depth?
    pub proven: bool,
    /// Plies of the proof below the position, 255 for more.
    pub height: u8,
    /// The best move's number among the position's distinct moves.
    pub ordinal: Option<u16>,
}

/// An entry as the table gives it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The entry.
    pub entry: Entry,
    /// Was it stored since [`Table::next_age`] was last called?
    pub recent: bool,
}

/// ```text
///   bits   63..56   55..48   47..40   37        36       35..34   31..16    15..0
///   data   age      height   depth    present   proven   bound    ordinal   value
/// ```
/// The ordinal is `0xffff` for none.
impl Entry {
    const NO_MOVE: u16 = u16::MAX;
    /// Set in every entry, so that none is all zero.
    const PRESENT: u64 = 1 << 37;

    fn pack(&self, age: u8) -> Option<u64> {
        let value = i16::try_from(self.future).ok()? as u16;
        let ordinal = self.ordinal.unwrap_or(Entry::NO_MOVE);
        Some(
            Entry::PRESENT
                | u64::from(age) << 56
                | u64::from(self.height) << 48
                | u64::from(self.depth) << 40
                | u64::from(self.proven) << 36
                | (self.bound as u64) << 34
                | u64::from(ordinal) << 16
                | u64::from(value),
        )
    }

    fn unpack(data: u64) -> Entry {
        let ordinal = (data >> 16) as u16;
        Entry {
            future: i32::from(data as u16 as i16),
            bound: Bound::ALL[(data >> 34) as usize & 3],
            depth: (data >> 40) as u8,
            proven: data >> 36 & 1 == 1,
            height: (data >> 48) as u8,
            ordinal: (ordinal != Entry::NO_MOVE).then_some(ordinal),
        }
    }
}

#[derive(Zeroable)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    const EMPTY: u64 = 0;

    fn read(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Relaxed);
        (data != Slot::EMPTY && self.check.load(Relaxed) ^ data == key).then_some(data)
    }

    fn write(&self, key: u64, data: u64) {
        self.data.store(data, Relaxed);
        self.check.store(key ^ data, Relaxed);
    }
}

/// Slots of a bucket, which fill one line of the cache.
const WAYS: usize = 4;

/// Bytes of a bucket.
const BUCKET: usize = WAYS * size_of::<Slot>();

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
    /// The buckets, side by side from `first` on.
    slots: Box<[Slot]>,
    /// The first slot at the start of a line of the cache. The type is not aligned to such lines, because the system's
    /// allocator gives lazily zeroed pages to types of small alignment only.
    first: usize,
    shift: u32,
    age: AtomicU8,
}

impl Table {
    /// A table of at most `megabytes` (a power of two is used fully), at least one bucket.
    ///
    /// # Errors
    /// [`NoMemory`] if the system does not give so much.
    pub fn new(megabytes: usize) -> Result<Table, NoMemory> {
        Table::with_buckets(megabytes.saturating_mul(1 << 20) / BUCKET)
    }

    /// A table of the greatest power of two of buckets (64 bytes, four entries each) that is at most `count`.
    ///
    /// The system gives zeroed pages, each when it is first touched: a short search pays for what it uses.
    ///
    /// # Errors
    /// [`NoMemory`] if the system does not give so much.
    pub fn with_buckets(count: usize) -> Result<Table, NoMemory> {
        let bits = count.max(1).ilog2();
        let bytes = BUCKET.saturating_mul(1 << bits);
        let slots = WAYS.saturating_mul(1 << bits).saturating_add(WAYS - 1);
        let slots: Box<[Slot]> = try_zeroed_slice_box(slots).map_err(|()| NoMemory { bytes })?;
        let first = slots.as_ptr().align_offset(BUCKET).min(WAYS - 1);
        Ok(Table { slots, first, shift: 64 - bits, age: AtomicU8::new(0) })
    }

    /// Begins a new search: what is older gives way first.
    pub fn next_age(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in &self.slots {
            slot.write(0, Slot::EMPTY);
        }
        self.age.store(0, Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        // Exact keys are packings, not hashes: one multiplication (Fibonacci hashing; Knuth, TAOCP 6.4) spreads them.
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let spread = spread ^ (spread >> 32);
        let index = spread.wrapping_mul(0x9e37_79b9_7f4a_7c15).checked_shr(self.shift).unwrap_or(0);
        &self.slots[self.first + WAYS * index as usize..][..WAYS]
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Known> {
        let data = self.bucket(key).iter().find_map(|slot| slot.read(key))?;
        Some(Known { entry: Entry::unpack(data), recent: (data >> 56) as u8 == self.age.load(Relaxed) })
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
                if let Some(data) = (Entry { ordinal, ..known }).pack((old >> 56) as u8) {
                    slot.write(key, data);
                }
            } else if entry.proven || !known.proven || known.bound != Bound::Exact {
                slot.write(key, data);
            }
            return;
        }
        let victim = slots.iter().min_by_key(|slot| Table::worth(slot.data.load(Relaxed), age));
        victim.expect("a bucket has slots").write(key, data);
    }

    /// Deep results, proofs and young entries are worth keeping.
    fn worth(data: u64, age: u8) -> i32 {
        if data == Slot::EMPTY {
            return i32::MIN;
        }
        let entry = Entry::unpack(data);
        let years = age.wrapping_sub((data >> 56) as u8);
        i32::from(entry.depth) + 4 * i32::from(entry.proven) - 16 * i32::from(years)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry =
        Entry { future: -4700, bound: Bound::Upper, depth: 200, proven: true, height: 7, ordinal: Some(275) };

    #[test]
    fn entries_survive_packing() {
        assert_eq!(Entry::unpack(ENTRY.pack(3).unwrap()), ENTRY);
        let other =
            Entry { future: 10_000, bound: Bound::None, depth: 0, proven: false, height: 255, ordinal: None };
        assert_eq!(Entry::unpack(other.pack(255).unwrap()), other);
        assert_eq!(Entry { future: 40_000, ..ENTRY }.pack(0), None);
    }

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
