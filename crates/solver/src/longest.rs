//! How long the values of a sowing game take: the plies to the next capture, for all positions of a layer.
//!
//! Tables of the mancalas hold values alone. Here the plies by which progress reaches them are counted, as the distances of
//! [`Rated`](crate::Rated) are: the side that is better off than in endless play takes the shortest of the moves that keep
//! its value, the other side the longest.

use rayon::prelude::*;

use crate::game::{Failure, Layer, Solvable};
use crate::solved::Solved;
use crate::watch::Watch;
use crate::worth::{Moves, Step, endless, leaves, over};

/// The plies of every slot of `layer` to the next move out of it by which best play keeps the value; 0 where that is the
/// value of endless play or the position is over.
///
/// # Errors
/// [`Failure::Interrupted`].
///
/// # Panics
/// If `layer`, or a layer that it leads to, is not in `solved`, or its values are not reached by progress.
pub fn plies<P: Solvable>(
    rules: P::Rules,
    layer: P::Layer,
    solved: &Solved<P>,
    watch: &Watch<'_>,
) -> Result<Vec<u16>, Failure> {
    let entries = solved.get(layer).expect("the layer is solved");
    let mut plies = vec![0u16; layer.slots() as usize];
    let is_open = |slot: &u64| {
        P::at(rules, layer, *slot).is_some_and(|position| {
            let future = i32::from(position.value(entries.get(*slot)).future);
            position.outcome().is_none() && future != endless(&position)
        })
    };
    let mut open: Vec<u64> = (0..layer.slots()).into_par_iter().filter(is_open).collect();
    for now in 1.. {
        if open.is_empty() {
            return Ok(plies);
        }
        watch.check()?;
        let is_decided = |slot: &&u64| {
            let position = P::at(rules, layer, **slot).expect("open slots are used");
            is_reached(&position, solved, &plies)
        };
        let decided: Vec<u64> = open.par_iter().filter(is_decided).copied().collect();
        assert!(!decided.is_empty(), "values are reached by progress");
        watch.add(decided.len() as u64);
        for &slot in &decided {
            plies[slot as usize] = now;
        }
        open.retain(|&slot| plies[slot as usize] == 0);
    }
    unreachable!("the loop ends with the last open position")
}

/// Is the value reached in one ply more than the counts so far tell?
fn is_reached<P: Solvable>(position: &P, solved: &Solved<P>, plies: &[u16]) -> bool {
    let future = |position: &P| match over(position) {
        Some(future) => future,
        None => solved.probe(position).expect("the layers below are solved").future.into(),
    };
    let value = future(position);
    let mut moves = Moves::<P>::new();
    // Of the moves that keep the value: does one end the waiting, and do all?
    let (mut any, mut all) = (false, true);
    position.for_each_distinct_child(&mut moves, |_, child| {
        if Step::new(position, &child).worth(future(&child)) == value {
            let ends = leaves(position, &child) || plies[child.slot() as usize] != 0;
            any |= ends;
            all &= ends;
        }
    });
    if value > endless(position) { any } else { all }
}
