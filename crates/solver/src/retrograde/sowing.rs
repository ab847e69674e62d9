//! Sowing games whose moves can be taken back: values by change propagation.
//!
//! All values start as that of endless play, 0. A position is worth the best of what its moves take minus what the child
//! is worth to the opponent. Each position is evaluated once from what is known; from then on only changes travel:
//! when a value changes, the parents whose maximum it can touch are marked and evaluated again, until no mark is left.
//!
//! # Why this is right
//! Values only ever move away from 0, for a level `t > 0` the positions known to be worth at least `t` to the one side
//! grow from none to the least fixed point, in any order of evaluation (K. Thompson 1986 for wins; J. van der Goot,
//! "Awari retrograde analysis", 2000, for seeds by sweeps; dirty marks as in T. Lincke, ETH Zürich 2002). What no
//! progress reaches keeps 0, the value of endless play, and nothing rests on a path.
//!
//! # The byte of a slot
//! ```text
//!   7     6 5 4 3 2 1 0
//!   mark  value, two's complement
//! ```

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use grenier_core::Position;
use grenier_core::mancala::{Board, Pit};
use rayon::prelude::*;

use super::parts::{Cut, Message, Outbox, signed};
use crate::game::{Failure, Layer, Solvable};
use crate::index::mancala::Walked;
use crate::memory::Bytes;
use crate::solved::Solved;
use crate::watch::Watch;

/// The bit of a byte that says: evaluate again.
const MARK: u8 = 0x80;

/// Positions whose children are fetched together.
const BATCH: usize = 24;

/// Parts that a thread works through between two deliveries: more need memory for messages, fewer wait for each other.
const PARTS_A_THREAD: usize = 8;

/// Slots over which a walk goes step by step rather than being set down anew.
const STRIDE: u64 = 12;

/// A sowing game whose moves can be taken back.
pub(crate) trait Sowing:
    Solvable + Position<Move = Pit> + Walked<Rules = <Self as Position>::Rules, Layer = <Self as Solvable>::Layer>
{
    /// The board.
    fn pits(&self) -> &Board;

    /// The stores of the player to move minus those of his opponent.
    #[inline]
    fn banked(&self) -> i8 {
        let [own, enemy] = self.pits().captured;
        own as i8 - enemy as i8
    }

    /// The number of the layer and the slot of a position that has them.
    fn place(&self) -> (usize, u64);

    /// Calls `visit` with the slot of every position of the same layer from which a legal move leads here, as often as
    /// moves do.
    fn for_each_parent(&self, visit: impl FnMut(u64));
}

/// Bytes that messages between parts take at most, about.
pub(crate) fn work_bytes(slots: u64) -> u64 {
    let group = (PARTS_A_THREAD * rayon::current_num_threads()) as u64;
    // Five parents of four bytes a position, and vectors that grow to twice what they hold.
    slots.min(group << 18) * 40
}

/// Solves a layer.
pub(crate) fn solve<P: Sowing>(
    rules: <P as Position>::Rules,
    layer: <P as Solvable>::Layer,
    solved: &Solved<P>,
    watch: &Watch<'_>,
) -> Result<Bytes, Failure> {
    let bytes = Bytes::zeroed(layer.slots())?;
    let cut = Cut::new(layer.slots(), rayon::current_num_threads());
    let busy = (0..cut.parts()).map(|_| AtomicBool::new(true)).collect();
    Run { rules, layer, number: layer.number(), solved, bytes: &bytes, cut, busy }.settle(watch)?;
    Ok(bytes)
}

/// A layer being solved.
struct Run<'a, P: Sowing> {
    rules: <P as Position>::Rules,
    layer: <P as Solvable>::Layer,
    number: usize,
    solved: &'a Solved<P>,
    bytes: &'a Bytes,
    cut: Cut,
    /// Parts with marks.
    busy: Vec<AtomicBool>,
}

/// A child of a position in a batch: where its value stands, and what the move took.
#[derive(Clone, Copy)]
struct Child<'a> {
    bytes: &'a Bytes,
    slot: u64,
    gain: i8,
}

/// A position in a batch.
#[derive(Clone, Copy)]
struct Member<P> {
    position: P,
    slot: u64,
    /// Its children end here in the list of all.
    end: usize,
    /// What it is worth if it is over.
    over: Option<i8>,
}

/// Positions that are evaluated together, so that the memory fetches all their children at once.
struct Batch<'a, P> {
    members: Vec<Member<P>>,
    children: Vec<Child<'a>>,
    moves: Vec<Pit>,
}

/// Which slots of a part a sweep evaluates.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sweep {
    /// All of them; parts behind the one given are still to come.
    First(usize),
    /// Those with a mark.
    Marked,
}

impl<'a, P: Sowing> Run<'a, P> {
    fn settle(&self, watch: &Watch<'_>) -> Result<(), Failure> {
        let group = PARTS_A_THREAD * rayon::current_num_threads();
        let mut outboxes: Vec<Outbox> =
            (0..group.min(self.cut.parts())).map(|_| Outbox::new(self.cut)).collect();
        let mut is_first = true;
        loop {
            let parts: Vec<usize> = (0..self.cut.parts())
                .filter(|&part| self.busy[part].swap(false, Ordering::Relaxed))
                .collect();
            if parts.is_empty() {
                return Ok(());
            }
            for group in parts.chunks(outboxes.len()) {
                watch.check()?;
                let sweep = if is_first { Sweep::First(group[group.len() - 1]) } else { Sweep::Marked };
                group.par_iter().zip(&mut outboxes).for_each(|(&part, outbox)| {
                    self.sweep(part, sweep, outbox);
                    if is_first {
                        let range = self.cut.range(part);
                        watch.add(range.end - range.start);
                    }
                });
                self.deliver(&mut outboxes);
            }
            is_first = false;
        }
    }

