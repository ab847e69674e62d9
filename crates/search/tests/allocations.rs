//! Once warm, no node allocates: nodes of alpha-beta at any depth, steps of playouts.
//!
//! Counting needs an allocator of one's own, and that needs `unsafe`: it only counts and hands on.
#![allow(unsafe_code)]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use common::{Graph, Judge, large};
use grenier_core::kpe::Kpe;
use grenier_core::{Game, Position};
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
    let mut search = AlphaBeta::new(Judge, NoOracle, Table::new(1), options);
    check::<Graph<0>>(&mut search, &made_up);

    let kpe = Game::new(Kpe::start(Default::default()));
    let mut search = AlphaBeta::<Kpe, <Kpe as Evaluated>::Evaluator>::with_table(1);
    check(&mut search, &kpe);

    // The arena is full after a moment; what remains is selection and playouts.
    let options = mcts::Options { megabytes: 0, ..Default::default() };
    check::<Graph<0>>(&mut Mcts::plain(Judge, options), &made_up);
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
