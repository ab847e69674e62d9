//! Perft on several threads.

use grenier_core::{Perft, Position};
use rayon::prelude::*;

/// Plies that are walked before the rest is shared out: enough parts for even shares, few enough to list.
const SPLIT: usize = 2;

/// The number of sequences of exactly `depth` moves from `position`, counted by the threads of rayon's current pool.
pub fn parallel_perft<P: Position>(position: &P, depth: usize) -> u64 {
    if depth <= SPLIT {
        return Perft::new().count(position, depth);
    }
    let mut roots = vec![*position];
    for _ in 0..SPLIT {
        roots = roots.iter().flat_map(children).collect();
    }
    roots.par_iter().map_init(Perft::new, |perft, root| perft.count(root, depth - SPLIT)).sum()
}

fn children<P: Position>(position: &P) -> Vec<P> {
    let (mut moves, mut children) = (Vec::new(), Vec::new());
    position.for_each_child(&mut moves, |_, child| children.push(child));
    children
}
