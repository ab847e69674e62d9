//! Monte Carlo tree search that proves values by score bounds.
//!
//! Upper confidence bounds choose the way through the tree; a leaf is played out by random moves. What comes back is
//! the final value of the playout, in hundredths, and the result that it lets expect: results steer the search, since
//! they lie between 0 and 1 in every game; mean values are what the mancalas report, in seeds. In games that are shown
//! by expectation the score is the value whose expectation is the mean result.
//!
//! Every node holds bounds of its exact value, narrowed from the ends of the game upwards; what cannot beat what is
//! proven is no longer tried, and a root whose bounds meet ends the search (T. Cazenave and A. Saffidine, "Score
//! bounded Monte-Carlo tree search", 2010). The tree has no transpositions, so a node's history is that of its path
//! and its proof holds in this very game; a repetition ends a simulation with the value of endless play and never
//! proves anything. A tree with repetitions may thus never be solved: give a limit.
//!
//! Memory is bounded: when the arena is full no node gets children any more, and simulations go on from the leaves.

mod run;
mod tree;

use grenier_core::{Game, Position};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::eval::{Evaluated, Evaluator};
use crate::limits::Budget;
use crate::oracle::{NoOracle, Oracle};
use crate::params::params;
use crate::report::{Observer, Report};
use crate::searcher::{Request, Searcher, root_moves};
use crate::trail::Trail;
use run::{Run, span_of};
use tree::{Node, ROOT, Tree};

params! {
    /// Parameters of the search, set by hand.
    pub struct Options {
        /// Weight of the confidence term.
        exploration: f64 = 0.6, 0..=10;
        /// How much worse than its parent a child without visits counts.
        reduction: f64 = 0.1, -1..=1;
        /// Plies of a playout before the evaluator is asked.
        playout_plies: u32 = 120, 0..=1000;
    }
}

/// The Monte Carlo searcher.
pub struct Mcts<E, O = NoOracle> {
    evaluator: E,
    oracle: O,
    options: Options,
    megabytes: usize,
    threads: usize,
}

impl<E> Mcts<E> {
    /// A searcher with the evaluator and the parameters given, no oracle, and a tree of so many megabytes.
    pub fn plain(evaluator: E, options: Options, megabytes: usize) -> Mcts<E> {
        Mcts::new(evaluator, NoOracle, options, megabytes)
    }

    /// A searcher with the game's own evaluator, no oracle, and a tree of so many megabytes.
    pub fn with_memory<P: Evaluated<Evaluator = E>>(megabytes: usize) -> Mcts<E>
    where
        E: Default,
    {
        Mcts::plain(E::default(), Options::default(), megabytes)
    }
}

impl<E, O> Mcts<E, O> {
    /// A searcher of these parts, with a tree of so many megabytes.
    pub fn new(evaluator: E, oracle: O, options: Options, megabytes: usize) -> Mcts<E, O> {
        Mcts { evaluator, oracle, options, megabytes, threads: 1 }
    }

    /// Searches on so many threads, at least one. Only one gives the same answer every time.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// The evaluator in use.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }
}

impl<P, E, O> Searcher<P> for Mcts<E, O>
where
    P: Position,
    E: Evaluator<P> + Send,
    O: Oracle<P> + Send,
{
    fn search(
        &mut self,
        game: &Game<P>,
        request: &Request<'_, P::Move>,
        observer: &mut dyn Observer<P::Move>,
    ) -> Report<P::Move> {
        let root = game.position();
        let moves = if game.result().is_some() { Vec::new() } else { root_moves(root, request) };
        let Some(&first) = moves.first() else { return Report::over() };
        let span = span_of(&self.evaluator, root);
        let mut tree = Tree::new(self.megabytes << 20, Node::new(first, span));
        tree.expand(ROOT, &moves, span);
        let run = Run {
            evaluator: &self.evaluator,
            oracle: &self.oracle,
            options: &self.options,
            tree,
            trail: Trail::new(game),
            budget: Budget::new(request.limits, request.stop),
            observer,
            rng: Xoshiro256PlusPlus::seed_from_u64(request.seed),
            report: Report::default(),
            wanted: request.multipv.max(1),
            path: Vec::new(),
            movers: Vec::new(),
            moves: Vec::new(),
        };
        run.run(root)
    }

    fn forget(&mut self) {}
}
