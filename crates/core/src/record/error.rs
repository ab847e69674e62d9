//! Places in a record, and what is wrong there.

use std::fmt;

use crate::ParseError;

/// A place in a text: line and column from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Spot {
    pub(crate) const START: Spot = Spot { line: 1, column: 1 };

    /// The place after the character `c` that stands here.
    pub(crate) fn after(self, c: char) -> Spot {
        if c == '\n' { Spot { line: self.line + 1, column: 1 } } else { self.right_by(1) }
    }

    /// The place so many characters further on the same line.
    pub(crate) fn right_by(self, characters: usize) -> Spot {
        Spot { line: self.line, column: self.column + characters }
    }
}

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted in characters from 1.
    pub column: usize,
    /// What is wrong there and what would be right.
    pub reason: String,
}

impl RecordError {
    pub(crate) fn new(at: Spot, reason: impl Into<String>) -> RecordError {
        RecordError { line: at.line, column: at.column, reason: reason.into() }
    }

    /// An error in a text that starts at `at`, on one line.
    pub(crate) fn inside(at: Spot, error: ParseError) -> RecordError {
        RecordError::new(at.right_by(error.column - 1), error.reason)
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.reason)
    }
}

impl std::error::Error for RecordError {}
