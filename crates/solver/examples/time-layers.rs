//! Solves layers in memory and prints the time of each: what `tables build` does without files.
//!
//! `cargo run --release -p grenier-solver --example time-layers -- kpe 28`

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use grenier_core::{awale::Awale, kpe::Kpe};
use grenier_solver::{Extent, Layer, Solvable, Solved, Watch};

fn run<P: Solvable>(rules: P::Rules, extent: Extent) {
    let stop = AtomicBool::new(false);
    let mut solved: Solved<P> = Solved::default();
    let begun = Instant::now();
    let mut all = 0;
    for layer in P::plan(extent).expect("the game has this extent") {
        let time = Instant::now();
        let bytes = P::solve(rules, layer, &solved, &Watch::new(&stop)).expect("nobody stops it");
        let seconds = time.elapsed().as_secs_f64();
        all += layer.slots();
        let mut values = [0u64; 3];
        for slot in 0..bytes.len() {
            let future = P::start(rules).value(bytes.get(slot)).future;
            values[(future.signum() + 1) as usize] += 1;
        }
        println!(
            "{:>12} {:>12} slots {seconds:8.2} s {:6.2} M/s  {values:?}",
            layer.name(),
            layer.slots(),
            layer.slots() as f64 / seconds / 1e6
        );
        solved.insert(layer, bytes);
    }
    println!("{all} slots in {:.1} s", begun.elapsed().as_secs_f64());
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let extent = match words[1].as_str() {
        "complete" => Extent::Complete,
        most => Extent::Upto(most.parse().expect("a number or `complete`")),
    };
    match words[0].as_str() {
        "kpe" => run::<Kpe>(Default::default(), extent),
        "awale" => run::<Awale>(Default::default(), extent),
        "awari" => {
            run::<Awale>(grenier_core::Rules::with(Default::default(), "awari").expect("a preset"), extent);
        }
        other => panic!("{other} is no game here"),
    }
}
