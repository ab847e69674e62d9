//! Jobs in parallel, samples in order.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use grenier_engine::Playable;
use rayon::prelude::*;

use super::sample::Sample;
use super::store::{Counts, Store};

/// Jobs that are done between two writes. It is the same for every number of threads: the file must be, too.
const BLOCK: u64 = 64;

/// Jobs in a row without anything new after which there is hardly more to be found.
const BARREN: u64 = 1024;

/// Where samples come from.
pub trait Source<P: Playable>: Sync {
    /// What a thread keeps from job to job.
    type Worker;

    /// Makes it.
    ///
    /// # Errors
    /// One line if there is no memory for it.
    fn worker(&self) -> Result<Self::Worker, String>;

    /// How many jobs there are; `None` if they never end.
    fn jobs(&self) -> Option<u64>;

    /// Does job `number`, which depends on nothing but the number; `None` if `stop` was raised.
    ///
    /// # Errors
    /// One line if something is wrong with the source.
    fn job(
        &self,
        worker: &mut Self::Worker,
        number: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Found<P>>>, String>;
}

/// A sample, and whether it is quiet.
pub type Found<P> = (Sample<P>, bool);

/// What is kept of that which is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Keep positions in which the best move captures, too.
    pub noisy: bool,
}

/// When there is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// So many samples at least.
    Samples(u64),
    /// So many jobs.
    Jobs(u64),
}

/// What happens on the way.
#[derive(Clone, Copy, Debug)]
pub struct Event<'a> {
    /// What the file holds.
    pub counts: &'a Counts,
    /// Samples that this run added.
    pub added: u64,
    /// Time since this run began.
    pub elapsed: Duration,
    /// How far it is, from 0 to 1.
    pub share: f64,
}

/// Why gathering ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The goal is reached, or all jobs are done.
    Finished,
    /// Sixteen blocks of jobs in a row brought nothing new.
    Exhausted,
    /// Told to stop.
    Interrupted,
}

/// Adds to `store` until the goal is reached or `stop` is raised, or nothing new turns up any more.
///
/// # Errors
/// One line if the source or the file fails; what was stored before stays.
pub fn gather<P: Playable, S: Source<P>>(
    source: &S,
    store: &mut Store<P>,
    filter: Filter,
    goal: Goal,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Event<'_>),
) -> Result<Ended, String> {
    let (begun, before) = (Instant::now(), store.counts().samples);
    let most = match (goal, source.jobs()) {
        (Goal::Jobs(jobs), Some(all)) => jobs.min(all),
        (Goal::Jobs(jobs), None) => jobs,
        (Goal::Samples(_), all) => all.unwrap_or(u64::MAX),
    };
    loop {
        let counts = store.counts();
        let share = match goal {
            Goal::Samples(samples) => counts.samples as f64 / samples.max(1) as f64,
            Goal::Jobs(_) => counts.jobs as f64 / most.max(1) as f64,
        };
        tell(Event {
            counts,
            added: counts.samples - before,
            elapsed: begun.elapsed(),
            share: share.min(1.0),
        });
        if share >= 1.0 || counts.jobs >= most {
            return Ok(Ended::Finished);
        }
        if store.barren() >= BARREN && matches!(goal, Goal::Samples(_)) {
            return Ok(Ended::Exhausted);
        }
        let last = counts.jobs.saturating_add(BLOCK).min(most);
        let jobs = (counts.jobs..last).into_par_iter();
        let found: Result<Vec<Option<Vec<Found<P>>>>, String> = jobs
            .map_init(
                || source.worker(),
                |worker, number| match worker {
                    Ok(worker) => source.job(worker, number, stop),
                    Err(reason) => Err(reason.clone()),
                },
            )
            .collect();
        let found: Option<Vec<Vec<Found<P>>>> = found?.into_iter().collect();
        let Some(found) = found.filter(|_| !stop.load(Ordering::Relaxed)) else {
            return Ok(Ended::Interrupted);
        };
        store.append(last, found.into_iter().flatten(), filter)?;
    }
}
