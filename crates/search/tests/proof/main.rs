//! Proofs against plain retrograde analysis, plain recursion with counters, and the game itself.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod games;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::{Graph, Judge, Shape, large, mix, retrograde, with_quiet_limit};
use grenier_core::awale::Awale;
use grenier_core::capture::Seven;
use grenier_core::kpe::Kpe;
use grenier_core::seega::Seega;
use grenier_core::{Game, Notation, Player, Position, Rules};
use grenier_search::eval::Linear;
use grenier_search::proof::{Ended, Prover, Unprovable, Verdict};
use grenier_search::{Evaluated, Evaluator, Exact, Limits, NoOracle, Oracle, Resting, Stop};

impl<const Q: u32> Resting for Graph<Q> {
    fn rested(&self) -> Self {
        Graph { quiet: 0, ..*self }
    }
}

/// The evaluator that counts features, as provers have it.
fn features<P: Evaluated>() -> P::Evaluator {
    P::Evaluator::of(P::Evaluator::built_in("hand-set").unwrap()).unwrap()
}

fn rules<P: Position>(words: &[&str]) -> P::Rules {
    words.iter().fold(P::Rules::default(), |rules, word| rules.with(word).unwrap())
}

/// By search with many layers, mostly by search, and by layers alone.
const PATIENCES: [u64; 3] = [40, 20_000, 0];

static GO: AtomicBool = AtomicBool::new(false);

fn verdict<P: Resting, E: Evaluator<P>, O: Oracle<P>>(
    prover: &Prover<E, O>,
    position: &P,
    limits: Limits,
) -> Verdict<P::Move> {
    prover.prove(position, limits, &GO, &mut |_| ()).unwrap()
}

fn to_first<P: Position>(position: &P, value: i32) -> i32 {
    if position.turn() == Player::First { value } else { -value }
}

/// Proves `root` in several ways. `truth` gives whole values for the side to move.
fn check<P: Resting, E: Evaluator<P> + Clone, O: Oracle<P> + Copy>(
    root: &P,
    evaluator: E,
    oracle: O,
    truth: &mut dyn FnMut(&P) -> i32,
) {
    let value = truth(root);
    for patience in PATIENCES {
        let prover = Prover::new(evaluator.clone(), oracle, 64).with_patience(patience);
        let verdict = verdict(&prover, root, Limits::default());
        assert_eq!(
            verdict.value.exact().map(|future| future + evaluator.banked(root)),
            Some(value),
            "{root:?} {patience} {verdict:?}"
        );
        if root.outcome().is_some() {
            assert_eq!((verdict.ended, verdict.moves.len()), (Ended::Over, 0));
            continue;
        }
        assert_eq!(verdict.ended, Ended::Proven);
        check_moves(root, &evaluator, &verdict, truth);
        check_line(root, &evaluator, &oracle, &verdict, truth);
    }
}

/// All best moves and no other ones are best; bounds hold the truth.
fn check_moves<P: Resting, E: Evaluator<P>>(
    root: &P,
    evaluator: &E,
    verdict: &Verdict<P::Move>,
    truth: &mut dyn FnMut(&P) -> i32,
) {
    let future = verdict.value.exact().unwrap();
    let mut moves = Vec::new();
    root.legal_moves(&mut moves);
    assert!(verdict.moves.iter().map(|&(mv, _)| mv).eq(moves));
    for &(mv, bounds) in &verdict.moves {
        let child = root.play(mv).unwrap();
        let whole = truth(&child);
        let whole = if child.turn() == root.turn() { whole } else { -whole };
        let value = whole - evaluator.banked(root);
        assert!((bounds.low..=bounds.high).contains(&value), "{root:?} {mv} {value} {verdict:?}");
        assert_eq!(verdict.best().contains(&mv), value == future, "{root:?} {mv} {value} {verdict:?}");
    }
}

