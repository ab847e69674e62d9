//! What Monte Carlo calls proven is true, and it proves what is small enough.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::HashMap;

use common::{Edge, Graph, Judge, Shape, by_the_rules, large, mix, retrograde, wandered, with_quiet_limit};
use grenier_core::capture::Five;
use grenier_core::mraha::Mraha;
use grenier_core::seega::Seega;
use grenier_core::{Game, Notation, Position, Symmetric};
use grenier_search::eval::Linear;
use grenier_search::mcts::{Mcts, Options};
use grenier_search::{Evaluated, Limits, Report, Request, Searcher, Silent, Stop, minimax};

type Search<const Q: u32> = Mcts<Graph<Q>, Judge>;

fn run<const Q: u32>(game: &Game<Graph<Q>>, nodes: u64, seed: u64) -> Report<Edge> {
    let mut search = Mcts::plain(Judge, Default::default(), 16);
    search.search(game, &Request::new(Limits::nodes(nodes)).seed(seed).multipv(9), &mut Silent)
}

#[test]
fn trees_are_solved_to_their_minimax_values() {
    let mut solved = 0;
    for seed in 0..400 {
        let shape = Shape { seed, layers: 5, width: 10, ..Shape::default() };
        let game = Game::new(Graph::<0>::start(shape));
        if game.result().is_some() {
            continue;
        }
        let truth = minimax(&game, &Judge, None, true);
        let report = run(&game, 2_000_000, u64::from(seed));
        assert!(report.proven, "{shape:?} {report:?}");
        assert_eq!(report.score(), Some(truth.value), "{shape:?} {report:?}");
        for line in &report.lines {
            assert!(!line.proven || truth.moves.contains(&(line.mv, line.score)));
        }
        solved += 1;
    }
    assert!(solved > 250, "{solved}");
}

#[test]
fn repetitions_prove_nothing_but_what_is_true() {
    let (mut proven, mut all) = (0, 0);
    for seed in 0..600 {
        let shape =
            Shape { seed, layers: 3, width: 6, stay: [20, 50, 80][seed as usize % 3], ..Shape::default() };
        let truth = retrograde(shape);
        let id = (mix(seed.into()) % 6) as u8;
        let game = Game::new(Graph::<0>::at(shape, 3, id));
        if game.result().is_some() {
            continue;
        }
        let report = run(&game, 20_000, 1);
        all += 1;
        proven += usize::from(report.proven);
        assert!(!report.proven || report.score() == Some(truth[&(3, id)]), "{shape:?} {report:?}");
    }
    assert!(proven * 10 > all, "{proven} of {all}");
}

#[test]
fn quiet_limits_are_ends_like_others() {
    let mut proven = 0;
    for seed in 0..300 {
        let shape = Shape { seed, layers: 3, width: 30, stay: 50, branching: 3, ..Shape::default() };
        let position = Graph::<3> { quiet: (seed % 3) as u8, ..Graph::at(shape, 3, 1) };
        let game = Game::new(position);
        if game.result().is_some() {
            continue;
        }
        let report = run(&game, 50_000, 1);
        proven += usize::from(report.proven);
        let truth = with_quiet_limit(&position, &mut HashMap::new());
        assert!(!report.proven || report.score() == Some(truth), "{shape:?} {report:?}");
    }
    assert!(proven > 100, "{proven}");
}

/// Every line that is called proven must be worth what plain minimax says.
fn check_lines(report: &Report<Edge>, truth: &[(Edge, i32)], game: &Game<Graph<0>>) {
    for line in report.lines.iter().filter(|line| line.proven) {
        let known = truth.iter().find(|(mv, _)| *mv == line.mv);
        assert_eq!(known, Some(&(line.mv, line.score)), "{:?} {report:?}", game.recent());
    }
}

