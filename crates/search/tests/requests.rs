//! Limits, lines, root moves, reproducibility: what every searcher owes its callers.

mod common;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use common::{Edge, Graph, Judge, Shape, large};
use grenier_core::{Game, Position};
use grenier_search::alphabeta::{AlphaBeta, Options};
use grenier_search::mcts::Mcts;
use grenier_search::{Limits, NoOracle, Report, Request, Searcher, Silent, Stop, Table, minimax};

type Any = Box<dyn Searcher<Graph<0>>>;

fn alphabeta() -> AlphaBeta<Graph<0>, Judge> {
    AlphaBeta::new(Judge, NoOracle, Table::new(1).expect("a megabyte"), Options::default())
}

fn searchers() -> [Any; 2] {
    let monte_carlo = Mcts::plain(Judge, Default::default(), 8);
    [Box::new(alphabeta()), Box::new(monte_carlo)]
}

/// Searchers that the large game keeps busy for ever.
fn busy() -> [Any; 2] {
    let options = Options { table: false, ..Options::default() }.full_width();
    let [_, monte_carlo] = searchers();
    [Box::new(AlphaBeta::new(Judge, NoOracle, Table::new(1).expect("a megabyte"), options)), monte_carlo]
}

fn timeless(report: Report<Edge>) -> Report<Edge> {
    Report { time: Duration::ZERO, ..report }
}

#[test]
fn node_limits_are_exact() {
    for (seed, mut search) in seeded(6) {
        for nodes in [0, 1, 2, 7, 1023, 1024, 1025, 5000, 33_333] {
            let report = search.search(&large(seed), &Request::new(Limits::nodes(nodes)), &mut Silent);
            assert_eq!((report.nodes, report.stopped_by), (nodes, Stop::Nodes));
            assert!(!report.lines.is_empty() && !report.proven);
        }
    }
}

/// Each searcher with a few seeds.
fn seeded(seeds: u32) -> impl Iterator<Item = (u32, Any)> {
    (0..seeds).flat_map(|seed| searchers().map(|search| (seed, search)))
}

#[test]
fn the_same_search_twice_is_the_same() {
    for seed in 0..5 {
        let request = Request::new(Limits::nodes(20_000)).seed(7).multipv(3);
        let reports = [searchers(), searchers()].map(|searchers| {
            searchers.map(|mut search| timeless(search.search(&large(seed), &request, &mut Silent)))
        });
        assert_eq!(reports[0], reports[1]);
    }
}

#[test]
fn a_search_after_forgetting_is_the_first_search_again() {
    let request = Request::new(Limits::nodes(20_000));
    for mut search in searchers() {
        let first = timeless(search.search(&large(1), &request, &mut Silent));
        search.search(&large(2), &request, &mut Silent);
        search.forget();
        assert_eq!(timeless(search.search(&large(1), &request, &mut Silent)), first);
    }
}

#[test]
fn a_raised_flag_stops_at_once() {
    let raised = AtomicBool::new(true);
    for mut search in searchers() {
        let request = Request::new(Limits::default()).stopped_by(&raised);
        let report = search.search(&large(0), &request, &mut Silent);
        assert_eq!((report.nodes, report.stopped_by), (0, Stop::Flag));
        assert_eq!(report.lines.len(), 1);
    }
}

#[test]
fn a_flag_raised_by_another_thread_stops_soon() {
    for mut search in busy() {
        let stop = AtomicBool::new(false);
        let request = Request::new(Limits::default()).stopped_by(&stop);
        let report = std::thread::scope(|scope| {
            let search = scope.spawn(|| search.search(&large(0), &request, &mut Silent));
            std::thread::sleep(Duration::from_millis(30));
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
            search.join().expect("the search ends")
        });
        assert_eq!(report.stopped_by, Stop::Flag);
    }
}

