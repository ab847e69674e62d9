//! Layers of Obridjie, where making a move costs more than anything else.
//!
//! Every relay is run once. What stays of a position is the best value of its moves that are decided (those that take
//! something lead to layers that are finished) and the places of the other children, which are in its own layer. Values
//! start at that of endless play, 0, and are improved in place, sweep after sweep, until a whole sweep changes nothing:
//! the forward sweeps of A. van der Goot ("Awari retrograde analysis", Computers and Games 2000), here over kept
//! children and only where a child has changed.
//!
//! # Why it is right
//! For a level above 0, let `X` be the positions of which it is known that the mover can take so much more than the
//! enemy, and `Y` those of which it is known that the enemy can. A position belongs to `X` if a move takes it there or
//! leads to `Y`; to `Y` if every move costs so much or leads to `X`. In whatever order positions are looked at, both
//! sets only grow, from nothing to their least fixed point: these are the forced gains, and where there is none, play
//! is worth 0. One signed value holds the sets of all levels at once, and the best `-value` of the children is the rule
//! of them all. (T. Lincke, ETH Zürich 2002, and J. Romein and H. Bal, "Solving awari with parallel retrograde
//! analysis", IEEE Computer 36, 2003, keep a bit for each level in turn.) So a value above 0 can only rise further, and
//! one below can only fall.
//!
//! # What shrinks
//! A child whose value is decided joins the best decided value and is dropped; without a child left, the position is
//! decided. A child that is already good for the enemy can only get better for him: it is dropped where a decided
//! move is as good. Most positions are decided within a few sweeps, the first of them while others are still explored.

use std::sync::atomic::Ordering;

use grenier_core::obridjie::Obridjie;
use rayon::prelude::*;

use super::relay_marks::Marks;
pub(crate) use super::relay_part::entry;
use super::relay_part::{DECIDED, Part};
use crate::game::{Failure, Layer};
use crate::index::mancala::Seeds;
use crate::memory::Bytes;
use crate::solved::Solved;
use crate::watch::Watch;

/// The most seeds whose layers have slots of 32 bits.
pub(crate) const MOST_SEEDS: u8 = 28;

/// Slots of a part, which has one owner.
const PART: u64 = 1 << 16;

/// Parts that are explored at a time.
const BATCH: usize = 16;

/// Solves a layer; those that captures lead to are in `solved`.
pub(crate) fn solve(layer: Seeds, solved: &Solved<Obridjie>, watch: &Watch<'_>) -> Result<Bytes, Failure> {
    let work = Work { layer, solved, watch, entries: Bytes::zeroed(layer.slots())? };
    let mut parts = work.explore()?;
    let mut marks = work.pack_well(&mut parts)?;
    while let Some(last) = marks {
        marks = work.sweep(&mut parts, |part, changed| part.update(&work.entries, &last, changed))?;
    }
    work.entries.as_slice().par_iter().for_each(|entry| {
        entry.store(entry.load(Ordering::Relaxed) & !DECIDED, Ordering::Relaxed);
    });
    Ok(work.entries)
}

/// A layer under way.
struct Work<'a> {
    layer: Seeds,
    solved: &'a Solved<Obridjie>,
    watch: &'a Watch<'a>,
    entries: Bytes,
}

impl Work<'_> {
    /// Makes all moves; what they leave undecided is packed whenever it has grown by half.
    fn explore(&self) -> Result<Vec<Part>, Failure> {
        let slots = self.layer.slots();
        let starts = (0..slots.div_ceil(PART)).map(|part| part * PART).collect::<Vec<_>>();
        let mut parts = Vec::with_capacity(starts.len());
        let least = slots as usize / 8;
        let mut limit = least;
        for batch in starts.chunks(BATCH) {
            let explored = batch.par_iter().map(|&start| {
                self.watch.check()?;
                let slots = start..slots.min(start + PART);
                let part = Part::explore(self.layer, slots.clone(), self.solved, &self.entries);
                self.watch.add(slots.end - slots.start);
                Ok(part)
            });
            parts.extend(explored.collect::<Result<Vec<Part>, Failure>>()?);
            if children(&parts) > limit {
                self.pack(&mut parts)?;
                limit = least.max(children(&parts) / 2 * 3);
            }
        }
        Ok(parts)
    }

    /// Packs all parts as long as that drops a tenth of the children. The marks of what the last sweep has changed.
    fn pack_well(&self, parts: &mut [Part]) -> Result<Option<Marks>, Failure> {
        loop {
            let before = children(parts);
            let changed = self.pack(parts)?;
            if changed.is_none() || children(parts) > before / 10 * 9 {
                return Ok(changed);
            }
        }
    }

    fn pack(&self, parts: &mut [Part]) -> Result<Option<Marks>, Failure> {
        self.sweep(parts, |part, changed| part.pack(&self.entries, changed))
    }

    /// Lets every part look at its positions once. The marks of what has changed, if anything has.
    fn sweep(
        &self,
        parts: &mut [Part],
        look: impl Fn(&mut Part, &Marks) -> bool + Sync,
    ) -> Result<Option<Marks>, Failure> {
        let changed = Marks::none(self.layer.slots());
        let swept = parts.par_iter_mut().map(|part| {
            self.watch.check()?;
            Ok::<bool, Failure>(look(part, &changed))
        });
        let has_changed = swept.try_reduce(|| false, |a, b| Ok(a || b))?;
        Ok(has_changed.then_some(changed))
    }
}

/// Children that are kept.
fn children(parts: &[Part]) -> usize {
    parts.iter().map(Part::children).sum()
}

/// Bytes that solving a layer takes at most, besides its entries. Measured: 10 a slot for 20 and 24 seeds, 14 for the
/// small layers, which are not packed on the way.
pub(crate) fn work_bytes(layer: Seeds) -> u64 {
    12 * layer.slots() + (32 << 20)
}
