//! A part of a layer of Obridjie: the positions in it that are not decided yet, and their children.

use std::ops::Range;

use grenier_core::obridjie::Obridjie;
use grenier_core::{OnlyRules, Position};

use super::relay_marks::Marks;
use super::signed;
use crate::index::mancala::{Seeds, Walk, Walked, slot_of_twelve};
use crate::memory::Bytes;
use crate::solved::Solved;

/// The bit of an entry that will not change any more, while its layer is being solved.
pub(super) const DECIDED: u8 = 0x80;

/// Positions whose children are found before the first of them is looked up, so that memory has time to answer.
const BLOCK: usize = 32;

/// Children by which asking for an entry runs ahead of its use.
const AHEAD: usize = 48;

/// Less than every value: no move is decided.
const NOTHING: i8 = i8::MIN;

/// The byte of a value.
#[inline]
pub(crate) fn entry(value: i8) -> u8 {
    value as u8 & !DECIDED
}

/// The bit of a child behind which those of another position follow.
const LAST: u32 = 1 << 31;

/// Children that are compared with the marks at a time.
const WORD: usize = 64;

/// A position that is not decided.
#[derive(Clone, Copy)]
struct Head {
    /// Its slot, counted from the first of the part.
    place: u16,
    /// The value of its best decided move.
    exit: i8,
}

/// What is not decided in a part of a layer.
pub(super) struct Part {
    start: u64,
    heads: Vec<Head>,
    /// The slots of the children of all heads, family after family; the last of each has the bit [`LAST`].
    children: Vec<u32>,
}

/// A child of a position under exploration.
#[derive(Clone, Copy)]
struct Reached {
    slot: u32,
    seeds: u8,
    /// What the move brings the mover; less than 0 if it feeds the enemy.
    gain: i8,
}

impl Reached {
    /// The child of a position in which South moved and the stores were empty.
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

/// The entries of a layer under way and of those below.
struct Source<'a> {
    layer: Seeds,
    entries: &'a Bytes,
    solved: &'a Solved<Obridjie>,
}

impl Source<'_> {
    /// The entries of the layer with so many seeds.
    #[inline]
    fn entries(&self, seeds: u8) -> &Bytes {
        if seeds == self.layer.0 {
            self.entries
        } else {
            self.solved.numbered(usize::from(seeds)).expect("lower layers are solved first")
        }
    }

    /// The value of a child, if it is decided.
    #[inline]
    fn decided(&self, child: &Reached) -> Option<i8> {
        let entry = self.entries(child.seeds).get(u64::from(child.slot));
        (child.seeds != self.layer.0 || entry & DECIDED != 0).then_some(signed(entry))
    }
}

impl Part {
    /// Makes all moves of the positions in `slots`, and decides what can be decided.
    pub fn explore(layer: Seeds, slots: Range<u64>, solved: &Solved<Obridjie>, entries: &Bytes) -> Part {
        let source = Source { layer, entries, solved };
        let mut part = Part { start: slots.start, heads: Vec::new(), children: Vec::new() };
        let mut walk = Obridjie::walk(layer, slots.start);
        let mut reached = Vec::new();
        while walk.slot() < slots.end {
            let block = walk.slot()..slots.end.min(walk.slot() + BLOCK as u64);
            let ends = reach(&source, &mut walk, block.end, &mut reached);
            let mut first = 0;
            for (slot, end) in block.zip(ends) {
                entries.set(slot, part.enter(slot, &reached[first..end], &source));
                first = end;
            }
        }
        part.heads.shrink_to_fit();
        part.children.shrink_to_fit();
        part
    }

    /// Enters a position with these children, if they leave it undecided, and returns its entry.
    fn enter(&mut self, slot: u64, reached: &[Reached], source: &Source<'_>) -> u8 {
        let first = self.children.len();
        let mut exit = NOTHING;
        for child in reached {
            match source.decided(child) {
                Some(value) => exit = exit.max(child.gain - value),
                None if self.children[first..].contains(&child.slot) => {}
                None => self.children.push(child.slot),
            }
        }
        let Some(last) = self.children[first..].last_mut() else {
            // Without any move the game is over, and what is left counts for nobody.
            return DECIDED | if reached.is_empty() { 0 } else { entry(exit) };
        };
        *last |= LAST;
        self.heads.push(Head { place: (slot - self.start) as u16, exit });
        entry(exit.max(0))
    }

    /// Children that are kept.
    pub fn children(&self) -> usize {
        self.children.len()
    }

