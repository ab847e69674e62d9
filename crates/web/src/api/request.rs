//! Bodies of requests, read with a word about what is wrong.

use std::time::Duration;

use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use grenier_core::Language;
use grenier_core::notation::clipped;
use grenier_engine::{AnyGame, EngineKind, Limits, START, Variant};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use tokio::time::timeout;
use tokio_stream::StreamExt;
use utoipa::ToSchema;

use crate::error::Refusal;

/// The most moves of a game in a request.
const MOST_MOVES: usize = 2000;

/// The time in which a body must have come.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most lines of an analysis.
const MOST_LINES: usize = 64;

/// The JSON body of a request.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Body<T>, Refusal> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            let reason = "the body is JSON, and Content-Type says so: application/json";
            return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, reason));
        }
        let late = format!("the body did not come within {} seconds", PATIENCE.as_secs());
        let most = request.extensions().get::<BodyLimit>().map_or(usize::MAX, |limit| limit.0);
        let bytes = timeout(PATIENCE, whole(request.into_body(), most)).await;
        read(&bytes.map_err(|_| Refusal::new(StatusCode::REQUEST_TIMEOUT, late))??).map(Body)
    }
}

/// The longest body of a request, in bytes.
#[derive(Clone, Copy)]
pub struct BodyLimit(pub usize);

/// How many times its limit a body may have before it is not even read to its end. To a client that is still sending, an
/// answer is lost.
const READ_THROUGH: usize = 64;

/// All bytes of a body, if they are not more than `most`.
async fn whole(body: axum::body::Body, most: usize) -> Result<Vec<u8>, Refusal> {
    let (mut bytes, mut seen) = (Vec::new(), 0_usize);
    let mut parts = body.into_data_stream();
    while let Some(part) = parts.next().await {
        let part = part.map_err(|error| {
            Refusal::new(StatusCode::BAD_REQUEST, format!("the body cannot be read: {error}"))
        })?;
        seen = seen.saturating_add(part.len());
        if seen <= most {
            bytes.extend_from_slice(&part);
        } else if seen / READ_THROUGH > most {
            break;
        }
    }
    if seen > most {
        let reason = format!("the body is longer than {most} bytes");
        return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, reason));
    }
    Ok(bytes)
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        let inner = error.into_inner();
        match inner.classify() {
            Category::Data if path == "." => Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, inner),
            Category::Data => Refusal::field(path, inner),
            _ => Refusal::new(StatusCode::BAD_REQUEST, format!("the body is no JSON: {inner}")),
        }
    })?;
    json.end().map_err(|error| {
        Refusal::new(StatusCode::BAD_REQUEST, format!("the body has more than one object: {error}"))
    })?;
    Ok(value)
}

/// The words behind the question mark of an address.
pub struct Words<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Words<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Words<T>, Refusal> {
        let Query(words) = Query::from_request_parts(parts, state)
            .await
            .map_err(|error| Refusal::new(StatusCode::BAD_REQUEST, error.body_text()))?;
        Ok(Words(words))
    }
}

/// A language of the answer's words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Language {
        match lang {
            Lang::En => Language::English,
            Lang::Fr => Language::French,
        }
    }
}

/// A kind of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// Alpha-beta.
    Ab,
    /// Monte-Carlo tree search.
    Mcts,
}

impl From<Engine> for EngineKind {
    fn from(engine: Engine) -> EngineKind {
        match engine {
            Engine::Ab => EngineKind::AlphaBeta,
            Engine::Mcts => EngineKind::Mcts,
        }
    }
}

/// Which game a request is about.
pub struct Subject<'a> {
    pub game: Option<&'a str>,
    pub position: Option<&'a str>,
    pub moves: &'a [String],
}

/// Makes requests that are about a game: their own fields, and those that say which game.
macro_rules! about_a_game {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// The game with its preset, `kpe` or `seega:7x7+nowall`; needed where the position does not name it.
            game: Option<String>,
            /// Where the game began, in any notation of the game; without it the usual start.
            position: Option<String>,
            /// The moves played from there.
            #[serde(default)]
            moves: Vec<String>,
            /// The language of words in the answer.
            #[serde(default)]
            #[allow(dead_code)]
            lang: $crate::api::request::Lang,
            $($(#[$field_doc])* $field: $type,)*
        }

        impl $name {
            /// The game that the request is about.
            fn read(&self) -> Result<grenier_engine::AnyGame, $crate::error::Refusal> {
                let (game, position) = (self.game.as_deref(), self.position.as_deref());
                $crate::api::request::Subject { game, position, moves: &self.moves }.read()
            }
        }
    };
}
pub(super) use about_a_game;

impl Subject<'_> {
    /// The game with its moves played.
    pub fn read(&self) -> Result<AnyGame, Refusal> {
        let variant = |name| Variant::parse(name).map_err(|error| Refusal::field("game", error));
        let known = self.game.map(variant).transpose()?;
        if known.is_none() && self.position.is_none() {
            let names = Variant::names().join(", ");
            return Err(Refusal::field("game", format!("the game is missing: one of {names}")));
        }
        if self.moves.len() > MOST_MOVES {
            return Err(Refusal::field("moves", format!("a game has {MOST_MOVES} moves at most here")));
        }
        let mut game = AnyGame::read(self.position.unwrap_or(START), known.as_ref())
            .map_err(|error| Refusal::field("position", error))?;
        if let Some(known) = known.map(|known| known.to_string()).filter(|known| *known != game.variant()) {
            let reason = format!("the position is one of {}, and the game is {known}", game.variant());
            return Err(Refusal::field("position", reason));
        }
        for (number, mv) in (1..).zip(self.moves) {
            game.play(mv).map_err(|reason| {
                Refusal::field("moves", format!("move {number}, {}: {reason}", clipped(mv)))
            })?;
        }
        Ok(game)
    }
}

