//! Sessions: a searcher of the right kind for a game, and what it finds in the words of front ends.

use std::fmt;

use grenier_core::Game;
use grenier_search::{
    AlphaBeta, Mcts, NoMemory, NoOracle, NoThreads, Observer, Param, ParamError, Params, Report, Request,
    Searcher, Table, alphabeta, mcts,
};

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

    /// The kind that a word names.
    pub fn called(word: &str) -> Option<EngineKind> {
        EngineKind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// The parameters of the kind. Some games have other defaults: [`params_of`](EngineKind::params_of).
    pub fn params(self) -> Vec<Param> {
        match self {
            EngineKind::AlphaBeta => alphabeta::Options::table(),
            EngineKind::Mcts => mcts::Options::table(),
        }
    }

    /// The parameters of the kind, with the defaults of the game `P`.
    pub fn params_of<P: Playable>(self) -> Vec<Param> {
        match self {
            EngineKind::AlphaBeta => with_defaults(&P::alphabeta()),
            EngineKind::Mcts => with_defaults(&P::mcts()),
        }
    }

    /// Checks parameters without setting up an engine.
    ///
    /// # Errors
    /// [`ParamError`] as [`Session::new`] would give it.
    pub fn check(self, params: &[(String, String)]) -> Result<(), ParamError> {
        match self {
            EngineKind::AlphaBeta => changed(alphabeta::Options::default(), params).map(|_| ()),
            EngineKind::Mcts => changed(mcts::Options::default(), params).map(|_| ()),
        }
    }
}

/// How an engine is set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The kind of search; `None` for the game's own.
    pub engine: Option<EngineKind>,
    /// Memory for the transposition table or the tree, in megabytes.
    pub hash: usize,
    /// Threads of a search. Only one gives the same answer every time.
    pub threads: usize,
    /// Parameters of the search that differ from the defaults, by name.
    pub params: Vec<(String, String)>,
}

/// The most [`Settings::threads`] that front ends take: each has a stack of its own, and no machine has so many cores.
pub const MOST_THREADS: usize = 1024;

/// The most memory of a search, in megabytes: a terabyte.
pub const MOST_HASH: usize = 1 << 20;

impl Default for Settings {
    fn default() -> Settings {
        Settings { engine: None, hash: 64, threads: 1, params: Vec::new() }
    }
}

/// An engine cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// There is no memory for it.
    Memory(NoMemory),
    /// There are no threads for it.
    Threads(NoThreads),
    /// A parameter does not exist, or cannot have the value.
    Param(ParamError),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Memory(error) => error.fmt(f),
            SetupError::Threads(error) => error.fmt(f),
            SetupError::Param(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SetupError {}

impl From<NoMemory> for SetupError {
    fn from(error: NoMemory) -> SetupError {
        SetupError::Memory(error)
    }
}

impl From<NoThreads> for SetupError {
    fn from(error: NoThreads) -> SetupError {
        SetupError::Threads(error)
    }
}

impl From<ParamError> for SetupError {
    fn from(error: ParamError) -> SetupError {
        SetupError::Param(error)
    }
}

/// The table of parameters with the values of `options` as defaults.
fn with_defaults<O: Params>(options: &O) -> Vec<Param> {
    let own = |param: Param| Param { default: options.get(param.name).unwrap_or(param.default), ..param };
    O::table().into_iter().map(own).collect()
}

/// Parameters with some changed.
fn changed<O: Params>(mut options: O, params: &[(String, String)]) -> Result<O, ParamError> {
    params.iter().try_for_each(|(name, value)| options.set(name, value))?;
    Ok(options)
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
    /// [`SetupError`] if the system does not give the memory of the settings, or a parameter is wrong.
    pub fn new(settings: &Settings) -> Result<Session<P>, SetupError> {
        let kind = settings.engine.unwrap_or(P::ENGINE);
        let evaluator = P::Evaluator::default();
        let searcher: Box<dyn Searcher<P>> = match kind {
            EngineKind::AlphaBeta => {
                let options = changed(P::alphabeta(), &settings.params)?;
                let mut search = AlphaBeta::new(evaluator, NoOracle, Table::new(settings.hash)?, options);
                search.set_threads(settings.threads)?;
                Box::new(search)
            }
            EngineKind::Mcts => {
                let options = changed(P::mcts(), &settings.params)?;
                let mut search = Mcts::plain(evaluator, options, settings.hash);
                search.set_threads(settings.threads);
                Box::new(search)
            }
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
