//! What is said of the root's moves.

use grenier_core::Position;

use super::root::{Root, RootMove};
use super::worker::table_key;
use crate::eval::Evaluator;
use crate::oracle::Oracle;
use crate::report::Line;
use crate::tt::Bound;

impl<P: Position, E: Evaluator<P>, O: Oracle<P>> Root<'_, '_, P, E, O> {
    /// What to say before anything is searched.
    pub(super) fn unsearched(&self) -> Line<P::Move> {
        let evaluator = self.worker.shared.evaluator;
        let mv = self.moves[0].candidate.mv;
        let score = evaluator.evaluate(self.position);
        let expected = evaluator.expected(score);
        Line { mv, score, expected, proven: false, pv: vec![mv], visits: None }
    }

    pub(super) fn line(&self, mv: &RootMove<P>, depth: u32) -> Line<P::Move> {
        let expected = self.worker.shared.evaluator.expected(mv.value);
        let mut pv = mv.pv.clone();
        self.lengthen(&mut pv, depth);
        Line { mv: mv.candidate.mv, score: mv.value, expected, proven: mv.proven, pv, visits: None }
    }

    /// An iteration was stopped. If its first move, the best so far, was finished, the `finished` best ones replace what
    /// the iteration before said of them and, if one line is wanted, of all.
    pub(super) fn merge_lines(&mut self, finished: usize) {
        if finished == 0 {
            return;
        }
        let depth = self.worker.report.depth + 1;
        let mut lines: Vec<_> = self.moves[..finished].iter().map(|mv| self.line(mv, depth)).collect();
        for old in std::mem::take(&mut self.worker.report.lines) {
            if lines.len() < self.wanted && lines.iter().all(|line| line.mv != old.mv) {
                lines.push(old);
            }
        }
        lines.sort_by_key(|line| -line.score);
        self.worker.report.proven = lines[0].proven && lines[0].score >= self.worker.bounds(self.position).1;
        self.worker.report.lines = lines;
    }

    /// Table hits cut principal variations short: follows exact entries of the table up to `depth` plies.
    fn lengthen(&self, pv: &mut Vec<P::Move>, depth: u32) {
        let Some(table) = self.worker.shared.table else { return };
        let mut line = vec![*self.position];
        for &mv in pv.iter() {
            line.push(line[line.len() - 1].play_unchecked(mv));
        }
        let mut moves = Vec::new();
        while pv.len() < depth as usize {
            let now = line[line.len() - 1];
            if now.outcome().is_some() || line[..line.len() - 1].iter().any(|earlier| now.repeats(earlier)) {
                return;
            }
            let known = table.probe(table_key(&now));
            let entry = known.map(|known| known.entry).filter(|entry| entry.bound == Bound::Exact);
            now.distinct_moves(&mut moves);
            let Some(&mv) = entry.and_then(|entry| moves.get(usize::from(entry.ordinal?))) else { return };
            pv.push(mv);
            line.push(now.play_unchecked(mv));
        }
    }
}
