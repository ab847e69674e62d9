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

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use grenier_engine::Desk;
use utoipa::OpenApi;

use crate::config::Config;
use crate::error::{Refusal, Refused};
use crate::lanes::{Busy, Clients, Lane};

/// What all requests share.
pub struct App {
    config: Config,
    /// Long searches: analyses and reviews.
    analyses: Lane,
    /// Short ones, which somebody waits for: moves of levels and look-ups.
    moves: Lane,
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
        let moves = Lane::start("move", searches, queue, clients, desk)?;
        Ok(App { analyses, moves, config })
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

    pub fn config(&self) -> &Config {
        &self.config
    }
}

type Shared = axum::extract::State<Arc<App>>;

/// The address of the client.
type Client = ConnectInfo<SocketAddr>;

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
pub fn router(app: Arc<App>) -> Router {
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
        .with_state(app)
}
