//! Iterative deepening at the root: lines, their order, and when to stop.

use grenier_core::Position;

use super::MAX_DEPTH;
use super::claim::Claim;
use super::frame::{Candidate, Frame};
use super::node::{Horizon, Run, table_key};
use super::order::order;
use crate::eval::Evaluator;
use crate::oracle::Oracle;
use crate::report::{Line, Report, Stop};
use crate::score::INFINITE;
use crate::tt::Bound;
use crate::window::Window;

/// A move of the root with what the current iteration found.
struct RootMove<P: Position> {
    candidate: Candidate<P>,
    value: i32,
    proven: bool,
    pv: Vec<P::Move>,
    /// Its place among the best of this iteration, `usize::MAX` if it is not one of them.
    rank: usize,
}

/// The best moves of an iteration so far.
struct Best {
    /// Indices of root moves, best first; of equal ones the first searched comes first.
    order: Vec<usize>,
    wanted: usize,
}

impl Best {
    /// The value that a move must beat.
    fn threshold<P: Position>(&self, moves: &[RootMove<P>]) -> i32 {
        let last = self.order.get(self.wanted - 1);
        last.map_or(-INFINITE, |&index| moves[index].value)
    }

    fn insert<P: Position>(&mut self, moves: &[RootMove<P>], index: usize) {
        let value = moves[index].value;
        let at = self.order.partition_point(|&other| moves[other].value >= value);
        self.order.insert(at, index);
        self.order.truncate(self.wanted);
    }
}

