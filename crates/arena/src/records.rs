//! The records of a match, in the order of rounds.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::marker::PhantomData;
use std::path::PathBuf;

use grenier_engine::Playable;

use crate::journal::Journal;
use crate::played::Played;
use crate::spec::PlayerSpec;

/// The record files of a running match. They begin empty, also when a match is resumed: its finished games come first
/// again, from the journal.
pub struct Records<P: Playable> {
    event: String,
    files: Vec<(Form, PathBuf, File)>,
    game: PhantomData<fn() -> P>,
}

/// The forms of record.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Pgn,
    /// A game's other form, [`Notation::write_other_record`](grenier_core::Notation::write_other_record).
    Other,
}

impl<P: Playable> Records<P> {
    /// Empty record files beside the journal.
    ///
    /// # Errors
    /// One line if they cannot be written.
    pub fn create(journal: &Journal, event: &str) -> Result<Records<P>, String> {
        let mut files = Vec::new();
        let other = P::OTHER_RECORD.map(|ending| (Form::Other, ending));
        for (form, ending) in [(Form::Pgn, "pgn")].into_iter().chain(other) {
            let path = journal.path(ending);
            let file = OpenOptions::new().write(true).create(true).truncate(true).open(&path);
            files.push((form, path.clone(), file.map_err(|error| format!("{}: {error}", path.display()))?));
        }
        Ok(Records { event: event.to_owned(), files, game: PhantomData })
    }

    /// Adds a finished game with some more tags, in one write a file.
    ///
    /// # Errors
    /// One line if it cannot be written, or does not fit the game.
    pub fn append(&mut self, played: &Played, start: P, tags: &[(&str, String)]) -> Result<(), String> {
        let mut record = played.record(start, &self.event)?;
        for (name, value) in tags {
            record.set_tag(name, value);
        }
        for (form, path, file) in &mut self.files {
            let text = match form {
                Form::Pgn => record.to_string(),
                Form::Other => P::write_other_record(&record).unwrap_or_default(),
            };
            file.write_all(text.as_bytes()).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }
}

/// The tags of the players' time: one for both, or one each if they differ.
pub fn time_controls(first: &PlayerSpec, second: &PlayerSpec) -> Vec<(&'static str, String)> {
    let [white, black] = [first, second].map(time_control);
    if white == black {
        vec![("TimeControl", white)]
    } else {
        vec![("WhiteTimeControl", white), ("BlackTimeControl", black)]
    }
}

/// A player's time as records write it: a clock, seconds for every move, or a dash if no time limits it.
fn time_control(spec: &PlayerSpec) -> String {
    match (spec.tc, spec.st) {
        (Some(clock), _) => clock.to_string(),
        (None, Some(seconds)) => format!("{seconds}/move"),
        (None, None) => "-".to_owned(),
    }
}
