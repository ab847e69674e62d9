//! Exact tables: solving layers, looking positions up in files and in memory, and verifying.
//!
//! Elements are positions. Kpé without locks stands for the games with seeds, Seega for those with pieces.

use std::hint::black_box;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grenier_core::capture::Five;
use grenier_core::kpe::Kpe;
use grenier_core::seega::Seega;
use grenier_solver::build::{Order, build};
use grenier_solver::verify::verify_layer;
use grenier_solver::{Extent, Layer, Lookup, Solvable, Solved, Tables, Watch};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Positions looked up in one go, so that each is in another place.
const PROBES: usize = 1000;

/// Solves all layers up to so much material.
fn solved<P: Solvable>(most: u32) -> Solved<P> {
    let stop = AtomicBool::new(false);
    let mut solved = Solved::default();
    for layer in P::plan(Extent::Upto(most)).expect("every game has small layers") {
        let bytes =
            P::solve(P::Rules::default(), layer, &solved, &Watch::new(&stop)).expect("nothing stops it");
        solved.insert(layer, bytes);
    }
    solved
}

fn last<P: Solvable>(most: u32) -> P::Layer {
    *P::plan(Extent::Upto(most)).and_then(|plan| plan.last().copied()).as_ref().expect("there is a layer")
}

/// Random positions of a layer.
fn positions<P: Solvable>(layer: P::Layer) -> Vec<P> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let draw = |random: &mut Xoshiro256PlusPlus| {
        P::at(P::Rules::default(), layer, random.random_range(0..layer.slots()))
    };
    std::iter::repeat_with(|| draw(&mut random)).flatten().take(PROBES).collect()
}

fn solving(criterion: &mut Criterion) {
    fn bench<P: Solvable>(criterion: &mut Criterion, most: u32) {
        let (below, layer) = (solved::<P>(most), last::<P>(most));
        let stop = AtomicBool::new(false);
        let mut group = criterion.benchmark_group(format!("layer {} of {}", layer.name(), P::NAME));
        group.throughput(Throughput::Elements(layer.positions())).sample_size(10);
        group.bench_function("solve", |bencher| {
            bencher.iter(|| {
                P::solve(P::Rules::default(), layer, &below, &Watch::new(&stop)).expect("it is solved")
            });
        });
        let entries = below.get(layer).expect("it was solved");
        group.bench_function("verify", |bencher| {
            let rules = P::Rules::default();
            bencher.iter(|| {
                verify_layer(rules, layer, entries, &below, &Watch::new(&stop)).expect("it is right")
            });
        });
        group.finish();
    }
    bench::<Kpe>(criterion, 20);
    bench::<Seega<Five>>(criterion, 6);
}

fn probing(criterion: &mut Criterion) {
    const SEEDS: u32 = 28;
    let dir = tempfile::tempdir().expect("there is room for files");
    let open = |dir: &Path| Tables::<Kpe>::open(dir, Default::default()).expect("the tables were built");
    let order = Order::<Kpe> {
        rules: Default::default(),
        extent: Extent::Upto(SEEDS),
        dir: dir.path(),
        memory: 1 << 30,
    };
    build(&order, &AtomicBool::new(false), &|_| {}).expect("small tables are built");
    let packed = open(dir.path());
    let mut raw = open(dir.path());
    raw.unpack(1 << 30).expect("the tables are sound");
    let positions = positions::<Kpe>(last::<Kpe>(SEEDS));
    let mut group = criterion.benchmark_group(format!("kpe, {SEEDS} seeds"));
    group.throughput(Throughput::Elements(PROBES as u64)).sample_size(20);
    for (name, tables) in [("packed", &packed), ("raw", &raw)] {
        group.bench_function(format!("probe {name}"), |bencher| {
            bencher.iter(|| {
                for position in &positions {
                    black_box(tables.probe(position).expect("the tables are sound"));
                }
            });
        });
    }
    group.bench_function("moves raw", |bencher| {
        bencher.iter(|| {
            for position in &positions {
                black_box(raw.moves(position).expect("the tables are sound"));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, solving, probing);
criterion_main!(benches);
