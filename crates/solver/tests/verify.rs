//! Verification passes what is right and finds what is wrong, circles of values without ground above all.

#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use common::solved;
use grenier_core::awale::Awale;
use grenier_core::capture::Five;
use grenier_core::kpe::Kpe;
use grenier_core::mraha::Mraha;
use grenier_core::obridjie::Obridjie;
use grenier_core::seega::Seega;
use grenier_core::{Outcome, Position, Rules, Tally};
use grenier_solver::build::{Order, build};
use grenier_solver::file::{Heading, write};
use grenier_solver::tables::Folder;
use grenier_solver::verify::{
    Event, Inspection, Mistake, Passed, Verdict, VerifyError, verify, verify_layer,
};
use grenier_solver::{Bytes, Extent, Layer, Solvable, Solved, Value, Watch};

fn checked<P: Solvable>(
    rules: P::Rules,
    layer: P::Layer,
    entries: &Bytes,
    below: &Solved<P>,
) -> Result<Passed, VerifyError> {
    verify_layer(rules, layer, entries, below, &Watch::new(&AtomicBool::new(false)))
}

fn mistake(result: Result<Passed, VerifyError>) -> Mistake {
    match result {
        Err(VerifyError::Mistake(mistake)) => mistake,
        other => panic!("{other:?}"),
    }
}

fn copied(bytes: &Bytes) -> Bytes {
    let copy = Bytes::zeroed(bytes.len()).unwrap();
    (0..bytes.len()).for_each(|slot| copy.set(slot, bytes.get(slot)));
    copy
}

/// Verifies all layers of an extent, and gives the sweeps that they took.
fn passes<P: Solvable>(rules: P::Rules, most: u32) -> u32 {
    let solved = solved::<P>(rules, Extent::Upto(most));
    let passed = |layer: P::Layer| {
        let passed = checked(rules, layer, solved.get(layer).unwrap(), &solved).unwrap();
        assert_eq!(passed.positions, layer.positions());
        passed.sweeps
    };
    P::plan(Extent::Upto(most)).unwrap().into_iter().map(passed).max().unwrap()
}

#[test]
fn right_tables_pass() {
    assert!(passes::<Kpe>(Default::default(), 12) > 1);
    assert!(passes::<Kpe>(Rules::with(Default::default(), "skip-origin").unwrap(), 10) > 1);
    passes::<Awale>(Default::default(), 6);
    passes::<Awale>(Rules::with(Default::default(), "awari").unwrap(), 6);
    passes::<Obridjie>(Default::default(), 4);
    assert_eq!(passes::<Mraha>(Default::default(), 4), 0);
    assert_eq!(passes::<Seega<Five>>(Default::default(), 4), 0);
    assert_eq!(passes::<Seega<Five>>(Rules::with(Default::default(), "nowall").unwrap(), 4), 0);
}

/// With pits that have yet to be lifted, as far as they go with few seeds.
#[test]
fn locked_layers_pass() {
    let stop = AtomicBool::new(false);
    let mut solved = Solved::<Kpe>::default();
    let mut locked = 0;
    let plan = Kpe::plan(Extent::Complete).unwrap();
    for layer in plan.into_iter().filter(|layer| layer.seeds() <= 14) {
        let bytes = Kpe::solve(Default::default(), layer, &solved, &Watch::new(&stop)).unwrap();
        checked(Default::default(), layer, &bytes, &solved).unwrap();
        solved.insert(layer, bytes);
        locked += usize::from(layer.unlifted() != [0, 0]);
    }
    // One pit from 6 to 14 seeds, or two from 12 to 14.
    assert_eq!(locked, 4 * 5 + 6 * 2);
}