    /// Looks at every undecided position once, and drops what is decided. Marks in `changed` which entries have changed;
    /// has any?
    pub fn pack(&mut self, entries: &Bytes, changed: &Marks) -> bool {
        let mut has_changed = false;
        let (mut from, mut heads, mut kept) = (0, 0, 0);
        for at in 0..self.heads.len() {
            let mut head = self.heads[at];
            let (first, mut best) = (kept, NOTHING);
            loop {
                if let Some(&later) = self.children.get(from + AHEAD) {
                    entries.prefetch(slot_of(later));
                }
                let child = self.children[from];
                let seen = entries.get(slot_of(child));
                let worth = -signed(seen);
                if seen & DECIDED != 0 {
                    head.exit = head.exit.max(worth);
                } else if worth >= 0 || worth > head.exit {
                    best = best.max(worth);
                    self.children[kept] = child & !LAST;
                    kept += 1;
                }
                from += 1;
                if child & LAST != 0 {
                    break;
                }
            }
            let is_decided = kept == first;
            let now = entry(best.max(head.exit)) | if is_decided { DECIDED } else { 0 };
            has_changed |= self.note(head, now, entries, changed);
            if !is_decided {
                self.children[kept - 1] |= LAST;
                self.heads[heads] = head;
                heads += 1;
            }
        }
        self.heads.truncate(heads);
        self.children.truncate(kept);
        self.shrink();
        has_changed
    }

    /// Looks again at the positions with a child in `marks`. Marks in `changed` which entries have changed; has any?
    pub fn update(&mut self, entries: &Bytes, marks: &Marks, changed: &Marks) -> bool {
        let due = self.due(marks);
        let mut has_changed = false;
        let mut decided = 0;
        for (at, &(head, from)) in due.iter().enumerate() {
            if let Some(&(_, later)) = due.get(at + AHEAD / 4) {
                family(&self.children[later as usize..]).for_each(|child| entries.prefetch(child));
            }
            let head = self.heads[head as usize];
            let now = judge(head.exit, &self.children[from as usize..], entries);
            decided += usize::from(now & DECIDED != 0);
            has_changed |= self.note(head, now, entries, changed);
        }
        if decided > self.heads.len() / 8 {
            has_changed |= self.pack(entries, changed);
        }
        has_changed
    }

    /// The heads with a marked child, and where the children of each begin.
    fn due(&self, marks: &Marks) -> Vec<(u32, u32)> {
        let mut due: Vec<(u32, u32)> = Vec::new();
        let mut passed = 0;
        for (word, children) in self.children.chunks(WORD).enumerate() {
            let (mut marked, mut last) = (0u64, 0u64);
            for (bit, &child) in children.iter().enumerate() {
                marked |= u64::from(marks.has(slot_of(child))) << bit;
                last |= u64::from(child >> 31) << bit;
            }
            while marked != 0 {
                let bit = marked.trailing_zeros();
                marked &= marked - 1;
                let head = passed + (last & ((1 << bit) - 1)).count_ones();
                if due.last().is_none_or(|&(latest, _)| latest != head) {
                    due.push((head, self.beginning(word * WORD + bit as usize)));
                }
            }
            passed += last.count_ones();
        }
        due
    }

    /// Where the family of a child begins.
    fn beginning(&self, child: usize) -> u32 {
        self.children[..child].iter().rposition(|before| before & LAST != 0).map_or(0, |before| before + 1)
            as u32
    }

    /// Writes down the entry of a head; is it new?
    #[inline]
    fn note(&self, head: Head, now: u8, entries: &Bytes, changed: &Marks) -> bool {
        let slot = self.start + u64::from(head.place);
        let is_new = entries.get(slot) != now;
        if is_new {
            entries.set(slot, now);
            changed.set(slot);
        }
        is_new
    }

    /// Gives memory back if much of it is not used.
    fn shrink(&mut self) {
        if self.children.len() < self.children.capacity() / 8 * 7 {
            self.children.shrink_to_fit();
            self.heads.shrink_to_fit();
        }
    }
}

/// The slot of a kept child.
#[inline]
fn slot_of(child: u32) -> u64 {
    u64::from(child & !LAST)
}

/// The slots of the family that begins here.
#[inline]
fn family(children: &[u32]) -> impl Iterator<Item = u64> {
    let last = children.iter().position(|child| child & LAST != 0).unwrap_or(0);
    children[..=last].iter().map(|&child| slot_of(child))
}

/// The entry of a position with this best decided move and the family that begins here.
#[inline]
fn judge(exit: i8, children: &[u32], entries: &Bytes) -> u8 {
    let (mut best, mut is_decided) = (exit, DECIDED);
    for child in family(children) {
        let seen = entries.get(child);
        best = best.max(-signed(seen));
        is_decided &= seen;
    }
    entry(best) | is_decided
}

/// Makes all moves of the positions from where `walk` stands up to slot `end`, and asks for the entries they lead to.
/// Returns where the children of each position end in `reached`.
#[inline]
fn reach(source: &Source<'_>, walk: &mut Walk, end: u64, reached: &mut Vec<Reached>) -> [usize; BLOCK] {
    let mut ends = [0; BLOCK];
    reached.clear();
    for here in &mut ends[..(end - walk.slot()) as usize] {
        let position = Obridjie::here(OnlyRules, source.layer, walk);
        position.for_each_child(&mut Vec::new(), |_, child| {
            let child = Reached::new(&child);
            source.entries(child.seeds).prefetch(u64::from(child.slot));
            reached.push(child);
        });
        *here = reached.len();
        Obridjie::step(source.layer, walk);
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_hold_values_beside_the_bit() {
        for seeds in -48..=48 {
            assert_eq!(signed(entry(seeds)), seeds);
            assert_eq!(signed(entry(seeds) | DECIDED), seeds);
        }
    }
}
