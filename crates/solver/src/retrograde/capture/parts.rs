//! A layer cut into parts, each with one owner, and the queue by which marks reach the parts of others.
//!
//! Only a part's owner touches its marks and writes its bytes. Work comes in rounds: first marks are put into outboxes,
//! one list for every part that they go to, and now and then delivered; then every owner visits what is marked in its
//! part. So the parts could be on several machines, if those can read each other's bytes.

use std::ops::Range;

use rayon::prelude::*;

use crate::watch::{Interrupted, Watch};

/// Slots of a part: its bytes and marks fit the second cache of a processor while marks are delivered.
const PART: u64 = 1 << 17;

/// Marks in outboxes that are worth delivering.
const MANY: usize = 1 << 24;

/// Marks for which a list keeps room.
const SHORT: usize = 1 << 9;

/// Outboxes for every thread.
const BOXES: usize = 2;

/// Bytes for the marks under way of a layer, at most: more than [`MANY`] only by what the slots read last have sent. A
/// position has up to 24 predecessors, and a list may be twice as long as it needs.
pub(super) fn outbox_bytes(threads: usize) -> u64 {
    2 * size_of::<u32>() as u64 * (MANY as u64 + 24 * PART * (BOXES * threads) as u64)
}

/// Marks on their way.
#[derive(Debug)]
pub(super) struct Outbox {
    /// For every part, places in it.
    lists: Vec<Vec<u32>>,
    count: usize,
}

impl Outbox {
    /// Sends a mark to `slot`.
    #[inline]
    pub(super) fn send(&mut self, slot: u64) {
        self.lists[(slot / PART) as usize].push((slot % PART) as u32);
        self.count += 1;
    }

    /// Empties the lists, and gives back the room of long ones: not all are long at the same time.
    fn clear(&mut self) {
        for list in &mut self.lists {
            list.clear();
            list.shrink_to(SHORT);
        }
        self.count = 0;
    }
}

#[derive(Debug)]
struct Part {
    slots: Range<u64>,
    marks: Vec<u64>,
    /// The distances of what was decided here by visits, a bit each.
    distances: u128,
}

impl Part {
    fn mark(&mut self, place: u32) {
        self.marks[place as usize / 64] |= 1 << (place % 64);
    }

    /// May it have entries of this distance? Those of 0 and 1 are decided before any visit.
    fn may_have(&self, distance: u8) -> bool {
        distance <= 1 || self.distances >> distance & 1 == 1
    }

    /// Visits and removes the marks.
    fn visit(&mut self, mut visit: impl FnMut(u64)) {
        for (first, word) in (self.slots.start..).step_by(64).zip(&mut self.marks) {
            let mut marks = std::mem::take(word);
            while marks != 0 {
                visit(first + u64::from(marks.trailing_zeros()));
                marks &= marks - 1;
            }
        }
    }
}

/// The parts of a layer.
#[derive(Debug)]
pub(super) struct Parts {
    parts: Vec<Part>,
}

impl Parts {
    /// So many slots, in parts, nothing marked.
    pub(super) fn new(slots: u64) -> Parts {
        let part = |first: u64| {
            let slots = first..slots.min(first + PART);
            let words = (slots.end - slots.start).div_ceil(64);
            Part { slots, marks: vec![0; words as usize], distances: 0 }
        };
        Parts { parts: (0..slots).step_by(PART as usize).map(part).collect() }
    }

    /// Every owner works on its slots.
    pub(super) fn each(
        &self,
        watch: &Watch<'_>,
        work: impl Fn(Range<u64>) + Sync,
    ) -> Result<(), Interrupted> {
        self.parts.par_iter().try_for_each(|part| {
            watch.check()?;
            work(part.slots.clone());
            Ok(())
        })
    }

