//! Games whose type is not known to the one who holds them: what a server, a terminal or a protocol works with.
//!
//! An [`AnyGame`] is a game under way of any variant. It speaks in text and in the shapes of [`json`](crate::json), so
//! that front ends are compiled once and not once a game.

mod held;
mod state;
#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;

use grenier_core::record::RecordError;
use grenier_core::{Language, ParseError, Player};

use crate::json::{Analysis, Moves, Probed, ReviewSummary, ReviewedMove};
use crate::tables::{Source, TablesError};
use crate::{Desk, EngineKind, Entry, Level, Limits, PositionText, SetupError, Variant, Visitor};
use held::Held;
pub use state::{Chosen, LastMove, ResultShown, State};

/// What is asked of an analysis, in words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ask {
    /// The kind of search; `None` for the game's own.
    pub engine: Option<EngineKind>,
    /// When it ends.
    pub limits: Limits,
    /// Lines wanted; none counts as one.
    pub multipv: usize,
    /// The only moves to consider, all of them legal; all if there are none.
    pub allowed: Vec<String>,
    /// The seed of whatever is random.
    pub seed: u64,
    /// Threads of the search; none counts as one.
    pub threads: usize,
    /// Parameters of the search that differ from the defaults, by name.
    pub params: Vec<(String, String)>,
    /// The language in which moves are explained; `None` if they are not.
    pub explained: Option<Language>,
}

/// Tags of a record and how it ended, if the board does not say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// Names and values, in their order.
    pub tags: Vec<(String, String)>,
    /// The mark of a result that was agreed or given up: `1-0`, `0-1` or `1/2-1/2`.
    pub result: Option<String>,
}

/// A position or a record in one of the notations that its game has.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Written {
    /// The notation's name, for records the file ending.
    pub format: String,
    /// The text.
    pub text: String,
}

/// A game under way.
///
/// ```
/// use grenier_engine::{AnyGame, Variant};
///
/// let mut game = AnyGame::start(&Variant::parse("awale").unwrap());
/// game.play("C").unwrap();
/// assert_eq!(game.position(), "awale 4-4-0-5-5-5-5-4-4-4-4-4-0-0-N");
/// assert!(game.play("C").unwrap_err().contains("North"));
/// ```
pub struct AnyGame(Box<dyn Held>);

impl Clone for AnyGame {
    fn clone(&self) -> AnyGame {
        AnyGame(self.0.copy())
    }
}

struct Start;

impl Visitor for Start {
    type Output = AnyGame;

    fn visit<P: crate::Playable>(self, rules: P::Rules) -> AnyGame {
        AnyGame(held::start::<P>(rules))
    }
}

struct ReadPosition<'a>(&'a PositionText<'a>);

impl Visitor for ReadPosition<'_> {
    type Output = Result<AnyGame, ParseError>;

    fn visit<P: crate::Playable>(self, rules: P::Rules) -> Self::Output {
        self.0.read::<P>(rules).map(|position| AnyGame(held::from(position)))
    }
}

struct ReadEntry<'a>(&'a Entry<'a>);

impl Visitor for ReadEntry<'_> {
    type Output = Result<Imported, RecordError>;

    fn visit<P: crate::Playable>(self, rules: P::Rules) -> Self::Output {
        match self.0.played::<P>() {
            None => {
                let game = self.0.game::<P>(rules)?;
                Ok(Imported { game: AnyGame(held::of(game)), players: [None, None], error: None })
            }
            Some(played) => {
                let played = played?;
                let name = |tag: &str| {
                    let name = played.record.tag(tag).filter(|name| !matches!(*name, "?" | ""));
                    name.map(str::to_owned)
                };
                Ok(Imported {
                    players: ["White", "Black"].map(name),
                    game: AnyGame(held::of(played.record.game().clone())),
                    error: played.error,
                })
            }
        }
    }
}

/// A game from a file.
pub struct Imported {
    /// The game as far as it can be played.
    pub game: AnyGame,
    /// The players' names, if the file has them.
    pub players: [Option<String>; 2],
    /// What is wrong behind the part that could be played.
    pub error: Option<RecordError>,
}

impl AnyGame {
    /// A game that begins as the variant does.
    pub fn start(variant: &Variant) -> AnyGame {
        variant.visit(Start)
    }

    /// A game that begins in the position of `text`, in any notation; `known` is the game where the text does not name it.
    ///
    /// # Errors
    /// [`ParseError`] with the column of what is wrong.
    pub fn read(text: &str, known: Option<&Variant>) -> Result<AnyGame, ParseError> {
        let position = PositionText::split(text, known)?;
        let variant = position.variant.clone();
        variant.visit(ReadPosition(&position))
    }

    /// The game of a line or a record.
    ///
    /// # Errors
    /// [`RecordError`] if nothing of it can be read.
    pub fn import(entry: &Entry<'_>) -> Result<Imported, RecordError> {
        entry.variant.clone().visit(ReadEntry(entry))
    }

