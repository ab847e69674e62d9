//! One Monte Carlo search: simulations, and the report.

use grenier_core::{Player, Position};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Options;
use super::tree::{ROOT, Sample, Span, Tree};
use crate::eval::Evaluator;
use crate::limits::Budget;
use crate::oracle::{Oracle, fits_quiet_limit};
use crate::report::{Line, Observer, Report, Stop};
use crate::score::Unit;
use crate::trail::Trail;

/// One running search.
pub(super) struct Run<'r, P: Position, E, O> {
    pub evaluator: &'r E,
    pub oracle: &'r O,
    pub options: &'r Options,
    pub tree: Tree<P::Move>,
    pub trail: Trail<P>,
    pub budget: Budget<'r>,
    pub observer: &'r mut dyn Observer<P::Move>,
    pub rng: Xoshiro256PlusPlus,
    pub report: Report<P::Move>,
    pub wanted: usize,
    /// Reused by every simulation: the nodes of its path, and who moves at each.
    pub path: Vec<usize>,
    pub movers: Vec<Player>,
    pub moves: Vec<P::Move>,
}

/// Where a simulation left the tree.
enum Leaf {
    /// At a value: exact, or that of a repetition.
    Value(i32),
    /// At a position to play out.
    Open,
}

/// A value of the side to move as the first player sees it.
pub(super) fn to_first<P: Position>(position: &P, value: i32) -> i32 {
    if position.turn() == Player::First { value } else { -value }
}

/// The arithmetic bounds of a position as the first player sees them.
pub(super) fn span_of<P: Position, E: Evaluator<P>>(evaluator: &E, position: &P) -> Span {
    let (low, high) = evaluator.bounds(position);
    Span { low, high }.seen_by(position.turn())
}

