//! Verifying one layer.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::batch::{Batch, Member, Seen, Shelves};
use super::mistake::{Mistake, Verdict, VerifyError};
use crate::game::{Layer, Solvable, Unit, Value};
use crate::memory::Bytes;
use crate::solved::Solved;
use crate::watch::Watch;
use crate::worth::{endless, over};

/// Slots that a thread takes at a time.
const CHUNK: u64 = 1 << 14;

/// Slots of one word of bits.
const WORD: u64 = u64::BITS as u64;

/// What was looked at to find a layer right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// Positions whose entries were compared with their children's.
    pub positions: u64,
    /// Sweeps until all values were found to be reached by progress, beyond the first comparison.
    pub sweeps: u32,
}

/// Verifies the entries of a layer, those of the layers that it leads to being given.
///
/// # Errors
/// [`VerifyError::Mistake`] with the first wrong slot, or [`VerifyError::Interrupted`].
///
/// # Panics
/// If a layer that it leads to is not in `below`, or there are not as many entries as slots.
pub fn verify_layer<P: Solvable>(
    rules: P::Rules,
    layer: P::Layer,
    entries: &Bytes,
    below: &Solved<P>,
    watch: &Watch<'_>,
) -> Result<Passed, VerifyError> {
    assert_eq!(layer.slots(), entries.len(), "a table has an entry a slot");
    let grounded = (0..layer.slots().div_ceil(WORD)).map(|_| AtomicU64::new(0)).collect();
    let check = Check { rules, layer, entries, below, grounded, any: AtomicBool::new(true) };
    let chunks = layer.slots().div_ceil(CHUNK);
    let positions = AtomicU64::new(0);
    check.over_chunks(chunks, watch, |chunk| {
        positions.fetch_add(check.compare(chunk)?, Ordering::Relaxed);
        watch.add(check.slots_of(chunk));
        Ok(())
    })?;
    let mut sweeps = 0;
    while check.first_groundless().is_some() && check.any.swap(false, Ordering::Relaxed) {
        check.over_chunks(chunks, watch, |chunk| check.ground(chunk))?;
        sweeps += 1;
    }
    match check.first_groundless() {
        Some(slot) => Err(check.groundless(slot).into()),
        None => Ok(Passed { positions: positions.into_inner(), sweeps }),
    }
}

/// A layer being verified.
struct Check<'a, P: Solvable> {
    rules: P::Rules,
    layer: P::Layer,
    entries: &'a Bytes,
    below: &'a Solved<P>,
    /// A bit a slot: nothing is open about the grounds of its value.
    grounded: Vec<AtomicU64>,
    /// Has any bit been set since this was last looked at?
    any: AtomicBool,
}

impl<'a, P: Solvable> Shelves<'a, P> for &'a Check<'_, P> {
    fn here(self) -> &'a Bytes {
        self.entries
    }

    #[inline]
    fn there(self, layer: P::Layer) -> Option<&'a Bytes> {
        (layer != self.layer).then(|| self.below.get(layer).expect("the layers below are given"))
    }
}

