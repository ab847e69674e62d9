//! Positions and records from and for other programs.

use axum::Json;
use grenier_engine::json::SCHEMA;
use grenier_engine::{AnyGame, Heading, Variant, Written, entries};
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;
use utoipa::ToSchema;

use super::request::{Body, about_a_game};
use crate::error::{Refusal, Refused};

/// The most games that are read of a file.
const MOST_GAMES: usize = 200;

/// Text with positions or records.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Import {
    /// Positions in any notation, one a line, or records.
    text: String,
    /// The game of positions that do not name it.
    game: Option<String>,
}

/// What was read.
#[derive(Serialize, ToSchema)]
pub struct Imported {
    schema: u32,
    games: Vec<ImportedGame>,
}

/// A game that was read.
#[derive(Serialize, ToSchema)]
struct ImportedGame {
    /// The game with its preset.
    game: String,
    /// The position in which it begins.
    start: String,
    moves: Vec<String>,
    /// The players' names, if the text has them.
    players: [Option<String>; 2],
    /// What is wrong behind the part that could be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Reads positions or records.
#[utoipa::path(post, path = "/api/v1/import", request_body = Import, responses(
    (status = 200, body = Imported), (status = 422, description = "Nothing can be read; the line and column are told.", body = Refused)))]
pub async fn import(Body(Import { text, game }): Body<Import>) -> Result<Json<Imported>, Refusal> {
    let known = game.map(|name| Variant::parse(&name)).transpose();
    let known = known.map_err(|error| Refusal::field("game", error))?;
    let read = spawn_blocking(move || read(&text, known.as_ref())).await.map_err(Refusal::failed)?;
    Ok(Json(Imported { schema: SCHEMA, games: read? }))
}

fn read(text: &str, known: Option<&Variant>) -> Result<Vec<ImportedGame>, Refusal> {
    let told = |error: grenier_core::record::RecordError| {
        format!("line {}, column {}: {}", error.line, error.column, error.reason)
    };
    let found = entries(text, known);
    if found.is_empty() {
        return Err(Refusal::field("text", "there is no position and no record in it"));
    }
    if found.len() > MOST_GAMES {
        return Err(Refusal::field("text", format!("{MOST_GAMES} games at most are read at a time")));
    }
    let mut games = Vec::new();
    for entry in found {
        let imported = entry.and_then(|entry| AnyGame::import(&entry));
        let imported = imported.map_err(|error| Refusal::field("text", told(error)))?;
        games.push(ImportedGame {
            game: imported.game.variant(),
            start: imported.game.beginning(),
            moves: imported.game.moves(),
            players: imported.players,
            error: imported.error.map(told),
        });
    }
    Ok(games)
}

about_a_game! {
    /// What to write.
    Export {
        /// The players' names, the first player's first.
        players: Option<[String; 2]>,
        /// How a game ended that the board does not say: `1-0`, `0-1` or `1/2-1/2`.
        result: Option<String>,
    }
}

/// The position and the game in every notation.
#[derive(Serialize, ToSchema)]
pub struct Exported {
    schema: u32,
    positions: Vec<Written>,
    records: Vec<Written>,
}

/// Writes the position in every notation of its game, and the game as a record in every form.
#[utoipa::path(post, path = "/api/v1/export", request_body = Export, responses(
    (status = 200, body = Exported), (status = 422, description = "A field is wrong.", body = Refused)))]
pub async fn export(Body(wanted): Body<Export>) -> Result<Json<Exported>, Refusal> {
    let game = wanted.read()?;
    if let Some(result) = &wanted.result
        && !["1-0", "0-1", "1/2-1/2"].contains(&result.as_str())
    {
        return Err(Refusal::field("result", "1-0, 0-1 or 1/2-1/2 is wanted"));
    }
    let names = wanted.players.iter().flatten();
    let tags = ["White", "Black"].into_iter().zip(names).map(|(tag, name)| (tag.to_owned(), name.clone()));
    let heading = Heading { tags: tags.collect(), result: wanted.result.clone() };
    let (positions, records) = (game.positions(), game.records(&heading));
    Ok(Json(Exported { schema: SCHEMA, positions, records }))
}
