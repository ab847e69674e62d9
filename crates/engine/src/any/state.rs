//! What is told of a game under way.

use grenier_core::{Game, Language, Outcome, Reason, Tally};
use serde::Serialize;

use crate::Playable;
use crate::board::{Board, LegalMove, Side, Step};
use crate::explain::explain;
use crate::json::{AnalysedLine, GameResult, SCHEMA};

/// Everything there is to see of a game under way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct State {
    /// The version of the shapes.
    pub schema: u32,
    /// The game with its preset.
    pub game: String,
    /// What the players are called.
    pub players: [&'static str; 2],
    /// The full text of the position in which the game began.
    pub start: String,
    /// The moves played.
    pub moves: Vec<String>,
    /// The full text of the position.
    pub position: String,
    /// The player to move.
    pub turn: Side,
    /// Occurrences of the position so far.
    pub occurrences: usize,
    /// The board.
    pub board: Board,
    /// The legal moves; none if the game is over.
    pub legal: Vec<LegalMove>,
    /// The result if the game is over.
    pub result: Option<ResultShown>,
    /// The last move, if there was one.
    pub last: Option<LastMove>,
}

/// A result with its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ResultShown {
    /// The result.
    #[serde(flatten)]
    pub result: GameResult,
    /// In words.
    pub text: String,
}

/// The last move and what happened by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LastMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Who played it.
    pub player: Side,
    /// The board before it.
    pub before: Board,
    /// What happened on the board, in order.
    pub steps: Vec<Step>,
    /// What it did, in words.
    pub explained: Vec<String>,
}

/// The move of a level.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Chosen {
    /// The version of the shapes.
    pub schema: u32,
    /// The full text of the position.
    pub position: String,
    /// The level.
    pub level: u8,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value and the play that is expected.
    pub line: AnalysedLine,
}

impl State {
    /// What there is to see of `game`.
    pub(super) fn of<P: Playable>(game: &Game<P>, language: Language) -> State {
        let position = game.position();
        let result = game.result();
        let mut moves = Vec::new();
        if result.is_none() {
            position.legal_moves(&mut moves);
        }
        State {
            schema: SCHEMA,
            game: P::variant(position.rules()),
            players: P::PLAYERS,
            start: game.start().text(),
            moves: game.moves().iter().map(ToString::to_string).collect(),
            position: position.text(),
            turn: position.turn().into(),
            occurrences: game.occurrences(),
            board: position.board(),
            legal: moves.into_iter().map(P::entry).collect(),
            result: result.map(|result| ResultShown {
                result: GameResult::new(result),
                text: text::<P>(result, language),
            }),
            last: LastMove::of(game, language),
        }
    }
}

impl LastMove {
    fn of<P: Playable>(game: &Game<P>, language: Language) -> Option<LastMove> {
        let (&mv, earlier) = game.moves().split_last()?;
        let before = super::held::played(game.start(), earlier);
        let position = before.position();
        Some(LastMove {
            mv: mv.to_string(),
            player: position.turn().into(),
            before: position.board(),
            steps: position.steps(mv),
            explained: explain(&before, mv).iter().map(|phrase| phrase.text(language)).collect(),
        })
    }
}

/// A result in words.
fn text<P: Playable>((outcome, reason): (Outcome, Reason), language: Language) -> String {
    if language == Language::English {
        return outcome.described(P::PLAYERS, reason);
    }
    let who = match outcome.winner {
        Some(player) => format!("{} gagne", french(P::PLAYERS[player.index()])),
        None => "partie nulle".to_owned(),
    };
    let count = match outcome.tally {
        Tally::Stores([first, second]) => format!(", graines {first}-{second}"),
        Tally::Pieces { victory, pieces: [first, second] } => {
            let kind = outcome.winner.map(|_| format!(", {} victoire", victory.word()));
            format!(", pions {first}-{second}{}", kind.unwrap_or_default())
        }
        Tally::Bare => String::new(),
    };
    let why = if reason == Reason::Repetition { ", par répétition" } else { "" };
    format!("{who}{count}{why}")
}

/// What a player is called in French.
fn french(player: &'static str) -> &'static str {
    match player {
        "South" => "Sud",
        "North" => "Nord",
        other => other,
    }
}
