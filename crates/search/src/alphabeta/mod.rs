//! Iterative deepening alpha-beta: principal variation search, fail-soft, with a transposition table, on one thread or
//! several.
//!
//! # The tree
//! Each iteration searches a ply deeper, at the root within a window around the value of the last one. At a node the
//! first move gets the whole window, the others an empty one. Moves come in this order: the table's, then captures, then
//! the rest, both by what the evaluator says of the position behind them. (Killers and the history heuristic were tried:
//! they made trees larger.) The children of a node of depth one are judged at once, without a node of their
//! own: they are most of the tree.
//!
//! The table holds nodes of two plies and more. A line of memory that is not in the cache costs more than all other work
//! at a node, so every child's line is sent for when the child is made; looking up shallower nodes as well was measured to
//! lose a quarter of the speed for one node in two hundred.
//!
//! What is cut without being searched is cut by the window, by arithmetic (nobody can take more than what lies in the
//! pits) or by a theorem, unless [`Options::lmr_depth`] or [`Options::quiescence`] say otherwise: with both off, every
//! value equals that of [plain minimax](crate::minimax()). What each technique is worth stands in `docs/alphabeta.md` of
//! this crate.
//!
//! # Proofs
//! - Every node's claim says whether it is proven, on which ply of the path it rests by repetition or quiet limit,
//!   and how many plies its proof takes. Claims that rest on the path are not stored (graph-history interaction;
//!   Campbell, "The graph-history interaction: on ignoring position history", 1985); their best move is.
//! - A claim that rests on a repetition of the node itself holds on every path: endless play has one value
//!   ([`Position::endless_is_uniform`]), and who can force it once can force it again. Where it has no such value,
//!   nothing that rests on a repetition is called proven. What remains is finite: the shortest way to force a result
//!   visits no position twice, so such proofs hold on every path too.
//! - A stored proof counts only if its plies fit in what is left of the quiet limit; near the limit the counter becomes
//!   part of the key.
//! - In a cyclic game, estimates in the table can support each other in a circle for ever. An iteration that met
//!   estimates in the table but made none itself is followed by iterations that trust their own estimates only.
//! - What rests on the root's coming again is true of the root, but not always of the move: such lines are called proven
//!   only where it makes no difference, and a search for several lines may end without a proof of all.
//! - Positions that the game's history has worn out (their next occurrence ends the game) end the line. While there
//!   are any, stored values prove nothing for positions from which they could be reached.

mod claim;
mod frame;
mod frontier;
mod lines;
mod node;
mod order;
mod quiescence;
mod root;
#[cfg(feature = "rayon")]
mod threads;
mod worker;

use grenier_core::{Game, Position};

use crate::eval::{Evaluated, Evaluator};
#[cfg(feature = "rayon")]
use crate::limits::Team;
use crate::limits::{Budget, Limits};
use crate::oracle::{NoOracle, Oracle};
use crate::params::params;
use crate::report::{Observer, Report};
use crate::searcher::{Request, Searcher, root_moves};
use crate::trail::Trail;
use crate::tt::{NoMemory, Table};
use frame::Frame;
use root::Root;
#[cfg(feature = "rayon")]
pub use threads::NoThreads;
#[cfg(feature = "rayon")]
use threads::{Crew, Split, search_lazily};
use worker::{Shared, Worker};

/// The deepest iteration, in plies.
pub const MAX_DEPTH: u32 = 250;

params! {
    /// Parts of the search that can be switched off, and its numbers; the values must not change.
    pub struct Options {
        /// Use the transposition table.
        table: bool = true, 0..=1;
        /// Cut by arithmetic bounds.
        bounds: bool = true, 0..=1;
        /// Order the moves.
        ordering: bool = true, 0..=1;
        /// Search all moves but the first with an empty window at first.
        pvs: bool = true, 0..=1;
        /// The least depth of nodes that are looked up in the table and stored there.
        table_depth: u32 = 2, 1..=100;
        /// The least depth of nodes at which the table is asked about all children before one is searched.
        etc: u32 = 4, 2..=1000;
        /// The least depth of nodes whose moves are ordered by what the evaluator says of the positions behind them.
        order_eval: u32 = 2, 1..=1000;
        /// The least depth of nodes whose late moves are searched a ply less deeply at first.
        lmr_depth: u32 = 3, 2..=1000;
        /// The number of moves of a node before those.
        lmr_moves: u32 = 2, 1..=1000;
        /// Follow captures beyond the horizon.
        quiescence: bool = true, 0..=1;
        /// With several threads: share out the root's moves, rather than let every thread search by itself.
        root_splitting: bool = false, 0..=1;
        /// Half the width of the window around the last iteration's value, in hundredths; 0 for none.
        aspiration: u32 = 50, 0..=10000;
        /// Judge repetition. Without it cyclic games need a depth limit.
        repetition: bool = true, 0..=1;
        /// Ask the oracle.
        oracle: bool = true, 0..=1;
        /// Use table entries of exactly the depth that is asked for, proven or not: values are then those of minimax at
        /// that depth.
        exact_depth_only: bool = false, 0..=1;
    }
}

