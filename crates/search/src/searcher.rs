//! The one door through which front ends search.

use std::sync::atomic::AtomicBool;

use grenier_core::{Game, Position};

use crate::limits::Limits;
use crate::report::{Observer, Report};

static NEVER: AtomicBool = AtomicBool::new(false);

/// What is asked of a search.
#[derive(Clone, Debug)]
pub struct Request<'a, M> {
    /// When to stop.
    pub limits: Limits,
    /// Raised by another thread to stop at once.
    pub stop: &'a AtomicBool,
    /// The number of lines wanted, at least 1.
    pub multipv: usize,
    /// The only moves to consider at the root; all if empty. Illegal ones are ignored.
    pub moves: Vec<M>,
    /// The seed of whatever is random.
    pub seed: u64,
}

impl<M> Request<'static, M> {
    /// One line, all moves, seed 0, and a stop flag that nobody raises.
    pub fn new(limits: Limits) -> Request<'static, M> {
        Request { limits, stop: &NEVER, multipv: 1, moves: Vec::new(), seed: 0 }
    }
}

impl<'a, M> Request<'a, M> {
    /// The same with another stop flag.
    pub fn stopped_by<'b>(self, stop: &'b AtomicBool) -> Request<'b, M> {
        let Request { limits, multipv, moves, seed, .. } = self;
        Request { limits, stop, multipv, moves, seed }
    }

    /// The same with more lines.
    #[must_use]
    pub fn multipv(self, multipv: usize) -> Request<'a, M> {
        Request { multipv, ..self }
    }

    /// The same with these root moves only.
    #[must_use]
    pub fn moves(self, moves: Vec<M>) -> Request<'a, M> {
        Request { moves, ..self }
    }

    /// The same with another seed.
    #[must_use]
    pub fn seed(self, seed: u64) -> Request<'a, M> {
        Request { seed, ..self }
    }
}

/// Finds the best moves of a game in progress.
pub trait Searcher<P: Position>: Send {
    /// Searches the game's current position until a limit is reached or the value is proven.
    ///
    /// The same searcher in the same state gives the same answer to the same request, unless time or the flag stops it.
    fn search(
        &mut self,
        game: &Game<P>,
        request: &Request<'_, P::Move>,
        observer: &mut dyn Observer<P::Move>,
    ) -> Report<P::Move>;

    /// Forgets everything learnt in earlier searches.
    fn forget(&mut self);
}

/// The moves to consider at the root: distinct ones, or those asked for.
pub(crate) fn root_moves<P: Position>(position: &P, request: &Request<'_, P::Move>) -> Vec<P::Move> {
    let mut moves = Vec::new();
    if request.moves.is_empty() {
        position.distinct_moves(&mut moves);
    } else {
        position.legal_moves(&mut moves);
        moves.retain(|mv| request.moves.contains(mv));
    }
    moves
}