#[test]
fn proofs_hold_in_this_very_game_whatever_the_tree_remembers() {
    // The second occurrence ends the game: repetition on the path is the rule itself, and minimax can judge it.
    let (mut lines, mut kept) = (0, 0);
    for seed in 0..1500 {
        let base = Shape { seed, layers: 2, width: 4, branching: 3, stay: 70, ..Shape::default() };
        let shape = Shape { repetition_limit: 2, uniform: seed % 2 == 0, ..base };
        let mut game = wandered::<0>(shape, u64::from(seed));
        let mut search: Search<0> = Mcts::plain(Judge, Options::default(), 1);
        let mut moves = Vec::new();
        for ply in 0..12 {
            if game.result().is_some() {
                break;
            }
            let truth = minimax(&game, &Judge, None, true);
            let report = search.search(&game, &Request::new(Limits::nodes(600)).multipv(9), &mut Silent);
            assert!(!report.proven || report.score() == Some(truth.value), "{:?} {report:?}", game.recent());
            check_lines(&report, &truth.moves, &game);
            lines += report.lines.iter().filter(|line| line.proven).count();
            kept += usize::from(report.proven && report.nodes < 3);
            game.position().legal_moves(&mut moves);
            let mv = moves[mix(u64::from(seed) << 8 | ply) as usize % moves.len()];
            game.play(mv).unwrap();
        }
    }
    assert!(lines > 200 && kept > 30, "{lines} lines, {kept} kept proofs");
}

#[test]
fn proofs_hold_by_the_rules_of_the_third_occurrence() {
    let mut proven = 0;
    for seed in 0..1500 {
        let shape = Shape { seed, layers: 2, width: 3, branching: 2, stay: 60, ..Shape::default() };
        let mut game = wandered::<0>(shape, u64::from(seed));
        let mut search: Search<0> = Mcts::plain(Judge, Options::default(), 1);
        let mut moves = Vec::new();
        for ply in 0..6 {
            if game.result().is_some() {
                break;
            }
            let report = search.search(&game, &Request::new(Limits::nodes(400)).multipv(9), &mut Silent);
            for line in report.lines.iter().filter(|line| line.proven) {
                let mut next = game.clone();
                next.play(line.mv).unwrap();
                let Some(value) = by_the_rules(&next, &mut 200_000) else { continue };
                let same = next.position().turn() == game.position().turn();
                let value = if same { value } else { -value };
                assert_eq!(line.score, value, "{:?} {report:?}", game.recent());
                proven += 1;
            }
            game.position().legal_moves(&mut moves);
            let mv = moves[mix(u64::from(seed) << 8 | ply) as usize % moves.len()];
            game.play(mv).unwrap();
        }
    }
    assert!(proven > 200, "{proven}");
}

#[test]
fn one_board_with_two_counters_is_two_positions() {
    // Many ways of different lengths lead to the same boards shortly before the limit.
    let mut proven = 0;
    for seed in 0..200 {
        let shape = Shape { seed, layers: 2, width: 4, stay: 75, branching: 3, ..Shape::default() };
        let position = Graph::<9> { quiet: (seed % 7) as u8, ..Graph::at(shape, 2, 1) };
        let game = Game::new(position);
        if game.result().is_some() {
            continue;
        }
        let report = run(&game, 30_000, 1);
        let mut known = HashMap::new();
        for line in report.lines.iter().filter(|line| line.proven) {
            let child = position.play_unchecked(line.mv);
            let value = with_quiet_limit(&child, &mut known);
            let value = if child.turn() == position.turn() { value } else { -value };
            assert_eq!(line.score, value, "{shape:?} {report:?}");
            proven += 1;
        }
    }
    assert!(proven > 100, "{proven}");
}

#[test]
fn positions_in_which_a_player_moves_twice_are_proven() {
    // Seega's first placer waits while the second player places last and moves first; in the made-up game it is random
    // whose turn it is. Both turns of a pair must count for the same side.
    let mut twice = 0;
    for seed in 0..200 {
        let shape = Shape { seed, layers: 4, width: 8, ..Shape::default() };
        let game = Game::new(Graph::<0>::start(shape));
        if game.result().is_some() {
            continue;
        }
        let report = run(&game, 100_000, 1);
        assert!(report.proven, "{shape:?}");
        assert_eq!(report.score(), Some(minimax(&game, &Judge, None, true).value), "{shape:?}");
        let next = game.position().play_unchecked(report.lines[0].mv);
        twice += usize::from(next.turn() == game.position().turn());
    }
    assert!(twice > 50, "{twice}");
}

