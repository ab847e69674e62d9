//! Random games of any variant as JSON lines, and a check of games that others have played.
//!
//! ```text
//! cargo run --release -p grenier-engine --example random-games -- awale:abapa --games 1000 --seed 7 > games.jsonl
//! cargo run --release -p grenier-engine --example random-games -- awale:abapa --check games.jsonl
//! ```
//!
//! A game is one line:
//!
//! ```json
//! {"schema":1,"variant":"awale","start":FIELDS,"plies":[{"position":FIELDS,"moves":["A","B"],"move":"B"}],
//!  "final":FIELDS,"result":{"winner":"first","stores":[30,18]}}
//! ```
//!
//! Positions are the fields without the variant, `moves` the legal moves sorted by their text, `result` is that of
//! `grenier play-out --json` and `null` for a game that was cut off. A line to be checked needs only `plies` and in
//! them `move`; whatever else is there must be right. `-` as a file is the standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;
use grenier_core::Game;
use grenier_engine::json::{GameResult, SCHEMA};
use grenier_engine::{Playable, Variant, Visitor};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Print random games as JSON lines, or check games in such a file.
#[derive(Parser)]
struct Arguments {
    /// The game, with its preset: awale:abapa.
    variant: String,

    /// Games to play.
    #[arg(long, default_value_t = 100)]
    games: u64,

    /// The seed; the same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Plies after which a game is cut off.
    #[arg(long, default_value_t = 5000)]
    plies: usize,

    /// Check this file instead of playing.
    #[arg(long, value_name = "FILE")]
    check: Option<String>,
}

#[derive(Serialize)]
struct Line {
    schema: u32,
    variant: String,
    start: String,
    plies: Vec<Ply>,
    #[serde(rename = "final")]
    last: String,
    result: Option<GameResult>,
}

#[derive(Serialize)]
struct Ply {
    position: String,
    moves: Vec<String>,
    #[serde(rename = "move")]
    mv: String,
}

/// A line to be checked.
#[derive(Deserialize)]
struct Claim {
    variant: Option<String>,
    start: Option<String>,
    plies: Vec<PlyClaim>,
    #[serde(rename = "final")]
    last: Option<String>,
    result: Option<Value>,
}

#[derive(Deserialize)]
struct PlyClaim {
    position: Option<String>,
    moves: Option<Vec<String>>,
    #[serde(rename = "move")]
    mv: String,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let variant = Variant::parse(&arguments.variant).map_err(|error| error.to_string())?;
    match arguments.check.as_deref() {
        None => match variant.visit(Print(arguments)) {
            // Who reads the games may stop early.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(format!("the games cannot be written: {error}"))
            }
            _ => Ok(()),
        },
        Some("-") => variant.visit(Check(io::stdin().lock())),
        Some(path) => {
            let file = File::open(path).map_err(|error| format!("{path}: {error}"))?;
            variant.visit(Check(BufReader::new(file)))
        }
    }
}

struct Print<'a>(&'a Arguments);

impl Visitor for Print<'_> {
    type Output = io::Result<()>;

    fn visit<P: Playable>(self, rules: P::Rules) -> io::Result<()> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.0.seed);
        let mut out = BufWriter::new(io::stdout().lock());
        for _ in 0..self.0.games {
            let line = random_game(Game::new(P::start(rules)), self.0.plies, &mut random);
            serde_json::to_writer(&mut out, &line)?;
            out.write_all(b"\n")?;
        }
        out.flush()
    }
}

fn random_game<P: Playable>(mut game: Game<P>, most: usize, random: &mut Xoshiro256PlusPlus) -> Line {
    let (mut plies, mut legal) = (Vec::new(), Vec::new());
    while game.result().is_none() && plies.len() < most {
        let position = *game.position();
        position.legal_moves(&mut legal);
        let mv = legal[random.random_range(0..legal.len())];
        plies.push(Ply { position: position.fields(), moves: texts(&legal), mv: mv.to_string() });
        game.play(mv).expect("the move is one of the legal moves");
    }
    Line {
        schema: SCHEMA,
        variant: P::variant(game.position().rules()),
        start: game.start().fields(),
        plies,
        last: game.position().fields(),
        result: game.result().map(GameResult::new),
    }
}

/// The texts of some moves, sorted.
fn texts<M: ToString>(moves: &[M]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

struct Check<R>(R);

impl<R: BufRead> Visitor for Check<R> {
    type Output = Result<(), String>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Result<(), String> {
        let (mut games, mut plies) = (0, 0);
        for (number, line) in (1..).zip(self.0.lines()) {
            let failed = |reason: String| format!("line {number}: {reason}");
            let line = line.map_err(|error| failed(error.to_string()))?;
            let claim: Claim = serde_json::from_str(&line).map_err(|error| failed(error.to_string()))?;
            check::<P>(rules, &claim).map_err(failed)?;
            (games, plies) = (games + 1, plies + claim.plies.len());
        }
        println!("{games} games with {plies} moves are as they say");
        Ok(())
    }
}

fn check<P: Playable>(rules: P::Rules, claim: &Claim) -> Result<(), String> {
    same("the variant", claim.variant.as_ref(), || P::variant(rules))?;
    let start = match &claim.start {
        Some(fields) => P::parse_fields(rules, fields).map_err(|error| format!("start, {error}"))?,
        None => P::start(rules),
    };
    let mut game = Game::new(start);
    for (number, ply) in (1..).zip(&claim.plies) {
        check_ply(&mut game, ply).map_err(|reason| format!("ply {number}: {reason}"))?;
    }
    same("the final position", claim.last.as_ref(), || game.position().fields())?;
    same("the result", claim.result.as_ref().map(Value::to_string).as_ref(), || {
        serde_json::to_value(game.result().map(GameResult::new)).unwrap_or_default().to_string()
    })
}

fn check_ply<P: Playable>(game: &mut Game<P>, ply: &PlyClaim) -> Result<(), String> {
    let position = *game.position();
    same("the position", ply.position.as_ref(), || position.fields())?;
    if let Some((outcome, reason)) = game.result() {
        return Err(format!("the game is over: {}", outcome.described(P::PLAYERS, reason)));
    }
    same("the list of legal moves", ply.moves.as_ref(), || {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        texts(&legal)
    })?;
    let mv = position.parse_move(&ply.mv).map_err(|error| format!("move {}: {error}", ply.mv))?;
    game.play(mv).map_err(|error| error.to_string())
}

/// Is `claimed`, if anything is, what is `real`?
fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    claimed: Option<&T>,
    real: impl FnOnce() -> T,
) -> Result<(), String> {
    let Some(claimed) = claimed else { return Ok(()) };
    let real = real();
    if *claimed == real { Ok(()) } else { Err(format!("{what} is {real:?}, not {claimed:?}")) }
}
