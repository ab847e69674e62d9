//! Sessions: a searcher of the right kind for a game, and what it finds in the words of front ends.

use grenier_core::Game;
use grenier_search::{AlphaBeta, Evaluator, Observer, Report, Request, Score, Searcher};

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
    evaluator: P::Evaluator,
}

impl<P: Playable> Session<P> {
    /// Sets up an engine.
    pub fn new(settings: &Settings) -> Session<P> {
        let kind = settings.engine.unwrap_or(P::ENGINE);
        let searcher: Box<dyn Searcher<P>> = match kind {
            EngineKind::AlphaBeta => Box::new(AlphaBeta::<P, P::Evaluator>::with_table(settings.hash)),
            EngineKind::Mcts => Box::new(AlphaBeta::<P, P::Evaluator>::with_table(settings.hash)),
        };
        Session { kind, searcher, evaluator: P::Evaluator::default() }
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

    /// A whole value of `game`'s position as the score that is shown: in the mancalas the *future* difference, which
    /// does not depend on the stores.
    pub fn score(&self, game: &Game<P>, value: i32, proven: bool) -> Score {
        self.evaluator.score(value - self.evaluator.banked(game.position()), proven)
    }

    /// The difference that the final stores are expected to have (mancalas), else `None`.
    pub fn final_score(&self, value: i32) -> Option<Score> {
        let score = self.evaluator.score(value, false);
        matches!(score, Score::Seeds(_)).then_some(score)
    }

    /// The word for the unit of scores.
    pub fn unit(&self) -> &'static str {
        self.evaluator.unit().word()
    }
}