#[test]
fn time_limits_are_kept_and_long_searches_report() {
    for mut search in busy() {
        let started = Instant::now();
        let mut told = 0;
        let limits = Limits::time(Duration::from_millis(1200));
        let report = search.search(&large(5), &Request::new(limits), &mut |_: &Report<Edge>| told += 1);
        assert_eq!(report.stopped_by, Stop::Time);
        assert!(started.elapsed() < Duration::from_millis(2500), "{:?}", started.elapsed());
        assert!(told >= 2, "{told}");
    }
}

#[test]
fn lines_and_root_moves_equal_separate_searches() {
    for seed in 0..200 {
        let shape = Shape { seed, layers: 6, width: 12, branching: 6, ..Shape::default() };
        let game = Game::new(Graph::<0>::start(shape));
        if game.result().is_some() {
            continue;
        }
        let all = usize::MAX;
        let mut truth = minimax(&game, &Judge, Some(4), false).moves;
        let options =
            Options { exact_depth_only: true, repetition: false, ..Options::default() }.full_width();
        let mut search = AlphaBeta::new(Judge, NoOracle, Table::new(1).expect("a megabyte"), options);
        let report = search.search(&game, &Request::new(Limits::depth(4)).multipv(all), &mut Silent);
        assert_eq!(report.lines.len(), truth.len());
        for line in &report.lines {
            assert!(truth.contains(&(line.mv, line.score)), "{shape:?}");
            search.forget();
            let only = Request::new(Limits::depth(4)).moves(vec![line.mv]);
            let alone = search.search(&game, &only, &mut Silent);
            assert_eq!((alone.best(), alone.score()), (Some(line.mv), Some(line.score)));
        }
        truth.sort_by_key(|&(_, value)| -value);
        let scores: Vec<i32> = report.lines.iter().map(|line| line.score).collect();
        assert_eq!(scores, truth.iter().map(|&(_, value)| value).collect::<Vec<_>>());
        let two = search.search(&game, &Request::new(Limits::depth(4)).multipv(2), &mut Silent);
        let scores: Vec<i32> = two.lines.iter().map(|line| line.score).collect();
        assert_eq!(scores, truth.iter().take(2).map(|&(_, value)| value).collect::<Vec<_>>());
    }
}

#[test]
fn monte_carlo_keeps_to_the_moves_asked_for() {
    let game = large(5);
    let mut moves = Vec::new();
    game.position().legal_moves(&mut moves);
    let asked = vec![moves[1], moves[3]];
    let [_, mut search] = searchers();
    let request = Request::new(Limits::nodes(3000)).moves(asked.clone()).multipv(9);
    let report = search.search(&game, &request, &mut Silent);
    assert_eq!(report.lines.len(), 2);
    assert!(report.lines.iter().all(|line| asked.contains(&line.mv)));
}

#[test]
fn principal_variations_can_be_played() {
    for (seed, mut search) in seeded(10) {
        let game = large(seed);
        let report = search.search(&game, &Request::new(Limits::nodes(30_000)).multipv(3), &mut Silent);
        for line in &report.lines {
            assert_eq!(line.pv.first(), Some(&line.mv));
            let mut played = game.clone();
            for &mv in &line.pv {
                played.play(mv).expect("moves of the pv are legal");
            }
        }
    }
}

#[test]
fn a_stopped_iteration_keeps_the_best_move_found() {
    // Whatever the node limit, the move is one that a complete iteration or the finished part of the next one chose.
    let game = large(6);
    let mut bests = Vec::new();
    let mut observer = |report: &Report<Edge>| bests.push((report.nodes, report.best()));
    alphabeta().search(&game, &Request::new(Limits::nodes(50_000)), &mut observer);
    for &(nodes, best) in &bests {
        let report = alphabeta().search(&game, &Request::new(Limits::nodes(nodes)), &mut Silent);
        assert_eq!(report.best(), best, "at {nodes}");
    }
}

#[test]
fn a_finished_game_has_no_lines() {
    let game = Game::new(Graph::<0>::at(Shape::default(), 0, 0));
    for mut search in searchers() {
        let report = search.search(&game, &Request::new(Limits::default()), &mut Silent);
        assert_eq!((report.stopped_by, report.lines.len()), (Stop::Over, 0));
    }
}
