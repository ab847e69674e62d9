//! One running search: its threads, when it ends, and what it reports.

use grenier_core::{Position, Symmetric};
#[cfg(feature = "rayon")]
use rayon::prelude::*;

use super::answer::{Choice, bare_line, line, pv, rank, span_of_choices};
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::limits::Limits;
use crate::oracle::Oracle;
use crate::report::{Line, Observer, Report, Stop};

/// Nodes that each thread enters before what all have found is put together.
const SLICE: u64 = 8192;

/// The part of the limits that falls to one of several threads: their nodes together are those of the limits.
pub(super) fn share(limits: Limits, number: u64, threads: u64) -> Limits {
    let nodes = limits.nodes.map(|nodes| nodes / threads + u64::from(number < nodes % threads));
    Limits { nodes, ..limits }
}

/// Does the same with all items, side by side if that is possible. Says whether any call said yes.
fn any_of_all<T: Send>(items: &mut [T], act: impl Fn(&mut T) -> bool + Send + Sync) -> bool {
    #[cfg(feature = "rayon")]
    if items.len() > 1 {
        return items.par_iter_mut().map(act).reduce(|| false, |one, other| one | other);
    }
    items.iter_mut().fold(false, |any, item| act(item) | any)
}

/// A running search.
pub(super) struct Search<'r, 'o, P: Position, E, O> {
    pub workers: Vec<Worker<'r, P, E, O>>,
    pub wanted: usize,
    pub observer: &'o mut dyn Observer<P::Move>,
    pub report: Report<P::Move>,
}

impl<P: Position + Symmetric, E: Evaluator<P>, O: Oracle<P>> Search<'_, '_, P, E, O> {
    /// Searches the moves asked for, all if there are none; `first` is the first that is allowed.
    pub fn run(&mut self, asked: &[P::Move], first: P::Move) -> Report<P::Move> {
        let mut slices: u64 = 0;
        let mut is_running = any_of_all(&mut self.workers, |worker| worker.take_root(asked).is_some());
        self.report.stopped_by = loop {
            if self.is_solved() {
                break Stop::Proven;
            }
            if !is_running {
                break self.workers.iter().find_map(|worker| worker.budget.stopped()).unwrap_or(Stop::Flag);
            }
            is_running = any_of_all(&mut self.workers, |worker| worker.run(SLICE));
            slices += 1;
            // Who waits for a first value gets it at once; what is told depends on nodes, not on the clock.
            let is_due = self.workers.iter_mut().any(|worker| worker.budget.take_report_due());
            if is_due || slices.is_power_of_two() {
                self.tell(first);
            }
        };
        self.tell(first);
        std::mem::take(&mut self.report)
    }

    /// Is the root's value proven, by one thread or by what all of them know?
    fn is_solved(&self) -> bool {
        match self.workers.as_slice() {
            [worker] => worker.is_solved(),
            workers => {
                let choices = self.choices();
                workers.iter().any(Worker::is_solved)
                    || (!choices.is_empty() && span_of_choices(&choices).is_solved())
            }
        }
    }

    /// The moves at the root with what all threads know of them.
    fn choices(&self) -> Vec<Choice<P::Move>> {
        let mut all: Vec<Choice<P::Move>> = Vec::new();
        for worker in self.workers.iter().filter(|worker| worker.has_root()) {
            for choice in Choice::of(worker.tree, worker.tree.root) {
                match all.iter_mut().find(|known| known.mv == choice.mv) {
                    Some(known) => known.join(&choice),
                    None => all.push(choice),
                }
            }
        }
        all
    }

    fn tell(&mut self, first: P::Move) {
        let report = &mut self.report;
        report.nodes = self.workers.iter().map(|worker| worker.budget.nodes()).sum();
        report.oracle_hits = self.workers.iter().map(|worker| worker.oracle_hits).sum();
        report.seldepth = self.workers.iter().map(|worker| worker.seldepth).max().unwrap_or(0);
        report.time = self.workers[0].budget.time();
        let mut choices = self.choices();
        self.report.lines = if choices.is_empty() {
            vec![bare_line(self.workers[0].evaluator, self.workers[0].history.root(), first)]
        } else {
            rank(&mut choices);
            self.report.proven = span_of_choices(&choices).is_solved();
            choices.iter().take(self.wanted).map(|choice| self.line(choice)).collect()
        };
        self.report.depth = self.report.lines[0].pv.len() as u32;
        self.observer.progress(&self.report);
    }

    fn line(&self, choice: &Choice<P::Move>) -> Line<P::Move> {
        let rooted = self.workers.iter().filter(|worker| worker.has_root());
        let pvs = rooted.map(|worker| pv(worker.tree, choice.mv));
        let pv = pvs.reduce(|one, other| if other.len() > one.len() { other } else { one });
        line(self.workers[0].evaluator, choice, pv.unwrap_or_else(|| vec![choice.mv]))
    }
}
