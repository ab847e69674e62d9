//! What each move of a game cost.

use std::time::Duration;

use axum::response::Response;
use grenier_engine::json::ReviewedMove;
use grenier_engine::{Ask, Limits};

use super::request::{Body, Wanted, about_a_game};
use super::{Client, Shared, streamed};
use crate::error::{Refusal, Refused};

/// Time of each move that nothing limits.
const USUAL: Duration = Duration::from_millis(200);

/// The longest time of each search: a game has a hundred moves.
const LONGEST: Duration = Duration::from_secs(5);

/// The longest time of a review.
const ALL: Duration = Duration::from_secs(15 * 60);

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
pub async fn review(app: Shared, client: Client, Body(wanted): Body<Review>) -> Result<Response, Refusal> {
    let game = wanted.read()?;
    let Review { time, nodes, .. } = wanted;
    let longest = LONGEST.min(app.config().longest);
    let limits = Wanted { time, nodes, depth: None }.limits(USUAL, longest)?;
    // A move takes up to two searches.
    let most = ALL.div_f64(2.0 * game.ply().max(1) as f64);
    if time.is_some() && limits.time > Some(most) {
        let reason = format!("at most {:.2} seconds a search go with so many moves", most.as_secs_f64());
        return Err(Refusal::field("time", reason));
    }
    let ask = Ask {
        limits: Limits { time: limits.time.map(|time| time.min(most)), ..limits },
        explained: Some(wanted.lang.into()),
        ..Ask::default()
    };
    streamed(&app, &app.analyses, client, move |events, desk, stop| {
        match game.review(desk, &ask, stop, &mut |judged: ReviewedMove| events.send("move", &judged)) {
            Ok(summary) => events.finish("done", &summary),
            Err(error) => events.fail(error),
        }
    })
}
