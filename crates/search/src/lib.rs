//! Search for two-player games, blind to which game it is: everything goes through [`grenier_core::Position`] and an
//! [`Evaluator`]. Games are named in [`eval`] only.
//!
//! - [`alphabeta`]: iterative deepening alpha-beta with a transposition table;
//! - [`mcts`]: Monte Carlo tree search that proves values by score bounds;
//! - [`proof`]: exact values of positions, with cycles;
//! - [`minimax()`]: the plain reference that the others must equal.
//!
//! All of them answer a [`Request`] with a [`Report`]. A node is one position entered by the search. With a seed, a node
//! limit and one thread everything is reproducible. Threads are started only by searchers that were asked for more than
//! one (feature `rayon`). This crate reads no files; it looks at a clock only to keep a time limit.
//!
//! ```
//! use grenier_core::{Game, Notation, kpe::Kpe};
//! use grenier_search::{AlphaBeta, Evaluator, Limits, Request, Searcher, Silent};
//!
//! // Two seeds are left, and neither side can win one of them.
//! let position = Kpe::parse_fields(Default::default(), "0-0-1-0-0-0-0-1-26-20-S -")?;
//! let mut search = AlphaBeta::with_table(1)?;
//! let report = search.search(&Game::new(position), &Request::new(Limits::depth(30)), &mut Silent);
//! let best = &report.lines[0];
//! assert!(report.proven);
//! assert_eq!(best.mv.to_string(), "C");
//! assert_eq!(search.evaluator().score(best.score, best.proven).to_string(), "6");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod alphabeta;
pub mod eval;
mod limits;
pub mod mcts;
mod minimax;
mod oracle;
pub mod params;
pub mod proof;
mod report;
mod score;
mod searcher;
mod trail;
mod tt;
mod window;

pub use alphabeta::AlphaBeta;
#[cfg(feature = "rayon")]
pub use alphabeta::NoThreads;
pub use eval::{Evaluated, Evaluator, Resting};
pub use limits::{Budget, Limits, Team};
pub use mcts::Mcts;
pub use minimax::{Values, minimax};
pub use oracle::{Exact, NoOracle, Oracle};
pub use params::{Param, ParamError, Params};
pub use report::{Line, Observer, Report, Silent, Stop};
pub use score::{INFINITE, Score, UNIT, Unit};
pub use searcher::{Request, Searcher};
pub use tt::{Bound, Entry, Known, NoMemory, Table};