/// Changes single entries of the greatest layer; each must be found, at its slot or at one that leads to it.
fn damage_is_found<P: Solvable>(most: u32, step: usize) {
    let rules = P::Rules::default();
    let solved = solved::<P>(rules, Extent::Upto(most));
    let layer = *P::plan(Extent::Upto(most)).unwrap().last().unwrap();
    let entries = copied(solved.get(layer).unwrap());
    for slot in (0..layer.slots()).step_by(step) {
        let right = entries.get(slot);
        for wrong in [right ^ 1, right ^ 2, right ^ 0x80, right.wrapping_add(3)] {
            entries.set(slot, wrong);
            let found = mistake(checked(rules, layer, &entries, &solved));
            assert_eq!(found.layer, layer.name());
            assert!(
                found.position.is_empty()
                    || P::at(rules, layer, found.slot).unwrap().text() == found.position
            );
        }
        entries.set(slot, right);
    }
    checked(rules, layer, &entries, &solved).unwrap();
}

#[test]
fn one_damaged_entry_is_found() {
    damage_is_found::<Kpe>(8, 613);
    damage_is_found::<Awale>(4, 127);
    damage_is_found::<Obridjie>(4, 127);
    damage_is_found::<Mraha>(3, 1009);
    damage_is_found::<Seega<Five>>(3, 1009);
}

#[test]
fn a_damaged_entry_is_told_in_full() {
    let solved = solved::<Kpe>(Default::default(), Extent::Upto(2));
    let layer = *Kpe::plan(Extent::Upto(2)).unwrap().last().unwrap();
    let entries = copied(solved.get(layer).unwrap());
    // Two seeds in North's last pit: South cannot move, and North has them.
    assert_eq!(entries.get(0), 0x7e);
    entries.set(0, 2);
    let found = mistake(checked(Default::default(), layer, &entries, &solved));
    let value = |future| Value { future, distance: None };
    assert_eq!(found.verdict, Verdict::Value { stored: value(2), right: value(-2) });
    let wanted = "layer 2, slot 0: kpe 0-0-0-0-0-0-0-2-0-0-S -: the table says 2, the moves give -2";
    assert_eq!(found.to_string(), wanted);
}

#[test]
fn unused_slots_are_zero() {
    let solved = solved::<Mraha>(Default::default(), Extent::Upto(2));
    let layer = Mraha::plan(Extent::Upto(2)).unwrap()[0];
    let entries = copied(solved.get(layer).unwrap());
    let unused =
        (0..layer.slots()).find(|&slot| Mraha::at(Default::default(), layer, slot).is_none()).unwrap();
    entries.set(unused, 7);
    let found = mistake(checked(Default::default(), layer, &entries, &solved));
    assert_eq!((found.slot, found.verdict), (unused, Verdict::Unused { entry: 7 }));
}

/// A position as the moves have it: what each takes, where it leads in the layer (or `None`) and what it is worth if not there.
type Choices = Vec<(i32, Option<u64>, i32)>;

/// A mancala's layer with its moves, by core alone.
fn graph<P: Solvable>(rules: P::Rules, layer: P::Layer, below: &Solved<P>) -> Vec<Result<Choices, i32>> {
    let banked = |position: &P| match position.endless().tally {
        Tally::Stores([first, second]) => i32::from(first) - i32::from(second),
        _ => unreachable!(),
    };
    let node = |slot| {
        let position = P::at(rules, layer, slot).unwrap();
        if let Some(outcome) = position.outcome() {
            let Tally::Stores([first, second]) = outcome.tally else { unreachable!() };
            return Err(i32::from(first) - i32::from(second));
        }
        let mut choices = Vec::new();
        position.for_each_child(&mut Vec::new(), |_, child| {
            let gain = banked(&child) - banked(&position);
            choices.push(match child.layer() {
                Some(there) if there == layer => (gain, Some(child.slot()), 0),
                _ => (gain, None, i32::from(below.probe(&child).unwrap().future)),
            });
        });
        Ok(choices)
    };
    (0..layer.slots()).map(node).collect()
}

