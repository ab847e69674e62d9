//! Counting the leaves of the game tree: the standard check of a move generator.

use crate::Position;

/// Counts the positions reached after `depth` plies, every leaf played; repetition is ignored.
///
/// ```
/// use grenier_core::{Position, Perft, awale::Awale};
///
/// let start = Awale::start(Default::default());
/// let counts: Vec<u64> = (1..=4).map(|depth| Perft::new().count(&start, depth)).collect();
/// assert_eq!(counts, [6, 36, 190, 1014]);
/// ```
#[derive(Debug)]
pub struct Perft<P: Position> {
    /// Move lists, one for each ply left to play, kept between calls.
    lists: Vec<Vec<P::Move>>,
}

impl<P: Position> Default for Perft<P> {
    fn default() -> Self {
        Perft { lists: Vec::new() }
    }
}

impl<P: Position> Perft<P> {
    /// A counter without memory of earlier counts.
    pub fn new() -> Perft<P> {
        Perft::default()
    }

    /// The number of sequences of exactly `depth` moves from `position`.
    pub fn count(&mut self, position: &P, depth: usize) -> u64 {
        if self.lists.len() < depth {
            self.lists.resize_with(depth, Vec::new);
        }
        descend(position, &mut self.lists[..depth])
    }
}

fn descend<P: Position>(position: &P, lists: &mut [Vec<P::Move>]) -> u64 {
    let Some((moves, below)) = lists.split_last_mut() else {
        return 1;
    };
    let mut leaves = 0;
    position.for_each_child(moves, |_, child| leaves += descend(&child, below));
    leaves
}
