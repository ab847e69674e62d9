//! Every combination of switches proves nothing but the truth, in lines that can be played.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::HashMap;

use common::{Edge, Graph, Judge, Shape, by_the_rules, mix, retrograde, wandered, with_quiet_limit};
use grenier_core::{Game, Position};
use grenier_search::alphabeta::{AlphaBeta, Options};
use grenier_search::{Evaluator, Limits, NoOracle, Report, Request, Searcher, Silent, Stop, Table, minimax};

type Search<const Q: u32> = AlphaBeta<Graph<Q>, Judge>;

/// Options drawn at random.
fn drawn(random: u64) -> Options {
    let bit = |at: u32| random >> at & 1 != 0;
    let of = |at: u32, values: [u32; 4]| values[(random >> at & 3) as usize];
    Options {
        table: random & 7 != 0,
        bounds: bit(3),
        ordering: bit(4),
        pvs: bit(5),
        table_depth: of(6, [1, 1, 2, 3]),
        etc: of(8, [2, 2, 3, 1000]),
        order_eval: of(12, [1, 2, 3, 1000]),
        lmr_depth: of(14, [2, 2, 3, 1000]),
        lmr_moves: of(16, [1, 1, 2, 3]),
        quiescence: bit(18),
        aspiration: of(19, [0, 1, 50, 400]),
        ..Options::default()
    }
}

fn searcher<const Q: u32>(random: u64) -> Search<Q> {
    let buckets = [1, 16, 4096][(random >> 32) as usize % 3];
    AlphaBeta::new(Judge, NoOracle, Table::with_buckets(buckets).expect("little memory"), drawn(random))
}

/// Checks what can be said of every report.
fn check<const Q: u32>(
    game: &Game<Graph<Q>>,
    report: &Report<Edge>,
    mut truth: impl FnMut(Edge) -> i32,
    what: &str,
) {
    let mut moves = Vec::new();
    game.position().distinct_moves(&mut moves);
    let best = moves.iter().map(|&mv| truth(mv)).max().unwrap();
    let what = format!("{what} {report:?} {:?}", game.recent());
    if report.proven {
        assert_eq!(report.score(), Some(best), "{what}");
        assert!(report.lines[0].proven, "{what}");
    }
    assert!(report.lines.is_sorted_by_key(|line| -line.score), "{what}");
    if report.stopped_by == Stop::Proven {
        assert!(report.proven && report.lines.iter().all(|line| line.proven), "{what}");
        let mut values: Vec<i32> = moves.iter().map(|&mv| -truth(mv)).collect();
        values.sort_unstable();
        for (line, value) in report.lines.iter().zip(values) {
            assert_eq!(line.score, -value, "{what}");
        }
    }
    for (at, line) in report.lines.iter().enumerate() {
        assert!(report.lines[..at].iter().all(|other| other.mv != line.mv), "{what}");
        assert_eq!(line.pv[0], line.mv, "{what}");
        if line.proven {
            assert_eq!(line.score, truth(line.mv), "{what}");
        }
        let mut played = game.clone();
        for &mv in &line.pv {
            played.play(mv).unwrap_or_else(|_| panic!("{what}"));
        }
    }
}

fn seen<const Q: u32>(game: &Game<Graph<Q>>, child: &Graph<Q>, value: i32) -> i32 {
    if child.turn() == game.position().turn() { value } else { -value }
}

#[test]
fn cyclic_graphs_are_proven_at_their_retrograde_values_line_by_line() {
    let (mut all, mut proven) = (0, 0);
    for seed in 0..SEEDS {
        let stay = [0, 30, 60, 85][seed as usize % 4];
        let shape = Shape { seed, layers: 4, width: 7, stay, ..Shape::default() };
        let truth = retrograde(shape);
        for round in 0..3 {
            let random = mix(u64::from(seed) << 8 | round);
            let mut search = searcher::<0>(random);
            for step in 0..12 {
                let random = mix(random ^ step);
                let (layer, id) = ((random % 5) as u8, (random >> 8) as u8 % 7);
                let game = Game::new(Graph::<0>::at(shape, layer, id));
                if game.result().is_some() {
                    continue;
                }
                let multipv = [1, 2, 9][(random >> 16) as usize % 3];
                let limits = Limits {
                    nodes: Some([30, 300, 3000, 20000][(random >> 20) as usize % 4]),
                    ..Limits::default()
                };
                let report = search.search(&game, &Request::new(limits).multipv(multipv), &mut Silent);
                all += 1;
                proven += usize::from(report.proven);
                check(
                    &game,
                    &report,
                    |mv| {
                        let child = game.position().play_unchecked(mv);
                        let plain = Graph::<0>::at(shape, child.layer, child.id);
                        seen(
                            &game,
                            &child,
                            truth[&(child.layer, child.id)] - Judge.banked(&plain) + Judge.banked(&child),
                        )
                    },
                    &format!("{:?}", drawn(mix(u64::from(seed) << 8 | round))),
                );
            }
        }
    }
    assert!(proven * 100 >= all * 80, "{proven} of {all}");
}