/// Limits of a search as a request asks for them.
pub struct Wanted {
    pub time: Option<f64>,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
}

impl Wanted {
    /// The limits, with a time in any case: `usual` if nothing is asked for, and never more than `longest`.
    pub fn limits(&self, usual: Duration, longest: Duration) -> Result<Limits, Refusal> {
        let time = seconds("time", self.time, longest)?;
        let is_limited = self.nodes.is_some() || self.depth.is_some();
        let time = time.unwrap_or(if is_limited { longest } else { usual.min(longest) });
        let positive = |field, is_zero: bool| match is_zero {
            true => Err(Refusal::field(field, "a whole number from 1 is wanted")),
            false => Ok(()),
        };
        positive("nodes", self.nodes == Some(0))?;
        positive("depth", self.depth == Some(0))?;
        Ok(Limits { time: Some(time), nodes: self.nodes, depth: self.depth })
    }
}

/// A number of seconds from 0 to `longest`.
pub fn seconds(field: &str, time: Option<f64>, longest: Duration) -> Result<Option<Duration>, Refusal> {
    let Some(time) = time else { return Ok(None) };
    let wanted = || {
        let longest = longest.as_secs_f64();
        Refusal::field(field, format!("a number of seconds above 0 and up to {longest} is wanted"))
    };
    let duration = Duration::try_from_secs_f64(time).ok();
    let fits = |duration: &Duration| !duration.is_zero() && *duration <= longest;
    duration.filter(fits).map(Some).ok_or_else(wanted)
}

/// A number of lines.
pub fn lines(multipv: Option<usize>) -> Result<usize, Refusal> {
    match multipv.unwrap_or(1) {
        lines @ 1..=MOST_LINES => Ok(lines),
        _ => Err(Refusal::field("multipv", format!("a whole number from 1 to {MOST_LINES} is wanted"))),
    }
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse;

    use super::*;

    about_a_game! {
        /// A request.
        Plain {}
    }

    fn refused(body: &str) -> (u16, String) {
        let refusal = match read::<Plain>(body.as_bytes()) {
            Ok(plain) => plain.read().err().expect(body),
            Err(refusal) => refusal,
        };
        let reason = refusal.reason().to_owned();
        (refusal.into_response().status().as_u16(), reason)
    }

    #[test]
    fn what_is_wrong_is_named_with_the_status_that_fits() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        for (body, status, part) in [
            ("", 400, "no JSON"),
            ("{", 400, "no JSON"),
            ("{}{}", 400, "more than one"),
            (deep.as_str(), 422, "invalid type"),
            ("[]", 422, "invalid"),
            ("{}", 422, "the game is missing"),
            (r#"{"game":5}"#, 422, "invalid type"),
            (r#"{"game":"chess"}"#, 422, "kpe"),
            (r#"{"gone":"kpe"}"#, 422, "unknown field"),
            (r#"{"game":"kpe","game":"kpe"}"#, 422, "duplicate"),
            (r#"{"game":"kpe","lang":"xx"}"#, 422, "xx"),
            (r#"{"game":"kpe","moves":["A","Z"]}"#, 422, "move 2"),
            (r#"{"game":"kpe","moves":"A"}"#, 422, "invalid type"),
            (r#"{"game":"kpe","position":"1-2"}"#, 422, "column"),
        ] {
            let (got, reason) = refused(body);
            assert_eq!(got, status, "{body:.80}: {reason}");
            assert!(reason.contains(part) && !reason.contains('\n'), "{body:.80}: {reason}");
        }
        let nested = format!(r#"{{"game":"kpe","moves":[{}{}]}}"#, "[".repeat(100_000), "]".repeat(100_000));
        assert!(refused(&nested).0 < 500);
        let many = serde_json::json!({ "game": "kpe", "moves": vec!["A"; MOST_MOVES + 1] });
        assert!(refused(&many.to_string()).1.contains("2000"));
    }

    #[test]
    fn limits_are_checked_and_a_time_is_always_set() {
        let limits = |time, nodes, depth| {
            let (usual, longest) = (Duration::from_secs(10), Duration::from_secs(60));
            Wanted { time, nodes, depth }
                .limits(usual, longest)
                .map_err(|refusal| refusal.reason().to_owned())
        };
        assert_eq!(limits(None, None, None).unwrap().time, Some(Duration::from_secs(10)));
        assert_eq!(limits(None, Some(5), None).unwrap().time, Some(Duration::from_secs(60)));
        assert_eq!(limits(Some(0.5), None, Some(3)).unwrap().time, Some(Duration::from_millis(500)));
        for time in [0.0, -1.0, f64::NAN, f64::INFINITY, 60.1, 1e300] {
            assert!(limits(Some(time), None, None).unwrap_err().contains("60"), "{time}");
        }
        assert!(limits(None, Some(0), None).is_err() && limits(None, None, Some(0)).is_err());
        assert!(lines(Some(0)).is_err() && lines(Some(65)).is_err() && lines(None).is_ok());
    }
}
