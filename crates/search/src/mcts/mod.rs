//! Monte Carlo tree search on a graph of positions, with values proven by score bounds.
//!
//! Upper confidence bounds choose the way through the graph. A position that is new is judged once: every child gets
//! an estimate by the evaluator, or its exact value if the game ends there, and the best of them is what the simulation
//! brings back, unless playouts are wanted: then random moves go on from the new position. Two numbers are kept of
//! what lies below a position, the mean result of the simulations and the minimax value of the estimates; moves are
//! chosen by a mixture of both (M. Lanctot et al., "Monte Carlo tree search with heuristic evaluations using implicit
//! minimax backups", 2014). Results lie between 0 and 1 in every game; mean values are what the mancalas report, in
//! seeds. In games that are shown by expectation the score is the value whose expectation is the mean result.
//!
//! # Proofs
//! Every node holds bounds of its exact value, narrowed from the ends of the game upwards; what cannot beat what is
//! proven is no longer tried, and a root whose bounds meet ends the search (T. Cazenave and A. Saffidine, "Score
//! bounded Monte-Carlo tree search", 2010).
//!
//! Paths that lead to one position share its node, statistics and bounds. That is sound although the games go round in
//! circles:
//! - A node stands for the whole [`Position`], stores and quiet counter included, not for its key. A value near the
//!   quiet limit can thus never serve a position that is further from it, or nearer to it.
//! - A bound comes from arithmetic, the end of the game, the oracle, or earlier bounds of the children; none comes from
//!   a repetition. Following at each node the bound's first derivation one only ever meets older ones: play by a proof
//!   reaches the end in finitely many moves and never meets the same node twice, whatever way led to it. (The same
//!   board may come again with a higher counter; whoever has a proof there has it with the lower counter too, since the
//!   limit is worth what endless play is worth.)
//! - Positions that the game's history has worn out, and the root itself, end every simulation that reaches them with
//!   the value of endless play, have no children here, and prove nothing: a proof holds in this very game.
//! - Any other repetition on the path ends a simulation with the value of endless play too. That goes into the
//!   statistics of the path alone.
//!
//! A game without quiet limit may have positions that no finite play decides: give a limit.
//!
//! # Memory
//! The tree is kept for the next search. If that begins at a position of the tree, the part below goes on, with its
//! statistics, and the bounds of its epoch are derived anew, because they may rest on the new root; if history has worn
//! out more than before, nothing is kept. [`forget`](Searcher::forget) drops the tree.
//!
//! Nodes and edges take at most the bytes given. When they are full, the nodes with the fewest simulations are dropped
//! until half is free; what their parents know of them stays. If even that is not possible no node is added any more,
//! and simulations end at the edge of what there is. For a moment of that clean-up, a few bytes a node come on top.
//!
//! # Threads
//! Each thread has a tree of its own, with its share of memory and nodes and a seed of its own; visits are added up,
//! bounds are put together (root parallelism: T. Cazenave and N. Jouandeau, "On the parallelization of UCT", 2007).
//! It needs no locks, and a search with a node limit gives the same answer every time.
//!
//! # Symmetry
//! Of moves that symmetries of the position itself map to each other one is kept. That is tried where there are many
//! moves only, the first placements, and not where history has worn positions out.

mod answer;
mod compact;
mod fold;
mod history;
mod random;
mod run;
mod span;
mod tree;
mod worker;

use grenier_core::{Game, Position, Symmetric};

use crate::eval::{Evaluated, Evaluator};
use crate::limits::Budget;
use crate::oracle::{NoOracle, Oracle};
use crate::params::params;
use crate::report::{Observer, Report};
use crate::searcher::{Request, Searcher, root_moves};
use history::History;
use run::{Search, share};
use tree::Tree;
use worker::Worker;

params! {
    /// Parameters of the search, set by matches (crates/search/docs/mcts.md).
    pub struct Options {
        /// Weight of the confidence term.
        exploration: f64 = 0.12, 0..=10;
        /// How much worse than estimated a child without visits counts.
        reduction: f64 = 0.0, -1..=1;
        /// Plies of a playout before the evaluator is asked; 0 for none.
        playout_plies: u32 = 0, 0..=1000;
        /// Weight of the minimax value of estimates against the mean of simulations.
        minimax: f64 = 0.4, 0..=1;
        /// Moves from which on a position's own symmetries fold them.
        fold: u32 = 48, 0..=1000;
    }
}