/// What comes back to the root has all of its moves there, not only those asked for.
#[test]
fn moves_asked_for_are_proven_at_their_own_values() {
    let (mut all, mut proven) = (0, 0);
    for seed in 0..SEEDS {
        let shape = Shape { seed, layers: 3, width: 5, stay: 70, ..Shape::default() };
        let truth = retrograde(shape);
        let mut search = searcher::<0>(mix(u64::from(seed) | 1 << 42));
        for (layer, id) in (1..=3).flat_map(|layer| (0..5).map(move |id| (layer, id))) {
            let game = Game::new(Graph::<0>::at(shape, layer, id));
            let mut moves = Vec::new();
            game.position().legal_moves(&mut moves);
            for mv in moves {
                let request = Request::new(Limits::nodes(3000)).moves(vec![mv]);
                let report = search.search(&game, &request, &mut Silent);
                let child = game.position().play_unchecked(mv);
                all += 1;
                if report.proven || report.lines[0].proven {
                    proven += 1;
                    let plain = Graph::<0>::at(shape, child.layer, child.id);
                    let value = truth[&(child.layer, child.id)] - Judge.banked(&plain) + Judge.banked(&child);
                    assert_eq!(report.score(), Some(seen(&game, &child, value)), "{report:?} {game:?}");
                }
            }
        }
    }
    assert!(proven * 100 >= all * 50, "{proven} of {all}");
}

#[test]
fn histories_are_respected_line_by_line() {
    let (mut all, mut proven) = (0, 0);
    for uniform in [true, false] {
        for seed in 0..SEEDS {
            let base = Shape { seed, layers: 2, width: 4, branching: 3, stay: 70, ..Shape::default() };
            let shape = Shape { repetition_limit: 2, uniform, ..base };
            let options = mix(u64::from(seed) | 1 << 40);
            let mut search = searcher::<0>(options);
            for (layer, id) in
                (0..=shape.layers).flat_map(|layer| (0..shape.width).map(move |id| (layer, id)))
            {
                search.search(
                    &Game::new(Graph::at(shape, layer, id)),
                    &Request::new(Limits::nodes(2000)),
                    &mut Silent,
                );
            }
            for walk in 0..12 {
                let game = wandered::<0>(shape, u64::from(seed) << 8 | walk);
                if game.result().is_some() {
                    continue;
                }
                let truth = minimax(&game, &Judge, None, true);
                let multipv = [1, 2, 9][walk as usize % 3];
                let report =
                    search.search(&game, &Request::new(Limits::nodes(5_000)).multipv(multipv), &mut Silent);
                all += 1;
                proven += usize::from(report.proven);
                let value = |mv| truth.moves.iter().find(|pair| pair.0 == mv).unwrap().1;
                check(&game, &report, value, &format!("{:?}", drawn(options)));
            }
        }
    }
    assert!(proven * 100 >= all * 50, "{proven} of {all}");
}

fn quiet_limit<const Q: u32>() {
    let (mut all, mut proven) = (0, 0);
    for seed in 0..SEEDS {
        let shape =
            Shape { seed, layers: 3, width: 6, stay: [60, 80][seed as usize % 2], ..Shape::default() };
        let mut known = HashMap::new();
        let options = mix(u64::from(seed) | 1 << 41);
        let mut search = searcher::<Q>(options);
        for round in 0..20u8 {
            let random = mix(u64::from(seed) << 8 | u64::from(round));
            let (layer, id) = ((random % 4) as u8, (random >> 8) as u8 % 6);
            let quiet = (random >> 16) as u8 % (Q as u8 + 1);
            let game = Game::new(Graph::<Q> { quiet, ..Graph::at(shape, layer, id) });
            if game.result().is_some() {
                continue;
            }
            let multipv = [1, 2, 9][(random >> 16) as usize % 3];
            let report =
                search.search(&game, &Request::new(Limits::nodes(10_000)).multipv(multipv), &mut Silent);
            all += 1;
            proven += usize::from(report.proven);
            check(
                &game,
                &report,
                |mv| {
                    let child = game.position().play_unchecked(mv);
                    seen(&game, &child, with_quiet_limit(&child, &mut known))
                },
                &format!("{:?}", drawn(options)),
            );
        }
    }
    assert!(proven * 100 >= all * 95, "{proven} of {all}");
}

#[test]
fn quiet_limits_are_kept_line_by_line() {
    quiet_limit::<2>();
    quiet_limit::<5>();
    quiet_limit::<12>();
}

/// Searches that begin where the next occurrence of the root ends the game, with a table that knows every position as
/// it is without history: a move that wins there, but lets the root come again, does not win here.
#[test]
fn a_root_that_history_has_worn_out_is_not_taken_for_a_fresh_one() {
    let (mut worn, mut proven) = (0, 0);
    for seed in 0..3000 {
        let shape = Shape { seed, layers: 1, width: 3, branching: 3, stay: 70, ..Shape::default() };
        let options = Options::default();
        let mut search =
            AlphaBeta::<Graph<0>, _>::new(Judge, NoOracle, Table::with_buckets(64).unwrap(), options);
        for walk in 0..12 {
            let game = wandered::<0>(shape, u64::from(seed) << 8 | walk);
            if game.result().is_some() || game.occurrences() < 2 {
                continue;
            }
            for (layer, id) in (0..=1).flat_map(|layer| (0..3).map(move |id| (layer, id))) {
                search.search(
                    &Game::new(Graph::at(shape, layer, id)),
                    &Request::new(Limits::nodes(2000)),
                    &mut Silent,
                );
            }
            let report = search.search(
                &game,
                &Request::new(Limits::nodes(2000)).multipv(1 + walk as usize % 2),
                &mut Silent,
            );
            worn += 1;
            for line in report.lines.iter().filter(|line| line.proven) {
                let mut next = game.clone();
                next.play(line.mv).unwrap();
                let Some(value) = by_the_rules(&next, &mut 20_000) else { continue };
                proven += 1;
                assert_eq!(line.score, seen(&game, next.position(), value), "{report:?} {:?}", game.recent());
            }
        }
    }
    assert!(worn > 300 && proven > 300, "{worn} {proven}");
}

const SEEDS: u32 = 100;
