//! Proof search: the exact value of a position, with all best moves, as a theorem.
//!
//! The value is that of a game without history, where endless play is worth [`Position::endless`]. No depth limits the
//! proof, and nothing in it rests on the path by which a position was reached. Where endless play has no value of its
//! own, or keys are not exact, there is nothing to prove ([`Unprovable`]).
//!
//! # How
//! The explored positions stand in memory as a graph, each with bounds of its future value that are theorems at every
//! moment. Two methods share it:
//!
//! - *Search*: depth-first proof-number search (A. Nagai 2002; A. Kishimoto, M. Winands, M. Müller, J.-T. Saito,
//!   "Game-tree search using proof numbers: the first twenty years", ICGA Journal 2012) for one question at a time, "is
//!   the value at least this?". Its numbers say where to look, and decide nothing. A cycle is a failure of the side
//!   that wants more than endless play; such failures become facts only as closed sets of positions (`closure`), which
//!   holds on every path. So the graph-history interaction, which Kishimoto and Müller (2004) handle by remembering
//!   paths, does not arise.
//! - *Layers*: retrograde analysis of all that can be reached of one epoch (`layer`), from the lowest epoch upwards.
//!   Layers of few seeds or pieces are dense, and a search comes to see half of their positions, at many levels each.
//!
//! The search goes first. Whenever it has looked at about half as many positions as the layers have cost, the next layer
//! is solved as a whole. So an easy proof costs little more than the search, a hard one little more than the layers,
//! and every proof ends: at the latest when the root's own layer is solved.
//!
//! # Quiet limits
//! Positions are told apart without their quiet counters, and a proof carries its greatest distance to the next
//! capture (its *rank*). It holds where the distance fits in what is left of the limit; that is checked at the root, at
//! its moves and behind every capture. A side that cannot get more than endless play without a limit cannot do so with
//! one. If a distance does not fit, or few plies are left from the start, positions are told apart by their counters
//! too, in the root's epoch or everywhere: then there are no cycles.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use grenier_core::{Notation, kpe::Kpe};
//! use grenier_search::proof::Prover;
//! use grenier_search::{Limits, NoOracle, eval};
//!
//! let position = Kpe::parse_fields(Default::default(), "0-0-1-0-0-0-3-0-24-20-S -")?;
//! let prover = Prover::new(eval::kpe::Eval::default(), NoOracle, 64);
//! let stop = AtomicBool::new(false);
//! let verdict = prover.prove(&position, Limits::default(), &stop, &mut |_| ())?;
//! assert_eq!(verdict.value.exact(), Some(200));
//! assert_eq!(verdict.best().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod closure;
mod graph;
mod layer;
mod line;
mod search;
mod store;
mod verdict;

use std::sync::atomic::AtomicBool;

use grenier_core::Position;

use crate::eval::{Evaluator, Resting};
use crate::limits::{Budget, Limits};
use crate::oracle::Oracle;
use graph::{Counted, Graph, Level};
use search::{Asker, Halt};
pub use verdict::{Bounds, Ended, Progress, Unprovable, Verdict};

/// Quiet plies left below which positions are told apart by their counters from the start.
const FEW_PLIES: u32 = 20;

/// Proves the values of positions.
#[derive(Clone, Copy, Debug)]
pub struct Prover<E, O> {
    evaluator: E,
    oracle: O,
    memory: usize,
    patience: u64,
}

impl<E, O> Prover<E, O> {
    /// Positions looked at before the first layer is solved as a whole.
    pub const PATIENCE: u64 = 2000;

    /// A prover that uses at most `megabytes` of memory.
    pub fn new(evaluator: E, oracle: O, megabytes: usize) -> Prover<E, O> {
        Prover { evaluator, oracle, memory: megabytes.saturating_mul(1 << 20), patience: Self::PATIENCE }
    }

    /// The same with a limit of so many bytes.
    #[must_use]
    pub fn with_bytes(self, memory: usize) -> Prover<E, O> {
        Prover { memory, ..self }
    }

    /// The same with another [`PATIENCE`](Self::PATIENCE). The verdicts are the same, the effort is not.
    #[must_use]
    pub fn with_patience(self, patience: u64) -> Prover<E, O> {
        Prover { patience, ..self }
    }

