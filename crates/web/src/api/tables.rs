//! Exact values.

use axum::Json;
use grenier_engine::json::{Probed, SCHEMA};
use serde::Serialize;
use utoipa::ToSchema;

use super::request::{Body, about_a_game};
use super::{Client, Shared, awaited};
use crate::error::{Refusal, Refused};

about_a_game! {
    /// What to look up.
    LookUp {}
}

/// What tables know.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum Answer {
    /// The value of the position and of every legal move.
    Known {
        /// `true`.
        known: bool,
        /// The values.
        #[serde(flatten)]
        values: Probed,
    },
    /// No table covers the position.
    Unknown {
        /// The version of the shapes.
        schema: u32,
        /// The full text of the position.
        position: String,
        /// `false`.
        known: bool,
    },
}

/// The exact value of the position and of every legal move, best first, if tables cover it and no position of the game has
/// occurred twice.
#[utoipa::path(post, path = "/api/v1/tables", request_body = LookUp, responses(
    (status = 200, body = Answer),
    (status = 422, description = "A position or move is wrong.", body = Refused),
    (status = 429, description = "The client has too many searches.", body = Refused),
    (status = 503, description = "Too many searches wait.", body = Refused)))]
pub async fn tables(
    app: Shared,
    client: Client,
    Body(wanted): Body<LookUp>,
) -> Result<Json<Answer>, Refusal> {
    let game = wanted.read()?;
    let position = game.position();
    let unknown = || Answer::Unknown { schema: SCHEMA, position, known: false };
    if game.is_over() {
        return Ok(Json(unknown()));
    }
    let found = awaited(&app.moves, client, move |desk, _| game.probe(desk.tables())).await?;
    let found = found.map_err(Refusal::failed)?;
    Ok(Json(found.map_or_else(unknown, |values| Answer::Known { known: true, values })))
}
