//! Why tables are not built.

use std::fmt;
use std::io;

use crate::file::Unread;
use crate::game::{Extent, Failure};
use crate::tables::LockError;

/// Why tables cannot be built.
#[derive(Debug)]
pub enum BuildError {
    /// Endless play has no value of its own by these rules.
    NotSolvable {
        /// The variant.
        variant: String,
    },
    /// The game has no such extent.
    NoExtent {
        /// The variant.
        variant: String,
        /// The extent.
        extent: Extent,
    },
    /// The plan needs more memory than it may use.
    Memory {
        /// The layer that needs the most.
        layer: String,
        /// Bytes that it needs.
        needed: u64,
        /// Bytes that may be used.
        allowed: u64,
    },
    /// The folder is not ours.
    Lock(LockError),
    /// A layer that another one needs cannot be read.
    Unread(Unread),
    /// A layer could not be solved.
    Failed {
        /// The layer.
        layer: String,
        /// Why.
        failure: Failure,
    },
    /// A file cannot be written.
    Unwritten(io::Error),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::NotSolvable { variant } => {
                write!(
                    f,
                    "{variant} cannot be solved: by its rules the worth of endless play hangs on its course"
                )
            }
            BuildError::NoExtent { variant, extent: Extent::Complete } => {
                write!(f, "{variant} cannot be built completely; say up to how many seeds or pieces")
            }
            BuildError::NoExtent { variant, extent: Extent::Upto(most) } => {
                write!(f, "{variant} has no tables up to {most}")
            }
            BuildError::Memory { layer, needed, allowed } => {
                let megabytes = |bytes: &u64| bytes.div_ceil(1 << 20);
                let (needed, allowed) = (megabytes(needed), megabytes(allowed));
                write!(f, "layer {layer} needs {needed} MB of memory, {allowed} MB are allowed")
            }
            BuildError::Lock(error) => fmt::Display::fmt(error, f),
            BuildError::Unread(error) => fmt::Display::fmt(error, f),
            BuildError::Failed { layer, failure } => write!(f, "layer {layer}: {failure}"),
            BuildError::Unwritten(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl std::error::Error for BuildError {}

impl From<LockError> for BuildError {
    fn from(error: LockError) -> BuildError {
        BuildError::Lock(error)
    }
}

impl From<Unread> for BuildError {
    fn from(error: Unread) -> BuildError {
        BuildError::Unread(error)
    }
}
