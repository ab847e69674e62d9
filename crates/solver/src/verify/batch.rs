//! Positions whose children are looked up together, so that the memory fetches them all at once.

use crate::game::{Solvable, Value};
use crate::memory::Bytes;
use crate::worth::{Moves, Step, over};

/// Positions in a batch.
pub(super) const BATCH: usize = 32;

/// A child of a position in a batch.
#[derive(Clone, Copy)]
struct Child<'a, P> {
    position: P,
    step: Step,
    place: Place<'a>,
}

/// Where the value of a child stands.
#[derive(Clone, Copy)]
enum Place<'a> {
    /// In the layer at hand.
    Here(u64),
    /// In another one.
    There(&'a Bytes, u64),
    /// Nowhere: it is over, and worth this to its mover.
    Over(i32),
}

/// A position with its children.
pub(super) struct Member<P> {
    pub position: P,
    pub slot: u64,
    /// Its children end here in the list of all.
    end: usize,
}

/// What is known about a move of a member.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// What it is worth to the one who makes it.
    pub worth: i32,
    /// The slot to which it leads in the layer at hand; `None` if it leaves the layer.
    pub stays: Option<u64>,
    /// The distance stored for the child, if it has one.
    pub distance: Option<u8>,
}

/// Positions with all their children.
pub(super) struct Batch<'a, P: Solvable> {
    pub members: Vec<Member<P>>,
    children: Vec<Child<'a, P>>,
    moves: Moves<P>,
    seen: Vec<Seen>,
}

/// The layers in which children are looked up.
pub(super) trait Shelves<'a, P: Solvable>: Copy {
    /// The entries of the layer at hand.
    fn here(self) -> &'a Bytes;

    /// The entries of the layer of a child; `None` if it is the layer at hand.
    fn there(self, layer: P::Layer) -> Option<&'a Bytes>;
}

impl<'a, P: Solvable> Batch<'a, P> {
    pub(super) fn new() -> Batch<'a, P> {
        Batch { members: Vec::new(), children: Vec::new(), moves: Moves::<P>::new(), seen: Vec::new() }
    }

    pub(super) fn is_full(&self) -> bool {
        self.members.len() == BATCH
    }

    /// Lists a position and its children, and has their entries fetched.
    #[inline]
    pub(super) fn enlist(&mut self, position: P, slot: u64, shelves: impl Shelves<'a, P>) {
        let Batch { members, children, moves, .. } = self;
        position.for_each_child(moves, |_, child| {
            let place = match child.layer() {
                None => Place::Over(over(&child).expect("moves lead to layers or end the game")),
                Some(layer) => {
                    let slot = child.slot();
                    match shelves.there(layer) {
                        Some(bytes) => {
                            bytes.prefetch(slot);
                            Place::There(bytes, slot)
                        }
                        None => {
                            shelves.here().prefetch(slot);
                            Place::Here(slot)
                        }
                    }
                }
            };
            children.push(Child { position: child, step: Step::new(&position, &child), place });
        });
        members.push(Member { position, slot, end: children.len() });
    }

    /// Calls `visit` with every position and what is known about its moves, then forgets them.
    #[inline]
    pub(super) fn settle<E>(
        &mut self,
        here: &Bytes,
        mut visit: impl FnMut(&Member<P>, &[Seen]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut start = 0;
        for member in &self.members {
            self.seen.clear();
            self.seen.extend(self.children[start..member.end].iter().map(|child| child.seen(here)));
            start = member.end;
            visit(member, &self.seen)?;
        }
        self.members.clear();
        self.children.clear();
        Ok(())
    }
}

impl<P: Solvable> Child<'_, P> {
    #[inline]
    fn seen(&self, here: &Bytes) -> Seen {
        let (value, stays) = match self.place {
            Place::Here(slot) => (self.position.value(here.get(slot)), Some(slot)),
            Place::There(bytes, slot) => (self.position.value(bytes.get(slot)), None),
            Place::Over(future) => {
                return Seen { worth: self.step.worth(future), stays: None, distance: None };
            }
        };
        let Value { future, distance } = value;
        Seen { worth: self.step.worth(future.into()), stays, distance }
    }
}
