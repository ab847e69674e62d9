//! The files of a match: what was asked for, every game, and the records.
//!
//! | file | holds |
//! | --- | --- |
//! | `NAME.toml` | the effective configuration |
//! | `NAME.jsonl` | the journal: every finished game on a line, in the order in which they ended |
//! | `NAME.pgn` | the records, in the order of rounds |
//! | `NAME.ogn` | the same in Aualé's notation, for Awalé |
//!
//! The journal is a [`Ledger`] of games: a match that is killed at any point loses the games under way and nothing else.
//! When it is resumed, records are written anew from the journal.

use std::path::{Path, PathBuf};

use fxhash::FxHashSet;

use crate::config::Config;
use crate::ledger::{Ledger, Line, read_toml};
use crate::played::Played;

/// The endings of a match's files beside the configuration and the journal.
const RECORDS: [&str; 2] = ["pgn", "ogn"];

/// The open journal of a running match.
#[derive(Debug)]
pub struct Journal {
    ledger: Ledger,
}

impl Journal {
    /// Begins a match: writes the configuration and an empty journal.
    ///
    /// # Errors
    /// One line if files of this name are there already or cannot be written.
    pub fn create(name: &Path, config: &Config) -> Result<Journal, String> {
        Ok(Journal { ledger: Ledger::create(name, config, &RECORDS)? })
    }

    /// Opens the journal of a match that was broken off: its configuration, and the games that are finished.
    ///
    /// # Errors
    /// One line if files are missing or damaged, or if the match is running.
    pub fn resume(name: &Path) -> Result<(Journal, Config, Vec<Played>), String> {
        let (ledger, config, lines) = Ledger::resume(name)?;
        let played = games(&ledger.path("jsonl"), &lines)?;
        Ok((Journal { ledger }, config, played))
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// One line if it cannot be written.
    pub fn append(&mut self, played: &Played) -> Result<(), String> {
        self.ledger.append(played)
    }

    /// Sends what was written to the disk.
    ///
    /// # Errors
    /// One line if that fails.
    pub fn sync(&mut self) -> Result<(), String> {
        self.ledger.sync()
    }

    /// The path of one of the match's files.
    pub fn path(&self, ending: &str) -> PathBuf {
        self.ledger.path(ending)
    }
}

/// The games of a journal's lines.
fn games(path: &Path, lines: &[Line]) -> Result<Vec<Played>, String> {
    let mut numbers = FxHashSet::default();
    let mut played: Vec<Played> = Vec::new();
    for (number, line) in lines {
        let game: Played = serde_json::from_slice(line)
            .map_err(|error| format!("{}:{number}: a damaged game: {error}", path.display()))?;
        if !numbers.insert(game.pairing.number) {
            return Err(format!("{}:{number}: game {} is there twice", path.display(), game.pairing.number));
        }
        played.push(game);
    }
    Ok(played)
}

/// Reads a configuration in TOML, or in JSON if the file's name says so.
///
/// # Errors
/// One line with the file and what is wrong.
pub fn read_config(path: &Path, text: &str) -> Result<Config, String> {
    if path.extension().is_some_and(|ending| ending == "json") {
        return serde_json::from_str(text).map_err(|error| format!("{}: {error}", path.display()));
    }
    read_toml(path, text)
}
