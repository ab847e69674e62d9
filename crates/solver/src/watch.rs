//! How a long piece of work is watched and stopped.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The work was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}

/// A view on work under way, from other threads: what is done so far, and the flag that stops it.
#[derive(Debug)]
pub struct Watch<'a> {
    stop: &'a AtomicBool,
    done: AtomicU64,
}

impl<'a> Watch<'a> {
    /// Watches work that ends early once `stop` is set.
    pub fn new(stop: &'a AtomicBool) -> Watch<'a> {
        Watch { stop, done: AtomicU64::new(0) }
    }

    /// Positions seen so far (each once).
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Counts positions.
    pub fn add(&self, positions: u64) {
        self.done.fetch_add(positions, Ordering::Relaxed);
    }

    /// Asks whether to go on.
    ///
    /// # Errors
    /// [`Interrupted`] if not.
    pub fn check(&self) -> Result<(), Interrupted> {
        if self.stop.load(Ordering::Relaxed) { Err(Interrupted) } else { Ok(()) }
    }
}
