//! Perft of Awalé here and of the Oware in the crate `board-game`, in the same run on one thread.
//!
//! Both play every leaf. To the depth measured here the rules differ in nothing: the counts are compared first.

use std::hint::black_box;
use std::time::Duration;

use board_game::board::Board;
use board_game::games::oware::OwareBoard;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grenier_core::awale::Awale;
use grenier_core::{Perft, Position};
use internal_iterator::InternalIterator;

/// Plies; 3.7 million leaves.
const DEPTH: usize = 9;

type Oware = OwareBoard<6>;

/// Leaves below `board`, each one played, through the crate's own iterator of children.
fn perft(board: &Oware, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    if let Ok(children) = board.children() {
        children.for_each(|(_, child)| leaves += perft(&child, depth - 1));
    }
    leaves
}

/// The same without that iterator, which asks twice whether a move is available: `play` refuses what is not.
fn tried_perft(board: &Oware, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let tried = |pit| {
        let mut child = board.clone();
        child.play(pit).map_or(0, |()| tried_perft(&child, depth - 1))
    };
    (0..6).map(tried).sum()
}

fn peers(criterion: &mut Criterion) {
    let (here, there) = (Awale::start(Default::default()), Oware::default());
    let mut moves = 0;
    for depth in 1..=DEPTH {
        let count = Perft::new().count(&here, depth);
        assert_eq!([perft(&there, depth), tried_perft(&there, depth)], [count; 2], "perft {depth}");
        moves += count;
    }
    let mut group = criterion.benchmark_group("awale");
    group.throughput(Throughput::Elements(moves));
    group.bench_function("grenier", |bencher| {
        let mut perft = Perft::new();
        bencher.iter(|| perft.count(black_box(&here), DEPTH));
    });
    group.bench_function("board-game", |bencher| bencher.iter(|| perft(black_box(&there), DEPTH)));
    group.bench_function("board-game, every pit tried", |bencher| {
        bencher.iter(|| tried_perft(black_box(&there), DEPTH));
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(4));
    targets = peers
}
criterion_main!(benches);