    /// Evaluates slots of a part, which belongs to this thread meanwhile.
    fn sweep(&self, part: usize, sweep: Sweep, outbox: &mut Outbox) {
        let range = self.cut.range(part);
        let mut batch = Batch { members: Vec::new(), children: Vec::new(), moves: Vec::new() };
        let mut walk = P::walk(self.layer, range.start);
        let mut from = range.start;
        while let Some(slot) = self.next(sweep, from..range.end) {
            from = slot + 1;
            if slot - walk.slot() > STRIDE {
                walk = P::walk(self.layer, slot);
            }
            while walk.slot() < slot {
                P::step(self.layer, &mut walk);
            }
            self.enlist(P::here(self.rules, self.layer, &walk), slot, &mut batch);
            if batch.members.len() == BATCH {
                self.evaluate(part, sweep, &mut batch, outbox);
            }
        }
        self.evaluate(part, sweep, &mut batch, outbox);
    }

    /// The first slot that the sweep evaluates.
    #[inline]
    fn next(&self, sweep: Sweep, slots: Range<u64>) -> Option<u64> {
        match sweep {
            Sweep::First(_) => (!slots.is_empty()).then_some(slots.start),
            Sweep::Marked => self.bytes.find(slots, MARK),
        }
    }

    /// Lists a position and its children, and has their values fetched.
    #[inline]
    fn enlist(&self, position: P, slot: u64, batch: &mut Batch<'a, P>) {
        let Batch { members, children, moves } = batch;
        let start = children.len();
        position.for_each_child(moves, |_, child| {
            let (number, slot) = child.place();
            let bytes = if number == self.number {
                self.bytes
            } else {
                self.solved.numbered(number).expect("what a layer needs is solved before it")
            };
            bytes.prefetch(slot);
            children.push(Child { bytes, slot, gain: -child.banked() });
        });
        let over = (children.len() == start).then(|| {
            let outcome = position.outcome().expect("a position without a move is over");
            outcome.worth_to(position.turn()) as i8 - position.banked()
        });
        members.push(Member { position, slot, end: children.len(), over });
    }

    /// Evaluates all that is listed, in order, and tells the parents of changes.
    fn evaluate(&self, part: usize, sweep: Sweep, batch: &mut Batch<'a, P>, outbox: &mut Outbox) {
        let mut start = 0;
        for &Member { position, slot, end, over } in &batch.members {
            let best = batch.children[start..end]
                .iter()
                .map(|child| child.gain - signed(child.bytes.get(child.slot)))
                .max()
                .or(over)
                .expect("a position has moves or is over");
            start = end;
            let old = signed(self.bytes.get(slot));
            self.bytes.set(slot, best as u8 & !MARK);
            if best != old {
                position.for_each_parent(|parent| self.tell(part, sweep, slot, parent, (old, best), outbox));
            }
        }
        batch.members.clear();
        batch.children.clear();
    }

    /// Tells a parent of the position in `slot`, which is in this thread's part, that its value changed.
    #[inline]
    fn tell(&self, part: usize, sweep: Sweep, slot: u64, parent: u64, change: (i8, i8), outbox: &mut Outbox) {
        let to = self.cut.part(parent);
        if to != part {
            if !matches!(sweep, Sweep::First(last) if to > last) {
                outbox.send(to, Message::new(self.cut, parent, change.0, change.1));
            }
        } else if (sweep == Sweep::Marked || parent <= slot) && self.mark(parent, change) {
            // The sweep may have passed it by.
            self.busy[part].store(true, Ordering::Relaxed);
        }
    }

    /// Marks a position of this thread's part if the change of a child can touch its maximum.
    ///
    /// A child that fell lifts it above what it is now, or not; one that rose was the maximum, or not. If the position
    /// has been evaluated since the change, an unneeded mark may follow, never a missing one.
    #[inline]
    fn mark(&self, slot: u64, (old, new): (i8, i8)) -> bool {
        let byte = self.bytes.get(slot);
        let value = signed(byte);
        let is_touched = if new < old { -new > value } else { -old == value };
        if is_touched {
            self.bytes.set(slot, byte | MARK);
        }
        is_touched
    }

    /// Every owner works off what the others sent him.
    fn deliver(&self, outboxes: &mut [Outbox]) {
        let sent = &*outboxes;
        (0..self.cut.parts()).into_par_iter().for_each(|part| {
            let messages = sent.iter().flat_map(|outbox| outbox.sent(part));
            let mut any = false;
            for message in messages {
                any |= self.mark(message.slot(self.cut, part), message.change());
            }
            if any {
                self.busy[part].store(true, Ordering::Relaxed);
            }
        });
        outboxes.iter_mut().for_each(Outbox::clear);
    }
}