    /// The game's name with its preset.
    pub fn variant(&self) -> String {
        self.0.variant()
    }

    /// What the players are called: `South` and `North`, `x` and `o`.
    pub fn players(&self) -> [&'static str; 2] {
        self.0.players()
    }

    /// The player to move.
    pub fn turn(&self) -> Player {
        self.0.turn()
    }

    /// The full text of the position.
    pub fn position(&self) -> String {
        self.0.position()
    }

    /// The full text of the position in which the game began.
    pub fn beginning(&self) -> String {
        self.0.beginning()
    }

    /// The board in text, several lines.
    pub fn draw(&self) -> String {
        self.0.draw()
    }

    /// The rules in force: a line that names the game, then its clauses.
    pub fn rules(&self, language: Language) -> Vec<String> {
        self.0.rules(language)
    }

    /// The moves played.
    pub fn moves(&self) -> Vec<String> {
        self.0.moves()
    }

    /// How many moves were played.
    pub fn ply(&self) -> usize {
        self.0.ply()
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// Plays a move.
    ///
    /// # Errors
    /// What is wrong with it, in one line; the game is then unchanged.
    pub fn play(&mut self, mv: &str) -> Result<(), String> {
        self.0.play(mv)
    }

    /// The game as it was after `ply` moves (all of them if there were fewer).
    #[must_use]
    pub fn at(&self, ply: usize) -> AnyGame {
        AnyGame(self.0.at(ply))
    }

    /// Is this a legal move?
    ///
    /// # Errors
    /// What is wrong with it, in one line.
    pub fn check(&self, mv: &str) -> Result<(), String> {
        self.0.check(mv)
    }

    /// Can analyses have these parameters?
    ///
    /// # Errors
    /// What is wrong with them, in one line.
    pub fn check_params(
        &self,
        engine: Option<EngineKind>,
        params: &[(String, String)],
    ) -> Result<(), String> {
        self.0.check_params(engine, params)
    }

    /// Everything there is to see, told in a language.
    pub fn state(&self, language: Language) -> State {
        self.0.state(language)
    }

    /// The legal moves and the positions they lead to.
    pub fn legal(&self) -> Moves {
        self.0.legal()
    }

    /// What a legal move does, in words; nothing for a move that is not legal.
    pub fn explain(&self, mv: &str, language: Language) -> Vec<String> {
        self.0.explain(mv, language)
    }

    /// The kind of search that an analysis uses.
    pub fn engine(&self, asked: Option<EngineKind>) -> EngineKind {
        asked.unwrap_or_else(|| self.0.engine())
    }

    /// Searches the position until the limits or `stop` end it, and tells `observer` how far it has got.
    ///
    /// # Errors
    /// [`SetupError`] if there is no memory, a parameter is wrong, or tables are damaged.
    pub fn analyse(
        &self,
        desk: &mut Desk,
        ask: &Ask,
        stop: &AtomicBool,
        observer: &mut (dyn FnMut(&Analysis) + Send),
    ) -> Result<Analysis, SetupError> {
        self.0.analyse(desk, ask, stop, observer)
    }

    /// The move that a level plays; `limits` are for the full strength. `None` if the game is over or `stop` was raised.
    ///
    /// # Errors
    /// [`SetupError`] as for [`analyse`](AnyGame::analyse).
    pub fn choose(
        &self,
        desk: &mut Desk,
        level: Level,
        (limits, seed): (Limits, u64),
        stop: &AtomicBool,
        observer: &mut (dyn FnMut(&Analysis) + Send),
    ) -> Result<Option<Chosen>, SetupError> {
        self.0.choose(desk, level, (limits, seed), stop, observer)
    }

    /// What tables know of the position; `None` if none covers it.
    ///
    /// # Errors
    /// [`TablesError`] if a table is damaged.
    pub fn probe(&self, source: &Source) -> Result<Option<Probed>, TablesError> {
        self.0.probe(source)
    }

    /// Judges every move of the game and tells `observer` of each, until `stop` is raised.
    ///
    /// # Errors
    /// [`SetupError`] as for [`analyse`](AnyGame::analyse).
    pub fn review(
        &self,
        desk: &mut Desk,
        ask: &Ask,
        stop: &AtomicBool,
        observer: &mut (dyn FnMut(ReviewedMove) + Send),
    ) -> Result<ReviewSummary, SetupError> {
        self.0.review(desk, ask, stop, observer)
    }

    /// The position in every notation of the game, the house's first.
    pub fn positions(&self) -> Vec<Written> {
        self.0.positions()
    }

    /// The game's record in every form it has, the PGN shape first.
    pub fn records(&self, heading: &Heading) -> Vec<Written> {
        self.0.records(heading)
    }
}
