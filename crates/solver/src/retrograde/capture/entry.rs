//! The byte that holds a value and its distance.
//!
//! ```text
//!   0            what endless play is worth
//!   1 + d        the higher of the two other results, in d plies
//!   128 + d      the lower one, in d plies                            d: 0 to 126
//!   255          not decided yet, and marked; no finished table has it
//! ```

use crate::game::Value;

/// The greatest distance that an entry tells.
pub(super) const MOST_PLIES: u8 = 126;

/// An undecided position from which a capture leads to a draw.
pub(super) const MARKED: u8 = 255;

const HIGHER: u8 = 1;
const LOWER: u8 = 128;

/// The two results other than the endless one, the higher first.
#[inline]
pub(super) fn results(endless: i8) -> [i8; 2] {
    match endless {
        1 => [0, -1],
        0 => [1, -1],
        _ => [1, 0],
    }
}

/// The entry of a result other than the endless one.
#[inline]
pub(super) fn entry_of(endless: i8, future: i8, distance: u8) -> u8 {
    distance + if future == results(endless)[0] { HIGHER } else { LOWER }
}

/// The value that an entry stands for, where endless play is worth `endless` to the mover.
#[inline]
pub(crate) fn value_of(endless: i8, entry: u8) -> Value {
    let [higher, lower] = results(endless);
    match entry {
        0 | MARKED => Value { future: endless, distance: None },
        HIGHER..LOWER => Value { future: higher, distance: Some(entry - HIGHER) },
        _ => Value { future: lower, distance: Some(entry - LOWER) },
    }
}

/// The entry for a value, where endless play is worth `endless` to the mover.
///
/// # Panics
/// If a value other than the endless one has no distance, or one greater than an entry tells.
pub(crate) fn encoded(endless: i8, value: Value) -> u8 {
    if value.future == endless {
        return 0;
    }
    let distance = value.distance.expect("a value other than the endless one has a distance");
    assert!(distance <= MOST_PLIES, "distances end at {MOST_PLIES} plies");
    entry_of(endless, value.future, distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_and_values_are_one_to_one() {
        for endless in -1..=1 {
            for entry in 0..MARKED {
                assert_eq!(encoded(endless, value_of(endless, entry)), entry);
            }
            assert_eq!(value_of(endless, 0), Value { future: endless, distance: None });
        }
        assert_eq!(value_of(1, 3), Value { future: 0, distance: Some(2) });
        assert_eq!(value_of(-1, 130), Value { future: 0, distance: Some(2) });
        assert_eq!(value_of(0, 254), Value { future: -1, distance: Some(126) });
    }
}
