//! Where positions and records come from: arguments, files, the standard input.

use std::path::PathBuf;

use grenier_core::record::RecordError;
use grenier_engine::{Entry, Variant, entries};

use crate::files;

/// A text with positions or records.
struct Source {
    name: String,
    /// The text, or why there is none, in words for [`Wrong::Source`].
    text: Result<String, String>,
}

/// All texts, in the order of the command line: positions, then files.
pub struct Sources {
    all: Vec<Source>,
    has_several_files: bool,
}

/// Something to work on, or what is wrong with it.
pub struct Item<'a> {
    /// The name of its source.
    pub source: &'a str,
    /// The name of its file, if there are several.
    pub file: Option<&'a str>,
    /// The position or record, or what is wrong.
    pub entry: Result<Entry<'a>, Wrong>,
}

/// What is wrong with a source.
pub enum Wrong {
    /// There is nothing to read; the message goes on where the source's name and a colon end.
    Source(String),
    /// A place in it.
    Place(RecordError),
}

impl Item<'_> {
    /// Is it a game record?
    pub fn is_record(&self) -> bool {
        self.entry.as_ref().is_ok_and(Entry::is_record)
    }

    /// Is it a position?
    pub fn is_position(&self) -> bool {
        self.entry.as_ref().is_ok_and(|entry| !entry.is_record())
    }
}

impl Sources {
    /// Reads everything.
    pub fn read(positions: &[String], files: &[PathBuf]) -> Sources {
        let positions = positions.iter().map(|text| {
            let is_missing = text.trim().is_empty();
            let text =
                if is_missing { Err("1:1: the position is missing".to_owned()) } else { Ok(text.clone()) };
            Source { name: "position".to_owned(), text }
        });
        let read = files.iter().map(|path| {
            let text = files::read(path).map_err(|reason| format!(" {reason}"));
            Source { name: files::name(path), text }
        });
        Sources { all: positions.chain(read).collect(), has_several_files: files.len() > 1 }
    }

    /// The positions and records of all of them. `known` is the game of those that do not name theirs.
    pub fn entries(&self, known: Option<&Variant>) -> Vec<Item<'_>> {
        let mut items = Vec::new();
        for source in &self.all {
            let file = (self.has_several_files && source.name != "position").then_some(source.name.as_str());
            let item = |entry| Item { source: &source.name, file, entry };
            match &source.text {
                Err(reason) => items.push(item(Err(Wrong::Source(reason.clone())))),
                Ok(text) => {
                    let found = entries(text, known);
                    if found.is_empty() {
                        let reason = " there is no position and no game record in it".to_owned();
                        items.push(item(Err(Wrong::Source(reason))));
                    }
                    items.extend(found.into_iter().map(|entry| item(entry.map_err(Wrong::Place))));
                }
            }
        }
        items
    }
}
