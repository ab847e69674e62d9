//! From an arrangement to its slot and back, the tables of the layer at hand.

use super::subsets::{Subsets, closed_up, unrank_without};
use super::symmetry::{SYMMETRIES, seen};
use super::{Pieces, Sides};

/// What stands in a slot, used or not.
pub(super) struct Found {
    anchor: Anchor,
    pub(super) other: u32,
    rank: u32,
    pub(super) sides: Sides,
}

impl Found {
    /// The symmetries that leave the leading set as it is.
    pub(super) fn stabilising(&self) -> impl Iterator<Item = u8> {
        let stabiliser = self.anchor.stabiliser;
        (0..SYMMETRIES).filter(move |symmetry| stabiliser >> symmetry & 1 == 1)
    }
}

/// A leading set brought home to the first set of its orbit.
#[derive(Clone, Copy, Debug)]
struct Anchor {
    first: u32,
    stabiliser: u8,
    /// The symmetry that brought it there.
    symmetry: u8,
    /// The first slot of the orbit, in the block of a mover who leads.
    start: u64,
}

/// The leading set of all children of a position, if it is that of the player who does not move and stays as it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moved(Option<Anchor>);

/// The slots of one layer, its tables at hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places {
    layer: Pieces,
    leaders: &'static Subsets,
    others: &'static Subsets,
    row: u64,
    block: u64,
    pub(super) slots: u64,
}

impl Places {
    #[inline]
    pub(crate) fn new(layer: Pieces) -> Places {
        let [leaders, others] = [layer.more, layer.fewer].map(|size| Subsets::of(usize::from(size)));
        let row = layer.row();
        let block = leaders.orbits() as u64 * row;
        let slots = if layer.has_one_block() { block } else { 2 * block };
        Places { layer, leaders, others, row, block, slots }
    }

    /// Slots of the first block.
    #[inline]
    pub(crate) fn block(&self) -> u64 {
        self.block
    }

    /// Does the player to move have more pieces, or as many, in the block of `slot`?
    #[inline]
    pub(crate) fn mover_leads(&self, slot: u64) -> bool {
        slot < self.block
    }

    /// The slot of an arrangement of the layer.
    #[inline]
    pub(crate) fn slot(&self, sides: Sides) -> u64 {
        let mover_leads = self.layer.has_one_block() || sides[0].count_ones() == u32::from(self.layer.more);
        self.slot_in(mover_leads, sides)
    }

    /// The slot of an arrangement of the layer in which the mover has more pieces or as many, or has fewer.
    #[inline]
    fn slot_in(&self, mover_leads: bool, sides: Sides) -> u64 {
        if mover_leads {
            self.slot_from(&self.anchor(sides[0]), sides[1])
        } else {
            self.block + self.slot_from(&self.anchor(sides[1]), sides[0])
        }
    }

    /// What the slots have in common of the positions to which `sides` come by moves that take nothing.
    #[inline]
    pub(crate) fn moved(&self, sides: Sides) -> Moved {
        let is_led_by_mover =
            !self.layer.has_one_block() && sides[0].count_ones() == u32::from(self.layer.more);
        Moved((!is_led_by_mover).then(|| self.anchor(sides[1])))
    }

    /// The slot of such a position.
    #[inline]
    pub(crate) fn slot_moved(&self, moved: &Moved, sides: Sides) -> u64 {
        match &moved.0 {
            Some(anchor) => self.slot_from(anchor, sides[1]),
            None => self.slot_in(false, sides),
        }
    }

    /// Brings a leading set home.
    #[inline]
    fn anchor(&self, leader: u32) -> Anchor {
        let home = self.leaders.home(leader);
        let (symmetry, stabiliser) = (home.symmetry(), home.stabiliser());
        let start = home.orbit() as u64 * self.row;
        Anchor { first: seen(leader, symmetry), stabiliser, symmetry, start }
    }

    /// The slot of an arrangement, in the block of a mover who leads, by its leading set and the other one.
    #[inline]
    fn slot_from(&self, anchor: &Anchor, other: u32) -> u64 {
        let other = seen(other, anchor.symmetry);
        let rank = match anchor.stabiliser {
            1 => self.rank(anchor.first, other),
            _ => self.least_rank(anchor, other),
        };
        anchor.start + u64::from(rank)
    }

    /// The rank of the other set on the squares that the leading one leaves free.
    #[inline]
    fn rank(&self, first: u32, other: u32) -> u32 {
        self.others.rank(closed_up(first, other))
    }

    /// The least rank of the other set, over the symmetries that leave the leading one as it is.
    #[inline(never)]
    fn least_rank(&self, anchor: &Anchor, other: u32) -> u32 {
        let symmetries = (0..SYMMETRIES).filter(|symmetry| anchor.stabiliser >> symmetry & 1 == 1);
        let ranks = symmetries.map(|symmetry| self.rank(anchor.first, seen(other, symmetry)));
        ranks.min().expect("the identity is a symmetry of every set")
    }

    /// The arrangement in this slot; `None` if the slot is not used.
    #[inline]
    pub(crate) fn at(&self, slot: u64) -> Option<Sides> {
        let found = self.found(slot);
        self.is_used(&found).then_some(found.sides)
    }

    /// Does no symmetry give a lesser rank?
    #[inline]
    pub(super) fn is_used(&self, found: &Found) -> bool {
        found.anchor.stabiliser == 1 || self.least_rank(&found.anchor, found.other) == found.rank
    }

    #[inline]
    pub(super) fn found(&self, slot: u64) -> Found {
        assert!(slot < self.slots, "no slot of the layer has this number");
        let mover_leads = self.mover_leads(slot);
        let in_block = if mover_leads { slot } else { slot - self.block };
        let (orbit, rank) = (in_block / self.row, (in_block % self.row) as u32);
        let (first, stabiliser) = self.leaders.first(orbit as usize);
        let other = unrank_without(first, usize::from(self.layer.fewer), rank);
        let sides = if mover_leads { [first, other] } else { [other, first] };
        let anchor = Anchor { first, stabiliser, symmetry: 0, start: orbit * self.row };
        Found { anchor, other, rank, sides }
    }
}
