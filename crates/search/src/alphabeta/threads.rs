//! Several threads at one search, by either of two schemes:
//!
//! - *root splitting*: once the first root move has set a bound, the threads take the other root moves one by one and
//!   share the bound as it rises;
//! - *lazy threads*: every thread deepens by itself, odd ones a ply ahead, and they help each other through the shared
//!   transposition table only (D. Homan and others called it lazy SMP, in chess programs around 2013).
//!
//! With more than one thread a search is not reproducible.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering::Relaxed};

use grenier_core::Position;
use rayon::ThreadPool;

use super::claim::Claim;
use super::frame::{Candidate, Frame};
use super::root::{Best, Root, RootMove};
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::limits::Team;
use crate::oracle::Oracle;
use crate::report::Report;
use crate::window::Window;

/// The system does not give so many threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoThreads {
    /// The threads that were wanted.
    pub threads: usize,
}

impl fmt::Display for NoThreads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the system does not give {} threads", self.threads)
    }
}

impl std::error::Error for NoThreads {}

/// The threads beside the first, each with its frames.
pub(super) struct Crew<P: Position> {
    pub pool: ThreadPool,
    pub frames: Vec<Vec<Frame<P>>>,
}

impl<P: Position> Crew<P> {
    /// So many threads, the first included.
    pub fn new(threads: usize) -> Result<Crew<P>, NoThreads> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads - 1).build();
        let frames = (1..threads).map(|_| Vec::new()).collect();
        Ok(Crew { pool: pool.map_err(|_| NoThreads { threads })?, frames })
    }
}

/// Threads that wait to take root moves.
pub(super) struct Split<'s, P: Position, E, O> {
    pub pool: &'s ThreadPool,
    pub workers: Vec<Worker<'s, P, E, O>>,
}

/// Searches with all threads, each by itself.
pub(super) fn search_lazily<P: Position, E: Evaluator<P>, O: Oracle<P>>(
    pool: &ThreadPool,
    team: &Team,
    first: Root<'_, '_, P, E, O>,
    others: Vec<Root<'_, '_, P, E, O>>,
) -> Report<P::Move> {
    pool.in_place_scope(|scope| {
        for (number, root) in others.into_iter().enumerate() {
            scope.spawn(move |_| {
                root.deepen_from(2 - number as u32 % 2);
            });
        }
        let report = first.deepen();
        team.disband();
        report
    })
}

/// The root moves that are still to be searched in this iteration, and what is found.
struct Rest<'m, P: Position> {
    next: AtomicUsize,
    alpha: AtomicI32,
    found: Mutex<Found<'m, P>>,
}

struct Found<'m, P: Position> {
    moves: &'m mut [RootMove<P>],
    best: &'m mut Best,
    rests_on: Claim,
    stopped: bool,
}

impl<P: Position> Rest<'_, P> {
    /// Takes moves and searches them until there are none left.
    fn search<E: Evaluator<P>, O: Oracle<P>>(
        &self,
        worker: &mut Worker<'_, P, E, O>,
        position: &P,
        candidates: &[Candidate<P>],
        depth: u32,
        window: Window,
    ) {
        let high = worker.bounds(position).1;
        loop {
            let alpha = self.alpha.load(Relaxed);
            let index = self.next.fetch_add(1, Relaxed);
            let Some(candidate) = candidates.get(index).filter(|_| alpha < high) else { return };
            let claim = worker.root_move(position, candidate, depth, Window { alpha, ..window }, true);
            let mut found = self.found.lock().expect("no thread panics with the lock");
            let Some(claim) = claim else {
                found.stopped = true;
                return;
            };
            self.alpha.fetch_max(found.note(index, claim, worker, window.alpha), Relaxed);
        }
    }
}

impl<P: Position> Found<'_, P> {
    /// Notes what a thread found of a move. Gives the value that moves must beat from now on.
    fn note<E, O>(&mut self, index: usize, claim: Claim, worker: &Worker<'_, P, E, O>, least: i32) -> i32 {
        self.rests_on = self.rests_on.and(&claim);
        if claim.value > self.best.threshold(self.moves).max(least) {
            self.moves[index].note(&claim, worker.frames.get(1));
            self.best.insert(self.moves, index);
        }
        self.best.threshold(self.moves).max(least)
    }
}

impl<P: Position, E: Evaluator<P>, O: Oracle<P>> Root<'_, '_, P, E, O> {
    /// Searches the root moves from number `from` on with all threads. Gives what the result rests on.
    pub(super) fn split(
        &mut self,
        from: usize,
        depth: u32,
        window: Window,
        best: &mut Best,
        rests_on: Claim,
    ) -> Option<Claim> {
        let Root { worker, split, position, moves, .. } = self;
        let split = split.as_mut().expect("only called with other threads");
        let position: &P = position;
        let candidates: Vec<_> = moves.iter().map(|mv| mv.candidate).collect();
        let rest = Rest {
            next: AtomicUsize::new(from),
            alpha: AtomicI32::new(best.threshold(moves).max(window.alpha)),
            found: Mutex::new(Found { moves, best, rests_on, stopped: false }),
        };
        for other in &mut split.workers {
            other.horizon = worker.horizon;
            other.own_estimates_only = worker.own_estimates_only;
        }
        split.pool.in_place_scope(|scope| {
            for other in &mut split.workers {
                let (rest, candidates) = (&rest, &candidates);
                scope.spawn(move |_| rest.search(other, position, candidates, depth, window));
            }
            rest.search(worker, position, &candidates, depth, window);
        });
        for other in &mut split.workers {
            worker.take_over(other);
        }
        let found = rest.found.into_inner().expect("no thread panics with the lock");
        (!found.stopped).then_some(found.rests_on)
    }
}
