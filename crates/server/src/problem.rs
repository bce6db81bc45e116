//! What `/api/` answers when something is wrong: a problem document (RFC 9457).

use axum::{
    http::{Method, StatusCode, Uri},
    response::Response,
};
use serde::Serialize;

/// Fits the status alone, so its type is the one that means just that.
#[derive(Serialize)]
struct Problem {
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    status: u16,
    key: String,
    detail: String,
}

/// One sentence on what was wrong with this very request.
pub(crate) fn problem(status: StatusCode, detail: impl Into<String>) -> Response {
    let title = status.canonical_reason().unwrap_or("Error");
    let key = title.to_ascii_lowercase().replace(' ', "-");
    let body = Problem { kind: "about:blank", title, status: status.as_u16(), key, detail: detail.into() };
    crate::json(status, "application/problem+json", "no-store", &body)
}

pub(crate) async fn no_such_path(uri: Uri) -> Response {
    problem(StatusCode::NOT_FOUND, format!("there is nothing at {}", uri.path()))
}

/// The list of methods that are answered is added by the router, in `Allow`.
pub(crate) async fn no_such_method(method: Method, uri: Uri) -> Response {
    problem(
        StatusCode::METHOD_NOT_ALLOWED,
        format!("{method} is not answered at {}: the header Allow says what is", uri.path()),
    )
}
