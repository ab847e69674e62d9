//! The move of a level.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grenier_engine::json::Analysis;
use grenier_engine::{AnyGame, Chosen, Desk, Level, Limits, SetupError};

use super::request::{Body, about_a_game, seconds};
use super::{App, Client, Shared, awaited, streamed};
use crate::error::{Refusal, Refused};

/// Time of a move of full strength if none is asked for.
const USUAL: Duration = Duration::from_secs(1);

/// The longest time of a move: others wait for theirs.
const LONGEST: Duration = Duration::from_secs(10);

about_a_game! {
    /// Whose move is wanted.
    BestMove {
        /// 1 (a beginner) to 8 (full strength).
        level: u8,
        /// What decides between moves of weak levels; the same seed gives the same move. Without it chance does.
        seed: Option<u64>,
        /// Seconds that the full strength thinks, 10 at most; 1 if it is missing.
        time: Option<f64>,
    }
}

/// A move to be found.
struct Search {
    game: AnyGame,
    level: Level,
    limits: Limits,
    seed: u64,
}

impl BestMove {
    fn search(&self, app: &App) -> Result<Search, Refusal> {
        let game = self.read()?;
        if game.is_over() {
            return Err(Refusal::field("moves", "the game is over: there is no move"));
        }
        let wanted = || format!("a whole number from 1 to {} is wanted", Level::FULL);
        let level = Level::new(self.level).ok_or_else(|| Refusal::field("level", wanted()))?;
        let longest = LONGEST.min(app.config().longest);
        let time = seconds("time", self.time, longest)?.unwrap_or(USUAL.min(longest));
        let seed = self.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
        Ok(Search { game, level, limits: Limits::time(time), seed })
    }
}

impl Search {
    fn run(
        self,
        desk: &mut Desk,
        stop: &AtomicBool,
        observer: &mut (dyn FnMut(&Analysis) + Send),
    ) -> Result<Option<Chosen>, SetupError> {
        let Search { game, level, limits, seed } = self;
        // The memory of full strength stays as it is while weak levels move.
        let mut small = Desk::new(1, grenier_engine::tables::Source::None, desk.weights().clone());
        let desk = if level == Level::FULL { desk } else { &mut small };
        game.choose(desk, level, (limits, seed), stop, observer)
    }
}

/// The move of a level. As `text/event-stream` it comes with `progress` (analyses) before the `move`.
#[utoipa::path(post, path = "/api/v1/best-move", request_body = BestMove, responses(
    (status = 200, body = Chosen),
    (status = 422, description = "A field is wrong, or the game is over.", body = Refused),
    (status = 429, description = "The client has too many searches.", body = Refused),
    (status = 503, description = "Too many searches wait.", body = Refused)))]
pub async fn best_move(
    app: Shared,
    client: Client,
    headers: HeaderMap,
    Body(wanted): Body<BestMove>,
) -> Result<Response, Refusal> {
    let search = wanted.search(&app)?;
    let accepted = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    if accepted.contains("text/event-stream") {
        return streamed(&app, &app.moves, client, move |events, desk, stop| {
            match search.run(desk, stop, &mut |so_far| events.send_progress(so_far)) {
                Ok(Some(chosen)) => events.finish("move", &chosen),
                Ok(None) => events.fail("the search was ended before it found a move"),
                Err(error) => events.fail(error),
            }
        });
    }
    let found = awaited(&app.moves, client, move |desk, stop| search.run(desk, stop, &mut |_| {})).await?;
    match found.map_err(Refusal::failed)? {
        Some(chosen) => Ok(Json(chosen).into_response()),
        None => Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "the server is about to end")),
    }
}
