//! Searches on several threads keep limits and prove nothing but the truth.
#![cfg(feature = "rayon")]

mod common;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use common::{Edge, Graph, Judge, Shape, large};
use grenier_core::{Game, Position};
use grenier_search::alphabeta::{AlphaBeta, Options};
use grenier_search::{Budget, Limits, NoOracle, Report, Request, Searcher, Silent, Stop, Table, minimax};

const THREADS: usize = 3;

/// A searcher for each scheme of sharing the work.
fn searchers(buckets: usize) -> [AlphaBeta<Graph<0>, Judge>; 2] {
    [false, true].map(|root_splitting| {
        let options = Options { root_splitting, ..Options::default() };
        let table = Table::with_buckets(buckets).expect("little memory");
        let mut search = AlphaBeta::new(Judge, NoOracle, table, options);
        search.set_threads(THREADS).expect("three threads");
        search
    })
}

#[test]
fn trees_searched_to_their_ends_have_their_minimax_value() {
    for seed in 0..150 {
        let shape = Shape { seed, layers: 6, width: 12, ..Shape::default() };
        let game = Game::new(Graph::<0>::start(shape));
        if game.result().is_some() {
            continue;
        }
        let truth = minimax(&game, &Judge, None, true);
        for mut search in searchers([1, 16, 4096][seed as usize % 3]) {
            for multipv in [1, 3] {
                let report =
                    search.search(&game, &Request::new(Limits::default()).multipv(multipv), &mut Silent);
                assert_eq!(report.score(), Some(truth.value), "{shape:?}");
                assert_eq!(report.stopped_by, Stop::Proven);
                let mut values: Vec<i32> = truth.moves.iter().map(|&(_, value)| value).collect();
                values.sort_by_key(|value| -value);
                let scores: Vec<i32> = report.lines.iter().map(|line| line.score).collect();
                assert_eq!(scores, values[..scores.len()], "{shape:?}");
                assert!(report.lines.iter().all(|line| truth.moves.contains(&(line.mv, line.score))));
            }
        }
    }
}

#[test]
fn node_limits_are_kept_but_for_a_step_of_each_thread() {
    for mut search in searchers(4096) {
        let limit = 200_000;
        let report = search.search(&large(5), &Request::new(Limits::nodes(limit)), &mut Silent);
        assert_eq!(report.stopped_by, Stop::Nodes);
        let most = limit + THREADS as u64 * Budget::CLOCK_STEP;
        assert!((limit..=most).contains(&report.nodes), "{}", report.nodes);
    }
}

#[test]
fn flag_and_clock_stop_all_threads() {
    for mut search in searchers(4096) {
        let stop = AtomicBool::new(false);
        let request = Request::new(Limits::default()).stopped_by(&stop);
        let report: Report<Edge> = std::thread::scope(|scope| {
            let running = scope.spawn(|| search.search(&large(0), &request, &mut Silent));
            std::thread::sleep(Duration::from_millis(30));
            stop.store(true, Ordering::Relaxed);
            running.join().expect("the search ends")
        });
        assert_eq!(report.stopped_by, Stop::Flag);

        let started = Instant::now();
        let limits = Limits::time(Duration::from_millis(50));
        assert_eq!(search.search(&large(0), &Request::new(limits), &mut Silent).stopped_by, Stop::Time);
        assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    }
}

#[test]
fn threads_that_split_the_root_need_no_search_before() {
    // A thread that had never entered a root looked for the frame of its child and found none.
    for round in 0..20 {
        let [_, mut search] = searchers(64);
        let report = search.search(&large(round), &Request::new(Limits::nodes(20_000)), &mut Silent);
        assert_eq!(report.stopped_by, Stop::Nodes);
    }
}
