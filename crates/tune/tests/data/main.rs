//! Training data: files that survive interruptions and damage, and the three sources of samples.

#![allow(clippy::unwrap_used)]

mod files;
mod sources;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use grenier_engine::{Playable, Variant};
use grenier_tune::data::{
    Ended, Filter, Format, Found, Goal, Result as GameResult, Sample, Source, Store, gather,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// What made the files of these tests.
const COMMAND: &str = "grenier tune data kpe --seed 1";

/// A source that costs nothing: walks of random moves with made-up values. Their first positions come again and again.
struct Walks;

impl<P: Playable> Source<P> for Walks {
    type Worker = ();

    fn worker(&self) -> Result<(), String> {
        Ok(())
    }

    fn jobs(&self) -> Option<u64> {
        None
    }

    fn job(&self, (): &mut (), number: u64, _: &AtomicBool) -> Result<Option<Vec<Found<P>>>, String> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(number);
        let mut position = P::start(P::Rules::default());
        let mut found = Vec::new();
        for ply in 0..8 {
            position = position.random_child(&mut |n| random.random_range(0..n)).unwrap();
            let eval = f64::from(random.random_range(0..=4)) / 4.0;
            let sample = Sample { position, result: GameResult::Draw, eval, margin: None, exact: false };
            if ply % 7 == 0 {
                found.push((sample, ply == 0 || !number.is_multiple_of(5)));
            }
        }
        Ok(Some(found))
    }
}

/// The name of a file in `folder`, whose ending says how it is written.
fn file(folder: &tempfile::TempDir, name: &str) -> PathBuf {
    folder.path().join(name)
}

fn format(path: &Path) -> Format {
    if path.extension().unwrap() == "bin" { Format::Packed } else { Format::Text }
}

fn open<P: Playable>(path: &Path) -> Result<Store<P>, String> {
    Store::open(path, format(path), COMMAND, P::Rules::default())
}

/// Adds to a file with so many threads.
fn add<P: Playable, S: Source<P>>(
    source: &S,
    path: &Path,
    goal: Goal,
    threads: usize,
) -> Result<Ended, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let mut store = open::<P>(path)?;
    let (filter, stop) = (Filter { noisy: false }, AtomicBool::new(false));
    pool.install(|| gather(source, &mut store, filter, goal, &stop, &mut |_| ()))
}

fn variant<P: Playable>() -> Variant {
    Variant::parse(P::NAME).unwrap()
}

/// The samples of a file, all of which must be sound.
fn samples<P: Playable>(path: &Path) -> Vec<Sample<P>> {
    let contents = grenier_tune::data::read(path).unwrap();
    assert_eq!(contents.damage, []);
    let parse =
        |(_, line): &(usize, String)| Sample::parse(line, &variant::<P>(), P::Rules::default()).unwrap();
    contents.lines.iter().map(parse).collect()
}
