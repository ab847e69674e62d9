//! Sessions: a searcher of the right kind for a game, and what it finds in the words of front ends.

use grenier_core::Game;
use grenier_search::{AlphaBeta, Mcts, NoMemory, Observer, Report, Request, Searcher};

use crate::Playable;

/// The kinds of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EngineKind {
    /// Alpha-beta with a transposition table.
    AlphaBeta,
    /// Monte-Carlo tree search.
    Mcts,
}

impl EngineKind {
    /// Both kinds.
    pub const ALL: [EngineKind; 2] = [EngineKind::AlphaBeta, EngineKind::Mcts];

    /// The word that names the kind on a command line: `ab` or `mcts`.
    pub const fn word(self) -> &'static str {
        match self {
            EngineKind::AlphaBeta => "ab",
            EngineKind::Mcts => "mcts",
        }
    }
}

/// How an engine is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The kind of search; `None` for the game's own.
    pub engine: Option<EngineKind>,
    /// Memory for the transposition table or the tree, in megabytes.
    pub hash: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { engine: None, hash: 64 }
    }
}

/// An engine that is ready to analyse games of type `P`.
pub struct Session<P: Playable> {
    kind: EngineKind,
    searcher: Box<dyn Searcher<P>>,
}

impl<P: Playable> Session<P> {
    /// Sets up an engine.
    ///
    /// # Errors
    /// [`NoMemory`] if the system does not give the memory of the settings.
    pub fn new(settings: &Settings) -> Result<Session<P>, NoMemory> {
        let kind = settings.engine.unwrap_or(P::ENGINE);
        let searcher: Box<dyn Searcher<P>> = match kind {
            EngineKind::AlphaBeta => Box::new(AlphaBeta::<P, P::Evaluator>::with_table(settings.hash)?),
            EngineKind::Mcts => Box::new(Mcts::with_memory::<P>(settings.hash)),
        };
        Ok(Session { kind, searcher })
    }

    /// The kind of search in use.
    pub fn kind(&self) -> EngineKind {
        self.kind
    }

    /// Searches the current position of `game`.
    pub fn analyse(
        &mut self,
        game: &Game<P>,
        request: &Request<'_, P::Move>,
        observer: &mut dyn Observer<P::Move>,
    ) -> Report<P::Move> {
        self.searcher.search(game, request, observer)
    }

    /// Forgets what earlier searches learnt, so that the next answer does not depend on them.
    pub fn forget(&mut self) {
        self.searcher.forget();
    }
}
