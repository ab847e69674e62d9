//! Iterative deepening at the root: windows, the order of moves, and when to stop.

use grenier_core::Position;

use super::MAX_DEPTH;
use super::claim::Claim;
use super::frame::{Candidate, Frame};
use super::order::gain;
use super::worker::{Horizon, Worker, table_key};
use crate::eval::Evaluator;
use crate::oracle::Oracle;
use crate::report::{Report, Stop};
use crate::score::INFINITE;
use crate::window::Window;

/// A move of the root with what the current iteration found.
pub(super) struct RootMove<P: Position> {
    pub candidate: Candidate<P>,
    pub value: i32,
    pub proven: bool,
    /// What its claim rests on: a [`Claim::dep`].
    pub dep: i32,
    pub pv: Vec<P::Move>,
    /// Its place among the best of this iteration, `usize::MAX` if it is not one of them.
    rank: usize,
}

impl<P: Position> RootMove<P> {
    /// Notes the exact claim of the current iteration; the frame holds the variation behind the move.
    pub fn note(&mut self, claim: &Claim, frame: Option<&Frame<P>>) {
        (self.value, self.proven, self.dep) = (claim.value, claim.proven, claim.dep);
        self.pv.clear();
        self.pv.push(self.candidate.mv);
        if let Some(frame) = frame {
            self.pv.extend_from_slice(&frame.pv);
        }
    }
}

/// The best moves of an iteration so far.
pub(super) struct Best {
    /// Indices of root moves, best first; of equal ones the first searched comes first.
    order: Vec<usize>,
    wanted: usize,
}

impl Best {
    fn is_full(&self) -> bool {
        self.order.len() == self.wanted
    }

    /// The value that a move must beat.
    pub fn threshold<P: Position>(&self, moves: &[RootMove<P>]) -> i32 {
        let last = self.order.get(self.wanted - 1);
        last.map_or(-INFINITE, |&index| moves[index].value)
    }

    pub fn insert<P: Position>(&mut self, moves: &[RootMove<P>], index: usize) {
        let value = moves[index].value;
        let at = self.order.partition_point(|&other| moves[other].value >= value);
        self.order.insert(at, index);
        self.order.truncate(self.wanted);
    }
}

/// The search from one position.
pub(super) struct Root<'s, 'p, P: Position, E, O> {
    pub worker: Worker<'s, P, E, O>,
    pub position: &'p P,
    pub moves: Vec<RootMove<P>>,
    /// Are there other moves, which are not to be considered?
    pub is_restricted: bool,
    /// Lines wanted.
    pub wanted: usize,
    /// Other threads that take root moves.
    #[cfg(feature = "rayon")]
    pub split: Option<super::threads::Split<'s, P, E, O>>,
}

impl<'s, 'p, P: Position, E: Evaluator<P>, O: Oracle<P>> Root<'s, 'p, P, E, O> {
    /// A search of these moves, of which there is at least one.
    pub fn new(
        worker: Worker<'s, P, E, O>,
        position: &'p P,
        moves: &[P::Move],
        is_restricted: bool,
        wanted: usize,
    ) -> Self {
        let evaluator = worker.shared.evaluator;
        let material = evaluator.material(position);
        let candidate = |(ordinal, &mv)| {
            let child = position.play_unchecked(mv);
            let gain = gain(evaluator, position, material, &child);
            Candidate { mv, child, key: table_key(&child), ordinal, gain }
        };
        let mut candidates: Vec<_> = (0u16..).zip(moves).map(candidate).collect();
        if worker.shared.options.ordering {
            candidates.sort_by_key(|candidate| -candidate.gain);
        }
        let fresh = |candidate| RootMove {
            candidate,
            value: 0,
            proven: false,
            dep: Claim::FREE,
            pv: Vec::new(),
            rank: usize::MAX,
        };
        let moves: Vec<_> = candidates.into_iter().map(fresh).collect();
        let wanted = wanted.min(moves.len());
        Root {
            worker,
            position,
            moves,
            is_restricted,
            wanted,
            #[cfg(feature = "rayon")]
            split: None,
        }
    }

    /// Searches deeper and deeper, until a limit or a proof.
    pub fn deepen(self) -> Report<P::Move> {
        self.deepen_from(1)
    }

    /// The same, beginning with this depth.
    pub fn deepen_from(mut self, first: u32) -> Report<P::Move> {
        self.worker.report.lines = vec![self.unsearched()];
        let limit = self.worker.budget.limits().depth;
        let last = limit.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let at_last =
            if limit.is_some_and(|limit| limit <= MAX_DEPTH) { Stop::Depth } else { Stop::Exhausted };
        let stop = (first..=last).find_map(|depth| self.iteration(depth));
        self.worker.report.stopped_by = stop.unwrap_or(at_last);
        self.worker.sum_up();
        self.worker.report
    }

