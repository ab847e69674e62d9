//! What can be wrong with the entries of a table.

use std::fmt;
use std::path::PathBuf;

use crate::build::BuildError;
use crate::file::Unread;
use crate::game::Value;
use crate::watch::Interrupted;

/// A wrong entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The layer.
    pub layer: String,
    /// The slot.
    pub slot: u64,
    /// The position in it, as text; empty for an unused slot.
    pub position: String,
    /// What is wrong.
    pub verdict: Verdict,
}

/// What is wrong with an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The moves, or the result of a finished game, give another value.
    Value {
        /// The value in the table.
        stored: Value,
        /// The value that its children have it be.
        right: Value,
    },
    /// The value is held up by a circle: no line of best moves makes it come true.
    Groundless {
        /// The value in the table.
        stored: Value,
        /// The value of endless play.
        endless: i32,
    },
    /// The slot stands for no position but is not 0.
    Unused {
        /// The byte in it.
        entry: u8,
    },
    /// The index looks for this position in another slot.
    Misplaced {
        /// Where it looks.
        found: u64,
    },
}

/// A value in words, with its distance if it has one.
struct Told(Value);

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Value { future, distance } = self.0;
        match distance {
            Some(plies) => write!(f, "{future} in {plies}"),
            None => write!(f, "{future}"),
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mistake { layer, slot, position, verdict } = self;
        write!(f, "layer {layer}, slot {slot}: ")?;
        match *verdict {
            Verdict::Value { stored, right } => {
                write!(f, "{position}: the table says {}, the moves give {}", Told(stored), Told(right))
            }
            Verdict::Groundless { stored, endless } => {
                let stored = Told(stored);
                write!(
                    f,
                    "{position}: the table says {stored}, but nothing forces it; endless play gives {endless}"
                )
            }
            Verdict::Unused { entry } => {
                write!(f, "no position is here, but the byte is {entry} instead of 0")
            }
            Verdict::Misplaced { found } => write!(f, "{position}: the index looks for it in slot {found}"),
        }
    }
}

/// Tables are not verified.
#[derive(Debug)]
pub enum VerifyError {
    /// An entry is wrong.
    Mistake(Mistake),
    /// A file is there, but not one that it leads to.
    Missing {
        /// The file that is there.
        layer: PathBuf,
        /// The file that is not.
        need: PathBuf,
    },
    /// The work was told to stop.
    Interrupted(Interrupted),
    /// The work could not be done.
    NotDone(BuildError),
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VerifyError::Mistake(mistake) => fmt::Display::fmt(mistake, f),
            VerifyError::Missing { layer, need } => {
                write!(
                    f,
                    "{}: it is needed by {} and missing; build it first",
                    need.display(),
                    layer.display()
                )
            }
            VerifyError::Interrupted(error) => fmt::Display::fmt(error, f),
            VerifyError::NotDone(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl std::error::Error for VerifyError {}

impl From<Mistake> for VerifyError {
    fn from(mistake: Mistake) -> VerifyError {
        VerifyError::Mistake(mistake)
    }
}

impl From<Interrupted> for VerifyError {
    fn from(error: Interrupted) -> VerifyError {
        VerifyError::Interrupted(error)
    }
}

impl From<Unread> for VerifyError {
    fn from(error: Unread) -> VerifyError {
        VerifyError::NotDone(BuildError::Unread(error))
    }
}