impl<P: Solvable> Check<'_, P> {
    /// Does something with every chunk; of several mistakes that of the first chunk is told.
    fn over_chunks(
        &self,
        chunks: u64,
        watch: &Watch<'_>,
        work: impl Fn(u64) -> Result<(), VerifyError> + Sync,
    ) -> Result<(), VerifyError> {
        let worked = |chunk| watch.check().map_err(VerifyError::from).and_then(|()| work(chunk)).err();
        (0..chunks).into_par_iter().find_map_first(worked).map_or(Ok(()), Err)
    }

    fn range(&self, chunk: u64) -> std::ops::Range<u64> {
        chunk * CHUNK..((chunk + 1) * CHUNK).min(self.layer.slots())
    }

    fn slots_of(&self, chunk: u64) -> u64 {
        let range = self.range(chunk);
        range.end - range.start
    }

    /// Compares every entry of a chunk with those of its children, and gives the number of positions.
    fn compare(&self, chunk: u64) -> Result<u64, VerifyError> {
        let mut batch = Batch::new();
        let mut positions = 0;
        for slot in self.range(chunk) {
            let Some(position) = P::at(self.rules, self.layer, slot) else {
                self.compare_unused(slot)?;
                continue;
            };
            positions += 1;
            if position.layer() != Some(self.layer) || position.slot() != slot {
                return Err(self.mistake(slot, Verdict::Misplaced { found: position.slot() }).into());
            }
            batch.enlist(position, slot, self);
            if batch.is_full() {
                batch.settle(self.entries, |member, seen| self.compare_one(member, seen))?;
            }
        }
        batch.settle(self.entries, |member, seen| self.compare_one(member, seen))?;
        Ok(positions)
    }

    fn compare_unused(&self, slot: u64) -> Result<(), VerifyError> {
        self.set_grounded(slot);
        match self.entries.get(slot) {
            0 => Ok(()),
            entry => Err(self.mistake(slot, Verdict::Unused { entry }).into()),
        }
    }

    #[inline]
    fn compare_one(&self, member: &Member<P>, seen: &[Seen]) -> Result<(), VerifyError> {
        let Member { position, slot, .. } = member;
        let entry = self.entries.get(*slot);
        let stored = position.value(entry);
        let right = right_value(position, seen);
        // No value has two entries.
        if stored != right || position.entry(right) != entry {
            return Err(self.mistake(*slot, Verdict::Value { stored, right }).into());
        }
        if self.is_grounded(position, stored, seen) {
            self.set_grounded(*slot);
        }
        Ok(())
    }

    /// Looks again at the positions of a chunk whose grounds are open.
    fn ground(&self, chunk: u64) -> Result<(), VerifyError> {
        let mut batch = Batch::new();
        let range = self.range(chunk);
        for word in range.start / WORD..range.end.div_ceil(WORD) {
            let mut open = !self.grounded[word as usize].load(Ordering::Relaxed);
            while open != 0 {
                let slot = word * WORD + u64::from(open.trailing_zeros());
                open &= open - 1;
                if slot >= range.end {
                    break;
                }
                let position = P::at(self.rules, self.layer, slot).expect("unused slots are not open");
                batch.enlist(position, slot, self);
                if batch.is_full() {
                    self.ground_all(&mut batch)?;
                }
            }
        }
        self.ground_all(&mut batch)
    }

    fn ground_all(&self, batch: &mut Batch<'_, P>) -> Result<(), VerifyError> {
        batch.settle(self.entries, |member, seen| {
            let stored = member.position.value(self.entries.get(member.slot));
            if self.is_grounded(&member.position, stored, seen) {
                self.set_grounded(member.slot);
                self.any.store(true, Ordering::Relaxed);
            }
            Ok(())
        })
    }

    /// Is the value reached by progress, as far as is known by now?
    #[inline]
    fn is_grounded(&self, position: &P, stored: Value, seen: &[Seen]) -> bool {
        let (future, endless) = (i32::from(stored.future), endless(position));
        // A distance that was found right is such progress.
        if P::UNIT == Unit::Result || future == endless {
            return true;
        }
        let mut best = seen.iter().filter(|seen| seen.worth == future);
        let leads_to_ground = |seen: &Seen| seen.stays.is_none_or(|slot| self.has_ground(slot));
        if future > endless {
            best.any(leads_to_ground) || seen.is_empty()
        } else {
            best.all(leads_to_ground)
        }
    }

    #[inline]
    fn has_ground(&self, slot: u64) -> bool {
        self.grounded[(slot / WORD) as usize].load(Ordering::Relaxed) >> (slot % WORD) & 1 == 1
    }

    #[inline]
    fn set_grounded(&self, slot: u64) {
        self.grounded[(slot / WORD) as usize].fetch_or(1 << (slot % WORD), Ordering::Relaxed);
    }

    /// The first slot whose grounds are open.
    fn first_groundless(&self) -> Option<u64> {
        (0u64..)
            .zip(&self.grounded)
            .map(|(word, bits)| word * WORD + u64::from(bits.load(Ordering::Relaxed).trailing_ones()))
            .zip(1..)
            .find_map(|(slot, words)| (slot < words * WORD && slot < self.layer.slots()).then_some(slot))
    }

    fn groundless(&self, slot: u64) -> Mistake {
        let position = P::at(self.rules, self.layer, slot).expect("unused slots are not open");
        let stored = position.value(self.entries.get(slot));
        self.mistake(slot, Verdict::Groundless { stored, endless: endless(&position) })
    }

    fn mistake(&self, slot: u64, verdict: Verdict) -> Mistake {
        let position = P::at(self.rules, self.layer, slot).map(|position| position.text());
        Mistake { layer: self.layer.name(), slot, position: position.unwrap_or_default(), verdict }
    }
}

/// The value that the moves of a position have it be.
#[inline]
fn right_value<P: Solvable>(position: &P, seen: &[Seen]) -> Value {
    let best = seen.iter().map(|seen| seen.worth).max();
    let future = best.or_else(|| over(position)).expect("a position without a move is over");
    let distance = match P::UNIT {
        Unit::Seeds => None,
        Unit::Result => right_distance(position, future, seen),
    };
    // Damaged entries can add up to more than any game gives.
    let future = future.clamp(i8::MIN.into(), i8::MAX.into()) as i8;
    Value { future, distance }
}

/// The plies to the end or the next capture, as the moves have it; none for the value of endless play.
fn right_distance<P: Solvable>(position: &P, future: i32, seen: &[Seen]) -> Option<u8> {
    let level = endless(position);
    if future == level {
        return None;
    }
    let plies = seen.iter().filter(|seen| seen.worth == future).map(|seen| match seen.stays {
        None => 1,
        // A child without a distance is one of endless play, of which nothing else can be worth as much.
        Some(_) => seen.distance.unwrap_or(u8::MAX).saturating_add(1),
    });
    let plies = if future > level { plies.min() } else { plies.max() };
    // Over: nothing is left to be played.
    Some(plies.unwrap_or(0))
}