impl Options {
    /// The same without what is selective: every value then equals that of [plain minimax](crate::minimax()) at the same
    /// depth, if [`exact_depth_only`](Options::exact_depth_only) is set as well.
    #[must_use]
    pub const fn full_width(self) -> Options {
        Options { lmr_depth: u32::MAX, quiescence: false, ..self }
    }
}

/// The alpha-beta searcher.
///
/// One searcher serves one game under one preset at a time; it forgets when the rules change.
pub struct AlphaBeta<P: Position, E, O = NoOracle> {
    evaluator: E,
    oracle: O,
    options: Options,
    table: Table,
    frames: Vec<Frame<P>>,
    rules: Option<P::Rules>,
    #[cfg(feature = "rayon")]
    crew: Option<Crew<P>>,
}

impl<P: Evaluated> AlphaBeta<P, P::Evaluator> {
    /// A searcher with the game's own evaluator, no oracle, and a table of so many megabytes.
    ///
    /// # Errors
    /// [`NoMemory`] if the system does not give so much.
    pub fn with_table(megabytes: usize) -> Result<Self, NoMemory> {
        let table = Table::new(megabytes)?;
        Ok(AlphaBeta::new(P::Evaluator::default(), NoOracle, table, P::alphabeta()))
    }
}

impl<P: Position, E: Evaluator<P>, O: Oracle<P>> AlphaBeta<P, E, O> {
    /// A searcher of these parts.
    pub fn new(evaluator: E, oracle: O, table: Table, options: Options) -> Self {
        AlphaBeta {
            evaluator,
            oracle,
            options,
            table,
            frames: Vec::new(),
            rules: None,
            #[cfg(feature = "rayon")]
            crew: None,
        }
    }

    /// Searches on so many threads, at least one. Only one gives the same answer every time.
    ///
    /// # Errors
    /// [`NoThreads`] if the system does not give so many.
    #[cfg(feature = "rayon")]
    pub fn set_threads(&mut self, threads: usize) -> Result<(), NoThreads> {
        self.crew = if threads > 1 { Some(Crew::new(threads)?) } else { None };
        Ok(())
    }

    /// What is asked for exact values; another oracle may take its place between two searches.
    pub fn oracle_mut(&mut self) -> &mut O {
        &mut self.oracle
    }

    /// The evaluator in use.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    fn prepare(&mut self, rules: P::Rules, limits: &Limits) {
        if self.rules.replace(rules).is_some_and(|before| before != rules) {
            self.table.clear();
        }
        self.table.next_age();
        if self.options.table {
            self.table.make_ready(limits.nodes);
        }
    }
}

impl<P, E, O> Searcher<P> for AlphaBeta<P, E, O>
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
        let position = game.position();
        let moves = if game.result().is_some() { Vec::new() } else { root_moves(position, request) };
        if moves.is_empty() {
            return Report::over();
        }
        // The clock runs while the table is made ready.
        let budget = Budget::new(request.limits, request.stop);
        self.prepare(position.rules(), &request.limits);
        let shared = Shared {
            evaluator: &self.evaluator,
            oracle: self.options.oracle.then_some(&self.oracle),
            table: self.options.table.then_some(&self.table),
            options: &self.options,
        };
        let worker =
            |memory, observer, budget| Worker::new(shared, memory, Trail::new(game), budget, observer);
        let is_restricted = !request.moves.is_empty();
        let root = |worker| Root::new(worker, position, &moves, is_restricted, request.multipv.max(1));
        #[cfg(feature = "rayon")]
        if let Some(Crew { pool, frames }) = &mut self.crew {
            let team = Team::default();
            let mut first = root(worker(&mut self.frames, Some(observer), budget.clone().shared(&team)));
            let others = frames.iter_mut().map(|frames| worker(frames, None, budget.clone().shared(&team)));
            if self.options.root_splitting {
                first.split = Some(Split { pool, workers: others.collect() });
                return first.deepen();
            }
            let others = others.map(root).collect();
            return search_lazily(pool, &team, first, others);
        }
        root(worker(&mut self.frames, Some(observer), budget)).deepen()
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}
