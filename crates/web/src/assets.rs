//! The page's files, which are part of the program.

use axum::body::Body;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::error::Refusal;

#[derive(RustEmbed)]
#[folder = "page"]
#[exclude = "*.md"]
struct Page;

/// What the page may do: it runs its own scripts and asks its own server.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// The page itself.
pub async fn index(headers: HeaderMap) -> Response {
    file("index.html", &headers)
}

/// One of the files that it loads.
pub async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    file(&name, &headers)
}

fn file(name: &str, asked: &HeaderMap) -> Response {
    let Some(file) = Page::get(name) else {
        return Refusal::new(StatusCode::NOT_FOUND, "there is no such file").into_response();
    };
    let hash = file.metadata.sha256_hash();
    let tag: String = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let fresh = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::CONTENT_SECURITY_POLICY, POLICY.to_owned()),
        (header::REFERRER_POLICY, "no-referrer".to_owned()),
    ];
    if asked.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, fresh).into_response();
    }
    let kind = format!("{}; charset=utf-8", file.metadata.mimetype());
    (fresh, [(header::CONTENT_TYPE, kind)], Body::from(file.data)).into_response()
}
