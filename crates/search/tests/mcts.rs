//! What Monte Carlo calls proven is true, and it proves what is small enough.

mod common;

use std::collections::HashMap;

use common::{Edge, Graph, Judge, Shape, mix, retrograde, with_quiet_limit};
use grenier_core::{Game, Position};
use grenier_search::mcts::Mcts;
use grenier_search::{Limits, Report, Request, Searcher, Silent, minimax};

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

#[test]
fn a_full_arena_stops_growing_and_goes_on() {
    let shape = Shape { layers: 40, width: 200, branching: 6, seed: 3, ..Shape::default() };
    let game = Game::new(Graph::<0>::start(shape));
    assert!(game.result().is_none());
    let mut search = Mcts::plain(Judge, Default::default(), 0);
    let report = search.search(&game, &Request::new(Limits::nodes(20_000)), &mut Silent);
    assert_eq!(report.nodes, 20_000);
    assert_eq!(report.seldepth, 1);
}
