//! Analysis, streamed while it goes on.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::response::IntoResponse;
use grenier_engine::json::Analysis;
use grenier_engine::{Ask, Desk};
use serde_json::json;

use super::request::{Body, Engine, Wanted, about_a_game, lines};
use super::{Client, Shared};
use crate::error::{Refusal, Refused};
use crate::sse::stream;

/// Time of an analysis that nothing limits.
const USUAL: Duration = Duration::from_secs(30);

about_a_game! {
    /// What to analyse, and how long.
    Analyse {
        /// Lines wanted, 1 to 64.
        multipv: Option<usize>,
        /// Seconds; 30 if there is no other limit.
        time: Option<f64>,
        /// Positions entered at most.
        nodes: Option<u64>,
        /// Plies at most.
        depth: Option<u32>,
        /// The kind of search; the game's own if it is missing.
        engine: Option<Engine>,
    }
}

/// Searches the position, and tells how far it has got: `queued` (with how many wait before), `progress` several times, and
/// at the end `done`, or `error`. Closing the connection stops the search.
#[utoipa::path(post, path = "/api/v1/analyse", request_body = Analyse, responses(
    (status = 200, description = "Server-sent events whose data are analyses.", content_type = "text/event-stream", body = Analysis),
    (status = 422, description = "A field is wrong.", body = Refused),
    (status = 429, description = "The client has too many searches.", body = Refused),
    (status = 503, description = "Too many searches wait.", body = Refused)))]
pub async fn analyse(
    app: Shared,
    client: Client,
    Body(wanted): Body<Analyse>,
) -> Result<impl IntoResponse, Refusal> {
    let game = wanted.read()?;
    let Analyse { time, nodes, depth, .. } = wanted;
    let ask = Ask {
        engine: wanted.engine.map(Into::into),
        limits: Wanted { time, nodes, depth }.limits(USUAL, app.config().longest)?,
        multipv: lines(wanted.multipv)?,
        explained: Some(wanted.lang.into()),
        ..Ask::default()
    };
    let (teller, events) = stream();
    let queued = teller.clone();
    let work = move |desk: &mut Desk, stop: &AtomicBool| {
        let analysis = game.analyse(desk, &ask, stop, &mut |so_far: &Analysis| teller.tell_progress(so_far));
        match analysis {
            Ok(analysis) => teller.tell("done", &analysis),
            Err(error) => teller.fail(error),
        }
    };
    let ticket = app.analyses.submit(client.ip(), Box::new(work))?;
    if ticket.ahead > 0 {
        queued.tell("queued", &json!({ "ahead": ticket.ahead }));
    }
    drop(queued);
    Ok(events.answer(ticket))
}