    /// One iteration. Gives a reason if it is the last.
    fn iteration(&mut self, depth: u32) -> Option<Stop> {
        self.worker.horizon = Horizon::default();
        self.renew_estimates();
        let mut best = Best { order: Vec::with_capacity(self.wanted + 1), wanted: self.wanted };
        let complete = self.aspire(depth, &mut best);
        for (rank, &index) in best.order.iter().enumerate() {
            self.moves[index].rank = rank;
        }
        self.moves.sort_by_key(|mv| mv.rank);
        let found = best.order.len();
        let Some(rests_on) = complete else {
            self.merge_lines(found);
            return Some(self.worker.budget.stopped().unwrap_or(Stop::Flag));
        };
        let high = self.worker.bounds(self.position).1;
        let best = &self.moves[0];
        let (value, is_best) = (best.value, best.proven && (rests_on.proven || best.value >= high));
        let root = (is_best && (!self.is_restricted || value >= high)).then_some(value);
        let lines: Vec<_> = self.moves[..found].iter().map(|mv| self.line(mv, depth, root)).collect();
        let last = lines[found - 1].score;
        let others_proven = last >= high || rests_on.proven && self.is_exact(last, rests_on.dep, root);
        let settled = others_proven && lines.iter().all(|line| line.proven);
        self.worker.report.proven = is_best && self.is_exact(value, rests_on.dep, root);
        self.worker.report.lines = lines;
        self.worker.report.depth = depth;
        self.worker.tell();
        self.worker.own_estimates_only |= !self.worker.horizon.estimated;
        if settled {
            Some(Stop::Proven)
        } else if self.worker.horizon == Horizon::default() {
            Some(Stop::Exhausted)
        } else {
            None
        }
    }

    /// From now on estimates of earlier iterations do not count, if they are not to.
    fn renew_estimates(&self) {
        if let Some(table) = self.worker.shared.table.filter(|_| self.worker.own_estimates_only) {
            table.next_age();
        }
    }

    /// Searches the root moves, within a window around the last iteration's value at first if one line is wanted.
    /// Gives what it rests on that no other move is better than the best ones.
    fn aspire(&mut self, depth: u32, best: &mut Best) -> Option<Claim> {
        let half = self.worker.shared.options.aspiration as i32;
        let mut window = Window { alpha: -INFINITE, beta: INFINITE };
        if half > 0 && self.wanted == 1 && self.worker.report.depth > 0 {
            let last = self.worker.report.lines[0].score;
            window = Window { alpha: last - half, beta: last + half };
        }
        let rests_on = self.pass(depth, window, best)?;
        if !best.order.is_empty() {
            return Some(rests_on);
        }
        self.pass(depth, Window { alpha: -INFINITE, beta: INFINITE }, best)
    }

    /// Searches the root moves in turn. Gives what the result rests on.
    fn pass(&mut self, depth: u32, window: Window, best: &mut Best) -> Option<Claim> {
        self.moves.iter_mut().for_each(|mv| mv.rank = usize::MAX);
        self.worker.enter(0)?;
        let (_, high) = self.worker.bounds(self.position);
        let mut rests_on = Claim::nothing();
        for index in 0..self.moves.len() {
            let alpha = best.threshold(&self.moves).max(window.alpha);
            if alpha >= high {
                break;
            }
            #[cfg(feature = "rayon")]
            if self.split.is_some() && best.is_full() && depth > 2 {
                return self.split(index, depth, window, best, rests_on);
            }
            let candidate = self.moves[index].candidate;
            let window = Window { alpha, ..window };
            let claim = self.worker.root_move(self.position, &candidate, depth, window, best.is_full())?;
            rests_on = rests_on.and(&claim);
            if claim.value > alpha {
                self.moves[index].note(&claim, self.worker.frames.get(1));
                best.insert(&self.moves, index);
            }
        }
        Some(rests_on)
    }
}

impl<P: Position, E: Evaluator<P>, O: Oracle<P>> Worker<'_, P, E, O> {
    /// Searches one move of the root: exactly if it is better than `window.alpha`.
    pub(super) fn root_move(
        &mut self,
        position: &P,
        candidate: &Candidate<P>,
        depth: u32,
        window: Window,
        scout: bool,
    ) -> Option<Claim> {
        if depth == 1 {
            // The move leads to a leaf, which leaves no variation.
            self.make_frame(1);
            self.frames[1].pv.clear();
        }
        let scouts = scout && self.shared.options.pvs && depth > 1;
        let mut search = |window| self.child(position, candidate, depth - 1, 0, window);
        if scouts {
            let claim = search(Window { alpha: window.alpha, beta: window.alpha + 1 })?;
            if claim.value <= window.alpha {
                return Some(claim);
            }
        }
        let claim = search(window)?;
        if claim.value < window.beta {
            return Some(claim);
        }
        search(Window { beta: INFINITE, ..window })
    }

    /// Takes over what another thread has counted and met.
    #[cfg(feature = "rayon")]
    pub(super) fn take_over(&mut self, other: &mut Self) {
        self.budget.take_over(&other.budget);
        self.horizon.estimated |= other.horizon.estimated;
        self.horizon.recalled |= other.horizon.recalled;
        self.report.seldepth = self.report.seldepth.max(other.report.seldepth);
        self.report.table_hits += std::mem::take(&mut other.report.table_hits);
        self.report.oracle_hits += std::mem::take(&mut other.report.oracle_hits);
    }
}
