//! What stands before every request: who may ask, and what is written down of it.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api::App;
use crate::error::{Reason, Refusal};

/// Characters of a path that the log shows.
const LONGEST_PATH: usize = 80;

/// Writes one line of every request that was refused or failed, and of the others where they are asked for.
pub async fn log(
    State(app): State<Arc<App>>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let _pending = app.pending().enter();
    let started = Instant::now();
    let method = request.method().clone();
    // Whatever a client sends stays on one line.
    let path: String = request.uri().path().escape_debug().take(LONGEST_PATH).collect();
    let mut response = next.run(request).await;
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let status = response.status();
    let why = response.extensions().get::<Reason>().map_or("", |reason| reason.0.as_str());
    let why: String = why.escape_debug().collect();
    let (status_code, time) = (status.as_u16(), started.elapsed().as_millis());
    if status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE {
        tracing::error!("{} {method} {path} {status_code} {time} ms {why}", client.ip());
    } else if status.is_client_error() || status.is_server_error() {
        tracing::warn!("{} {method} {path} {status_code} {time} ms {why}", client.ip());
    } else {
        tracing::debug!("{} {method} {path} {status_code} {time} ms", client.ip());
    }
    response
}

/// A server on the loopback address answers to its own names only: otherwise a page of another site, whose name was made
/// to point here, could ask it.
pub async fn host(State(address): State<SocketAddr>, request: Request, next: Next) -> Response {
    if !address.ip().to_canonical().is_loopback() || is_own(request.headers().get(header::HOST)) {
        return next.run(request).await;
    }
    let reason = "this server answers to localhost and its own address only";
    Refusal::new(StatusCode::MISDIRECTED_REQUEST, reason).into_response()
}

/// Does the host name this machine?
fn is_own(host: Option<&HeaderValue>) -> bool {
    let Some(host) = host.and_then(|host| host.to_str().ok()) else { return false };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || bare.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_its_own() {
        for (host, own) in [
            ("localhost", true),
            ("LOCALHOST:8417", true),
            ("127.0.0.1:8417", true),
            ("127.0.0.1", true),
            ("[::1]:8417", true),
            ("[::1]", true),
            ("evil.example", false),
            ("localhost.evil.example:8417", false),
            ("192.168.0.4:8417", false),
            ("", false),
        ] {
            assert_eq!(is_own(Some(&HeaderValue::from_static(host))), own, "{host}");
        }
        assert!(!is_own(None));
    }
}
