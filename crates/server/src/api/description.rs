//! The OpenAPI description of all endpoints, generated from the code.

use super::{API, extract::Json, handbook};
use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use serde_json::Value;
use std::sync::LazyLock;
use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Ludoteca",
        description = "Online board games: live and correspondence, for two to four players. Errors are \
            problem details (RFC 9457) with a key for programs and, if a rule of a game applies, its ruling. Programs \
            authenticate with `Authorization: Bearer` and a token, the page with a cookie. `x-scope` is the scope \
            that a personal token needs: nothing, `read` (which `play` includes), `play`, or a session instead."
    ),
    components(schemas(
        ludoteca_protocol::FromClient, ludoteca_protocol::FromServer, ludoteca_protocol::Problem,
        ludoteca_protocol::WebhookMessage
    )),
    tags((name = "people"), (name = "accounts"), (name = "games"), (name = "lobby"), (name = "ratings"), (name = "puzzles"), (name = "archive"), (name = "moderation"), (name = "site"), (name = "description"))
)]
struct Document;

/// The whole document, from that of the endpoints.
pub(super) fn completed(endpoints: utoipa::openapi::OpenApi) -> Value {
    let document = Document::openapi().merge_from(endpoints);
    let mut document = serde_json::to_value(document).unwrap_or_default();
    super::openapi::complete(&mut document);
    document
}

/// The document as `/api/v1/openapi.json` returns it.
pub fn openapi() -> &'static Value {
    &API.1
}

static PAGE: LazyLock<String> = LazyLock::new(|| handbook::page(&API.1));

/// Returns this document in JSON.
#[utoipa::path(get, path = "/api/v1/openapi.json", tag = "description", responses((status = 200, body = Object, example = json!({"openapi": "3.1.0", "info": {"title": "Ludoteca"}, "paths": {}}))))]
pub(crate) async fn document() -> Response {
    Json(&API.1).into_response()
}

/// Returns the document as an HTML page.
#[utoipa::path(get, path = "/api/v1", tag = "description", responses((status = 200, content_type = "text/html", body = String, example = "<!doctype html>…")))]
pub(crate) async fn page() -> Response {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], PAGE.as_str())
        .into_response()
}

/// Returns the style sheet of that page.
#[utoipa::path(get, path = "/api/v1/handbook.css", tag = "description", responses((status = 200, content_type = "text/css", body = String, example = "body { … }")))]
pub(crate) async fn style() -> Response {
    (
        [(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")],
        handbook::STYLE,
    )
        .into_response()
}
