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

use crate::game::{Solvable, Value};
use crate::worth::{Moves, Step, endless, leaves, over};

/// Positions after which the search gives up.
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

/// The plies from `root`, which is not over and whose value is not that of endless play, to the next move that leaves its layer. `None` if it is
/// farther than what can be seen. What was found when the search gave up is an upper bound.
pub(super) fn distance<P: Solvable, E>(
    root: &P,
    look_up: impl Fn(&P) -> Result<Option<Value>, E>,
) -> Result<Option<u32>, E> {
    let Some(value) = look_up(root)? else { return Ok(None) };
    let mut part = Part { nodes: Vec::new(), numbers: HashMap::new() };
    part.add(root, value.future.into());
    let (mut depth, mut begin, mut next_look) = (0, 0, 0);
    loop {
        let end = part.nodes.len();
        let is_whole = begin == end;
        let gives_up = end >= MOST_POSITIONS;
        if is_whole || gives_up || end >= next_look {
            let found = part.plies_of_root();
            if is_whole || gives_up || found.is_some_and(|plies| plies <= depth) {
                return Ok(found);
            }
            next_look = end + end / 2;
        }
        for node in begin..end {
            part.open(node, &look_up)?;
        }
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

    /// Adds the positions to which the moves of a node lead.
    fn open<E>(&mut self, number: usize, look_up: &impl Fn(&P) -> Result<Option<Value>, E>) -> Result<(), E> {
        let Node { position, future, .. } = self.nodes[number];
        let mut children = Vec::new();
        position.for_each_distinct_child(&mut Moves::<P>::new(), |_, child| children.push(child));
        let (mut exits, mut stays) = (false, Vec::new());
        for child in children {
            // A child that is not known is none that this side chooses: such a table could not be solved.
            let Some(rest) = self::future(&child, look_up)? else { continue };
            if Step::new(&position, &child).worth(rest) != future {
                continue;
            }
            if leaves(&position, &child) {
                exits = true;
            } else {
                stays.push((child, rest));
            }
        }
        let hurries = self.nodes[number].hurries;
        if hurries && exits {
            // The way out is at hand; no other is shorter.
            stays.clear();
        }
        for (child, future) in &stays {
            let child = self.add(child, *future);
            self.nodes[child as usize].parents.push(number as u32);
        }
        let node = &mut self.nodes[number];
        (node.exits, node.is_open, node.stays) = (exits, true, stays.len() as u32);
        Ok(())
    }

    /// The plies from the first node to the next way out, if every way ends in the part seen so far.
    fn plies_of_root(&self) -> Option<u32> {
        let mut waiting: Vec<u32> = self.nodes.iter().map(|node| node.stays).collect();
        let mut queue: VecDeque<(u32, u32)> = (0u32..)
            .zip(&self.nodes)
            .filter(|(_, node)| node.is_open && if node.hurries { node.exits } else { node.stays == 0 })
            .map(|(number, _)| (number, 1))
            .collect();
        let mut is_done = vec![false; self.nodes.len()];
        while let Some((number, plies)) = queue.pop_front() {
            if std::mem::replace(&mut is_done[number as usize], true) {
                continue;
            }
            if number == 0 {
                return Some(plies);
            }
            for &parent in &self.nodes[number as usize].parents {
                let left = &mut waiting[parent as usize];
                *left -= 1;
                // The first child that is done is the nearest, the last one the farthest.
                if self.nodes[parent as usize].hurries || *left == 0 {
                    queue.push_back((parent, plies + 1));
                }
            }
        }
        None
    }
}