    /// Every owner that may have entries of this distance looks through its slots and sends marks, to its own part and to
    /// others.
    pub(super) fn send(
        &mut self,
        watch: &Watch<'_>,
        distance: u8,
        look: impl Fn(Range<u64>, &mut Outbox) + Sync,
    ) -> Result<(), Interrupted> {
        let count = self.parts.len();
        let senders: Vec<Range<u64>> =
            self.parts.iter().filter(|part| part.may_have(distance)).map(|part| part.slots.clone()).collect();
        let outbox = || Outbox { lists: vec![Vec::new(); count], count: 0 };
        let mut boxes: Vec<Outbox> =
            (0..senders.len().min(BOXES * rayon::current_num_threads())).map(|_| outbox()).collect();
        for group in senders.chunks(boxes.len().max(1)) {
            watch.check()?;
            boxes.par_iter_mut().zip(group).for_each(|(outbox, slots)| look(slots.clone(), outbox));
            if boxes.iter().map(|outbox| outbox.count).sum::<usize>() >= MANY {
                self.deliver(&mut boxes);
            }
        }
        self.deliver(&mut boxes);
        Ok(())
    }

    fn deliver(&mut self, boxes: &mut [Outbox]) {
        let take = |(number, part): (usize, &mut Part)| {
            let places = boxes.iter().flat_map(|outbox| &outbox.lists[number]);
            places.for_each(|&place| part.mark(place));
        };
        self.parts.par_iter_mut().enumerate().for_each(take);
        boxes.iter_mut().for_each(Outbox::clear);
    }

    /// Every owner visits, and removes, the marks of its part. `visit` says whether it decided the slot, which then has this
    /// distance; the number of those decided is returned. `S` is scratch space.
    pub(super) fn visit<S: Default>(
        &mut self,
        watch: &Watch<'_>,
        distance: u8,
        visit: impl Fn(&mut S, u64) -> bool + Sync,
    ) -> Result<u64, Interrupted> {
        let one = |part: &mut Part| {
            watch.check()?;
            let (mut scratch, mut count) = (S::default(), 0);
            part.visit(|slot| count += u64::from(visit(&mut scratch, slot)));
            part.distances |= u128::from(count > 0) << distance;
            Ok(count)
        };
        self.parts.par_iter_mut().map(one).try_reduce(|| 0, |a, b| Ok(a + b))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn marks_arrive_once_in_every_part() {
        let stop = AtomicBool::new(false);
        let watch = Watch::new(&stop);
        let slots = 3 * PART + 77;
        let mut parts = Parts::new(slots);
        let to = |slot: u64| slot * 7919 % slots;
        parts
            .send(&watch, 0, |range, outbox| {
                range.filter(|slot| slot % 1000 == 1).for_each(|slot| {
                    outbox.send(to(slot));
                    outbox.send(to(slot));
                });
            })
            .unwrap();
        let seen = Mutex::new(Vec::new());
        let count = parts
            .visit(&watch, 5, |(): &mut (), slot| {
                seen.lock().unwrap().push(slot);
                slot == to(1)
            })
            .unwrap();
        let mut seen = seen.into_inner().unwrap();
        seen.sort_unstable();
        let mut expected: Vec<u64> = (0..slots).filter(|slot| slot % 1000 == 1).map(to).collect();
        expected.sort_unstable();
        assert_eq!(seen, expected);
        assert_eq!(count, 1);
        assert_eq!(parts.visit(&watch, 6, |(): &mut (), _| true), Ok(0));
        let senders = |parts: &mut Parts, distance| {
            let senders = Mutex::new(Vec::new());
            parts.send(&watch, distance, |slots, _| senders.lock().unwrap().push(slots.start)).unwrap();
            senders.into_inner().unwrap()
        };
        assert_eq!(senders(&mut parts, 1).len(), 4);
        assert_eq!(senders(&mut parts, 5), [to(1) / PART * PART]);
        assert_eq!(senders(&mut parts, 6), [0; 0]);
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(parts.each(&watch, |_| ()), Err(Interrupted));
    }
}
