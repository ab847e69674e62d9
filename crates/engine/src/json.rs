//! The JSON shapes that scripts rely on. Fields may be added, none is renamed or dropped within a schema.

use grenier_core::{Notation, Outcome, Reason, Tally};
use serde::Serialize;

/// The version of the shapes.
pub const SCHEMA: u32 = 1;

/// The result of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameResult {
    /// `first`, `second` or `draw`.
    pub winner: &'static str,
    /// Mancalas: the final stores, South's first, in seeds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stores: Option<[u8; 2]>,
    /// Seega: `petite` or `grande`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub victory: Option<&'static str>,
    /// Seega: pieces left, `x`'s first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<[u8; 2]>,
    /// `repetition` if that ended the game; absent if the position itself did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
}

impl GameResult {
    /// The result as JSON shows it.
    pub fn new((outcome, reason): (Outcome, Reason)) -> GameResult {
        let winner = match outcome.winner {
            Some(player) if player.index() == 0 => "first",
            Some(_) => "second",
            None => "draw",
        };
        let reason = (reason == Reason::Repetition).then_some("repetition");
        let mut result = GameResult { winner, stores: None, victory: None, pieces: None, reason };
        match outcome.tally {
            Tally::Stores(stores) => result.stores = Some(stores),
            Tally::Pieces { victory, pieces } => {
                result.victory = Some(victory.word());
                result.pieces = Some(pieces);
            }
            Tally::Bare => {}
        }
        result
    }
}

/// A legal move and the position it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveTo {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The full text of the position reached.
    pub position: String,
}

/// What `moves --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moves {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The full text of the position.
    pub position: String,
    /// The legal moves, sorted by their text.
    pub moves: Vec<MoveTo>,
    /// The result if the game is over.
    pub result: Option<GameResult>,
}

impl Moves {
    /// The legal moves of `position`, sorted by their text.
    pub fn of<P: Notation>(position: &P) -> Moves {
        let mut moves = Vec::new();
        let mut scratch = Vec::new();
        position.for_each_child(&mut scratch, |mv, child| {
            moves.push(MoveTo { mv: mv.to_string(), position: child.text() });
        });
        moves.sort_by(|a, b| a.mv.cmp(&b.mv));
        let result = position.outcome().map(|outcome| GameResult::new((outcome, Reason::Position)));
        Moves { schema: SCHEMA, position: position.text(), moves, result }
    }
}
