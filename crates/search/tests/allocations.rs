//! Once warm, no node allocates: nodes of alpha-beta at any depth, steps of playouts.
//!
//! Counting needs an allocator of one's own, and that needs `unsafe`: it only counts and hands on.
#![allow(unsafe_code, clippy::unwrap_used)]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use common::{Graph, Judge, large};
use grenier_core::awale::Awale;
use grenier_core::capture::Five;
use grenier_core::kpe::Kpe;
use grenier_core::mraha::Mraha;
use grenier_core::obridjie::Obridjie;
use grenier_core::seega::Seega;
use grenier_core::{Game, Notation, Position, Symmetric};
use grenier_search::alphabeta::{AlphaBeta, Options};
use grenier_search::mcts::{self, Mcts};
use grenier_search::{Evaluated, Limits, NoOracle, Report, Request, Searcher, Silent, Table};

struct Counting;

static COUNT: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.fetch_add(1, Relaxed);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations of a search, without those of its reports: few, and no more if it is ten times as long.
fn allocations<P: Position>(search: &mut dyn Searcher<P>, game: &Game<P>, nodes: u64) -> u64 {
    let before = COUNT.load(Relaxed);
    let report: Report<P::Move> = search.search(game, &Request::new(Limits::nodes(nodes)), &mut Silent);
    assert_eq!(report.nodes, nodes);
    COUNT.load(Relaxed) - before
}

/// One test only: the counter is everybody's.
#[test]
fn warm_nodes_do_not_allocate() {
    let made_up = large(4);
    let options = Options { table: false, ..Options::default() };
    let mut search = AlphaBeta::new(Judge, NoOracle, Table::new(1).expect("a megabyte"), options);
    check::<Graph<0>>(&mut search, &made_up);

    check_game::<Kpe>("6-6-6-6-6-6-6-6-0-0-S ABCDabcd");
    check_game::<Awale>("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
    check_game::<Obridjie>("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
    check_game::<Mraha>("xooxo/oxoxx/xx1xx/oooox/oxxoo x 0,0 0");
    check_game::<Seega<Five>>("xxooo/xxoxo/ox1ox/xooox/xxoox o 0,0 0");

    // The arena is full after a moment; what remains is selection and playouts.
    check::<Graph<0>>(&mut Mcts::plain(Judge, mcts::Options::default(), 0), &made_up);
}

/// Alpha-beta and Monte-Carlo search of a real game, and its playouts alone.
fn check_game<P: Notation + Evaluated + Symmetric>(fields: &str) {
    let start = P::parse_fields(Default::default(), fields).unwrap();
    let game = Game::new(start);
    check(&mut AlphaBeta::<P, P::Evaluator>::with_table(1).expect("a megabyte"), &game);
    for playout_plies in [0, 120] {
        let options = mcts::Options { playout_plies, ..mcts::Options::default() };
        check(&mut Mcts::plain(P::Evaluator::default(), options, 0), &game);
    }

    let before = COUNT.load(Relaxed);
    let mut state = 1u64;
    for _ in 0..200 {
        let mut position = start;
        for _ in 0..300 {
            let below = &mut |n: u32| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (((state >> 32) * u64::from(n)) >> 32) as u32
            };
            let Some(next) = position.random_child(below) else { break };
            position = next;
        }
    }
    assert_eq!(COUNT.load(Relaxed), before, "a playout of {fields} allocates");
}

fn check<P: Position>(search: &mut dyn Searcher<P>, game: &Game<P>) {
    search.search(game, &Request::new(Limits::nodes(400_000)), &mut Silent);
    let short = allocations(search, game, 20_000);
    let long = allocations(search, game, 200_000);
    assert!(
        long < 2_000 && long < short + 1_000,
        "{short} allocations in the short search, {long} in the long one"
    );
}