    /// Proves the value of `root` in a game without history.
    ///
    /// # Errors
    /// [`Unprovable`] if positions under these rules have no exact keys or no value independent of history.
    pub fn prove<P: Resting>(
        &self,
        root: &P,
        limits: Limits,
        stop: &AtomicBool,
        observer: &mut dyn FnMut(&Progress),
    ) -> Result<Verdict<P::Move>, Unprovable>
    where
        E: Evaluator<P>,
        O: Oracle<P>,
    {
        if !P::KEY_IS_EXACT {
            return Err(Unprovable::InexactKeys);
        }
        if !root.endless_is_uniform() {
            return Err(Unprovable::NoEndlessValue);
        }
        let mut budget = Budget::new(limits, stop);
        let mut counted = match P::QUIET_LIMIT {
            Some(limit) if root.quiet_plies() + FEW_PLIES > limit => Counted::Root,
            _ => Counted::None,
        };
        loop {
            let graph = Graph::new(&self.evaluator, &self.oracle, root, counted, self.memory);
            let mut run = Run { asker: Asker::new(graph, self.patience), root: *root, budget, observer };
            let verdict = run.prove();
            if counted == Counted::All || matches!(verdict.ended, Ended::Limit(_)) || !run.needs_counters() {
                return Ok(verdict);
            }
            // Proofs behind a capture that take too long need counters everywhere.
            let is_root_only = counted == Counted::None && !run.asker.graph.is_too_slow;
            counted = if is_root_only { Counted::Root } else { Counted::All };
            budget = run.budget;
        }
    }
}

/// One proof under way.
struct Run<'a, 'o, P: Position, E, O> {
    asker: Asker<'a, P, E, O>,
    root: P,
    budget: Budget<'a>,
    observer: &'o mut dyn FnMut(&Progress),
}

impl<'a, P: Resting, E: Evaluator<P>, O: Oracle<P>> Run<'a, '_, P, E, O> {
    fn prove(&mut self) -> Verdict<P::Move> {
        let ended = match self.ask_everything() {
            Ok(()) if self.root.outcome().is_some() => Ended::Over,
            Ok(()) => Ended::Proven,
            Err(Halt::Memory) => Ended::Memory,
            Err(Halt::Budget) => Ended::Limit(self.budget.stopped().expect("the budget ended the search")),
        };
        let value = self.root_bounds();
        let moves = self.moves();
        let pv = if value.exact().is_some() { self.line() } else { Vec::new() };
        Verdict {
            value,
            moves,
            pv,
            nodes: self.budget.nodes(),
            oracle_hits: self.asker.graph.oracle_hits,
            memory: self.asker.graph.bytes(),
            time: self.budget.time(),
            ended,
        }
    }

    /// Asks for the value of the root, then which moves keep it.
    fn ask_everything(&mut self) -> Result<(), Halt> {
        let root = self.asker.graph.place(&self.root)?;
        self.settle_value(root)?;
        if self.root.outcome().is_some() {
            return Ok(());
        }
        if !self.asker.graph.places[root].is_expanded() {
            self.budget.enter().ok_or(Halt::Budget)?;
            self.asker.graph.expand(root)?;
        }
        let value = self.asker.graph.places[root].low;
        for at in self.asker.graph.places[root].edges() {
            let edge = self.asker.graph.edges[at];
            self.ask(root, edge.child, edge.child_level(value))?;
        }
        Ok(())
    }

    /// Asks about levels until the bounds of the root meet: first near the estimate, then beside the last answer.
    fn settle_value(&mut self, root: u32) -> Result<(), Halt> {
        let mut level = (self.asker.graph.estimate(root).saturating_add(50)).div_euclid(100) as Level;
        loop {
            let place = &self.asker.graph.places[root];
            let (low, high) = (place.low, place.high);
            if low == high {
                return Ok(());
            }
            level = level.clamp(low + 1, high);
            let yes = self.ask(root, root, level)?;
            // Levels far from the value are settled fast, so that steps of one cost little.
            level = if yes { level + 1 } else { level - 1 };
        }
    }

    fn ask(&mut self, root: u32, place: u32, level: Level) -> Result<bool, Halt> {
        let observer = &mut *self.observer;
        self.asker.ask(place, level, &mut self.budget, &mut |graph, budget| {
            let place = &graph.places[root];
            observer(&Progress {
                value: bounds(graph.step(), place.low, place.high),
                nodes: budget.nodes(),
                memory: graph.bytes(),
                time: budget.time(),
            });
        })
    }

    fn root_bounds(&self) -> Bounds {
        let graph = &self.asker.graph;
        match graph.find(&self.root) {
            Some(root) => bounds(graph.step(), graph.places[root].low, graph.places[root].high),
            None => Bounds { low: i32::MIN, high: i32::MAX },
        }
    }

    /// The legal moves with their bounds.
    fn moves(&self) -> Vec<(P::Move, Bounds)> {
        let mut moves = Vec::new();
        self.root.for_each_child(&mut Vec::new(), |mv, child| {
            let (low, high) = self.seen(&self.root, &child);
            moves.push((mv, bounds(self.asker.graph.step(), low, high)));
        });
        moves
    }
}

fn bounds(step: i32, low: Level, high: Level) -> Bounds {
    Bounds { low: step * i32::from(low), high: step * i32::from(high) }
}
