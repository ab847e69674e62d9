//! Makes the files `positions/*/endgames.txt`: endgames worth solving by hand, with the exact value of every move, always
//! the same ones.
//!
//! Run it through `scripts/make-endgames`. The first argument names the folder to write to instead of `positions`,
//! further ones the games.

mod find;
mod games;
mod glance;
#[path = "../common/standing.rs"]
mod standing;
mod study;
mod write;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;

use grenier_core::awale::Awale;
use grenier_core::capture::Five;
use grenier_core::kpe::Kpe;
use grenier_core::mraha::Mraha;
use grenier_core::obridjie::Obridjie;
use grenier_core::seega::Seega;

use games::{Studied, solved};

/// Endgames of each game.
const COUNT: usize = 216;

/// The seed of the games in which they are found.
const SEED: u64 = 28;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let folder = arguments.next().map_or_else(|| PathBuf::from("positions"), PathBuf::from);
    let games: Vec<_> = arguments.collect();
    let wanted = |name: &str| games.is_empty() || games.iter().any(|game| game == name);
    make::<Kpe>(&folder, wanted)?;
    make::<Awale>(&folder, wanted)?;
    make::<Obridjie>(&folder, wanted)?;
    make::<Mraha>(&folder, wanted)?;
    make::<Seega<Five>>(&folder, wanted)
}

fn make<P: Studied>(folder: &Path, wanted: impl Fn(&str) -> bool) -> Result<(), Box<dyn Error>> {
    if !wanted(P::NAME) {
        return Ok(());
    }
    let started = Instant::now();
    let solved = solved::<P>()?;
    println!("{}: solved in {:.0} s", P::NAME, started.elapsed().as_secs_f64());
    let sizes = find::found::<P>(&solved, SEED);
    for (size, studies) in &sizes {
        println!("{}: {size} {}: {} to choose from", P::NAME, P::MATERIAL, studies.len());
    }
    let chosen = find::chosen(sizes, COUNT);
    let folder = folder.join(P::NAME);
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("endgames.txt"), write::file(&chosen))?;
    println!("{}: {} endgames, {:.0} s", P::NAME, chosen.len(), started.elapsed().as_secs_f64());
    Ok(())
}
