//! Obridjie's tables against a plain computation that shares only the rules of the game.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use grenier_core::obridjie::Obridjie;
use grenier_core::{Notation, OnlyRules, Position};
use grenier_solver::{Extent, Failure, Layer, Solvable, Solved, Value, Watch};

/// The tables of all layers up to `seeds`.
fn tables(seeds: u32) -> Solved<Obridjie> {
    let stop = AtomicBool::new(false);
    let mut solved = Solved::default();
    for layer in Obridjie::plan(Extent::Upto(seeds)).unwrap() {
        let watch = Watch::new(&stop);
        let bytes = Obridjie::solve(OnlyRules, layer, &solved, &watch).unwrap();
        assert_eq!(watch.done(), layer.positions(), "every position is counted once");
        solved.insert(layer, bytes);
    }
    solved
}

/// Both rows, from the mover's side.
type Rows = [u64; 2];

/// Every way to put `seeds` seeds into the pits from number `pit` on.
fn arrangements(seeds: u64, pit: usize, rows: Rows, all: &mut Vec<Rows>) {
    if pit == 11 {
        all.push([rows[0], rows[1] | seeds << 40]);
        return;
    }
    for here in 0..=seeds {
        let mut rows = rows;
        rows[pit / 6] |= here << (8 * (pit % 6));
        arrangements(seeds - here, pit + 1, rows, all);
    }
}

/// A move: what it brings the mover, and the position it leads to.
struct Step {
    gain: i32,
    to: usize,
}

/// All positions up to some number of seeds, lowest totals first, with their moves and values.
struct Plain {
    rows: Vec<Rows>,
    seeds: Vec<u64>,
    moves: Vec<Vec<Step>>,
    values: Vec<i32>,
}

impl Plain {
    fn new(most: u64) -> Plain {
        let mut plain = Plain { rows: Vec::new(), seeds: Vec::new(), moves: Vec::new(), values: Vec::new() };
        for seeds in (0..=most).step_by(4) {
            arrangements(seeds, 0, [0; 2], &mut plain.rows);
            plain.seeds.resize(plain.rows.len(), seeds);
        }
        let numbers: HashMap<Rows, usize> =
            plain.rows.iter().enumerate().map(|(at, &rows)| (rows, at)).collect();
        for &rows in &plain.rows {
            let position = Obridjie::set_up(rows).unwrap();
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let step = |&mv| {
                let child = position.play(mv).unwrap();
                let [south, north] = child.stores();
                let [a, b] = child.rows();
                Step { gain: i32::from(south) - i32::from(north), to: numbers[&[b, a]] }
            };
            plain.moves.push(moves.iter().map(step).collect());
        }
        plain.values = vec![0; plain.rows.len()];
        for seeds in (4..=most).step_by(4) {
            let first = plain.seeds.partition_point(|&other| other < seeds);
            let end = plain.seeds.partition_point(|&other| other <= seeds);
            // A level that nobody can force leaves the values as they are, and so do those above it.
            let mut level = 4;
            while plain.force(first..end, level) {
                level += 4;
            }
        }
        plain
    }

    /// Finds from which positions of a layer somebody can force that he takes at least `level` more than the other, by
    /// moves out of the layer into those below, whose values are known. Is there any?
    fn force(&mut self, layer: Range<usize>, level: i32) -> bool {
        let first = layer.start;
        // For whom it is: the player to move, or the other one.
        let mut mine = vec![false; layer.len()];
        let mut theirs = vec![false; layer.len()];
        let mut goes_on = true;
        while std::mem::take(&mut goes_on) {
            for place in layer.clone() {
                let inside = |step: &Step| (step.to >= first).then(|| step.to - first);
                let worth = |step: &Step| step.gain - self.values[step.to];
                let moves = &self.moves[place];
                let wins =
                    moves.iter().any(|step| inside(step).map_or(worth(step) >= level, |to| theirs[to]));
                let loses = !moves.is_empty()
                    && moves.iter().all(|step| inside(step).map_or(worth(step) <= -level, |to| mine[to]));
                goes_on |= wins != mine[place - first] || loses != theirs[place - first];
                (mine[place - first], theirs[place - first]) = (wins, loses);
            }
        }
        for place in layer {
            match (mine[place - first], theirs[place - first]) {
                (true, true) => panic!("both players gain from {:?}", self.rows[place]),
                (true, false) => self.values[place] = level,
                (false, true) => self.values[place] = -level,
                (false, false) => {}
            }
        }
        mine.contains(&true) || theirs.contains(&true)
    }
}

