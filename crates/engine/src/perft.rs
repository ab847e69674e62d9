//! Perft on several threads.

use grenier_core::{Perft, Position};
use rayon::prelude::*;

/// Parts for each thread before the work is shared out: enough for even shares, few enough to list.
const PARTS: usize = 64;

/// The number of sequences of exactly `depth` moves from `position`, counted by the threads of rayon's current pool.
pub fn parallel_perft<P: Position>(position: &P, depth: usize) -> u64 {
    let threads = rayon::current_num_threads();
    if threads == 1 {
        return Perft::new().count(position, depth);
    }
    let (mut roots, mut left) = (vec![*position], depth);
    while left > 1 && (1..threads * PARTS).contains(&roots.len()) {
        roots = roots.iter().flat_map(children).collect();
        left -= 1;
    }
    roots.par_iter().map_init(Perft::new, |perft, root| perft.count(root, left)).sum()
}

fn children<P: Position>(position: &P) -> Vec<P> {
    let (mut moves, mut children) = (Vec::new(), Vec::new());
    position.for_each_child(&mut moves, |_, child| children.push(child));
    children
}
