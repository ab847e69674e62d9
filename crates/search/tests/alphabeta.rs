//! Alpha-beta equals plain minimax, and what it calls proven is true.

mod common;

use std::collections::HashMap;

use common::{Edge, Graph, Judge, Shape, by_the_rules, mix, retrograde, wandered, with_quiet_limit};
use grenier_core::{Game, Position};
use grenier_search::alphabeta::{AlphaBeta, Options};
use grenier_search::{Evaluator, Limits, NoOracle, Report, Request, Searcher, Silent, Stop, Table, minimax};

type Search<const Q: u32> = AlphaBeta<Graph<Q>, Judge>;

fn searcher<const Q: u32>(buckets: usize, options: Options) -> Search<Q> {
    AlphaBeta::new(Judge, NoOracle, Table::with_buckets(buckets).expect("little memory"), options)
}

fn run<const Q: u32>(search: &mut Search<Q>, game: &Game<Graph<Q>>, limits: Limits) -> Report<Edge> {
    search.search(game, &Request::new(limits), &mut Silent)
}

fn option_sets(base: Options) -> impl Iterator<Item = Options> {
    (0..8).map(move |bits| Options {
        table: bits & 1 != 0,
        bounds: bits & 2 != 0,
        ordering: bits & 4 != 0,
        ..base
    })
}

const BUCKETS: [usize; 3] = [1, 16, 4096];

#[test]
fn trees_searched_to_their_ends_have_their_minimax_value() {
    let mut trees = 0;
    for seed in 0..600 {
        let shape = Shape { seed, layers: 6, width: 12, ..Shape::default() };
        let game = Game::new(Graph::<0>::start(shape));
        if game.result().is_some() {
            continue;
        }
        trees += 1;
        let truth = minimax(&game, &Judge, None, true);
        for options in option_sets(Options::default()) {
            for buckets in BUCKETS {
                let mut search = searcher(buckets, options);
                let report = run(&mut search, &game, Limits::default());
                assert_eq!(report.score(), Some(truth.value), "{shape:?} {options:?} {buckets}");
                assert!(report.proven && report.stopped_by == Stop::Proven);
                let best = report.best().unwrap();
                assert!(truth.moves.contains(&(best, truth.value)));
            }
        }
    }
    assert!(trees > 400, "{trees}");
}

#[test]
fn fixed_depths_have_their_minimax_values() {
    for seed in 0..300 {
        for stay in [0, 40] {
            let shape = Shape { seed, layers: 7, width: 9, stay, ..Shape::default() };
            let game = Game::new(Graph::<0>::start(shape));
            if game.result().is_some() {
                continue;
            }
            let base =
                Options { exact_depth_only: true, repetition: false, ..Options::default() }.full_width();
            for depth in 1..=6 {
                let truth = minimax(&game, &Judge, Some(depth), false).value;
                for options in option_sets(base) {
                    let mut search = searcher(BUCKETS[seed as usize % 3], options);
                    let report = run(&mut search, &game, Limits::depth(depth));
                    assert_eq!(report.score(), Some(truth), "{shape:?} {options:?} depth {depth}");
                }
            }
        }
    }
}

#[test]
fn fixed_depths_with_repetition_have_their_minimax_values_without_a_table() {
    for seed in 0..300 {
        let shape = Shape { seed, layers: 4, width: 5, stay: 60, ..Shape::default() };
        let game = Game::new(Graph::<0>::start(shape));
        if game.result().is_some() {
            continue;
        }
        for depth in 1..=6 {
            let truth = minimax(&game, &Judge, Some(depth), true).value;
            let mut search = searcher(1, Options { table: false, ..Options::default() }.full_width());
            assert_eq!(
                run(&mut search, &game, Limits::depth(depth)).score(),
                Some(truth),
                "{shape:?} {depth}"
            );
        }
    }
}

#[test]
fn cyclic_graphs_are_proven_at_their_retrograde_values() {
    let (mut proven, mut all) = (0, 0);
    for seed in 0..400 {
        let stay = [30, 60, 85][seed as usize % 3];
        let shape = Shape { seed, layers: 4, width: 7, stay, ..Shape::default() };
        let truth = retrograde(shape);
        let mut search = searcher(BUCKETS[seed as usize / 3 % 3], Options::default());
        for (layer, id) in (0..=4).flat_map(|layer| (0..7).map(move |id| (layer, id))) {
            let game = Game::new(Graph::<0>::at(shape, layer, id));
            if game.result().is_some() {
                continue;
            }
            let report = run(&mut search, &game, Limits::nodes(50_000));
            all += 1;
            proven += usize::from(report.proven);
            if report.proven {
                assert_eq!(report.score(), Some(truth[&(layer, id)]), "{shape:?} {layer} {id}");
            }
            assert_lines(&report, |mv| {
                let child = game.position().play_unchecked(mv);
                let value = truth[&(child.layer, child.id)]
                    - Judge.banked(&Graph::<0>::at(shape, child.layer, child.id))
                    + Judge.banked(&child);
                if child.turn() == game.position().turn() { value } else { -value }
            });
        }
    }
    assert!(proven * 100 >= all * 95, "{proven} of {all}");
}