impl<P: Position, E: Evaluator<P>, O: Oracle<P>> Run<'_, P, E, O> {
    /// Searches deeper and deeper, until a limit or a proof.
    pub fn deepen(mut self, root: &P, moves: &[P::Move], wanted: usize) -> Report<P::Move> {
        let mut moves = self.root_candidates(root, moves);
        let wanted = wanted.min(moves.len());
        self.report.lines = vec![self.unsearched(root, moves[0].candidate.mv)];
        let limit = self.budget.limits().depth;
        let last = limit.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let at_last =
            if limit.is_some_and(|limit| limit <= MAX_DEPTH) { Stop::Depth } else { Stop::Exhausted };
        let stop = (1..=last).find_map(|depth| self.iteration(root, depth, &mut moves, wanted));
        self.report.stopped_by = stop.unwrap_or(at_last);
        self.count();
        self.report
    }

    /// One iteration. Gives a reason if it is the last.
    fn iteration(&mut self, root: &P, depth: u32, moves: &mut [RootMove<P>], wanted: usize) -> Option<Stop> {
        self.horizon = Horizon::default();
        self.renew_estimates();
        let mut best = Best { order: Vec::with_capacity(wanted + 1), wanted };
        let complete = self.pass(root, depth, moves, &mut best);
        for (rank, &index) in best.order.iter().enumerate() {
            moves[index].rank = rank;
        }
        moves.sort_by_key(|mv| mv.rank);
        let found = best.order.len();
        let Some(others_proven) = complete else {
            self.merge_lines(root, &moves[..found], wanted);
            return Some(self.budget.stopped().unwrap_or(Stop::Flag));
        };
        self.report.lines = moves[..found].iter().map(|mv| self.line(root, mv, depth)).collect();
        let high = self.bounds(root).1;
        let lines = &self.report.lines;
        let settled_by =
            |line: Option<&Line<_>>| others_proven || line.is_some_and(|line| line.score >= high);
        let settled = lines.iter().all(|line| line.proven) && settled_by(lines.last());
        self.report.proven = lines[0].proven && settled_by(lines.first());
        self.report.depth = depth;
        self.tell();
        self.own_estimates_only |= !self.horizon.estimated;
        if settled {
            Some(Stop::Proven)
        } else if self.horizon == Horizon::default() {
            Some(Stop::Exhausted)
        } else {
            None
        }
    }

    /// From now on estimates of earlier iterations do not count, if they are not to.
    fn renew_estimates(&self) {
        if let Some(table) = self.table.filter(|_| self.own_estimates_only) {
            table.next_age();
        }
    }

    /// Searches the root moves in turn. Says whether it is proven that no other move is better than the best ones.
    fn pass(&mut self, root: &P, depth: u32, moves: &mut [RootMove<P>], best: &mut Best) -> Option<bool> {
        moves.iter_mut().for_each(|mv| mv.rank = usize::MAX);
        self.enter(0)?;
        let (_, high) = self.bounds(root);
        let mut rests_on = Claim::nothing();
        for index in 0..moves.len() {
            let alpha = best.threshold(moves);
            if alpha >= high {
                break;
            }
            let candidate = moves[index].candidate;
            let claim = self.child(root, &candidate, depth, 0, Window { alpha, beta: INFINITE })?;
            rests_on = rests_on.and(&claim);
            if claim.value > alpha {
                let mv = &mut moves[index];
                (mv.value, mv.proven) = (claim.value, claim.proven);
                mv.pv.clear();
                mv.pv.push(candidate.mv);
                mv.pv.extend_from_slice(&self.frames[1].pv);
                best.insert(moves, index);
            }
        }
        Some(rests_on.proven)
    }

    fn root_candidates(&mut self, root: &P, moves: &[P::Move]) -> Vec<RootMove<P>> {
        let mut frame = Frame::new();
        frame.moves.extend_from_slice(moves);
        order(self.evaluator, root, &mut frame, None, self.options.ordering);
        let fresh =
            |candidate| RootMove { candidate, value: 0, proven: false, pv: Vec::new(), rank: usize::MAX };
        frame.candidates.into_iter().map(fresh).collect()
    }

    /// What to say before anything is searched.
    fn unsearched(&self, root: &P, mv: P::Move) -> Line<P::Move> {
        let score = self.evaluator.evaluate(root);
        let expected = self.evaluator.expected(score);
        Line { mv, score, expected, proven: false, pv: vec![mv], visits: None }
    }

    fn line(&self, root: &P, mv: &RootMove<P>, depth: u32) -> Line<P::Move> {
        let expected = self.evaluator.expected(mv.value);
        let mut pv = mv.pv.clone();
        self.lengthen(root, &mut pv, depth);
        Line { mv: mv.candidate.mv, score: mv.value, expected, proven: mv.proven, pv, visits: None }
    }

    /// An iteration was stopped. If its first move, the best so far, was finished, the finished ones replace what the
    /// iteration before said of them and, if one line is wanted, of all.
    fn merge_lines(&mut self, root: &P, finished: &[RootMove<P>], wanted: usize) {
        if finished.is_empty() {
            return;
        }
        let depth = self.report.depth + 1;
        let mut lines: Vec<_> = finished.iter().map(|mv| self.line(root, mv, depth)).collect();
        for old in self.report.lines.drain(..) {
            if lines.len() < wanted && lines.iter().all(|line| line.mv != old.mv) {
                lines.push(old);
            }
        }
        lines.sort_by_key(|line| -line.score);
        self.report.proven = lines[0].proven && lines[0].score >= self.bounds(root).1;
        self.report.lines = lines;
    }

    /// Table hits cut principal variations short: follows exact entries of the table up to `depth` plies.
    fn lengthen(&self, root: &P, pv: &mut Vec<P::Move>, depth: u32) {
        let Some(table) = self.table else { return };
        let mut line = vec![*root];
        for &mv in pv.iter() {
            line.push(line[line.len() - 1].play_unchecked(mv));
        }
        let mut moves = Vec::new();
        while pv.len() < depth as usize {
            let now = line[line.len() - 1];
            if now.outcome().is_some() || line[..line.len() - 1].iter().any(|earlier| now.repeats(earlier)) {
                return;
            }
            let known = table.probe(table_key(&now, now.key()));
            let entry = known.map(|known| known.entry).filter(|entry| entry.bound == Bound::Exact);
            now.distinct_moves(&mut moves);
            let Some(&mv) = entry.and_then(|entry| moves.get(usize::from(entry.ordinal?))) else { return };
            pv.push(mv);
            line.push(now.play_unchecked(mv));
        }
    }

    fn count(&mut self) {
        self.report.nodes = self.budget.nodes();
        self.report.time = self.budget.time();
    }

    /// Tells the observer how far the search has got.
    pub fn tell(&mut self) {
        self.count();
        self.observer.progress(&self.report);
    }
}