impl<P: Position, E: Evaluator<P>, O: Oracle<P>> Run<'_, P, E, O> {
    /// Simulates until a limit or the proof of the root's value.
    pub fn run(mut self, root: &P) -> Report<P::Move> {
        let stop = loop {
            if self.tree.nodes[ROOT].span.is_solved() {
                break Stop::Proven;
            }
            let end = self.simulate(root);
            self.trail.rewind();
            if end.is_none() {
                break self.budget.stopped().unwrap_or(Stop::Flag);
            }
            if self.budget.take_report_due() {
                self.tell(root);
            }
        };
        self.report.stopped_by = stop;
        self.tell(root);
        self.report
    }

    /// One simulation. If the budget ends in the midst of it, it leaves no trace.
    fn simulate(&mut self, root: &P) -> Option<()> {
        self.path.clear();
        self.movers.clear();
        let mut position = *root;
        self.step(ROOT, &position)?;
        let mut node = ROOT;
        let mut end = self.tree.nodes[ROOT].span;
        let leaf = loop {
            if let Some(value) = self.settled(node, &position) {
                break Leaf::Value(value);
            }
            if !self.tree.nodes[node].is_expanded() && !self.expand(node, &position) {
                break Leaf::Open;
            }
            let (exploration, reduction) = (self.options.exploration, self.options.reduction);
            node = self.tree.select(node, position.turn(), exploration, reduction);
            position = position.play_unchecked(self.tree.nodes[node].mv);
            self.step(node, &position)?;
            end = self.tree.nodes[node].span;
            if self.tree.nodes[node].visits == 0 {
                let (leaf, span) = self.first_visit(node, &position);
                end = span;
                break leaf;
            }
            self.trail.push(&position);
        };
        let result = match leaf {
            Leaf::Value(value) => self.result(&position, to_first(&position, value)),
            Leaf::Open => self.play_out(position)?,
        };
        self.tree.back_up(&self.path, &self.movers, result, end);
        Some(())
    }

    fn step(&mut self, node: usize, position: &P) -> Option<()> {
        self.budget.enter()?;
        self.report.seldepth = self.report.seldepth.max(self.path.len() as u32);
        self.path.push(node);
        self.movers.push(position.turn());
        Some(())
    }

    /// The value, for the side to move, of a node at which simulations end.
    fn settled(&self, node: usize, position: &P) -> Option<i32> {
        let node = &self.tree.nodes[node];
        if node.repeated {
            Some(self.evaluator.terminal(position, position.endless()))
        } else {
            node.span.is_solved().then(|| to_first(position, node.span.low))
        }
    }

    /// Judges a node that is entered for the first time.
    fn first_visit(&mut self, node: usize, position: &P) -> (Leaf, Span) {
        let exactly = |value| (Leaf::Value(value), Span::exactly(to_first(position, value)));
        if let Some(outcome) = position.outcome() {
            return exactly(self.evaluator.terminal(position, outcome));
        }
        if self.trail.repeat(position).is_some() {
            self.tree.nodes[node].repeated = true;
            let value = self.evaluator.terminal(position, position.endless());
            return (Leaf::Value(value), self.tree.nodes[node].span);
        }
        let is_plain = position.endless_is_uniform() && self.trail.is_fresh(position);
        let known = if is_plain { self.oracle.probe(position) } else { None };
        if let Some(exact) = known.filter(|exact| fits_quiet_limit(position, exact.distance)) {
            self.report.oracle_hits += 1;
            return exactly(exact.future + self.evaluator.banked(position));
        }
        (Leaf::Open, span_of(self.evaluator, position))
    }

    /// Lists the moves of a leaf, in random order. Says no if there is no room.
    fn expand(&mut self, node: usize, position: &P) -> bool {
        position.distinct_moves(&mut self.moves);
        for last in (1..self.moves.len()).rev() {
            self.moves.swap(last, self.rng.random_range(0..=last));
        }
        let span = span_of(self.evaluator, position);
        self.tree.expand(node, &self.moves, span)
    }

    /// Plays random moves to the end, or to the cap and then asks the evaluator.
    fn play_out(&mut self, from: P) -> Option<Sample> {
        let mut position = from;
        for _ in 0..self.options.playout_plies {
            let rng = &mut self.rng;
            let Some(next) = position.random_child(&mut |n| rng.random_range(0..n)) else { break };
            self.budget.enter()?;
            position = next;
        }
        let value = match position.outcome() {
            Some(outcome) => self.evaluator.terminal(&position, outcome),
            None => self.evaluator.evaluate(&position),
        };
        Some(self.result(&position, to_first(&position, value)))
    }

    fn result(&self, position: &P, value: i32) -> Sample {
        let expected = self.evaluator.expected(to_first(position, value));
        let expected = if position.turn() == Player::First { expected } else { 1.0 - expected };
        Sample { value, expected }
    }

    fn tell(&mut self, root: &P) {
        self.report.nodes = self.budget.nodes();
        self.report.time = self.budget.time();
        self.report.proven = self.tree.nodes[ROOT].span.is_solved();
        let ranked = self.tree.ranked(ROOT, root.turn());
        self.report.lines = ranked.iter().take(self.wanted).map(|&child| self.line(root, child)).collect();
        self.report.depth = self.report.lines.first().map_or(0, |line| line.pv.len() as u32);
        self.observer.progress(&self.report);
    }

    fn line(&self, root: &P, child: usize) -> Line<P::Move> {
        let node = &self.tree.nodes[child];
        let span = node.span.seen_by(root.turn());
        let expected = match span.is_solved() {
            true => self.evaluator.expected(span.low),
            false => node.mean_expected(root.turn()),
        };
        let score = match self.evaluator.unit() {
            _ if node.visits == 0 => self.evaluator.evaluate(root),
            Unit::Seeds => node.mean_value(root.turn()).round() as i32,
            Unit::Expectation => self.value_expecting(expected, span),
        };
        Line {
            mv: node.mv,
            score: score.clamp(span.low, span.high),
            expected,
            proven: span.is_solved(),
            pv: self.pv(root, child),
            visits: Some(u64::from(node.visits)),
        }
    }

    /// The lowest value of the span that expects so much, by bisection.
    fn value_expecting(&self, expected: f64, span: Span) -> i32 {
        let (mut low, mut high) = (span.low, span.high);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.evaluator.expected(middle) >= expected {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }

    fn pv(&self, root: &P, child: usize) -> Vec<P::Move> {
        let mut pv = vec![self.tree.nodes[child].mv];
        let (mut node, mut position) = (child, root.play_unchecked(pv[0]));
        while let Some(&next) = self.tree.ranked(node, position.turn()).first() {
            if self.tree.nodes[next].visits == 0 {
                break;
            }
            node = next;
            position = position.play_unchecked(self.tree.nodes[node].mv);
            pv.push(self.tree.nodes[node].mv);
        }
        pv
    }
}
