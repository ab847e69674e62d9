//! What is answered to a request that cannot be obeyed.

use axum::Json;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grenier_engine::json::SCHEMA;
use serde::Serialize;
use utoipa::ToSchema;

/// Seconds after which a client that was sent away may ask again.
const RETRY: u32 = 2;

/// The status, and one line that says what is wrong and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    status: StatusCode,
    reason: String,
    field: Option<String>,
}

/// The body of an answer that refuses.
#[derive(Serialize, ToSchema)]
pub struct Refused {
    schema: u32,
    /// What is wrong, in one line.
    error: String,
    /// The field that is to blame, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
}

/// The reason of a refusal, on its way to the log.
#[derive(Clone)]
pub struct Reason(pub String);

impl Refusal {
    /// A refusal with this status.
    pub fn new(status: StatusCode, reason: impl ToString) -> Refusal {
        Refusal { status, reason: reason.to_string(), field: None }
    }

    /// A field is wrong (422).
    pub fn field(field: impl ToString, reason: impl ToString) -> Refusal {
        let refusal = Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, reason);
        Refusal { field: Some(field.to_string()), ..refusal }
    }

    /// The engine failed (500).
    pub fn failed(reason: impl ToString) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, reason)
    }

    /// What is wrong.
    #[cfg(test)]
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Refusal { status, reason, field } = self;
        let told = match &field {
            Some(field) => format!("{field}: {reason}"),
            None => reason.clone(),
        };
        let mut response = (status, Json(Refused { schema: SCHEMA, error: reason, field })).into_response();
        if matches!(status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS) {
            let retry: (HeaderName, HeaderValue) = (header::RETRY_AFTER, RETRY.into());
            response.headers_mut().insert(retry.0, retry.1);
        }
        response.extensions_mut().insert(Reason(told));
        response
    }
}
