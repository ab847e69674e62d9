//! Makes the suites `positions/*/best-moves.txt`: positions whose best move is proven by exhaustive search, always the
//! same ones.
//!
//! Run it through `scripts/make-best-moves`. The first argument names the folder to write to instead of `positions`,
//! further ones the games.

mod check;
mod games;
mod layers;
mod solve;
#[path = "../common/standing.rs"]
mod standing;
mod study;

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use grenier_core::awale::Awale;
use grenier_core::capture::Five;
use grenier_core::kpe::Kpe;
use grenier_core::mraha::Mraha;
use grenier_core::obridjie::Obridjie;
use grenier_core::seega::Seega;

use games::Studied;
use study::Study;

/// Positions of each game.
const COUNT: usize = 60;

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
    let solver = P::solved()?;
    println!("{}: solved in {:.0} s", P::NAME, started.elapsed().as_secs_f64());
    let studies = study::found::<P>(&solver, 1);
    println!("{}: {} to choose from", P::NAME, studies.len());
    let chosen = study::varied(studies, COUNT);
    let folder = folder.join(P::NAME);
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("best-moves.txt"), file(&chosen))?;
    println!("{}: {} positions, {:.0} s", P::NAME, chosen.len(), started.elapsed().as_secs_f64());
    Ok(())
}

fn file<P: Studied>(studies: &[Study<P>]) -> String {
    let mut text = head::<P>(studies.len());
    for (number, study) in (1..).zip(studies) {
        let best: Vec<String> = study.best.iter().map(ToString::to_string).collect();
        let (value, next) = (worded::<P>(study.value), worded::<P>(study.next));
        let found = match study.plies {
            Some(plies) => format!("{plies} plies"),
            None => format!("more than {} plies", P::HORIZON),
        };
        let _ = writeln!(
            text,
            "{} ; bm {} ; value {value} ; next {next} ; id \"{} {number:02}: {}, {value}, next best {next}, {found}\"",
            study.position.text(),
            best.join(" "),
            P::NAME,
            study.position.material(),
        );
    }
    text
}

fn head<P: Studied>(count: usize) -> String {
    let (value, counted) = match P::QUIET_LIMIT {
        None => ("in seeds to come", "stores"),
        Some(_) => ("played well", "pieces"),
    };
    format!(
        "# {count} positions of {} with their best moves, proven by exhaustive search of all positions with up to {}.\n\
         # Each is from a random game, right after a capture, so that nothing before it matters.\n\
         # bm: the best move, and others only if they lead to an equal position.\n\
         # value: what it is worth to the side to move, {value}. next: no other move is worth more.\n\
         # The id ends with the depth from which on plain minimax that counts nothing but {counted} finds the move.\n\
         # Made by scripts/make-best-moves. Alpha-beta finds at least nine in ten of the moves within the\n\
         # budget: {} nodes\n",
        P::NAME,
        P::SOLVED,
        P::BUDGET,
    )
}

fn worded<P: Studied>(value: i32) -> String {
    match P::QUIET_LIMIT {
        None => format!("{value:+}"),
        Some(_) => ["loss", "draw", "win"][(1 + value) as usize].to_owned(),
    }
}
