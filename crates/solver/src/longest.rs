//! How long the values of a sowing game take: the plies to the next capture, for all positions of a layer.
//!
//! Tables of the mancalas hold values alone. Here the plies by which progress reaches them are counted, as the distances of
//! [`Rated`](crate::Rated) are: the side that is better off than in endless play takes the shortest of the moves that keep
//! its value, the other side the longest.

use std::fmt;

use rayon::prelude::*;

use crate::file::{Damage, Unread};
use crate::game::{Failure, Layer, Solvable, Unit};
use crate::solved::Solved;
use crate::tables::Folder;
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

/// A position whose value takes longest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Longest<P> {
    /// The position, worth more to its mover than endless play.
    pub position: P,
    /// The plies that it takes.
    pub plies: u32,
    /// Positions of the layer that take as long.
    pub count: u64,
}

/// The position of a layer on disk whose mover is better off than in endless play and has to wait longest for it; `None`
/// if there is none.
///
/// # Errors
/// [`LongestError`] if a table is missing or damaged, there is no memory, or the work was stopped.
pub fn longest<P: Solvable>(
    folder: &Folder<P>,
    layer: P::Layer,
    watch: &Watch<'_>,
) -> Result<Option<Longest<P>>, LongestError> {
    let rules = folder.rules();
    let mut solved: Solved<P> = Solved::default();
    if P::UNIT == Unit::Seeds {
        for need in P::needs(layer) {
            solved.insert(need, folder.open(need)?.read_all()?);
        }
    }
    solved.insert(layer, folder.open(layer)?.read_all()?);
    let counted = if P::UNIT == Unit::Seeds { plies(rules, layer, &solved, watch)? } else { Vec::new() };
    let entries = solved.get(layer).expect("it was just read");
    let wait = |slot: u64| {
        let position = P::at(rules, layer, slot)?;
        let value = position.value(entries.get(slot));
        let plies = match P::UNIT {
            Unit::Seeds => u32::from(counted[slot as usize]),
            Unit::Result => u32::from(value.distance?),
        };
        (plies > 0 && i32::from(value.future) > endless(&position)).then_some((plies, slot))
    };
    let Some((most, _)) = (0..layer.slots()).into_par_iter().filter_map(wait).max() else { return Ok(None) };
    let all = (0..layer.slots()).into_par_iter().filter_map(wait).filter(|&(plies, _)| plies == most);
    let (count, first) =
        all.map(|(_, slot)| (1, slot)).reduce(|| (0, u64::MAX), |a, b| (a.0 + b.0, a.1.min(b.1)));
    let position = P::at(rules, layer, first).expect("the slot is used");
    Ok(Some(Longest { position, plies: most, count }))
}

/// The longest wait is not known.
#[derive(Debug)]
pub enum LongestError {
    /// A table cannot be read.
    Unread(Unread),
    /// There is no memory, or the work was stopped.
    Failed(Failure),
}

impl From<Unread> for LongestError {
    fn from(error: Unread) -> LongestError {
        LongestError::Unread(error)
    }
}

impl From<Damage> for LongestError {
    fn from(damage: Damage) -> LongestError {
        LongestError::Unread(damage.into())
    }
}

impl From<Failure> for LongestError {
    fn from(failure: Failure) -> LongestError {
        LongestError::Failed(failure)
    }
}

impl fmt::Display for LongestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LongestError::Unread(error) => error.fmt(f),
            LongestError::Failed(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LongestError {}