/// The moves of all lines, sorted.
fn moves_of<M: Copy + Ord>(report: &Report<M>) -> Vec<M> {
    let mut moves: Vec<M> = report.lines.iter().map(|line| line.mv).collect();
    moves.sort();
    moves
}

fn reuse<P: Evaluated + Notation + Symmetric>(fields: &str, least: u64) {
    let mut game = Game::new(P::parse_fields(Default::default(), fields).unwrap());
    let mut search = Mcts::<P, P::Evaluator>::with_memory(16);
    let all = |nodes| Request::new(Limits::nodes(nodes)).multipv(999);
    let report = search.search(&game, &all(100_000), &mut Silent);
    for &mv in report.lines[0].pv.iter().take(2) {
        game.play(mv).unwrap();
    }
    let kept = search.search(&game, &all(0), &mut Silent);
    assert_eq!(kept.nodes, 0);
    let visits = |report: &Report<P::Move>| report.lines.iter().filter_map(|line| line.visits).sum::<u64>();
    assert!(visits(&kept) >= least, "{kept:?}");
    let grown = search.search(&game, &all(20_000), &mut Silent);
    assert!(visits(&grown) > visits(&kept));
    let fresh = Mcts::<P, P::Evaluator>::with_memory(16).search(&game, &all(20_000), &mut Silent);
    assert_eq!(moves_of(&grown), moves_of(&fresh));
    search.forget();
    let forgotten = search.search(&game, &all(20_000), &mut Silent);
    assert_eq!(visits(&forgotten), visits(&fresh));
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    reuse::<Mraha>("xxooo/xxoxo/ox1ox/xooox/xxoox x 0,0 0", 100);
    reuse::<Seega<Five>>("xxooo/xxoxo/ox1ox/xooox/xxoox o 0,0 0", 100);
    // Placements are so many that little is known of each.
    reuse::<Seega<Five>>("xxooo/xxoxo/ox3/5/5 x 6,6 0", 1);
}

#[test]
fn a_tree_of_some_moves_is_not_kept() {
    let game = large(5);
    let mut moves = Vec::new();
    game.position().legal_moves(&mut moves);
    let mut search: Search<0> = Mcts::plain(Judge, Options::default(), 8);
    search.search(&game, &Request::new(Limits::nodes(3000)).moves(vec![moves[1]]), &mut Silent);
    let report = search.search(&game, &Request::new(Limits::nodes(3000)).multipv(99), &mut Silent);
    assert_eq!(moves_of(&report), moves);
}

#[test]
fn a_full_arena_makes_room_and_goes_on() {
    let game = large(3);
    let report = |megabytes, nodes| {
        let mut search: Search<0> = Mcts::plain(Judge, Options::default(), megabytes);
        search.search(&game, &Request::new(Limits::nodes(nodes)).multipv(99), &mut Silent)
    };
    // A megabyte holds a few thousand positions; the tree goes on getting deeper and keeps all visits of the root.
    let (small, large) = (report(1, 1_000_000), report(256, 1_000_000));
    assert_eq!((small.nodes, large.nodes), (1_000_000, 1_000_000));
    assert_eq!(moves_of(&small), moves_of(&large));
    let early = report(1, 50_000);
    let visits = |report: &Report<Edge>| report.lines.iter().filter_map(|line| line.visits).sum::<u64>();
    assert!(visits(&small) > 5 * visits(&early), "{} {}", visits(&small), visits(&early));
    assert!(small.seldepth > early.seldepth, "{} {}", small.seldepth, early.seldepth);
}

#[test]
fn an_arena_without_room_still_simulates() {
    let mut search: Search<0> = Mcts::plain(Judge, Options::default(), 0);
    let report = search.search(&large(3), &Request::new(Limits::nodes(20_000)), &mut Silent);
    assert_eq!((report.nodes, report.seldepth), (20_000, 1));
}

