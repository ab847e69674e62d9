//! Layers of Obridjie, where making a move costs more than anything else.
//!
//! A relay is run once. What stays of a position is the best value of the moves that take something (they lead to layers
//! that are finished) and the places of the children in its own layer. Values start at that of endless play, 0, and are
//! improved in place, sweep after sweep, until a whole sweep changes nothing (the forward sweeps of A. van der Goot,
//! "Awari retrograde analysis", Computers and Games 2000; the thresholds of T. Lincke, ETH Zürich 2002, and J. Romein and
//! H. Bal, "Solving awari with parallel retrograde analysis", IEEE Computer 36, 2003, all at once).
//!
//! # Why it is right
//! For a level above 0, let `X` be the positions of which it is known that the mover takes so much more than the enemy,
//! and `Y` those in which the enemy does. A position is in `X` if a move takes it there or leads to `Y`, in `Y` if every
//! move leads to `X` or is paid for by so much. Both sets only grow, from nothing to their least fixed point, in whatever
//! order positions are looked at: these are the forced gains, and where there is none, play is worth 0. One signed value
//! holds the sets of all levels, and a sweep's rule, the best of `-value` of the children, is the rule of them all.
//! So what is above 0 can only rise further, what is below can only fall.
//!
//! # What shrinks
//! A child whose value is final becomes part of the best value of the others and is dropped; a position with no child
//! left is final. So is dropped a child that is good for the enemy if another move is better already: it only gets worse.

use grenier_core::obridjie::Obridjie;
use rayon::prelude::*;

use super::relay_part::{OPEN, Part};
pub(crate) use super::relay_part::{entry, value};
use crate::game::{Failure, Layer};
use crate::index::mancala::Seeds;
use crate::memory::Bytes;
use crate::solved::Solved;
use crate::watch::Watch;

/// Slots of a part, which has one owner.
const PART: u64 = 1 << 16;

/// The most seeds whose layers have slots of 32 bits.
pub(crate) const MOST_SEEDS: u8 = 28;

/// Bytes that solving a layer takes at most, besides its entries.
pub(crate) fn work_bytes(layer: Seeds) -> u64 {
    16 * layer.slots()
}

/// Solves a layer; those that captures lead to are in `solved`.
pub(crate) fn solve(layer: Seeds, solved: &Solved<Obridjie>, watch: &Watch<'_>) -> Result<Bytes, Failure> {
    let entries = Bytes::zeroed(layer.slots())?;
    let starts = (0..layer.slots().div_ceil(PART)).map(|part| part * PART).collect::<Vec<_>>();
    let explored = starts.into_par_iter().map(|start| {
        watch.check()?;
        let slots = start..layer.slots().min(start + PART);
        let part = Part::explore(layer, slots.clone(), solved, &entries);
        watch.add(slots.end - slots.start);
        Ok(part)
    });
    let mut parts = explored.collect::<Result<Vec<Part>, Failure>>()?;
    let t = std::time::Instant::now();
    loop {
        let (h, e) = parts.iter().fold((0, 0), |(h, e), p| {
            let (a, b) = p.sizes();
            (h + a, e + b)
        });
        eprintln!("{}: open {h} edges {e} {:?}", layer.0, t.elapsed());
        let changes = parts.par_iter_mut().map(|part| {
            watch.check()?;
            Ok(part.sweep(&entries))
        });
        if changes.try_reduce(|| 0, |a, b| Ok::<_, Failure>(a + b))? == 0 {
            break;
        }
    }
    parts.into_par_iter().for_each(|part| part.close(&entries));
    debug_assert!(
        entries.as_slice().iter().all(|entry| entry.load(std::sync::atomic::Ordering::Relaxed) & OPEN == 0)
    );
    Ok(entries)
}