/// The line, played in a game, brings the value: at its end, at an oracle's position, or by going round for ever.
fn check_line<P: Resting, E: Evaluator<P>, O: Oracle<P>>(
    root: &P,
    evaluator: &E,
    oracle: &O,
    verdict: &Verdict<P::Move>,
    truth: &mut dyn FnMut(&P) -> i32,
) {
    let value = truth(root);
    let mut game = Game::new(*root);
    for &mv in &verdict.pv {
        game.play(mv).unwrap();
    }
    let end = *game.position();
    if end.outcome().is_none() {
        if oracle.probe(&end).is_some() {
            let whole = to_first(&end, truth(&end));
            assert_eq!(whole, to_first(root, value), "{root:?} {verdict:?}");
            return;
        }
        let back = game.recent().iter().rev().skip(1).position(|earlier| end.repeats(earlier));
        let length = 1 + back.unwrap_or_else(|| panic!("the line stops nowhere: {root:?} {verdict:?}"));
        let cycle = &verdict.pv[verdict.pv.len() - length..];
        for &mv in cycle.iter().cycle() {
            if game.result().is_some() {
                break;
            }
            game.play(mv).unwrap();
        }
    }
    let (outcome, _) = game.result().unwrap();
    let whole = to_first(game.position(), evaluator.terminal(game.position(), outcome));
    assert_eq!(whole, to_first(root, value), "{root:?} {verdict:?}");
}

fn shapes(count: u32) -> impl Iterator<Item = Shape> {
    (0..count).map(|seed| {
        let stay = [30, 50, 70, 85][seed as usize % 4];
        Shape { seed, layers: 4, width: 3 + (seed % 10) as u8, stay, ..Shape::default() }
    })
}

#[test]
fn graphs_with_cycles_have_their_retrograde_values() {
    for shape in shapes(400) {
        let values = retrograde(shape);
        for id in 0..shape.width {
            let root = Graph::<0>::at(shape, shape.layers, id);
            // The values are whole for the stores of `at`.
            let mut truth = |p: &Graph<0>| {
                let plain = Graph::<0>::at(shape, p.layer, p.id);
                values[&(p.layer, p.id)] - Judge.banked(&plain) + Judge.banked(p)
            };
            check(&root, Judge, NoOracle, &mut truth);
        }
    }
}

/// Knows the lowest layers, or a random part of all positions.
struct Tables {
    values: HashMap<(u8, u8), i32>,
    layers: u8,
    percent: u64,
}

impl Oracle<Graph<0>> for Tables {
    fn probe(&self, p: &Graph<0>) -> Option<Exact> {
        let plain = Graph::<0>::at(p.shape, p.layer, p.id);
        let place = u64::from(p.layer) << 8 | u64::from(p.id);
        let is_known = p.layer <= self.layers || mix(place) % 100 < self.percent;
        let future = self.values[&(p.layer, p.id)] - Judge.banked(&plain);
        is_known.then_some(Exact { future, distance: 0 })
    }
}

#[test]
fn a_partial_oracle_changes_no_value() {
    for shape in shapes(400) {
        let tables = Tables {
            values: retrograde(shape),
            layers: (shape.seed % 4) as u8,
            percent: u64::from(shape.seed % 30),
        };
        let root = Graph::<0>::at(shape, shape.layers, 0);
        let mut truth = |p: &Graph<0>| {
            let plain = Graph::<0>::at(shape, p.layer, p.id);
            tables.values[&(p.layer, p.id)] - Judge.banked(&plain) + Judge.banked(p)
        };
        check(&root, Judge, &tables, &mut truth);
    }
}

/// Knows every position of a game with a quiet limit: its value while little of the limit is used up, and how much of
/// the limit that value needs.
struct Patient<const Q: u32>(HashMap<(u8, u8), Exact>);

impl<const Q: u32> Patient<Q> {
    fn of(shape: Shape, known: &mut HashMap<Graph<Q>, i32>) -> Patient<Q> {
        let places = (0..=shape.layers).flat_map(|layer| (0..shape.width).map(move |id| (layer, id)));
        let exact = places.map(|(layer, id)| {
            let plain = Graph::<Q>::at(shape, layer, id);
            let at = |quiet| Graph { quiet, ..plain };
            let value = with_quiet_limit(&plain, known);
            let holds = (0..Q as u8).take_while(|&quiet| with_quiet_limit(&at(quiet), known) == value);
            let distance = Q + 1 - holds.count() as u32;
            ((layer, id), Exact { future: value - Judge.banked(&plain), distance })
        });
        Patient(exact.collect())
    }
}

impl<const Q: u32> Oracle<Graph<Q>> for Patient<Q> {
    fn probe(&self, p: &Graph<Q>) -> Option<Exact> {
        // Not all of them, so that the search has something to do.
        (mix(u64::from(p.layer) << 8 | u64::from(p.id)) % 100 < 40).then(|| self.0[&(p.layer, p.id)])
    }
}

