//! Monte Carlo tree search that proves values by score bounds.
//!
//! TODO

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
    /// Parameters of the search, set by hand.
    pub struct Options {
        /// Weight of the confidence term.
        exploration: f64 = 0.6, 0..=10;
        /// How much worse than estimated a child without visits counts.
        reduction: f64 = 0.0, -1..=1;
        /// Plies of a playout before the evaluator is asked; 0 for none.
        playout_plies: u32 = 0, 0..=1000;
        /// Weight of the minimax value of estimates against the mean of simulations.
        minimax: f64 = 0.4, 0..=1;
        /// Moves from which on a position's own symmetries fold them.
        fold: u32 = 48, 0..=1000;
        /// experiment
        x: f64 = 0.0, -10..=10;
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
        let mut search =
            Mcts { evaluator, oracle, options, megabytes, trees: Vec::new(), history: None };
        search.set_threads(1);
        search
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