/// The Monte Carlo searcher.
pub struct Mcts<P: Position, E, O = NoOracle> {
    evaluator: E,
    oracle: O,
    options: Options,
    megabytes: usize,
    /// One for each thread.
    trees: Vec<Tree<P>>,
    /// What forbade proofs when the trees grew.
    history: Option<History<P>>,
}

impl<P: Position, E> Mcts<P, E> {
    /// A searcher with the evaluator and the parameters given, no oracle, and a tree of so many megabytes.
    pub fn plain(evaluator: E, options: Options, megabytes: usize) -> Mcts<P, E> {
        Mcts::new(evaluator, NoOracle, options, megabytes)
    }

    /// A searcher with the game's own evaluator, no oracle, and a tree of so many megabytes.
    pub fn with_memory(megabytes: usize) -> Mcts<P, E>
    where
        P: Evaluated<Evaluator = E>,
        E: Default,
    {
        Mcts::plain(E::default(), Options::default(), megabytes)
    }
}

impl<P: Position, E, O> Mcts<P, E, O> {
    /// A searcher of these parts, with a tree of so many megabytes.
    pub fn new(evaluator: E, oracle: O, options: Options, megabytes: usize) -> Mcts<P, E, O> {
        let mut search = Mcts { evaluator, oracle, options, megabytes, trees: Vec::new(), history: None };
        search.set_threads(1);
        search
    }

    /// What is asked for exact values; another oracle may take its place between two searches.
    pub fn oracle_mut(&mut self) -> &mut O {
        &mut self.oracle
    }

    /// Searches on so many threads, at least one, each with a tree of its own in its share of the memory. What was
    /// learnt before is forgotten.
    pub fn set_threads(&mut self, threads: usize) {
        let threads = threads.max(1);
        let bytes = (self.megabytes << 20) / threads;
        self.trees = (0..threads).map(|_| Tree::new(bytes)).collect();
        self.history = None;
    }

    /// The evaluator in use.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// Forgets the trees if they are of no use for a game with this history and these root moves.
    fn prepare(&mut self, history: &History<P>, is_restricted: bool) {
        let fits = self.history.as_ref().is_some_and(|kept| kept.covers(history));
        if is_restricted || !fits {
            self.clear();
        }
        self.history = Some(history.clone());
    }

    fn clear(&mut self) {
        self.trees.iter_mut().for_each(Tree::clear);
        self.history = None;
    }
}

impl<P, E, O> Searcher<P> for Mcts<P, E, O>
where
    P: Position + Symmetric,
    E: Evaluator<P> + Send,
    O: Oracle<P> + Send,
{
    fn search(
        &mut self,
        game: &Game<P>,
        request: &Request<'_, P::Move>,
        observer: &mut dyn Observer<P::Move>,
    ) -> Report<P::Move> {
        let history = History::of(game);
        self.prepare(&history, !request.moves.is_empty());
        let moves = if game.result().is_some() { Vec::new() } else { root_moves(game.position(), request) };
        if moves.is_empty() {
            return Report::over();
        }
        let asked: &[P::Move] = if request.moves.is_empty() { &[] } else { &moves };
        let threads = self.trees.len() as u64;
        let parts = (&self.evaluator, &self.oracle, &self.options);
        let worker = |(number, tree)| {
            let budget = Budget::new(share(request.limits, number, threads), request.stop);
            Worker::new(parts, &history, tree, budget, request.seed.wrapping_add(number))
        };
        let workers = (0..).zip(&mut self.trees).map(worker).collect();
        let wanted = request.multipv.max(1);
        let mut search = Search { workers, wanted, observer, report: Report::default() };
        let report = search.run(asked, moves[0]);
        if !asked.is_empty() {
            // A tree of some of the moves only is good for no other search.
            self.clear();
        }
        report
    }

    fn forget(&mut self) {
        self.clear();
    }
}
