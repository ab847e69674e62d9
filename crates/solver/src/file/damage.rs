//! What can be wrong with a file of a table.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::memory::NoMemory;

/// A file cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The system does not let us read it.
    Unreadable(String),
    /// It does not begin like a table.
    NoTable,
    /// It has another version of the format.
    Format(u32),
    /// It was made by another version of the algorithms.
    Algorithm(u32),
    /// Its header is cut off or does not have its checksum.
    Header,
    /// It is shorter or longer than it was written.
    Length {
        /// Bytes that it should have.
        right: u64,
        /// Bytes that it has.
        found: u64,
    },
    /// Its index of blocks does not have its checksum.
    Index,
    /// This block does not have its checksum, or does not unpack.
    Block(u64),
    /// It is the table of something else.
    Foreign {
        /// What it is about.
        found: String,
        /// What it should be about.
        right: String,
    },
}

impl Damage {
    /// What is wrong with `path`.
    pub fn new(path: &Path, fault: Fault) -> Damage {
        Damage { path: path.to_owned(), fault }
    }

    /// The system's refusal to read `path`.
    pub fn unreadable(path: &Path, error: &io::Error) -> Damage {
        Damage::new(path, Fault::Unreadable(error.to_string()))
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.fault {
            Fault::Unreadable(error) => write!(f, "{path}: {error}"),
            fault => write!(f, "{path}: {fault}; delete it and build this layer again"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Unreadable(error) => f.write_str(error),
            Fault::NoTable => f.write_str("this is no table file"),
            Fault::Format(found) => {
                write!(f, "format version {found}, this program reads version {}", super::FORMAT)
            }
            Fault::Algorithm(found) => {
                write!(
                    f,
                    "made by version {found} of the algorithms, this program has version {}",
                    super::ALGORITHM
                )
            }
            Fault::Header => f.write_str("the header is damaged"),
            Fault::Length { right, found } if found < right => {
                write!(f, "the file is cut off ({found} of {right} bytes)")
            }
            Fault::Length { right, found } => {
                write!(f, "the file is too long ({found} instead of {right} bytes)")
            }
            Fault::Index => f.write_str("the index of blocks is damaged"),
            Fault::Block(number) => write!(f, "block {number} is damaged"),
            Fault::Foreign { found, right } => write!(f, "the table is that of {found}, not of {right}"),
        }
    }
}

impl std::error::Error for Damage {}

/// A layer could not be read into memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// The file is damaged.
    Damage(Damage),
    /// There is no memory.
    Memory(NoMemory),
}

impl From<Damage> for Unread {
    fn from(error: Damage) -> Unread {
        Unread::Damage(error)
    }
}

impl From<NoMemory> for Unread {
    fn from(error: NoMemory) -> Unread {
        Unread::Memory(error)
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unread::Damage(error) => fmt::Display::fmt(error, f),
            Unread::Memory(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl std::error::Error for Unread {}