fn best(choices: &Choices, values: &[i32]) -> i32 {
    let worth = |&(gain, stays, other): &(i32, Option<u64>, i32)| {
        gain - stays.map_or(other, |slot| values[slot as usize])
    };
    choices.iter().map(worth).max().unwrap()
}

/// A table of the layer that satisfies all its moves but is not `right`: what iteration from wrong beginnings finds.
fn circle(graph: &[Result<Choices, i32>], right: &[i32]) -> Option<Vec<i32>> {
    let mut state = 1u64;
    (0..2000).find_map(|_| {
        let mut values: Vec<i32> = right
            .iter()
            .map(|&value| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                value + [0, 2, -2, 4][(state >> 62) as usize]
            })
            .collect();
        for _ in 0..200 {
            let mut changed = false;
            for slot in 0..values.len() {
                let value = graph[slot].as_ref().map_or_else(|&over| over, |choices| best(choices, &values));
                changed |= values[slot] != value;
                values[slot] = value;
            }
            if !changed {
                break;
            }
        }
        let holds = (0..values.len()).all(|slot| {
            values[slot] == graph[slot].as_ref().map_or_else(|&over| over, |choices| best(choices, &values))
        });
        (holds && values != right).then_some(values)
    })
}

/// Plants a circle in the layer of `most` seeds and has it found.
fn a_circle_is_found<P: Solvable>(rules: P::Rules, most: u32) {
    let solved = solved::<P>(rules, Extent::Upto(most));
    let layer = *P::plan(Extent::Upto(most)).unwrap().last().unwrap();
    let graph = graph(rules, layer, &solved);
    let entries = solved.get(layer).unwrap();
    let value = |slot| i32::from(P::at(rules, layer, slot).unwrap().value(entries.get(slot)).future);
    let right: Vec<i32> = (0..layer.slots()).map(value).collect();
    let wrong = circle(&graph, &right).expect("some beginning ends in a circle");
    let planted = Bytes::zeroed(layer.slots()).unwrap();
    for (slot, &future) in (0..).zip(&wrong) {
        let value = Value { future: future as i8, distance: None };
        planted.set(slot, P::at(rules, layer, slot).unwrap().entry(value));
    }
    let found = mistake(checked(rules, layer, &planted, &solved));
    assert!(matches!(found.verdict, Verdict::Groundless { endless: 0, .. }), "{found}");
    assert_ne!(wrong[found.slot as usize], right[found.slot as usize], "{found}");
    assert_eq!(found.position, P::at(rules, layer, found.slot).unwrap().text());
    assert!(found.to_string().ends_with("but nothing forces it; endless play gives 0"), "{found}");
}

#[test]
fn a_consistent_circle_of_values_is_found() {
    a_circle_is_found::<Kpe>(Default::default(), 4);
    a_circle_is_found::<Awale>(Rules::with(Default::default(), "awari").unwrap(), 3);
}

