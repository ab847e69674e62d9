//! The HTTP interface: one file a question.

mod analyse;
mod best_move;
mod catalogue;
mod exchange;
mod position;
mod request;
mod review;
mod tables;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::extract::ConnectInfo;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use grenier_engine::Desk;
use tokio::sync::oneshot;
use utoipa::OpenApi;

use crate::config::Config;
use crate::error::{Refusal, Refused};
use crate::lanes::{Busy, Clients, Lane, Work};
use crate::pending::Counter;
use crate::sse::{EventSender, stream};

/// What all requests share.
pub(crate) struct App {
    config: Config,
    /// Long searches: analyses and reviews.
    analyses: Lane,
    /// Short ones, which somebody waits for: moves of levels and look-ups.
    moves: Lane,
    /// Requests that are not answered yet.
    pending: Counter,
}

impl App {
    /// Starts the threads.
    ///
    /// # Errors
    /// If the system has none.
    pub fn start(config: Config) -> std::io::Result<App> {
        let clients = Clients::new(config.per_client);
        let Config { hash, ref tables, ref weights, queue, searches, .. } = config;
        let desk = || Desk::new(hash, tables.clone(), weights.clone());
        let analyses = Lane::start("analysis", searches, queue, clients.clone(), desk)?;
        let moves = Lane::start("move", searches, queue, clients, desk).inspect_err(|_| analyses.close())?;
        Ok(App { analyses, moves, config, pending: Counter::default() })
    }

    /// Ends all searches, each with an answer.
    pub fn close(&self) {
        self.analyses.close();
        self.moves.close();
    }

    /// Waits for their threads.
    pub fn join(&self) {
        self.analyses.join();
        self.moves.join();
    }

    /// How the server was set up.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Counts the requests that are not answered yet.
    pub fn pending(&self) -> &Counter {
        &self.pending
    }
}

type Shared = axum::extract::State<Arc<App>>;

/// The address of the client.
type Client = ConnectInfo<SocketAddr>;

/// Takes a search into `lane` and answers with its events; a search that must wait is told so.
fn streamed(
    app: &App,
    lane: &Lane,
    client: Client,
    search: impl FnOnce(EventSender, &mut Desk, &AtomicBool) + Send + 'static,
) -> Result<Response, Refusal> {
    let (sender, events) = stream();
    let work = |ahead| -> Work {
        sender.send_queued(ahead);
        Box::new(move |desk, stop| search(sender, desk, stop))
    };
    let ticket = lane.submit(client.ip(), work)?;
    Ok(events.answer(ticket, app.pending.enter()).into_response())
}

/// Takes a search into `lane` and waits for what it finds.
async fn awaited<T: Send + 'static>(
    lane: &Lane,
    client: Client,
    search: impl FnOnce(&mut Desk, &AtomicBool) -> T + Send + 'static,
) -> Result<T, Refusal> {
    let (answer, answered) = oneshot::channel();
    let work = |_| -> Work {
        Box::new(move |desk, stop| {
            // A client that has gone needs nothing.
            let _ = answer.send(search(desk, stop));
        })
    };
    let _ticket = lane.submit(client.ip(), work)?;
    answered.await.map_err(|_| Refusal::failed("the search broke off by an error of this program"))
}

impl From<Busy> for Refusal {
    fn from(busy: Busy) -> Refusal {
        match busy {
            Busy::Full => {
                let reason = "too many searches are waiting already: ask again in a moment";
                Refusal::new(StatusCode::SERVICE_UNAVAILABLE, reason)
            }
            Busy::Client => {
                let reason = "you have as many searches as you may: close one, or ask again in a moment";
                Refusal::new(StatusCode::TOO_MANY_REQUESTS, reason)
            }
            Busy::Closing => Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "the server is about to end"),
        }
    }
}

/// The description of the interface.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Grenier",
        description = "Rules, analysis and exact values of five African board games: Kpé, Awalé, Obridjie, M'raha wa \
                       bwe and Seega. The server holds no games: every request says which position or game it is \
                       about. Closing the connection of a search stops it."
    ),
    servers((url = "/")),
    paths(
        catalogue::games,
        catalogue::rules,
        catalogue::health,
        position::position,
        position::moves,
        analyse::analyse,
        best_move::best_move,
        tables::tables,
        review::review,
        exchange::import,
        exchange::export,
    ),
    components(schemas(Refused, grenier_engine::json::Analysis, grenier_engine::json::ReviewedMove, grenier_engine::json::ReviewSummary))
)]
struct Description;

/// The description of the interface as JSON.
pub fn openapi() -> String {
    Description::openapi().to_pretty_json().expect("the description is JSON")
}

async fn description() -> impl IntoResponse {
    ([(axum::http::header::CONTENT_TYPE, "application/json")], openapi())
}

pub async fn unknown() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "there is nothing here; /api/v1/openapi.json lists what there is")
}

async fn wrong_method() -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this is asked by another method; see /api/v1/openapi.json")
}

/// The questions that are answered.
pub(crate) fn router(app: Arc<App>) -> Router {
    let limit = request::BodyLimit(app.config.body);
    Router::new()
        .route("/games", get(catalogue::games))
        .route("/rules", get(catalogue::rules))
        .route("/health", get(catalogue::health))
        .route("/openapi.json", get(description))
        .route("/position", post(position::position))
        .route("/moves", post(position::moves))
        .route("/analyse", post(analyse::analyse))
        .route("/best-move", post(best_move::best_move))
        .route("/tables", post(tables::tables))
        .route("/review", post(review::review))
        .route("/import", post(exchange::import))
        .route("/export", post(exchange::export))
        .fallback(unknown)
        .method_not_allowed_fallback(wrong_method)
        .layer(Extension(limit))
        .with_state(app)
}
