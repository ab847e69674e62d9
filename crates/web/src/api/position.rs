//! Positions and their legal moves.

use axum::Json;
use grenier_engine::State;
use grenier_engine::json::Moves;

use super::request::{Body, about_a_game};
use crate::error::{Refusal, Refused};

about_a_game! {
    /// A position or a game.
    About {}
}

/// The position after the moves: the board, what may be played, and what the last move did step by step.
#[utoipa::path(post, path = "/api/v1/position", request_body = About,
    responses((status = 200, body = State), (status = 422, description = "A position or move is wrong.", body = Refused)))]
pub async fn position(Body(about): Body<About>) -> Result<Json<State>, Refusal> {
    Ok(Json(about.read()?.state(about.lang.into())))
}

/// The legal moves and the positions that they lead to.
#[utoipa::path(post, path = "/api/v1/moves", request_body = About,
    responses((status = 200, body = Moves), (status = 422, description = "A position or move is wrong.", body = Refused)))]
pub async fn moves(Body(about): Body<About>) -> Result<Json<Moves>, Refusal> {
    Ok(Json(about.read()?.legal()))
}
