//! What each move of a game cost.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::response::IntoResponse;
use grenier_engine::json::ReviewedMove;
use grenier_engine::{Ask, Desk};
use serde_json::json;

use super::request::{Body, Wanted, about_a_game};
use super::{Client, Shared};
use crate::error::{Refusal, Refused};
use crate::sse::stream;

/// Time of each move that nothing limits.
const USUAL: Duration = Duration::from_millis(200);

/// The longest time of each move: a game has a hundred of them.
const LONGEST: Duration = Duration::from_secs(5);

about_a_game! {
    /// The game to review.
    Review {
        /// Seconds of each search, of which a move takes up to two; 0.2 if there is no other limit.
        time: Option<f64>,
        /// Positions entered at most by each search.
        nodes: Option<u64>,
    }
}

/// Judges every move of the game: a `move` each, and at the end `done` with what each player's moves cost, or `error`.
/// Closing the connection stops it.
#[utoipa::path(post, path = "/api/v1/review", request_body = Review, responses(
    (status = 200, description = "Server-sent events whose data are judged moves.", content_type = "text/event-stream", body = ReviewedMove),
    (status = 422, description = "A field is wrong.", body = Refused),
    (status = 429, description = "The client has too many searches.", body = Refused),
    (status = 503, description = "Too many searches wait.", body = Refused)))]
pub async fn review(
    app: Shared,
    client: Client,
    Body(wanted): Body<Review>,
) -> Result<impl IntoResponse, Refusal> {
    let game = wanted.read()?;
    let Review { time, nodes, .. } = wanted;
    let longest = LONGEST.min(app.config().longest);
    let ask = Ask {
        limits: Wanted { time, nodes, depth: None }.limits(USUAL, longest)?,
        explained: Some(wanted.lang.into()),
        ..Ask::default()
    };
    let (teller, events) = stream();
    let queued = teller.clone();
    let work = move |desk: &mut Desk, stop: &AtomicBool| match game.review(
        desk,
        &ask,
        stop,
        &mut |judged: ReviewedMove| teller.tell("move", &judged),
    ) {
        Ok(summary) => teller.tell("done", &summary),
        Err(error) => teller.fail(error),
    };
    let ticket = app.analyses.submit(client.ip(), Box::new(work))?;
    if ticket.ahead > 0 {
        queued.tell("queued", &json!({ "ahead": ticket.ahead }));
    }
    drop(queued);
    Ok(events.answer(ticket))
}
