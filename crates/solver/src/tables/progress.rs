//! How far it is to the next capture: recomputed where tables hold values alone.
//!
//! Play that only keeps a value can go round in circles for ever. So from the position at hand the moves that keep its value
//! are followed inside its layer, breadth first, and on the part seen so far the plies to the next move out of the layer
//! are counted backwards: the side that is better off than in endless play (it *hurries*) takes the shortest way, the
//! other one the longest. A way of at most as many plies as the part is deep is exact, for it does not leave that part.
//!
//! That there is such a way is what the value means: it is a least fixed point, reached by progress. A mistake of the side
//! that delays leads to a higher value of the other one, which can happen only so often.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use crate::game::{Layer, Solvable, Value};
use crate::worth::{Moves, Step, endless, leaves, over};

/// Positions after which the search gives up: half a second of work where values are in memory.
const MOST_POSITIONS: usize = 200_000;

/// A position of the part seen so far.
struct Node<P> {
    position: P,
    future: i32,
    hurries: bool,
    /// Does a move that keeps the value lead out of the layer?
    exits: bool,
    /// Has it been asked for its moves?
    is_open: bool,
    /// Moves that keep the value and stay in the layer.
    stays: u32,
    /// The positions from which such moves lead here, as often as they do.
    parents: Vec<u32>,
}

/// A move out of a node.
struct Child<P> {
    parent: usize,
    position: P,
    /// The number of the layer, and the slot.
    place: (usize, u64),
}

/// The part of a layer that is seen from one position by moves that keep its value.
struct Part<P> {
    nodes: Vec<Node<P>>,
    /// The numbers of nodes by their slots.
    numbers: HashMap<u64, u32>,
}

/// What a position is worth to its mover, by the rules if it is over (it may have no layer then); `None` if it is not known.
pub(super) fn future<P: Solvable, E>(
    position: &P,
    look_up: impl Fn(&P) -> Result<Option<Value>, E>,
) -> Result<Option<i32>, E> {
    match over(position) {
        Some(future) => Ok(Some(future)),
        None => Ok(look_up(position)?.map(|value| value.future.into())),
    }
}

/// How far it is by the moves of a position.
pub(super) struct Distances {
    /// The numbers of nodes by their slots.
    numbers: HashMap<u64, u32>,
    /// Of each node, 0 if they are not known.
    plies: Vec<u32>,
    /// Plies up to which numbers are exact, from the root.
    depth: u32,
}

impl Distances {
    /// The plies by the move to a child that keeps the value and stays in the layer, the move itself included, if they are
    /// known: those of the shortest for the side that hurries, of all for the other one.
    pub(super) fn by<P: Solvable>(&self, child: &P) -> Option<u32> {
        let number = *self.numbers.get(&child.slot())?;
        let plies = self.plies[number as usize];
        (plies != 0 && plies < self.depth).then_some(plies + 1)
    }
}

/// How far it is to the next move that leaves the layer, by each move of `root` that keeps its value. It is not over, and its
/// value `future` is not that of endless play.
pub(super) fn distances<P: Solvable, E>(
    root: &P,
    future: i32,
    look_up: impl Fn(&P) -> Result<Option<Value>, E>,
) -> Result<Distances, E> {
    let mut part = Part { nodes: Vec::new(), numbers: HashMap::new() };
    part.add(root, future);
    let (mut depth, mut begin, mut next_look) = (0, 0, 0);
    loop {
        let end = part.nodes.len();
        let is_last = begin == end || end >= MOST_POSITIONS;
        if is_last || end >= next_look {
            let plies = part.plies();
            // A part that is whole, or as far as it goes, knows all that will be known.
            let depth = if is_last { u32::MAX } else { depth };
            if is_last || (1..=depth).contains(&plies[0]) {
                return Ok(Distances { numbers: part.numbers, plies, depth });
            }
            next_look = end + end / 2;
        }
        part.open(begin..end, &look_up)?;
        (depth, begin) = (depth + 1, end);
    }
}

impl<P: Solvable> Part<P> {
    /// The number of a position, which is added if it is new.
    fn add(&mut self, position: &P, future: i32) -> u32 {
        let next = self.nodes.len() as u32;
        let number = *self.numbers.entry(position.slot()).or_insert(next);
        if number == next {
            let hurries = future > endless(position);
            self.nodes.push(Node {
                position: *position,
                future,
                hurries,
                exits: false,
                is_open: false,
                stays: 0,
                parents: Vec::new(),
            });
        }
        number
    }

    /// Adds the positions to which the moves of these nodes lead.
    ///
    /// They are looked up in the order of their places: a packed table then unpacks a block once and not for each of them.
    fn open<E>(
        &mut self,
        nodes: Range<usize>,
        look_up: &impl Fn(&P) -> Result<Option<Value>, E>,
    ) -> Result<(), E> {
        let mut children: Vec<Child<P>> = Vec::new();
        let mut moves = Moves::<P>::new();
        for parent in nodes.clone() {
            self.nodes[parent].position.for_each_distinct_child(&mut moves, |_, position| {
                let place = (position.layer().map_or(usize::MAX, Layer::number), position.slot());
                children.push(Child { parent, position, place });
            });
        }
        children.sort_unstable_by_key(|child| child.place);
        let mut stays: Vec<(u32, P, i32)> = Vec::new();
        for Child { parent, position, .. } in children {
            // One that is not known lies outside, in a layer that is missing.
            let Some(future) = future(&position, look_up)? else { continue };
            let node = &mut self.nodes[parent];
            if Step::new(&node.position, &position).worth(future) != node.future {
                continue;
            }
            if leaves(&node.position, &position) {
                node.exits = true;
            } else {
                stays.push((parent as u32, position, future));
            }
        }
        for (parent, child, future) in stays {
            let node = &mut self.nodes[parent as usize];
            // Where a way out is at hand, the side that hurries asks for no other.
            if !(node.hurries && node.exits) {
                node.stays += 1;
                let number = self.add(&child, future);
                self.nodes[number as usize].parents.push(parent);
            }
        }
        for node in &mut self.nodes[nodes] {
            node.is_open = true;
        }
        Ok(())
    }

    /// The plies from every node to the next way out, 0 if not every way ends in the part seen so far.
    fn plies(&self) -> Vec<u32> {
        let mut waiting: Vec<u32> = self.nodes.iter().map(|node| node.stays).collect();
        let mut all = vec![0; self.nodes.len()];
        let mut queue: VecDeque<(u32, u32)> = (0u32..)
            .zip(&self.nodes)
            .filter(|(_, node)| node.is_open && if node.hurries { node.exits } else { node.stays == 0 })
            .map(|(number, _)| (number, 1))
            .collect();
        while let Some((number, plies)) = queue.pop_front() {
            if all[number as usize] != 0 {
                continue;
            }
            all[number as usize] = plies;
            for &parent in &self.nodes[number as usize].parents {
                let left = &mut waiting[parent as usize];
                *left -= 1;
                // The first child that is done is the nearest, the last one the farthest.
                if self.nodes[parent as usize].hurries || *left == 0 {
                    queue.push_back((parent, plies + 1));
                }
            }
        }
        all
    }
}
