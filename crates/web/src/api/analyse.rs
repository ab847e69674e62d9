//! Analysis, streamed while it goes on.

use std::time::Duration;

use axum::response::Response;
use grenier_engine::Ask;
use grenier_engine::json::Analysis;

use super::request::{Body, Engine, Wanted, about_a_game, lines};
use super::{Client, Shared, streamed};
use crate::error::{Refusal, Refused};

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
pub async fn analyse(app: Shared, client: Client, Body(wanted): Body<Analyse>) -> Result<Response, Refusal> {
    let game = wanted.read()?;
    let Analyse { time, nodes, depth, .. } = wanted;
    let ask = Ask {
        engine: wanted.engine.map(Into::into),
        limits: Wanted { time, nodes, depth }.limits(USUAL, app.config().longest)?,
        multipv: lines(wanted.multipv)?,
        explained: Some(wanted.lang.into()),
        ..Ask::default()
    };
    streamed(&app, &app.analyses, client, move |events, desk, stop| {
        let analysis = game.analyse(desk, &ask, stop, &mut |so_far: &Analysis| events.send_progress(so_far));
        match analysis {
            Ok(analysis) => events.finish("done", &analysis),
            Err(error) => events.fail(error),
        }
    })
}
