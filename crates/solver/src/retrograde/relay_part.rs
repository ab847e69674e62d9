//! A part of a layer of Obridjie: the positions in it that are not decided yet, and their children.

use std::ops::Range;

use grenier_core::obridjie::Obridjie;
use grenier_core::{OnlyRules, Position};

use crate::index::mancala::{Seeds, Walked, slot_of_twelve};
use crate::memory::Bytes;
use crate::solved::Solved;

/// The bit of an entry whose position may still change.
pub(super) const OPEN: u8 = 0x80;

/// Positions whose children are found before the first of them is looked up, so that memory has time to answer.
const BLOCK: usize = 32;

/// Children by which asking for an entry runs ahead of its use.
const AHEAD: usize = 48;

/// Less than every value: no move out of the layer is known.
const NOTHING: i8 = i8::MIN;

/// The byte of a value.
#[inline]
pub(crate) fn entry(value: i8) -> u8 {
    value as u8 & !OPEN
}

/// The value in an entry, whether it is open or not.
#[inline]
pub(crate) fn value(entry: u8) -> i8 {
    (entry << 1) as i8 >> 1
}

/// A position that is not decided.
#[derive(Clone, Copy)]
struct Head {
    /// Its slot, counted from the first of the part.
    place: u16,
    /// The value of its best move that is final.
    exit: i8,
    /// Its children in the layer.
    children: u8,
}

/// What is not decided in a part of a layer.
pub(super) struct Part {
    start: u64,
    heads: Vec<Head>,
    /// The slots of the children of all heads, one after the other.
    children: Vec<u32>,
}

/// A child of a position under exploration.
#[derive(Clone, Copy)]
struct Reached {
    slot: u32,
    seeds: u8,
    gain: i8,
}

impl Part {
    /// Makes all moves of the positions in `slots`. Those that cannot stay in the layer are decided.
    pub fn explore(layer: Seeds, slots: Range<u64>, solved: &Solved<Obridjie>, entries: &Bytes) -> Part {
        let mut part = Part { start: slots.start, heads: Vec::new(), children: Vec::new() };
        let mut walk = Obridjie::walk(layer, slots.start);
        let mut reached: Vec<Reached> = Vec::new();
        let mut at = slots.start;
        while at < slots.end {
            let block = BLOCK.min((slots.end - at) as usize);
            let mut ends = [0; BLOCK];
            reached.clear();
            for end in &mut ends[..block] {
                let position = Obridjie::here(OnlyRules, layer, &walk);
                position.for_each_child(&mut Vec::new(), |_, child| {
                    let child = Reached::new(&child);
                    if child.seeds != layer.0
                        && let Some(bytes) = solved.numbered(usize::from(child.seeds))
                    {
                        bytes.prefetch(u64::from(child.slot));
                    }
                    reached.push(child);
                });
                *end = reached.len();
                Obridjie::step(layer, &mut walk);
            }
            let mut first = 0;
            for (slot, &end) in (at..).zip(&ends[..block]) {
                entries.set(slot, part.enter(layer, slot, &reached[first..end], solved));
                first = end;
            }
            at += block as u64;
        }
        part.heads.shrink_to_fit();
        part.children.shrink_to_fit();
        part
    }

    /// Enters a position with these children, if they leave it open, and returns its entry.
    fn enter(&mut self, layer: Seeds, slot: u64, reached: &[Reached], solved: &Solved<Obridjie>) -> u8 {
        let first = self.children.len();
        let mut exit = NOTHING;
        for child in reached {
            if child.seeds != layer.0 {
                let bytes = solved.numbered(usize::from(child.seeds)).expect("lower layers are solved first");
                exit = exit.max(child.gain - value(bytes.get(u64::from(child.slot))));
            } else if !self.children[first..].contains(&child.slot) {
                self.children.push(child.slot);
            }
        }
        let children = (self.children.len() - first) as u8;
        if children == 0 {
            // Without any move the game is over, and what is left counts for nobody.
            return if reached.is_empty() { 0 } else { entry(exit) };
        }
        self.heads.push(Head { place: (slot - self.start) as u16, exit, children });
        OPEN | entry(exit.max(0))
    }

    pub fn sizes(&self) -> (usize, usize) {
        (self.heads.len(), self.children.len())
    }

    /// Looks at every open position once, drops what is decided, and returns how many values have changed.
    pub fn sweep(&mut self, entries: &Bytes) -> u64 {
        let mut changes = 0;
        let (mut from, mut heads, mut children) = (0, 0, 0);
        for at in 0..self.heads.len() {
            let mut head = self.heads[at];
            let end = from + usize::from(head.children);
            let first = children;
            let mut best = NOTHING;
            for child in from..end {
                if let Some(&later) = self.children.get(child + AHEAD) {
                    entries.prefetch(u64::from(later));
                }
                let slot = self.children[child];
                let seen = entries.get(u64::from(slot));
                let worth = -value(seen);
                if seen & OPEN == 0 {
                    head.exit = head.exit.max(worth);
                } else if worth >= 0 || worth > head.exit {
                    best = best.max(worth);
                    self.children[children] = slot;
                    children += 1;
                }
            }
            from = end;
            head.children = (children - first) as u8;
            let is_open = head.children > 0;
            let now = entry(best.max(head.exit)) | if is_open { OPEN } else { 0 };
            let slot = self.start + u64::from(head.place);
            if entries.get(slot) != now {
                entries.set(slot, now);
                changes += 1;
            }
            if is_open {
                self.heads[heads] = head;
                heads += 1;
            }
        }
        self.heads.truncate(heads);
        self.children.truncate(children);
        changes
    }

    /// What is open now is decided.
    pub fn close(&self, entries: &Bytes) {
        for head in &self.heads {
            let slot = self.start + u64::from(head.place);
            entries.set(slot, entries.get(slot) & !OPEN);
        }
    }
}

impl Reached {
    /// The child of a position in which South moves and the stores are empty.
    #[inline]
    fn new(child: &Obridjie) -> Reached {
        let board = child.board();
        let seeds = board.seeds();
        let [theirs, mine] = board.captured;
        Reached {
            slot: slot_of_twelve([board.own, board.enemy]) as u32,
            seeds,
            gain: mine as i8 - theirs as i8,
        }
    }
}