/// M'raha 2 against 1 with other values that agree with each other, as iteration from wrong beginnings finds them, and with
/// every distance tried that could hide it: as they must fall along the moves, none can.
#[test]
fn distances_do_not_hide_a_circle() {
    let rules = Default::default();
    let solved = solved::<Mraha>(rules, Extent::Upto(3));
    let layer = *Mraha::plan(Extent::Upto(3)).unwrap().last().unwrap();
    let positions: Vec<Option<Mraha>> =
        (0..layer.slots()).map(|slot| Mraha::at(rules, layer, slot)).collect();
    let right: Vec<i8> = (0..)
        .zip(&positions)
        .map(|(slot, position)| {
            position.map_or(0, |position| position.value(solved.get(layer).unwrap().get(slot)).future)
        })
        .collect();
    // The side with two pieces is said to win all that it does not lose: then the rules are applied until nothing changes.
    let mut values: Vec<i8> = (0..)
        .zip(&positions)
        .map(|(slot, position)| match position {
            Some(_) if layer.pieces(slot) == Some([2, 1]) => 1,
            Some(_) => -1,
            None => 0,
        })
        .collect();
    loop {
        let mut changed = false;
        for (slot, position) in positions.iter().enumerate() {
            let Some(position) = position else { continue };
            let over = |outcome: Outcome| outcome.winner.map_or(0, |_| -1);
            let mut best = position.outcome().map(over);
            position.for_each_child(&mut Vec::new(), |_, child| {
                let value = match child.layer() {
                    Some(there) if there == layer => values[child.slot() as usize],
                    Some(_) => solved.probe(&child).unwrap().future,
                    None => -1,
                };
                best = best.max(Some(-value));
            });
            changed |= best != Some(values[slot]);
            values[slot] = best.unwrap();
        }
        if !changed {
            break;
        }
    }
    let wrong = right.iter().zip(&values).filter(|(right, value)| right != value).count();
    assert!(wrong > 100, "{wrong} of {} values are wrong", layer.positions());
    for distance in [0, 1, 2, 40, 125, 126] {
        let entries = Bytes::zeroed(layer.slots()).unwrap();
        for (slot, position) in (0..).zip(&positions) {
            let Some(position) = position else { continue };
            let stored = position.value(solved.get(layer).unwrap().get(slot));
            let future = values[slot as usize];
            let plies = stored.distance.filter(|_| stored.future == future).or(Some(distance));
            entries.set(slot, position.entry(Value { future, distance: plies.filter(|_| future != 0) }));
        }
        let found = mistake(checked(rules, layer, &entries, &solved));
        assert!(matches!(found.verdict, Verdict::Value { .. }), "{found}");
    }
}

/// All files pass; then one file is exchanged for a sound one with a wrong entry, and one is removed.
#[test]
fn folders_are_verified() {
    let dir = tempfile::tempdir().unwrap();
    let (rules, stop) = (Default::default(), AtomicBool::new(false));
    let order = Order::<Kpe> { rules, extent: Extent::Upto(8), dir: dir.path(), memory: 1 << 30 };
    build(&order, &stop, &|_| {}).unwrap();
    let inspection = Inspection::<Kpe> { rules, dir: dir.path(), memory: 1 << 30 };
    let passed = Mutex::new(Vec::new());
    let observer = |event| {
        if let Event::Passed { layer, .. } = event {
            passed.lock().unwrap().push(Layer::name(layer));
        }
    };
    assert_eq!(verify(&inspection, &stop, &observer).unwrap(), 5);
    assert_eq!(*passed.lock().unwrap(), ["0", "2", "4", "6", "8"]);

    let refused = verify(&Inspection { memory: 1000, ..inspection }, &stop, &|_| {}).unwrap_err().to_string();
    assert!(refused.starts_with("layer 8 needs "), "{refused}");

    let folder = Folder::<Kpe>::new(dir.path(), rules);
    let layer = Kpe::plan(order.extent).unwrap()[3];
    let entries = folder.open(layer).unwrap().read_all().unwrap();
    entries.set(100, entries.get(100) ^ 2);
    write(&folder.file(layer), &Heading::new::<Kpe>(rules, layer), &entries).unwrap();
    let error = verify(&inspection, &stop, &|_| {}).unwrap_err();
    assert!(matches!(&error, VerifyError::Mistake(mistake) if mistake.layer == "6"), "{error}");

    fs::remove_file(folder.file(layer)).unwrap();
    let error = verify(&inspection, &stop, &|_| {}).unwrap_err().to_string();
    assert!(
        error.contains("6.grt: it is needed by") && error.ends_with("missing; build it first"),
        "{error}"
    );

    fs::write(folder.file(layer), "no table").unwrap();
    let error = verify(&inspection, &stop, &|_| {}).unwrap_err().to_string();
    assert!(error.contains("6.grt: this is no table file"), "{error}");

    let stopped = verify(&inspection, &AtomicBool::new(true), &|_| {}).unwrap_err();
    assert!(matches!(stopped, VerifyError::Interrupted(_)), "{stopped}");
}
