//! Makes the openings and the bench suites of `positions/`, always the same ones.
//!
//! Run it through `scripts/make-positions`. An argument names the folder to write to instead of `positions`.

use std::collections::HashSet;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use grenier_core::{Game, Position};
use grenier_engine::{EngineKind, Limits, Playable, Report, Request, Session, Settings, Variant, Visitor};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Openings wanted of each variant.
const OPENINGS: usize = 240;

/// Lines tried before fewer openings must do.
const TRIES: usize = 200_000;

/// Positions of a bench suite.
const BENCH: usize = 12;

/// The variants that get files, and the files' ending.
const VARIANTS: [(&str, &str); 10] = [
    ("kpe", ""),
    ("kpe:skip-origin", "-skip-origin"),
    ("awale", ""),
    ("awale:abapa", "-abapa"),
    ("obridjie", ""),
    ("mraha", ""),
    ("seega", ""),
    ("seega:placement-captures", "-placement-captures"),
    ("seega:7x7", "-7x7"),
    ("seega:9x9", "-9x9"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map_or_else(|| PathBuf::from("positions"), PathBuf::from);
    for (name, ending) in VARIANTS {
        let variant = Variant::parse(name)?;
        variant.visit(Make { variant: &variant, folder: &folder, ending })?;
    }
    Ok(())
}

struct Make<'a> {
    variant: &'a Variant,
    folder: &'a Path,
    ending: &'a str,
}

impl Visitor for Make<'_> {
    type Output = Result<(), Box<dyn Error>>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Result<(), Box<dyn Error>> {
        let folder = self.folder.join(P::NAME);
        std::fs::create_dir_all(&folder)?;
        let start = P::start(rules);
        let openings = if is_placed(&start) { placements(start) } else { lines(start) };
        let head = openings_head::<P>(self.variant, openings.len());
        std::fs::write(folder.join(format!("openings{}.txt", self.ending)), file(&head, &openings))?;
        if P::variant(rules) == P::variant(P::Rules::default()) {
            let bench = bench(start);
            let head = format!(
                "Bench suite of {}: positions from random games, evenly spread over their length.",
                self.variant
            );
            std::fs::write(folder.join(format!("bench{}.txt", self.ending)), file(&head, &bench))?;
        }
        println!("{}: {} openings", self.variant, openings.len());
        Ok(())
    }
}

fn openings_head<P: Playable>(variant: &Variant, count: usize) -> String {
    let what = match P::QUIET_LIMIT {
        Some(_) => "complete placements, none decided at once, none equal to another under symmetry",
        None => {
            "lines of 3 to 6 plies that a search of depth 10 calls near even, none twice (symmetry included)"
        }
    };
    format!("{count} openings of {variant}: {what}.")
}

fn file(head: &str, positions: &[String]) -> String {
    let mut text = format!("# {head}\n# Made by scripts/make-positions.\n");
    for position in positions {
        let _ = writeln!(text, "{position}");
    }
    text
}

/// Does the game begin with a phase of placing pieces?
fn is_placed<P: Playable>(start: &P) -> bool {
    P::QUIET_LIMIT.is_some() && start.outcome().is_none()
}

/// One text for all positions that are equal under symmetry.
fn canonical<P: Playable>(position: &P) -> String {
    let seen = (0..P::SYMMETRIES).map(|symmetry| position.transformed(symmetry).fields());
    seen.min().unwrap_or_default()
}

fn search<P: Playable>(session: &mut Session<P>, position: P, depth: u32) -> Report<P::Move> {
    session.analyse(&Game::new(position), &Request::new(Limits::depth(depth)), &mut |_: &Report<P::Move>| {})
}

fn session<P: Playable>() -> Session<P> {
    Session::new(&Settings { engine: Some(EngineKind::AlphaBeta), hash: 16, ..Settings::default() })
        .expect("16 megabytes can be had")
}

/// Random lines that a shallow search calls near even.
fn lines<P: Playable>(start: P) -> Vec<String> {
    /// Seeds, in hundredths, that "near even" leaves to either side.
    const NEAR: i32 = 150;
    const DEPTH: u32 = 10;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut session = session();
    let (mut seen, mut openings) = (HashSet::new(), Vec::new());
    for _ in 0..TRIES {
        let mut game = Game::new(start);
        for _ in 0..random.random_range(3..=6) {
            play_random(&mut game, &mut random);
        }
        let position = *game.position();
        if game.result().is_some() || !seen.insert(canonical(&position)) {
            continue;
        }
        let report = search(&mut session, position, DEPTH);
        if !report.proven && report.score().is_some_and(|score| score.abs() <= NEAR) {
            let line: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
            openings.push(format!("{} ; id \"{}\"", position.text(), line.join(" ")));
        }
        if openings.len() == OPENINGS {
            break;
        }
    }
    openings
}

/// Random placements that leave a game to be played.
fn placements<P: Playable>(start: P) -> Vec<String> {
    const DEPTH: u32 = 4;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut session = session();
    let (mut seen, mut openings) = (HashSet::new(), Vec::new());
    while openings.len() < OPENINGS {
        let mut position = start;
        // Placing goes on as long as every ply is irreversible.
        while let Some(next) = position.random_child(&mut |n| random.random_range(0..n)) {
            if next.quiet_plies() > 0 || next.epoch() == position.epoch() || is_complete(&position) {
                break;
            }
            position = next;
        }
        if position.outcome().is_some() || !seen.insert(canonical(&position)) {
            continue;
        }
        let report = search(&mut session, position, DEPTH);
        if !report.proven && report.score().is_some_and(|score| score.abs() < 3000) {
            openings.push(position.text());
        }
    }
    openings
}

/// Are both hands empty?
fn is_complete<P: Playable>(position: &P) -> bool {
    position.fields().contains(" 0,0 ")
}

/// Positions from random games, one from each part of the games' length.
fn bench<P: Playable>(start: P) -> Vec<String> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut positions = Vec::new();
    while positions.len() < BENCH {
        let mut game = Game::new(start);
        while game.result().is_none() {
            play_random(&mut game, &mut random);
        }
        let plies = game.moves().len() * (2 * positions.len() + 1) / (2 * BENCH);
        let mut position = start;
        for &mv in &game.moves()[..plies] {
            position = position.play_unchecked(mv);
        }
        let mut moves = Vec::new();
        position.distinct_moves(&mut moves);
        if moves.len() > 1 {
            positions.push(position.text());
        }
    }
    positions
}

fn play_random<P: Position>(game: &mut Game<P>, random: &mut Xoshiro256PlusPlus) {
    let mut moves = Vec::new();
    game.position().legal_moves(&mut moves);
    if moves.is_empty() {
        return;
    }
    let mv = moves[random.random_range(0..moves.len())];
    // The game may have ended by repetition; then the line is dropped by its caller.
    let _ = game.play(mv);
}