#[test]
fn tables_to_12_seeds_equal_a_plain_computation() {
    let plain = Plain::new(12);
    let solved = tables(12);
    assert_eq!(plain.rows.len(), 1 + 1365 + 75_582 + 1_352_078, "C(n + 11, 11) boards of n seeds");
    for (&rows, &value) in plain.rows.iter().zip(&plain.values) {
        let position = Obridjie::set_up(rows).unwrap();
        let found = solved.probe(&position).unwrap();
        assert_eq!((i32::from(found.future), found.distance), (value, None), "{}", position.text());
    }
    // Values of the layer itself that differ from 0 in both directions, so that the comparison says something.
    let last = plain.seeds.partition_point(|&seeds| seeds < 12);
    for level in [-12, -8, -4, 0, 4, 8, 12] {
        assert!(plain.values[last..].contains(&level), "no position of 12 seeds is worth {level}");
    }
}

/// O7, O8: a relay that never ends is no move, and without a move the board counts for nobody.
#[test]
fn endless_relays_are_no_moves() {
    let solved = tables(12);
    let layer = Obridjie::plan(Extent::Upto(12)).unwrap().pop().unwrap();
    let (mut endless, mut over) = (0, 0);
    for slot in 0..layer.slots() {
        let position = Obridjie::at(OnlyRules, layer, slot).unwrap();
        let filled = (0..6).filter(|pit| position.rows()[0] >> (8 * pit) & 0xff != 0).count();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let value = solved.probe(&position).unwrap().future;
        let worth = |&mv| {
            let child = position.play(mv).unwrap();
            let [south, north] = child.stores();
            south as i8 - north as i8 - solved.probe(&child).unwrap().future
        };
        if moves.len() < filled {
            endless += 1;
            assert_eq!(Some(value), moves.iter().map(worth).max(), "{}", position.text());
        } else if moves.is_empty() {
            over += 1;
            assert_eq!(value, 0, "{}", position.text());
        }
    }
    assert!(endless > 0, "no position of 12 seeds has an endless relay");
    assert_eq!(over, 6188, "C(17, 5) boards have an empty row in front of the mover");
}

/// The mover of every position in the layer has a move worth the value, and none worth more.
#[test]
fn values_of_16_seeds_are_those_of_the_best_moves() {
    let solved = tables(16);
    let layer = Obridjie::plan(Extent::Upto(16)).unwrap().pop().unwrap();
    for slot in (0..layer.slots()).step_by(101) {
        let position = Obridjie::at(OnlyRules, layer, slot).unwrap();
        assert_eq!((position.layer(), position.slot()), (Some(layer), slot));
        let mut best = None;
        position.for_each_child(&mut Vec::new(), |_, child| {
            let [south, north] = child.stores();
            best = best.max(Some(south as i8 - north as i8 - solved.probe(&child).unwrap().future));
        });
        assert_eq!(solved.probe(&position).unwrap().future, best.unwrap_or(0), "{}", position.text());
    }
}

#[test]
fn layers_are_totals_that_a_game_can_have() {
    let layer = |rows| Obridjie::set_up(rows).unwrap().layer().map(Layer::name);
    assert_eq!(layer([0x0101, 0x0202]), None);
    assert_eq!(layer([0x0101, 0x0402]), Some("8".to_owned()));
    assert_eq!(Obridjie::start(OnlyRules).layer().map(Layer::material), Some(48));
    let names =
        |most| Obridjie::plan(Extent::Upto(most)).map(|plan| plan.into_iter().map(Layer::name).collect());
    assert_eq!(names(11), Some(["0", "4", "8"].map(str::to_owned).to_vec()));
    assert_eq!(Obridjie::plan(Extent::Complete), None);
    assert_eq!(Obridjie::plan(Extent::Upto(48)), None, "more than 28 seeds do not fit slots of 32 bits");
}

#[test]
fn entries_are_values_in_seven_bits() {
    let position = Obridjie::start(OnlyRules);
    for future in (-48..=48).step_by(4) {
        let entry = position.entry(Value { future, distance: None });
        assert!(entry < 0x80);
        assert_eq!(position.value(entry), Value { future, distance: None });
    }
}

#[test]
fn work_stops_when_told() {
    let stop = AtomicBool::new(true);
    let layer = Obridjie::plan(Extent::Upto(0)).unwrap().pop().unwrap();
    let result = Obridjie::solve(OnlyRules, layer, &Solved::default(), &Watch::new(&stop));
    assert!(matches!(result, Err(Failure::Interrupted(_))));
}
