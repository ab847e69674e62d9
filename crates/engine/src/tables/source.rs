//! Where tables come from, and why they cannot be used.

use std::fmt;
use std::path::PathBuf;

use grenier_solver::{Damage, Unread};

/// Where exact values come from.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Source {
    /// Nowhere.
    #[default]
    None,
    /// From the folder that `tables build` fills, or if that has none for the variant, from tiny tables in memory.
    Usual,
    /// From the tables in this folder.
    Folder(PathBuf),
    /// From another source, of which so many megabytes are in memory from the start, the smallest layers first.
    Unpacked(Box<Source>, usize),
}

impl Source {
    /// The source that a word names: `none`, `usual`, or else a folder.
    pub fn called(word: &str) -> Source {
        match word {
            "none" => Source::None,
            "usual" => Source::Usual,
            folder => Source::Folder(folder.into()),
        }
    }

    /// The same with so many megabytes in memory from the start, if a number is given.
    #[must_use]
    pub fn unpacked(self, megabytes: Option<usize>) -> Source {
        match megabytes {
            Some(megabytes) if self != Source::None => Source::Unpacked(Box::new(self), megabytes),
            _ => self,
        }
    }

    /// The source itself, and the bytes to be unpacked if that is said.
    pub(super) fn parts(&self) -> (&Source, Option<u64>) {
        match self {
            Source::Unpacked(source, megabytes) => (source, Some((*megabytes as u64) << 20)),
            source => (source, None),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::None => f.write_str("none"),
            Source::Usual => f.write_str("usual"),
            Source::Folder(path) => path.display().fmt(f),
            Source::Unpacked(source, megabytes) => write!(f, "{source}, {megabytes} MB unpacked"),
        }
    }
}

/// The folder for tables if none is named: `grenier/tables` where the system keeps a user's data.
pub fn usual_folder() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")));
    data.map(|data| data.join("grenier").join("tables"))
}

/// Tables cannot be used.
#[derive(Clone, Debug)]
pub enum TablesError {
    /// A file is damaged, or there is no memory to unpack it.
    Unread(String),
    /// The named folder has no table for this variant.
    Nothing(PathBuf, String),
    /// Making them was stopped.
    Interrupted,
    /// The game has none under these rules.
    Unsolvable(String),
}

impl fmt::Display for TablesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TablesError::Unread(reason) => f.write_str(reason),
            TablesError::Interrupted => f.write_str("interrupted"),
            TablesError::Nothing(path, variant) => {
                write!(
                    f,
                    "{}: no tables of {variant} are here: `grenier tables build` makes them",
                    path.display()
                )
            }
            TablesError::Unsolvable(variant) => {
                write!(
                    f,
                    "{variant} has no tables: endless play has no value of its own, or the board is too large"
                )
            }
        }
    }
}

impl std::error::Error for TablesError {}

impl From<Damage> for TablesError {
    fn from(damage: Damage) -> TablesError {
        TablesError::Unread(damage.to_string())
    }
}

impl From<Unread> for TablesError {
    fn from(error: Unread) -> TablesError {
        TablesError::Unread(error.to_string())
    }
}
