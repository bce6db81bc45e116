//! The OpenAPI description of all endpoints, generated from the code.

use super::{API, extract::Json, handbook, openapi};
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
    let schemas = document["components"]["schemas"].clone();
    open_parts(&mut document, &schemas);
    openapi::complete(&mut document);
    document
}

static PAGE: LazyLock<String> = LazyLock::new(|| handbook::page(&API.1));

/// Inlines types that are used as a part of another type. Such a type allows no further fields on its own,
/// but must allow them as a part.
fn open_parts(value: &mut Value, schemas: &Value) {
    for part in value.get_mut("allOf").and_then(Value::as_array_mut).into_iter().flatten() {
        let name = part["$ref"].as_str().and_then(|path| path.rsplit('/').next());
        if let Some(schema) = name.and_then(|name| schemas.get(name)) {
            *part = schema.clone();
            if let Some(fields) = part.as_object_mut() {
                fields.retain(|key, _| !matches!(key.as_str(), "additionalProperties" | "example"));
            }
        }
    }
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| open_parts(value, schemas)),
        Value::Object(fields) => fields.values_mut().for_each(|value| open_parts(value, schemas)),
        _ => {}
    }
}

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
