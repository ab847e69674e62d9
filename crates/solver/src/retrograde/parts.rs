//! A layer in parts, each with one owner at a time, and the queue by which the owners reach each other.
//!
//! Only its owner writes to a part; he sends what concerns other parts to their [`Outbox`], and it is delivered between
//! two steps. So no byte needs a lock, marks for a part are worked off while it is in the cache, and nothing but the
//! reading of values would have to change to give the parts to different machines (compare J. Romein, H. Bal, "Solving
//! awari with parallel retrograde analysis", Computer 2003).

use std::ops::Range;

/// The greatest part, as a power of two: its offsets are the part of a message that 14 bits of values leave free.
const MOST_SHIFT: u32 = 18;

/// The smallest part: less is not worth a task.
const LEAST_SHIFT: u32 = 10;

/// How a layer is cut.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    slots: u64,
    shift: u32,
}

impl Cut {
    /// Cuts `slots` slots so that `threads` owners have something to do each.
    pub fn new(slots: u64, threads: usize) -> Cut {
        let wanted = slots / (8 * threads.max(1) as u64);
        let shift = (u64::BITS - wanted.leading_zeros()).clamp(LEAST_SHIFT, MOST_SHIFT);
        Cut { slots, shift }
    }

    /// The number of parts.
    pub fn parts(self) -> usize {
        self.slots.div_ceil(1 << self.shift) as usize
    }

    /// The part of a slot.
    #[inline]
    pub fn part(self, slot: u64) -> usize {
        (slot >> self.shift) as usize
    }

    /// The slots of a part.
    pub fn range(self, part: usize) -> Range<u64> {
        let start = (part as u64) << self.shift;
        start..(start + (1 << self.shift)).min(self.slots)
    }

    /// A slot's place in its part.
    #[inline]
    fn offset(self, slot: u64) -> u32 {
        (slot & ((1 << self.shift) - 1)) as u32
    }
}

/// What the owner of a slot is told: a child of this position changed its value. Packed in four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message(u32);

impl Message {
    /// The child of the position in `slot` went from the value `old` to `new`, both in seven bits.
    #[inline]
    pub fn new(cut: Cut, slot: u64, old: i8, new: i8) -> Message {
        Message(cut.offset(slot) << 14 | (old as u32 & 0x7f) << 7 | new as u32 & 0x7f)
    }

    /// The slot, if the message went to `part`.
    #[inline]
    pub fn slot(self, cut: Cut, part: usize) -> u64 {
        (part as u64) << cut.shift | u64::from(self.0 >> 14)
    }

    /// The values before and after.
    #[inline]
    pub fn change(self) -> (i8, i8) {
        (signed((self.0 >> 7) as u8), signed(self.0 as u8))
    }
}

/// The number that the low seven bits stand for.
#[inline]
pub fn signed(bits: u8) -> i8 {
    ((bits << 1) as i8) >> 1
}

/// Messages of one owner to the others, by the part that they go to.
#[derive(Debug)]
pub struct Outbox {
    to: Vec<Vec<Message>>,
}

impl Outbox {
    /// An empty outbox with a place for every part.
    pub fn new(cut: Cut) -> Outbox {
        Outbox { to: vec![Vec::new(); cut.parts()] }
    }

    /// Sends.
    #[inline]
    pub fn send(&mut self, part: usize, message: Message) {
        self.to[part].push(message);
    }

    /// What was sent to a part.
    pub fn sent(&self, part: usize) -> &[Message] {
        &self.to[part]
    }

    /// Forgets everything that was sent, but keeps the memory.
    pub fn clear(&mut self) {
        self.to.iter_mut().for_each(Vec::clear);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_keep_slot_and_values() {
        let cut = Cut::new(5_000_000, 2);
        assert_eq!(cut.shift, MOST_SHIFT);
        for (slot, old, new) in [(0, 0, -48), (4_999_999, 48, 0), (1 << 18, -1, 1)] {
            let message = Message::new(cut, slot, old, new);
            assert_eq!(message.slot(cut, cut.part(slot)), slot);
            assert_eq!(message.change(), (old, new));
        }
    }

    #[test]
    fn parts_cover_every_slot_once() {
        for slots in [0, 1, 1023, 1024, 1025, 70_000, 999_999] {
            let cut = Cut::new(slots, 2);
            let all: Vec<u64> = (0..cut.parts()).flat_map(|part| cut.range(part)).collect();
            assert_eq!(all, (0..slots).collect::<Vec<u64>>());
        }
    }
}