fn graphs_with_quiet_limit<const Q: u32>() {
    for shape in shapes(200) {
        let mut known = HashMap::new();
        let oracle = Patient::<Q>::of(shape, &mut known);
        for round in 0..6u64 {
            let random = mix(u64::from(shape.seed) << 8 | round);
            let plain = Graph::<Q>::at(shape, 1 + (random % 4) as u8, (random >> 8) as u8 % shape.width);
            let root = Graph { quiet: (random >> 16) as u8 % Q as u8, ..plain };
            check(&root, Judge, NoOracle, &mut |p| with_quiet_limit(p, &mut known));
            check(&root, Judge, &oracle, &mut |p| with_quiet_limit(p, &mut known));
        }
    }
}

#[test]
fn the_quiet_limit_is_kept_where_proofs_take_longer_than_it() {
    // Below and above the number of plies that count from the start.
    graphs_with_quiet_limit::<3>();
    graphs_with_quiet_limit::<7>();
    graphs_with_quiet_limit::<30>();
}

#[test]
fn limits_and_the_flag_end_a_proof_with_true_bounds() {
    let root = Kpe::parse_fields(Default::default(), "0-0-5-1-2-4-2-6-14-14-N -").unwrap();
    let prover = Prover::new(features::<Kpe>(), NoOracle, 64);
    for nodes in [1, 2, 100, 5000] {
        let verdict = verdict(&prover, &root, Limits::nodes(nodes));
        assert_eq!((verdict.nodes, verdict.ended), (nodes, Ended::Limit(Stop::Nodes)));
        // The whole value is proven elsewhere: four seeds.
        assert!(verdict.value.low <= 400 && 400 <= verdict.value.high, "{verdict:?}");
        assert!(verdict.pv.is_empty());
    }
    let raised = AtomicBool::new(true);
    let stopped = prover.prove(&root, Limits::default(), &raised, &mut |_| ()).unwrap();
    assert_eq!((stopped.nodes, stopped.ended), (0, Ended::Limit(Stop::Flag)));
    let start = Kpe::start(Default::default());
    let verdict = verdict(&prover, &start, Limits::time(Duration::from_millis(20)));
    assert_eq!(verdict.ended, Ended::Limit(Stop::Time));
}

#[test]
fn a_long_proof_is_reported() {
    let prover = Prover::new(Judge, NoOracle, 256);
    let mut told = 0;
    let second = Limits::time(Duration::from_millis(2500));
    let verdict = prover.prove(large(3).position(), second, &GO, &mut |progress| {
        told += 1;
        assert!(progress.value.low <= progress.value.high && progress.nodes > 0 && progress.memory > 0);
    });
    let verdict = verdict.unwrap();
    assert!(verdict.ended == Ended::Proven || told >= 1, "{told} {verdict:?}");
}

#[test]
fn memory_that_is_used_up_ends_a_proof_with_true_bounds() {
    let root = Kpe::parse_fields(Default::default(), "0-0-5-1-2-4-2-6-14-14-N -").unwrap();
    for bytes in [0, 1 << 20, 4 << 20] {
        let prover = Prover::new(features::<Kpe>(), NoOracle, 64);
        let verdict = verdict(&prover.with_bytes(bytes), &root, Limits::default());
        assert_eq!(verdict.ended, Ended::Memory);
        assert!(verdict.value.low <= 400 && 400 <= verdict.value.high, "{verdict:?}");
        assert!(verdict.memory <= bytes + (4 << 20), "{} of {bytes}", verdict.memory);
    }
}

#[test]
fn proofs_are_reproducible() {
    let root = Awale::parse_fields(Default::default(), "0-0-0-0-1-2-0-1-1-3-0-1-25-14-S").unwrap();
    let prover = Prover::new(features::<Awale>(), NoOracle, 64);
    let prove = || Verdict { time: Duration::ZERO, ..verdict(&prover, &root, Limits::default()) };
    assert_eq!(prove(), prove());
}

#[test]
fn what_has_no_value_without_history_is_refused() {
    fn refusal<P: Evaluated + Resting>(words: &[&str]) -> Option<Unprovable> {
        let prover = Prover::new(features::<P>(), NoOracle, 1);
        prover.prove(&P::start(rules::<P>(words)), Limits::nodes(1), &GO, &mut |_| ()).err()
    }
    assert_eq!(refusal::<Kpe>(&["own-row"]), Some(Unprovable::NoEndlessValue));
    assert_eq!(refusal::<Awale>(&["abapa"]), Some(Unprovable::NoEndlessValue));
    assert_eq!(refusal::<Seega<Seven>>(&[]), Some(Unprovable::InexactKeys));
    assert_eq!(refusal::<Kpe>(&[]), None);
}