fn assert_lines(report: &Report<Edge>, truth: impl Fn(Edge) -> i32) {
    for line in report.lines.iter().filter(|line| line.proven) {
        assert_eq!(line.score, truth(line.mv), "{report:?}");
    }
}

fn quiet_limits<const Q: u32>(seeds: std::ops::Range<u32>) {
    let (mut proven, mut all) = (0, 0);
    for seed in seeds {
        let shape =
            Shape { seed, layers: 3, width: 6, stay: [60, 80][seed as usize % 2], ..Shape::default() };
        let mut known = HashMap::new();
        let mut search = searcher(BUCKETS[seed as usize / 2 % 3], Options::default());
        for round in 0..40u8 {
            let random = mix(u64::from(seed) << 8 | u64::from(round));
            let (layer, id) = ((random % 4) as u8, (random >> 8) as u8 % 6);
            let quiet = (random >> 16) as u8 % (Q as u8 + 1);
            let position = Graph::<Q> { quiet, ..Graph::at(shape, layer, id) };
            let game = Game::new(position);
            if game.result().is_some() {
                continue;
            }
            let report = run(&mut search, &game, Limits::nodes(20_000));
            all += 1;
            proven += usize::from(report.proven);
            if report.proven {
                assert_eq!(report.score(), Some(with_quiet_limit(&position, &mut known)), "{position:?}");
            }
        }
    }
    assert!(proven * 100 >= all * 95, "{proven} of {all}");
}

#[test]
fn quiet_limits_are_kept_in_proofs() {
    quiet_limits::<2>(0..200);
    quiet_limits::<5>(0..200);
    quiet_limits::<12>(0..200);
}

/// Fills the table with the values of games without history, which must not leak into games with one.
fn warm_up(search: &mut Search<0>, shape: Shape) {
    for (layer, id) in (0..=shape.layers).flat_map(|layer| (0..shape.width).map(move |id| (layer, id))) {
        run(search, &Game::new(Graph::at(shape, layer, id)), Limits::nodes(2_000));
    }
}

#[test]
fn histories_and_repetition_without_a_value_of_its_own_are_respected() {
    for uniform in [true, false] {
        let (mut proven, mut all) = (0, 0);
        for seed in 0..600 {
            let base = Shape { seed, layers: 2, width: 4, branching: 3, stay: 70, ..Shape::default() };
            let shape = Shape { repetition_limit: 2, uniform, ..base };
            let mut search = searcher(BUCKETS[seed as usize % 3], Options::default());
            warm_up(&mut search, shape);
            for walk in 0..12 {
                let game = wandered::<0>(shape, u64::from(seed) << 8 | walk);
                if game.result().is_some() {
                    continue;
                }
                // The second occurrence ends the game: path repetition is the rule itself.
                let truth = minimax(&game, &Judge, None, true);
                let report = run(&mut search, &game, Limits::nodes(5_000));
                all += 1;
                proven += usize::from(report.proven);
                if report.proven {
                    assert_eq!(report.score(), Some(truth.value), "{shape:?} {:?}", game.recent());
                }
                let value = |mv| truth.moves.iter().find(|pair| pair.0 == mv).unwrap().1;
                assert_lines(&report, value);
            }
        }
        let share = if uniform { 95 } else { 20 };
        assert!(proven * 100 >= all * share, "{uniform}: {proven} of {all}");
    }
}

#[test]
fn third_occurrences_are_respected() {
    let mut compared = 0;
    for seed in 0..3000 {
        let shape = Shape { seed, layers: 1, width: 3, branching: 2, stay: 70, ..Shape::default() };
        let mut search = searcher(16, Options::default());
        warm_up(&mut search, shape);
        for walk in 0..6 {
            let game = wandered::<0>(shape, u64::from(seed) << 8 | walk);
            if game.result().is_some() {
                continue;
            }
            let Some(truth) = by_the_rules(&game, &mut 20_000) else { continue };
            let report = run(&mut search, &game, Limits::nodes(5_000));
            assert!(report.proven, "{report:?} {shape:?} {:?}", game.recent());
            assert_eq!(report.score(), Some(truth), "{shape:?} {:?}", game.recent());
            compared += 1;
        }
    }
    assert!(compared > 2000, "{compared}");
}

#[test]
fn estimates_do_not_support_each_other_in_a_circle() {
    // Estimates of two positions that lead to each other were each other's ground, at every depth.
    let shape = Shape { seed: 942, layers: 1, width: 3, branching: 2, stay: 70, ..Shape::default() };
    let mut search = searcher(16, Options::default());
    warm_up(&mut search, shape);
    let report = run(&mut search, &Game::new(Graph::start(shape)), Limits::depth(30));
    assert!(report.proven, "{report:?}");
}
