//! Perft and random playouts of every game and preset, on one thread.
//!
//! Games that begin by placing pieces are measured twice: perft of the placement is called `perft/seega/start`; all
//! else begins with the second phase, in positions whose placements were drawn with fixed seeds.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grenier_core::{Perft, Position};
use grenier_engine::{Playable, Variant, Visitor};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Positions from which playouts begin, in turn, in games that begin with placements.
const STARTS: u64 = 64;

/// Plies after which a playout is given up. Only mancalas without progress come near it.
const LONGEST: usize = 2000;

/// What is measured of a variant.
struct Case {
    variant: &'static str,
    /// Turns of the first phase.
    placements: usize,
    /// Depth of perft from the start.
    from_start: usize,
    /// Depth of perft from the start of the second phase.
    from_placed: usize,
}

const fn sowing(variant: &'static str, depth: usize) -> Case {
    Case { variant, placements: 0, from_start: depth, from_placed: 0 }
}

const fn capturing(variant: &'static str, placements: usize, depths: [usize; 2]) -> Case {
    Case { variant, placements, from_start: depths[0], from_placed: depths[1] }
}

const CASES: [Case; 13] = [
    sowing("kpe", 9),
    sowing("kpe:skip-origin", 9),
    sowing("kpe:own-row", 9),
    sowing("awale", 8),
    sowing("awale:abapa", 8),
    sowing("awale:awari", 8),
    sowing("obridjie", 7),
    capturing("mraha", 12, [2, 8]),
    capturing("seega", 12, [2, 10]),
    capturing("seega:nowall", 12, [2, 10]),
    capturing("seega:placement-captures", 12, [2, 6]),
    capturing("seega:7x7", 24, [1, 8]),
    capturing("seega:9x9", 40, [1, 8]),
];

fn random<P: Position>(rng: &mut Xoshiro256PlusPlus, position: &P) -> Option<P> {
    position.random_child(&mut |n| rng.random_range(0..n))
}

/// The position after `plies` random moves; a start of the second phase that is over already is drawn again.
fn drawn<P: Position>(rules: P::Rules, plies: usize, seed: u64) -> P {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    loop {
        let mut position = P::start(rules);
        for _ in 0..plies {
            position = random(&mut rng, &position).expect("the first phase does not end early");
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

/// Plays random moves to the end; returns the number of plies.
fn play_out<P: Position>(rng: &mut Xoshiro256PlusPlus, start: P) -> usize {
    let (mut position, mut plies) = (start, 0);
    while plies < LONGEST {
        let Some(next) = random(rng, &position) else { break };
        (position, plies) = (next, plies + 1);
    }
    plies
}

struct Measure<'a> {
    case: &'static Case,
    criterion: &'a mut Criterion,
}

impl Measure<'_> {
    fn perft<P: Playable>(&mut self, name: String, positions: &[P], depth: usize) {
        // The walk to the full depth makes every move of the tree once: all of them are elements.
        let moves = |at: &P| (1..=depth).map(|depth| Perft::new().count(at, depth)).sum::<u64>();
        let mut group = self.criterion.benchmark_group("perft");
        group.throughput(Throughput::Elements(positions.iter().map(moves).sum()));
        group.bench_function(name, |bencher| {
            let mut perft = Perft::new();
            bencher.iter(|| positions.iter().map(|at| perft.count(black_box(at), depth)).sum::<u64>());
        });
        group.finish();
    }

    fn playouts<P: Playable>(&mut self, starts: &[P]) {
        let mut group = self.criterion.benchmark_group("playouts");
        group.throughput(Throughput::Elements(starts.len() as u64));
        group.bench_function(self.case.variant, |bencher| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            bencher.iter(|| starts.iter().map(|&at| play_out(&mut rng, black_box(at))).sum::<usize>());
        });
        group.finish();
    }
}

impl Visitor for Measure<'_> {
    type Output = ();

    fn visit<P: Playable>(mut self, rules: P::Rules) {
        let Case { variant, placements, from_start, from_placed } = *self.case;
        let starts: Vec<P> = (0..STARTS).map(|seed| drawn(rules, placements, seed)).collect();
        if placements == 0 {
            self.perft(variant.to_owned(), &starts[..1], from_start);
        } else {
            self.perft(format!("{variant}/start"), &[P::start(rules)], from_start);
            self.perft(variant.to_owned(), &starts[..4], from_placed);
        }
        self.playouts(&starts);
    }
}

fn rules(criterion: &mut Criterion) {
    for case in &CASES {
        let variant = Variant::parse(case.variant).expect("the cases name variants of the catalogue");
        variant.visit(Measure { case, criterion });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = rules
}
criterion_main!(benches);
