//! What the table keeps of a position, in 64 bits.

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

/// ```text
///   bits   63..56   55..48   47..40   37        36       35..34   31..16    15..0
///   data   age      height   depth    present   proven   bound    ordinal   value
/// ```
/// The ordinal is `0xffff` for none.
impl Entry {
    const NO_MOVE: u16 = u16::MAX;
    /// Set in every entry, so that none is all zero.
    const PRESENT: u64 = 1 << 37;

    /// The entry in 64 bits; `None` if its value does not fit in 16.
    #[inline]
    pub(super) fn pack(&self, age: u8) -> Option<u64> {
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

    #[inline]
    pub(super) fn unpack(data: u64) -> Entry {
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

    /// The age with which an entry was packed.
    #[inline]
    pub(super) fn age(data: u64) -> u8 {
        (data >> 56) as u8
    }

    /// How much an entry is worth keeping, of two the greater: deep results, proofs, and young entries. `EMPTY` words
    /// are worth nothing.
    #[inline]
    pub(super) fn worth(data: u64, age: u8) -> i32 {
        let years = age.wrapping_sub(Entry::age(data));
        let depth = (data >> 40) as u8;
        let proven = (data >> 36 & 1) as i32;
        let worth = i32::from(depth) + 4 * proven - 16 * i32::from(years);
        if data == 0 { i32::MIN } else { worth }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_packing() {
        let entry = Entry {
            future: -4700,
            bound: Bound::Upper,
            depth: 200,
            proven: true,
            height: 7,
            ordinal: Some(275),
        };
        assert_eq!(Entry::unpack(entry.pack(3).unwrap()), entry);
        let other =
            Entry { future: 10_000, bound: Bound::None, depth: 0, proven: false, height: 255, ordinal: None };
        assert_eq!(Entry::unpack(other.pack(255).unwrap()), other);
        assert_eq!(Entry { future: 40_000, ..entry }.pack(0), None);
    }
}
