//! The searches that wait and those that run.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::task::Task;

/// One search: a turn of a query.
#[derive(Clone)]
pub struct Job {
    /// The query's name.
    pub id: Arc<str>,
    /// The number of moves played before.
    pub turn: usize,
    /// Which of the task's turns that is.
    pub at: usize,
    /// What to do.
    pub task: Arc<Task>,
    /// Raised to end it.
    pub stop: Arc<AtomicBool>,
}

/// The order: higher priority first, then as they came.
type Place = (Reverse<i64>, u64);

#[derive(Default)]
struct State {
    waiting: BTreeMap<Place, Job>,
    running: BTreeMap<Place, Job>,
    arrived: u64,
    /// Will nothing more come?
    is_closed: bool,
}

/// The queue that workers share.
#[derive(Default)]
pub struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

impl Queue {
    /// Nothing panics while it holds the lock; should it ever, the state is whole nevertheless.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the state is as `wanted`, for a while; is it now?
    fn wait(&self, patience: Duration, wanted: impl Fn(&State) -> bool) -> bool {
        let waited = self.changed.wait_timeout_while(self.state(), patience, |state| !wanted(state));
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        wanted(&state)
    }

    /// Waits a while for fewer than `most` searches to wait; are there?
    pub fn has_room(&self, most: usize, patience: Duration) -> bool {
        self.wait(patience, |state| state.waiting.len() < most)
    }

    /// Waits a while for everything to be done; is it?
    pub fn is_idle(&self, patience: Duration) -> bool {
        self.wait(patience, |state| state.waiting.is_empty() && state.running.is_empty())
    }

    /// Adds searches of this priority.
    pub fn add(&self, priority: i64, jobs: impl IntoIterator<Item = Job>) {
        let mut state = self.state();
        for job in jobs {
            state.arrived += 1;
            let place = (Reverse(priority), state.arrived);
            state.waiting.insert(place, job);
        }
        self.changed.notify_all();
    }

    /// Nothing more will come: who waits for a search is sent away once there is none.
    pub fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// Waits for the next search, and gives its place; `None` if no more will come.
    pub fn take(&self) -> Option<(Place, Job)> {
        let mut state = self.state();
        loop {
            if let Some((place, job)) = state.waiting.pop_first() {
                state.running.insert(place, job.clone());
                self.changed.notify_all();
                return Some((place, job));
            }
            if state.is_closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The search from this place is done, its answer given.
    pub fn done(&self, place: Place) {
        self.state().running.remove(&place);
        self.changed.notify_all();
    }

    /// Ends searches: those that run give what they have; those that wait are given back.
    pub fn terminate(&self, is_meant: impl Fn(&Job) -> bool) -> Vec<Job> {
        let mut state = self.state();
        for job in state.running.values().filter(|job| is_meant(job)) {
            job.stop.store(true, Ordering::Relaxed);
        }
        let (ended, waiting) =
            std::mem::take(&mut state.waiting).into_iter().partition(|(_, job)| is_meant(job));
        state.waiting = waiting;
        self.changed.notify_all();
        let ended: BTreeMap<Place, Job> = ended;
        ended.into_values().collect()
    }
}
