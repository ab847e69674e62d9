//! One thread of a search: simulations on a tree of its own.

use grenier_core::{Player, Position, Symmetric};

use super::Options;
use super::fold::fold;
use super::history::History;
use super::random::Random;
use super::span::Span;
use super::tree::{END, Edge, NONE, Node, Sample, Taste, Tree, best_worth};
use crate::eval::Evaluator;
use crate::limits::Budget;
use crate::oracle::{Oracle, fits_quiet_limit};

/// A step of a simulation: the edge taken, and the node it leaves.
struct Step {
    node: u32,
    edge: usize,
}

/// A searching thread.
pub(super) struct Worker<'r, P: Position, E, O> {
    pub evaluator: &'r E,
    pub oracle: &'r O,
    pub options: &'r Options,
    pub history: &'r History<P>,
    pub tree: &'r mut Tree<P>,
    pub budget: Budget<'r>,
    pub seldepth: u32,
    pub oracle_hits: u64,
    random: Random,
    taste: Taste,
    /// Can no room be made any more?
    is_frozen: bool,
    /// Reused by every simulation.
    path: Vec<Step>,
    moves: Vec<P::Move>,
    edges: Vec<Edge<P::Move>>,
}

/// A value of the side to move as the first player sees it.
pub(super) fn to_first<P: Position>(position: &P, value: i32) -> i32 {
    if position.turn() == Player::First { value } else { -value }
}

impl<'r, P: Position + Symmetric, E: Evaluator<P>, O: Oracle<P>> Worker<'r, P, E, O> {
    pub fn new(
        (evaluator, oracle, options): (&'r E, &'r O, &'r Options),
        history: &'r History<P>,
        tree: &'r mut Tree<P>,
        budget: Budget<'r>,
        seed: u64,
    ) -> Worker<'r, P, E, O> {
        let taste = Taste {
            exploration: options.exploration as f32,
            reduction: options.reduction as f32,
            minimax: options.minimax as f32,
        };
        Worker {
            evaluator,
            oracle,
            options,
            history,
            tree,
            budget,
            seldepth: 0,
            oracle_hits: 0,
            random: Random::new(seed),
            taste,
            is_frozen: false,
            path: Vec::new(),
            moves: Vec::new(),
            edges: Vec::new(),
        }
    }

    /// Goes on from the kept tree if the root is in it, else begins a new one with the moves given, or all if there
    /// are none. Says no if the budget ends before.
    pub fn take_root(&mut self, moves: &[P::Move]) -> Option<()> {
        let position = *self.history.root();
        let key = position.key();
        let known = self.tree.find(&position, key).filter(|&node| self.tree.node(node).is_expanded());
        if let (Some(root), true) = (known, moves.is_empty()) {
            let evaluator = self.evaluator;
            self.tree.reroot(root, self.history, |position| span_of(evaluator, position));
            return Some(());
        }
        self.tree.clear();
        self.budget.enter()?;
        self.moves.clear();
        self.moves.extend_from_slice(moves);
        if moves.is_empty() {
            self.list_moves(&position);
        }
        let (node, _) = self.judge_moves(position, key)?;
        self.tree.root = self.tree.add(node, &self.edges).expect("the first node always finds room");
        self.tree.derive(self.tree.root);
        Some(())
    }

    /// Is there a root, or did the budget end before?
    pub fn has_root(&self) -> bool {
        self.tree.root != NONE
    }

    /// Is the root's value proven?
    pub fn is_solved(&self) -> bool {
        self.has_root() && self.tree.node(self.tree.root).span.is_solved()
    }

    /// Simulates until so many nodes more are entered, or the root's value is proven. Says no when the budget ends.
    pub fn run(&mut self, nodes: u64) -> bool {
        let end = self.budget.nodes() + nodes;
        while self.has_root() && self.budget.nodes() < end && !self.is_solved() {
            if self.tree.is_full && !self.is_frozen {
                self.is_frozen = !self.tree.make_room();
            }
            if self.simulate().is_none() {
                return false;
            }
        }
        self.has_root()
    }

    /// One simulation. If the budget ends in the midst of it, it leaves no trace in the statistics.
    fn simulate(&mut self) -> Option<()> {
        self.path.clear();
        self.budget.enter()?;
        let mut number = self.tree.root;
        loop {
            let edge = self.tree.select(number, &self.taste);
            self.path.push(Step { node: number, edge });
            self.budget.enter()?;
            let Edge { mv, child, span, .. } = self.tree.edges[edge];
            if child < END {
                let node = self.tree.node(child);
                if self.repeats(&node.position, node.key, node.epoch) {
                    let sample = self.endless(&self.tree.node(child).position);
                    return Some(self.back_up(NONE, sample));
                }
                if node.span.is_solved() {
                    let sample = self.exactly(node.span.low);
                    return Some(self.back_up(child, sample));
                }
                number = child;
                continue;
            }
            if child == END || span.is_solved() {
                let sample = self.exactly(span.low);
                return Some(self.back_up(NONE, sample));
            }
            let position = self.tree.node(number).position.play_unchecked(mv);
            let (key, epoch) = (position.key(), position.epoch());
            if self.repeats(&position, key, epoch) {
                let sample = self.endless(&position);
                return Some(self.back_up(NONE, sample));
            }
            match self.tree.find(&position, key) {
                Some(known) => {
                    self.tree.edges[edge].child = known;
                    if self.tree.node(known).span.is_solved() {
                        let sample = self.exactly(self.tree.node(known).span.low);
                        return Some(self.back_up(known, sample));
                    }
                    number = known;
                }
                None => return self.visit(position, key, epoch),
            }
        }
    }

