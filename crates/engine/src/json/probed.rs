//! What `tables probe --json` prints.

use serde::Serialize;

use super::ScoreValue;

/// A position that tables cover.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Probed {
    /// The version of the shapes.
    pub schema: u32,
    /// The full text of the position.
    pub position: String,
    /// Its value for the side to move; mancalas: the future difference in seeds.
    pub value: ScoreValue,
    /// `seeds` or `result`.
    pub unit: &'static str,
    /// The value is that of endless play.
    pub endless: bool,
    /// Plies to the next capture or the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// Every legal move, best first.
    pub moves: Vec<ProbedMove>,
}

/// A legal move with its exact value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProbedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value for the side to move.
    pub value: ScoreValue,
    /// Plies to the next capture or the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
}
