//! Counts the requests that were taken and are not answered yet.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The count.
#[derive(Clone, Default)]
pub struct Counter(Arc<AtomicUsize>);

/// One request; it counts until it is dropped.
pub struct Pending(Arc<AtomicUsize>);

impl Counter {
    /// Counts one more.
    pub fn enter(&self) -> Pending {
        self.0.fetch_add(1, Ordering::Relaxed);
        Pending(Arc::clone(&self.0))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
