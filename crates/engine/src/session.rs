//! Sessions: a searcher of the right kind for a game, and what it finds in the words of front ends.

use std::fmt;
use std::sync::Arc;

use grenier_core::Game;
use grenier_search::{
    AlphaBeta, Mcts, NoMemory, NoThreads, Observer, Param, ParamError, Params, Report, Request, Searcher,
    Table, alphabeta, mcts,
};

use crate::tables::{self, Answer, Known, Source, TablesError};
use crate::{ChoiceError, Playable, WeightsChoice};

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
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The kind of search; `None` for the game's own.
    pub engine: Option<EngineKind>,
    /// Memory for the transposition table or the tree, in megabytes.
    pub hash: usize,
    /// Threads of a search. Only one gives the same answer every time.
    pub threads: usize,
    /// Parameters of the search that differ from the defaults, by name.
    pub params: Vec<(String, String)>,
    /// Where exact values come from.
    pub tables: Source,
    /// The weights of the evaluator.
    pub weights: WeightsChoice,
}

/// The most [`Settings::threads`] that front ends take: each has a stack of its own, and no machine has so many cores.
pub const MOST_THREADS: usize = 1024;

/// The most memory of a search, in megabytes: a terabyte.
pub const MOST_HASH: usize = 1 << 20;

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            engine: None,
            hash: 64,
            threads: 1,
            params: Vec::new(),
            tables: Source::None,
            weights: WeightsChoice::default(),
        }
    }
}

/// An engine cannot be set up.
#[derive(Clone, Debug)]
pub enum SetupError {
    /// There is no memory for it.
    Memory(NoMemory),
    /// There are no threads for it.
    Threads(NoThreads),
    /// A parameter does not exist, or cannot have the value.
    Param(ParamError),
    /// The tables cannot be used.
    Tables(TablesError),
    /// The weights cannot be used.
    Weights(ChoiceError),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Memory(error) => error.fmt(f),
            SetupError::Threads(error) => error.fmt(f),
            SetupError::Param(error) => error.fmt(f),
            SetupError::Tables(error) => write!(f, "tables: {error}"),
            SetupError::Weights(error) => write!(f, "weights: {error}"),
        }
    }
}

impl std::error::Error for SetupError {}

impl From<NoMemory> for SetupError {
    fn from(error: NoMemory) -> SetupError {
        SetupError::Memory(error)
    }
}

impl From<TablesError> for SetupError {
    fn from(error: TablesError) -> SetupError {
        SetupError::Tables(error)
    }
}

impl From<ChoiceError> for SetupError {
    fn from(error: ChoiceError) -> SetupError {
        SetupError::Weights(error)
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

/// The search of a session.
enum Search<P: Playable> {
    AlphaBeta(AlphaBeta<P, P::Evaluator, Known<P>>),
    Mcts(Mcts<P, P::Evaluator, Known<P>>),
}

impl<P: Playable> Search<P> {
    /// What it asks about positions in its tree.
    fn known(&mut self) -> &mut Known<P> {
        match self {
            Search::AlphaBeta(search) => search.oracle_mut(),
            Search::Mcts(search) => search.oracle_mut(),
        }
    }

    fn searcher(&mut self) -> &mut dyn Searcher<P> {
        match self {
            Search::AlphaBeta(search) => search,
            Search::Mcts(search) => search,
        }
    }
}

/// An engine that is ready to analyse games of type `P`.
pub struct Session<P: Playable> {
    search: Search<P>,
    /// The search's own belongs to it while it runs.
    evaluator: Arc<P::Evaluator>,
    tables: Source,
    damage: Option<TablesError>,
}

impl<P: Playable> Session<P> {
    /// Sets up an engine. Tables are looked for when a position comes.
    ///
    /// # Errors
    /// [`SetupError`] if the system does not give the memory of the settings, or a parameter or the weights are
    /// wrong.
    pub fn new(settings: &Settings) -> Result<Session<P>, SetupError> {
        let evaluator = settings.weights.evaluator::<P>()?;
        let search = match settings.engine.unwrap_or(P::ENGINE) {
            EngineKind::AlphaBeta => {
                let options = changed(P::alphabeta(), &settings.params)?;
                let table = Table::new(settings.hash)?;
                let mut search = AlphaBeta::new(evaluator, Known::default(), table, options);
                search.set_threads(settings.threads)?;
                Search::AlphaBeta(search)
            }
            EngineKind::Mcts => {
                let options = changed(P::mcts(), &settings.params)?;
                let mut search = Mcts::new(evaluator, Known::default(), options, settings.hash);
                search.set_threads(settings.threads);
                Search::Mcts(search)
            }
        };
        let evaluator = Arc::new(settings.weights.evaluator::<P>()?);
        Ok(Session { search, evaluator, tables: settings.tables.clone(), damage: None })
    }

    /// The kind of search in use.
    pub fn kind(&self) -> EngineKind {
        match self.search {
            Search::AlphaBeta(_) => EngineKind::AlphaBeta,
            Search::Mcts(_) => EngineKind::Mcts,
        }
    }

    /// What the search judges positions by, for whoever shows its scores.
    pub fn evaluator(&self) -> Arc<P::Evaluator> {
        Arc::clone(&self.evaluator)
    }

    /// Searches the current position of `game`, or looks it up if it is in the tables.
    ///
    /// If tables cannot be used it searches without them, and [`damage`](Session::damage) tells why.
    pub fn analyse(
        &mut self,
        game: &Game<P>,
        request: &Request<'_, P::Move>,
        observer: &mut dyn Observer<P::Move>,
    ) -> Report<P::Move> {
        match self.looked_up(game, request) {
            Ok(Answer::Whole(report)) => return report,
            Ok(Answer::Among(moves)) => {
                return self.search.searcher().search(game, &request.clone().moves(moves), observer);
            }
            Ok(Answer::Nothing) => {}
            Err(error) => {
                *self.search.known() = Known::default();
                self.damage = Some(error);
            }
        }
        self.search.searcher().search(game, request, observer)
    }

    /// What the tables say of the root; the search gets those that are in memory.
    fn looked_up(
        &mut self,
        game: &Game<P>,
        request: &Request<'_, P::Move>,
    ) -> Result<Answer<P::Move>, TablesError> {
        if self.tables == Source::None {
            return Ok(Answer::Nothing);
        }
        let tables = P::knowledge(game.position(), &self.tables, false)?;
        let report = match &tables {
            Some(tables) => tables::answer(&**tables, &*self.evaluator, game, request)?,
            None => Answer::Nothing,
        };
        *self.search.known() = Known::of(tables);
        Ok(report)
    }

    /// Makes the tables ready that searches come down to from `start`, so that no clock runs while they are read or made.
    pub fn prepare(&mut self, start: &P) {
        if self.tables != Source::None
            && let Err(error) = P::knowledge(start, &self.tables, true)
        {
            self.damage = Some(error);
        }
    }

    /// Why tables could not be used in the last analysis that wanted to; it is told once.
    pub fn damage(&mut self) -> Option<TablesError> {
        self.damage.take()
    }

    /// Forgets what earlier searches learnt, so that the next answer does not depend on them.
    pub fn forget(&mut self) {
        self.search.searcher().forget();
    }
}
