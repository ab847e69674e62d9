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
        let (end, sample) = self.descend()?;
        self.back_up(end, sample);
        Some(())
    }

    /// Chooses moves until the simulation ends: at which node, if there is one, and with which result.
    fn descend(&mut self) -> Option<(u32, Sample)> {
        let mut number = self.tree.root;
        loop {
            let edge = self.tree.select(number, &self.taste);
            self.path.push(Step { node: number, edge });
            self.budget.enter()?;
            let Edge { mv, mut child, span, .. } = self.tree.edges[edge];
            if child >= END {
                if span.is_solved() {
                    return Some((NONE, self.exactly(span.low)));
                }
                let position = self.tree.node(number).position.play_unchecked(mv);
                let key = position.key();
                match self.tree.find(&position, key) {
                    Some(known) => child = known,
                    None => return self.visit(position, key),
                }
            }
            let Node { position, key, epoch, span, .. } = self.tree.node(child);
            if self.repeats(position, *key, *epoch) {
                return Some((NONE, self.endless(position)));
            }
            if span.is_solved() {
                let sample = self.exactly(span.low);
                self.tree.edges[edge].child = child;
                return Some((child, sample));
            }
            self.tree.edges[edge].child = child;
            number = child;
        }
    }

    /// The first simulation through a position.
    fn visit(&mut self, position: P, key: u64) -> Option<(u32, Sample)> {
        let epoch = position.epoch();
        if self.repeats(&position, key, epoch) {
            return Some((NONE, self.endless(&position)));
        }
        let (node, sample) = match self.ask(&position, epoch) {
            Some(value) => {
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
        Some((self.link(node), sample))
    }

    /// The exact value of a position by the oracle, for the first player.
    fn ask(&mut self, position: &P, epoch: u32) -> Option<i32> {
        if !position.endless_is_uniform() || !self.history.is_fresh(epoch) {
            return None;
        }
        let exact = self.oracle.probe(position)?;
        if !fits_quiet_limit(position, exact.distance) {
            return None;
        }
        self.oracle_hits += 1;
        Some(to_first(position, exact.future + self.evaluator.banked(position)))
    }

    /// Adds the new node, with the edges made for it, at the end of the path. There may be no room for it.
    fn link(&mut self, node: Node<P>) -> u32 {
        let Some(number) = self.tree.add(node, &self.edges) else { return NONE };
        let edge = &mut self.tree.edges[self.path.last().expect("an edge led here").edge];
        edge.child = number;
        // If the node was dropped for want of room, or found none, what its edge remembers is its past.
        let (span, visits, expected) = (edge.span, edge.visits, f64::from(edge.mean));
        let node = &mut self.tree.nodes[number as usize];
        node.span = node.span.and(span);
        node.recall(expected, visits);
        self.tree.derive(number);
        number
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
        // Where history has worn positions out, images of each other may be worth different things.
        if self.moves.len() >= self.options.fold as usize && self.history.is_fresh(position.epoch()) {
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
            self.tree.nodes[end as usize].add(sample);
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
            self.tree.nodes[step.node as usize].add(sample);
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
