//! `grenier play`: a game at the terminal.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{NonEmptyStringValueParser, RangedU64ValueParser};
use clap::{Args, ValueEnum};
use grenier_core::Language;
use grenier_engine::tables::Source;
use grenier_engine::{Level, MOST_HASH};
use grenier_terminal::{Error, Seat, Setup};

use super::analyse::seconds;
use super::weights::weights;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;
use crate::position::variant;

/// Play a game at the terminal: against the engine, between two persons, or looking at the engine playing itself.
///
/// On a terminal the game takes the whole screen, of at least 80 columns by 24 lines; F1 there shows the keys. Elsewhere,
/// or with --plain, it is a dialogue of lines for scripts and screen readers: a line is a move, or a word such as undo,
/// hint, analyse, moves, save FILE, board, rules, help, quit. The end of the input ends the game.
///
/// A person begins against level 3 if nothing else is said. Levels go from 1, a beginner, to 8, the engine with all it has.
/// With --record every move is in the file at once. If the last game in the file is unfinished, of the same game and
/// preset, and begins as --position and --moves say, it is continued; otherwise the new game comes behind those that are
/// there.
///
/// Example: grenier play awale --level 5 --record awale.pgn
///
/// Example: grenier play seega:7x7 --first 4 --lang fr
#[derive(Debug, Args)]
pub struct Play {
    /// The game, with its preset.
    #[arg(value_name = "GAME")]
    game: String,

    /// The position to begin in; its game may be left out.
    #[arg(long, short, value_name = "POSITION")]
    position: Option<String>,

    /// Moves that are played at once, separated by commas.
    #[arg(long, value_name = "A,c", value_delimiter = ',')]
    moves: Vec<String>,

    /// Who plays first: person, or a level from 1 to 8 [default: person, or --level if --second is a person].
    #[arg(long, value_name = "WHO", value_parser = seat)]
    first: Option<Seat>,

    /// Who plays second [default: --level, or person if --first is a level].
    #[arg(long, value_name = "WHO", value_parser = seat)]
    second: Option<Seat>,

    /// The level of the opponent where --first and --second do not say it [default: 3].
    #[arg(long, value_name = "1..8", value_parser = level)]
    level: Option<Level>,

    /// Draw lots who plays first.
    #[arg(long)]
    lots: bool,

    /// Seconds that level 8 thinks about a move.
    #[arg(long, value_name = "S", default_value = "3", value_parser = seconds)]
    time: Duration,

    /// The language [default: by the environment: LC_ALL, LC_MESSAGES, LANG].
    #[arg(long, value_enum)]
    lang: Option<Lang>,

    /// Record the game in this file after every move; .ogn for Aualé's notation of Awalé, else the PGN shape.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Use lines of text, even on a terminal.
    #[arg(long)]
    plain: bool,

    /// Memory for the search, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_HASH as u64))]
    hash: usize,

    /// The folder of exact tables; "usual" is the one that `tables build` fills, or tiny tables made in memory if it has
    /// none of the game, and "none" is for none.
    #[arg(long, value_name = "DIR", default_value = "usual", value_parser = NonEmptyStringValueParser::new())]
    tables: String,

    /// The weights of the evaluation: "shipped", "hand-set", "material", or a file such as `grenier weights` prints.
    #[arg(long, value_name = "WEIGHTS", default_value = "shipped", value_parser = NonEmptyStringValueParser::new())]
    weights: String,

    /// Seed of the lots and of what weak levels choose; the same seed gives the same game [default: another every time].
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Lang {
    En,
    Fr,
}

/// The level of the opponent if none is named.
const USUAL_LEVEL: u8 = 3;

fn level(text: &str) -> Result<Level, String> {
    let number = text.parse().ok().and_then(Level::new);
    number.ok_or_else(|| "a level from 1 to 8 is wanted".to_owned())
}

fn seat(text: &str) -> Result<Seat, String> {
    if text == "person" {
        return Ok(Seat::Person);
    }
    level(text).map(Seat::Level).map_err(|_| "person or a level from 1 to 8 is wanted".to_owned())
}

impl Play {
    /// Plays.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        if output.is_json() {
            let usage =
                "play has no --json, it is for persons: `grenier json` and `grenier ugi` are for programs";
            return Err(Failure::Usage(usage.to_owned()));
        }
        let seed = self.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
        let setup = Setup {
            variant: variant(&self.game)?,
            sides: self.sides(seed)?,
            weights: weights(&self.weights)?,
            language: self.lang.map_or_else(language_of_environment, Lang::language),
            tables: Source::called(&self.tables),
            position: self.position,
            moves: self.moves,
            time: self.time,
            hash: self.hash,
            record: self.record,
            plain: self.plain,
            seed,
        };
        grenier_terminal::run(setup, interrupt::flag()).map_err(|error| match error {
            Error::Data(reason) => Failure::Data(reason),
            Error::Terminal(error) => Failure::Output(error),
        })
    }

    /// Who plays first and second.
    fn sides(&self, seed: u64) -> Result<[Seat; 2], Failure> {
        let opponent = self.level.or(Level::new(USUAL_LEVEL)).map_or(Seat::Person, Seat::Level);
        let facing = |seat| if seat == Seat::Person { opponent } else { Seat::Person };
        let sides = match (self.first, self.second) {
            (None, None) => [Seat::Person, opponent],
            (Some(first), None) => [first, facing(first)],
            (None, Some(second)) => [facing(second), second],
            (Some(first), Some(second)) => [first, second],
        };
        if let (Some(level), false) = (self.level, sides.contains(&opponent)) {
            let usage = format!("--level {level} is nobody's: --first and --second say who plays");
            return Err(Failure::Usage(usage));
        }
        let [first, second] = sides;
        // The upper bit of a product with an odd number depends on all bits.
        let is_swapped = self.lots && seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63 == 1;
        Ok(if is_swapped { [second, first] } else { sides })
    }
}

impl Lang {
    fn language(self) -> Language {
        match self {
            Lang::En => Language::English,
            Lang::Fr => Language::French,
        }
    }
}

/// French if the user's environment says so, else English.
fn language_of_environment() -> Language {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set).unwrap_or_default();
    if locale.to_lowercase().starts_with("fr") { Language::French } else { Language::English }
}
