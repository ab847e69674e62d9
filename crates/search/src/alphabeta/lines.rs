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

    /// What is said of a move; `root` is the root's value, if that is proven.
    pub(super) fn line(&self, mv: &RootMove<P>, depth: u32, root: Option<i32>) -> Line<P::Move> {
        let expected = self.worker.shared.evaluator.expected(mv.value);
        let mut pv = mv.pv.clone();
        self.lengthen(&mut pv, depth);
        let proven = mv.proven && self.is_exact(mv.value, mv.dep, root);
        Line { mv: mv.candidate.mv, score: mv.value, expected, proven, pv, visits: None }
    }

    /// Does a proven claim about root moves, of this value and resting on this ply, hold in the game itself?
    ///
    /// The search takes the root, if it comes again, for the end of the line. In the game play goes on, unless history has
    /// worn the root out, and whoever moves there has the root's best move once more. That makes no difference to the
    /// root's value, nor to moves that do not reach what endless play is worth; the others may be better than the search
    /// says. What rests on history may rest on the root as well.
    pub(super) fn is_exact(&self, value: i32, dep: i32, root: Option<i32>) -> bool {
        let endless = self.worker.shared.evaluator.terminal(self.position, self.position.endless());
        dep > 0 || self.worker.trail.is_worn(self.position) || root == Some(value) || value < endless
    }

    /// An iteration was stopped. If its first move, the best so far, was finished, the `finished` best ones replace what
    /// the iteration before said of them and, if one line is wanted, of all.
    pub(super) fn merge_lines(&mut self, finished: usize) {
        if finished == 0 {
            return;
        }
        let depth = self.worker.report.depth + 1;
        let best = &self.moves[0];
        let high = self.worker.bounds(self.position).1;
        let root = (best.proven && best.value >= high).then_some(best.value);
        let mut lines: Vec<_> = self.moves[..finished].iter().map(|mv| self.line(mv, depth, root)).collect();
        for old in std::mem::take(&mut self.worker.report.lines) {
            if lines.len() < self.wanted && lines.iter().all(|line| line.mv != old.mv) {
                lines.push(old);
            }
        }
        lines.sort_by_key(|line| -line.score);
        self.worker.report.proven = lines[0].proven && lines[0].score >= high;
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
            let is_over = now.outcome().is_some() || self.worker.trail.is_worn(&now);
            if is_over || line[..line.len() - 1].iter().any(|earlier| now.repeats(earlier)) {
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
