//! Exact values by plain iteration over nothing but the rules, and helpers that every test of tables needs.

#![allow(dead_code)] // No test uses all of it.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicBool;

use grenier_core::{Notation, Player, Tally};
use grenier_solver::{Extent, Solvable, Solved, Watch};

/// Solves all layers of an extent in memory.
pub fn solved<P: Solvable>(rules: P::Rules, extent: Extent) -> Solved<P> {
    let stop = AtomicBool::new(false);
    let mut solved = Solved::default();
    for layer in P::plan(extent).expect("the game has this extent") {
        let bytes = P::solve(rules, layer, &solved, &Watch::new(&stop)).expect("nothing stops it");
        solved.insert(layer, bytes);
    }
    solved
}

/// The positions with what each is worth to the player to move: in the mancalas the future difference, in the others 1, 0
/// or -1. Every position that can be reached must be among them, up to stores and counters.
///
/// All values start as that of endless play; each round looks one ply further, all positions at once, until nothing
/// changes. So a value other than that of endless play is found only where progress forces it.
pub fn plain_values<P: Notation>(positions: Vec<P>) -> Vec<(P, i32)> {
    let is_in_seeds = positions.iter().any(|position| matches!(position.endless().tally, Tally::Stores(_)));
    // Seeds already stored, which are no part of the future.
    let banked = |position: &P| if is_in_seeds { position.endless().worth_to(Player::First) } else { 0 };
    let numbers: HashMap<u64, usize> = positions.iter().map(P::key).zip(0..).collect();
    assert_eq!(numbers.len(), positions.len(), "keys are exact and positions differ");
    let mut layers: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (number, position) in positions.iter().enumerate() {
        layers.entry(position.epoch()).or_default().push(number);
    }
    let mut values: Vec<i32> = positions
        .iter()
        .map(|position| position.endless().worth_to(Player::First) - banked(position))
        .collect();
    for layer in layers.values() {
        let mut open: Vec<(usize, Vec<(usize, i32)>)> = Vec::new();
        for &number in layer {
            let position = &positions[number];
            if let Some(outcome) = position.outcome() {
                values[number] = outcome.worth_to(Player::First) - banked(position);
                continue;
            }
            let mut choices = Vec::new();
            position.for_each_child(&mut Vec::new(), |_, child| {
                choices.push((numbers[&child.key()], banked(&child) - banked(position)));
            });
            open.push((number, choices));
        }
        loop {
            let best = |(number, choices): &(usize, Vec<(usize, i32)>)| {
                let all = choices.iter().map(|(child, gain)| gain + values[*child]);
                let best = if positions[*number].turn() == Player::First { all.max() } else { all.min() };
                (*number, best.expect("a game that is not over has moves"))
            };
            let changes: Vec<(usize, i32)> =
                open.iter().map(best).filter(|&(number, value)| values[number] != value).collect();
            if changes.is_empty() {
                break;
            }
            for (number, value) in changes {
                values[number] = value;
            }
        }
    }
    let seen = |(position, value): (P, i32)| {
        (position, if position.turn() == Player::First { value } else { -value })
    };
    positions.into_iter().zip(values).map(seen).collect()
}

/// All ways to put `seeds` seeds into `pits` pits, joined by "-".
pub fn sowings(pits: usize, seeds: usize) -> Vec<String> {
    if pits == 1 {
        return vec![seeds.to_string()];
    }
    let with =
        |first| sowings(pits - 1, seeds - first).into_iter().map(move |rest| format!("{first}-{rest}"));
    (0..=seeds).flat_map(with).collect()
}
