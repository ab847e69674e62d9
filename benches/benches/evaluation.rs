//! Evaluations of every game, on one thread: positions a second, for estimates and for the features alone.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grenier_engine::{Evaluator, Playable, Variant, Visitor};
use grenier_search::eval::Linear;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Positions in a batch: few enough to stay in the nearest cache, so that the arithmetic is measured.
const POSITIONS: usize = 256;

const VARIANTS: [&str; 7] = ["kpe", "kpe:skip-origin", "awale", "obridjie", "mraha", "seega", "seega:7x7"];

/// Positions of random games, every one once.
fn sample<P: Playable>(rules: P::Rules) -> Vec<P> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut positions = Vec::with_capacity(POSITIONS);
    let mut position = P::start(rules);
    while positions.len() < POSITIONS {
        positions.push(position);
        let next = position.random_child(&mut |n| rng.random_range(0..n));
        position = next.unwrap_or_else(|| P::start(rules));
    }
    positions
}

struct Measure<'a> {
    variant: &'static str,
    criterion: &'a mut Criterion,
}

impl Visitor for Measure<'_> {
    type Output = ();

    fn visit<P: Playable>(self, rules: P::Rules) {
        let positions = sample::<P>(rules);
        let evaluator = P::Evaluator::default();
        let mut features = vec![0; P::Evaluator::FEATURES.len()];
        let mut measure = |what: &str, read: &mut dyn FnMut(&[P]) -> i32| {
            let mut group = self.criterion.benchmark_group(what);
            group.throughput(Throughput::Elements(POSITIONS as u64));
            group.bench_function(self.variant, |bencher| bencher.iter(|| read(black_box(&positions))));
            group.finish();
        };
        measure("evaluate", &mut |positions| positions.iter().map(|at| evaluator.evaluate(at)).sum());
        measure("features", &mut |positions| {
            positions.iter().fold(0, |sum, at| {
                P::Evaluator::features(at, &mut features);
                sum + black_box(&features)[0]
            })
        });
    }
}

fn evaluation(criterion: &mut Criterion) {
    for variant in VARIANTS {
        let known = Variant::parse(variant).expect("the variants are in the catalogue");
        known.visit(Measure { variant, criterion });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = evaluation
}
criterion_main!(benches);
