//! Measures how fast the tables of the 5x5 games are made: `capture_speed GAME PIECES [nowall]`.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use grenier_core::capture::Five;
use grenier_core::mraha::Mraha;
use grenier_core::seega::{Seega, SeegaRules};
use grenier_solver::index::squares::Pieces;
use grenier_solver::{Extent, Layer, Solvable, Solved, Watch};

fn measure<P: Solvable<Layer = Pieces>>(rules: P::Rules, pieces: u32) {
    let stop = AtomicBool::new(false);
    let mut solved = Solved::<P>::default();
    let (start, mut all) = (Instant::now(), 0);
    for layer in P::plan(Extent::Upto(pieces)).expect("there are such layers") {
        let before = Instant::now();
        let watch = Watch::new(&stop);
        let bytes = P::solve(rules, layer, &solved, &watch).expect("the layer is solved");
        let seconds = before.elapsed().as_secs_f64();
        let mut counts = [0u64; 256];
        bytes.as_slice().iter().for_each(|byte| {
            counts[usize::from(byte.load(std::sync::atomic::Ordering::Relaxed))] += 1;
        });
        let most =
            |from: usize| (from..from + 127).rev().find(|&entry| counts[entry] > 0).map(|entry| entry - from);
        println!(
            "{:>4} {:>11} positions {seconds:8.2} s  {:7.0}/s  higher {:>10} to {:?}  lower {:>10} to {:?}",
            layer.name(),
            watch.done(),
            watch.done() as f64 / seconds,
            counts[1..128].iter().sum::<u64>(),
            most(1),
            counts[128..255].iter().sum::<u64>(),
            most(128),
        );
        if layer.more() != layer.fewer() {
            let (first, second) = bytes.as_slice().split_at(bytes.len() as usize / 2);
            for block in [first, second] {
                let count = |from: u8, to: u8| {
                    let load =
                        |byte: &std::sync::atomic::AtomicU8| byte.load(std::sync::atomic::Ordering::Relaxed);
                    block.iter().filter(|byte| (from..to).contains(&load(byte))).count()
                };
                println!("      block: higher {} lower {}", count(1, 128), count(128, 255));
            }
        }
        all += watch.done();
        solved.insert(layer, bytes);
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{all} positions in {seconds:.1} s, {:.0}/s", all as f64 / seconds);
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let pieces = words[1].parse().expect("a number of pieces");
    match words[0].as_str() {
        "mraha" => measure::<Mraha>(Default::default(), pieces),
        _ => measure::<Seega<Five>>(SeegaRules { nowall: words.len() > 2, ..Default::default() }, pieces),
    }
}
