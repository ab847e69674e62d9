//! What is asked for, and the table that is laid for it.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grenier_core::Language;
use grenier_engine::tables::Source;
use grenier_engine::{AnyGame, Ask, Desk, Level, Limits, Variant, WeightsChoice};

use crate::model::Model;
use crate::records::Journal;
use crate::texts::Texts;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person at the terminal.
    Person,
    /// The engine at a level.
    Level(Level),
}

/// What is to be played, and how.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game.
    pub variant: Variant,
    /// The position in which it begins, in any notation; `None` for the usual one.
    pub position: Option<String>,
    /// Moves that are played at once.
    pub moves: Vec<String>,
    /// Who plays first and second.
    pub sides: [Seat; 2],
    /// How long level 8 thinks about a move.
    pub time: Duration,
    /// Megabytes of the engine's memory.
    pub hash: usize,
    /// Where exact values come from.
    pub tables: Source,
    /// What positions are judged by.
    pub weights: WeightsChoice,
    /// The language of all texts.
    pub language: Language,
    /// The file in which the game is recorded after every move. One that holds an unfinished game of the variant is
    /// continued, and anything else in it is kept in front.
    pub record: Option<PathBuf>,
    /// The seed of what weak levels choose.
    pub seed: u64,
    /// Use no screen, even if there is one.
    pub plain: bool,
}

impl Setup {
    /// A person, who begins, against `opponent` in the usual position.
    pub fn new(variant: Variant, opponent: Level) -> Setup {
        Setup {
            variant,
            position: None,
            moves: Vec::new(),
            sides: [Seat::Person, Seat::Level(opponent)],
            time: Duration::from_secs(3),
            hash: 64,
            tables: Source::Usual,
            weights: WeightsChoice::default(),
            language: Language::English,
            record: None,
            seed: 1,
            plain: false,
        }
    }
}

/// Why there is no game, or why it could not go on.
#[derive(Debug)]
pub enum Error {
    /// The position, the moves, the record or the tables are wrong: one line.
    Data(String),
    /// The terminal cannot be read or written.
    Terminal(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Data(reason) => f.write_str(reason),
            Error::Terminal(error) => write!(f, "the terminal: {error}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Terminal(error)
    }
}

/// Everything that a face needs to begin.
pub struct Table {
    /// The game.
    pub model: Model,
    /// The words.
    pub texts: Texts,
    /// The record that is written after every move.
    pub journal: Option<Journal>,
    /// The desk at which the engine thinks.
    pub desk: Desk,
    /// How long level 8 thinks about a move.
    pub time: Duration,
    /// The seed of what weak levels choose.
    pub seed: u64,
    /// What there is to say before the first move.
    pub notes: Vec<String>,
}

impl Table {
    /// Sets up the game and opens its record.
    pub fn laid(setup: Setup) -> Result<Table, Error> {
        let texts = Texts(setup.language);
        let mut game = first_game(&setup).map_err(Error::Data)?;
        check_engine(&game, &setup).map_err(Error::Data)?;
        let (mut journal, mut notes) = (None, Vec::new());
        if let Some(path) = &setup.record {
            let is_set_up = setup.position.is_some() || !setup.moves.is_empty();
            let (opened, continued) = Journal::open(path, &game, is_set_up, texts).map_err(Error::Data)?;
            if let Some(continued) = continued {
                notes.push(texts.continued(continued.ply()));
                game = continued;
            }
            journal = Some(opened);
        }
        let mut model = Model::new(game, setup.sides, setup.language);
        if let Some(journal) = &journal {
            journal.write(&mut model, texts).map_err(Error::Data)?;
        }
        let desk = Desk::new(setup.hash, setup.tables, setup.weights);
        Ok(Table { model, texts, journal, desk, time: setup.time, seed: setup.seed, notes })
    }
}

/// The game in the position that is asked for, after the moves that are.
fn first_game(setup: &Setup) -> Result<AnyGame, String> {
    let mut game = match &setup.position {
        None => AnyGame::start(&setup.variant),
        Some(text) => {
            AnyGame::read(text, Some(&setup.variant)).map_err(|error| format!("position, {error}"))?
        }
    };
    let (named, asked) = (game.variant(), setup.variant.to_string());
    if named != asked {
        return Err(format!("the position is one of {named}, but the game is {asked}"));
    }
    for (number, mv) in (1..).zip(&setup.moves) {
        game.play(mv).map_err(|reason| format!("move {number}, {}: {reason}", printable(mv)))?;
    }
    Ok(game)
}

/// Refuses weights and tables that do not fit the game, before it begins.
fn check_engine(game: &AnyGame, setup: &Setup) -> Result<(), String> {
    if setup.weights != WeightsChoice::default() {
        let mut desk = Desk::new(1, Source::None, setup.weights.clone());
        let ask = Ask { limits: Limits::nodes(1), ..Ask::default() };
        let never = AtomicBool::new(false);
        game.analyse(&mut desk, &ask, &never, &mut |_| {}).map_err(|error| error.to_string())?;
    }
    if let Source::Folder(_) = setup.tables {
        game.probe(&setup.tables).map_err(|error| format!("tables: {error}"))?;
    }
    Ok(())
}

/// Text from outside as it can be shown: short, and without control characters.
pub fn printable(text: &str) -> String {
    grenier_core::notation::clipped(text)
}