    /// The first simulation through a position.
    fn visit(&mut self, position: P, key: u64, epoch: u32) -> Option<()> {
        let is_plain = position.endless_is_uniform() && self.history.is_fresh(epoch);
        let known = if is_plain { self.oracle.probe(&position) } else { None };
        let (node, sample) = match known.filter(|exact| fits_quiet_limit(&position, exact.distance)) {
            Some(exact) => {
                self.oracle_hits += 1;
                let value = to_first(&position, exact.future + self.evaluator.banked(&position));
                self.edges.clear();
                let sample = self.exactly(value);
                (Node::new(position, key, Span::exactly(value), sample.expected as f32), sample)
            }
            None => {
                self.list_moves(&position);
                let (node, estimate) = self.judge_moves(position, key)?;
                let sample =
                    if self.options.playout_plies == 0 { estimate } else { self.play_out(position)? };
                (node, sample)
            }
        };
        let Some(number) = self.tree.add(node, &self.edges) else {
            return Some(self.back_up(NONE, sample));
        };
        let edge = &mut self.tree.edges[self.path.last().expect("an edge led here").edge];
        edge.child = number;
        // If the node was dropped for want of room, or found none, what its edge remembers is its past.
        let past = Sample { value: sample.value, expected: f64::from(edge.mean) };
        let (span, visits) = (edge.span, edge.visits);
        let node = &mut self.tree.nodes[number as usize];
        node.span = node.span.and(span);
        node.add(past, visits);
        self.tree.derive(number);
        Some(self.back_up(number, sample))
    }

    /// Does a position repeat one of the path, or one that the history has worn out?
    #[inline]
    fn repeats(&self, position: &P, key: u64, epoch: u32) -> bool {
        for step in self.path.iter().rev() {
            let node = self.tree.node(step.node);
            if node.epoch != epoch {
                return false;
            }
            if node.key == key && position.repeats(&node.position) {
                return true;
            }
        }
        self.history.bars(position, epoch)
    }

    /// Lists the moves to judge, in random order.
    fn list_moves(&mut self, position: &P) {
        position.distinct_moves(&mut self.moves);
        if self.moves.len() >= self.options.fold as usize {
            fold(position, &mut self.moves);
        }
        self.random.shuffle(&mut self.moves);
    }

    /// Makes edges of the moves listed, each with an estimate of what it leads to, and the node they belong to.
    fn judge_moves(&mut self, position: P, key: u64) -> Option<(Node<P>, Sample)> {
        self.edges.clear();
        let mover = position.turn();
        let mut best = (f64::NEG_INFINITY, 0);
        for &mv in &self.moves {
            self.budget.enter()?;
            let child = position.play_unchecked(mv);
            let outcome = child.outcome();
            let value = match outcome {
                Some(outcome) => self.evaluator.terminal(&child, outcome),
                None => self.evaluator.evaluate(&child),
            };
            let value = to_first(&child, value);
            let expected = self.evaluator.expected(value);
            let (end, span) = match outcome {
                Some(_) => (END, Span::exactly(value)),
                None => (NONE, span_of(self.evaluator, &child)),
            };
            let worth = expected as f32;
            self.edges.push(Edge { mv, child: end, visits: 0, mean: worth, worth, span });
            let seen = if mover == Player::First { expected } else { -expected };
            if seen > best.0 {
                best = (seen, value);
            }
        }
        let worth = best_worth(&self.edges, mover);
        let sample = Sample { value: f64::from(best.1), expected: best.0.abs() };
        Some((Node::new(position, key, span_of(self.evaluator, &position), worth), sample))
    }

    /// Plays random moves to the end, or to the cap and then asks the evaluator.
    fn play_out(&mut self, from: P) -> Option<Sample> {
        let mut position = from;
        for _ in 0..self.options.playout_plies {
            let random = &mut self.random;
            let Some(next) = position.random_child(&mut |n| random.below(n)) else { break };
            self.budget.enter()?;
            position = next;
        }
        let value = match position.outcome() {
            Some(outcome) => self.evaluator.terminal(&position, outcome),
            None => self.evaluator.evaluate(&position),
        };
        Some(self.exactly(to_first(&position, value)))
    }

    fn endless(&self, position: &P) -> Sample {
        self.exactly(to_first(position, self.evaluator.terminal(position, position.endless())))
    }

    fn exactly(&self, value: i32) -> Sample {
        Sample { value: f64::from(value), expected: self.evaluator.expected(value) }
    }

    /// Adds a sample along the path, which ended at the node `end` or where there is none, and what has been proven.
    fn back_up(&mut self, end: u32, sample: Sample) {
        self.seldepth = self.seldepth.max(self.path.len() as u32);
        if end != NONE {
            self.tree.nodes[end as usize].add(sample, 1);
        }
        let mut below = end;
        for step in self.path.iter().rev() {
            let edge = &mut self.tree.edges[step.edge];
            edge.visits += 1;
            let mut changed = false;
            if below == NONE {
                edge.mean += (sample.expected as f32 - edge.mean) / edge.visits as f32;
            } else {
                let child = &self.tree.nodes[below as usize];
                edge.mean = child.mean() as f32;
                let known = (child.worth, edge.span.and(child.span));
                changed = (edge.worth, edge.span) != known;
                (edge.worth, edge.span) = known;
            }
            self.tree.nodes[step.node as usize].add(sample, 1);
            if changed {
                self.tree.derive(step.node);
            }
            below = step.node;
        }
    }
}

/// The arithmetic bounds of a position as the first player sees them.
pub(super) fn span_of<P: Position, E: Evaluator<P>>(evaluator: &E, position: &P) -> Span {
    let (low, high) = evaluator.bounds(position);
    Span { low, high }.seen_by(position.turn())
}