#[test]
fn proofs_survive_a_small_arena() {
    let mut proven = 0;
    for seed in 0..40 {
        let shape = Shape { seed, layers: 7, width: 200, branching: 5, ..Shape::default() };
        let game = Game::new(Graph::<0>::start(shape));
        if game.result().is_some() {
            continue;
        }
        let truth = retrograde(shape);
        let mut search: Search<0> = Mcts::plain(Judge, Options::default(), 1);
        let report = search.search(&game, &Request::new(Limits::nodes(150_000)), &mut Silent);
        proven += usize::from(report.proven);
        assert!(!report.proven || report.score() == Some(truth[&(7, 0)]), "{shape:?} {report:?}");
    }
    assert!(proven > 5, "{proven}");
}

#[test]
fn two_threads_end_keep_limits_and_prove_the_truth() {
    let mut search: Search<0> = Mcts::plain(Judge, Options::default(), 8);
    search.set_threads(2);
    for nodes in [0, 1, 2, 7, 1023, 33_333] {
        let report = search.search(&large(4), &Request::new(Limits::nodes(nodes)), &mut Silent);
        assert_eq!((report.nodes, report.stopped_by), (nodes, Stop::Nodes));
        assert_eq!(report.lines.len(), 1);
        search.forget();
    }
    let mut proven = 0;
    for seed in 0..100 {
        let shape = Shape { seed, layers: 5, width: 10, ..Shape::default() };
        let game = Game::new(Graph::<0>::start(shape));
        if game.result().is_some() {
            continue;
        }
        let truth = minimax(&game, &Judge, None, true);
        let report = search.search(&game, &Request::new(Limits::nodes(500_000)).multipv(9), &mut Silent);
        assert!(report.proven, "{shape:?}");
        assert_eq!(report.score(), Some(truth.value), "{shape:?}");
        check_lines(&report, &truth.moves, &game);
        proven += 1;
    }
    assert!(proven > 50, "{proven}");
}

/// The expected result of every legal move at a placement, by a search with or without folding.
fn folding<P: Evaluated + Notation + Symmetric>(fields: &str) {
    let game = Game::new(P::parse_fields(Default::default(), fields).unwrap());
    let mut moves = Vec::new();
    game.position().legal_moves(&mut moves);
    // Features are the same from all sides; a network sees each side on its own.
    let evaluator = || P::Evaluator::of(P::Evaluator::built_in("hand-set").unwrap()).unwrap();
    let lines = |fold| {
        let options = Options { fold, ..Options::default() };
        let mut search: Mcts<P, P::Evaluator> = Mcts::plain(evaluator(), options, 16);
        let mut first = |count: usize| {
            search.forget();
            // The root and its children once, and no more: the scores are then the evaluator's.
            let limits = Limits::nodes(1 + count as u64);
            search.search(&game, &Request::new(limits).multipv(999), &mut Silent).lines
        };
        let count = first(moves.len()).len();
        first(count)
    };
    let (folded, all) = (lines(1), lines(1000));
    assert!(folded.len() < all.len(), "{} {}", folded.len(), all.len());
    let position = game.position();
    let own: Vec<u8> = (0..P::SYMMETRIES).filter(|&s| position.transformed(s) == *position).collect();
    for line in &all {
        let images: Vec<P::Move> = own.iter().map(|&s| P::transformed_move(line.mv, s)).collect();
        let kept: Vec<_> = folded.iter().filter(|other| images.contains(&other.mv)).collect();
        assert_eq!(kept.len(), 1, "{} of {fields}", line.mv);
        assert_eq!(kept[0].score, line.score, "{} of {fields}", line.mv);
    }
}

#[test]
fn folding_keeps_the_value_of_every_move() {
    folding::<Mraha>("5/5/5/5/5 x 12,12 0");
    folding::<Seega<Five>>("5/5/5/5/5 x 12,12 0");
    folding::<Seega<Five>>("x3x/5/5/5/o3o x 10,10 0");
    folding::<Seega<Five>>("xo1ox/oxoxo/xo1ox/oxoxo/1x1x1 x 2,2 0");
}
