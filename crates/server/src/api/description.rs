//! The OpenAPI description of all endpoints, generated from the code.

use super::{
    accounts, archive, delete_account, games, handbook, lobby, moderation, openapi, passkeys, people, push,
    puzzles, ratings, scopes, sessions, site, socket, streams, webhooks,
};
use axum::{
    http::{Method, header},
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
    paths(
        people::make_guest, people::me, people::rename, people::vacation, people::set_vacation,
        accounts::register, accounts::make_bot, accounts::bots, accounts::remove_bot,
        sessions::log_in, sessions::sessions, sessions::end, sessions::log_out,
        sessions::make_token, sessions::tokens, sessions::remove_token,
        accounts::renew_bot_token, accounts::prove, accounts::set_password, accounts::set_email, accounts::recovery_codes, accounts::recover, accounts::recover_by_mail,
        passkeys::origin, passkeys::ask, passkeys::register, passkeys::log_in,
        passkeys::list, passkeys::add, passkeys::label, passkeys::remove, passkeys::claim_guest_games,
        delete_account::export, delete_account::leave,
        games::make, games::bring, games::current, games::mine, games::see, games::join, games::decline, games::act, games::rematch,
        games::plan, games::set_plan, games::record, games::record_json, games::messages, games::say,
        streams::game, streams::mine, streams::lobby,
        lobby::seeks, lobby::seek, lobby::take_up, lobby::unseek,
        ratings::of_user, ratings::history, ratings::leaderboards, ratings::colours,
        puzzles::list, puzzles::next, puzzles::daily, puzzles::see, puzzles::attempt, puzzles::tried,
        puzzles::of_user, puzzles::history, puzzles::leaderboards,
        push::key, push::subscribe, push::unsubscribe,
        webhooks::add, webhooks::list, webhooks::remove, webhooks::test,
        archive::search, archive::dump, archive::dumps, archive::dump_file, archive::explorer,
        archive::profile, archive::games_of,
        moderation::report, moderation::blocks, moderation::block, moderation::unblock,
        moderation::reports, moderation::report_detail, moderation::take_report, moderation::release_report,
        moderation::report_done, moderation::moderated_user, moderation::moderate, moderation::audit,
        site::site, site::settings, site::change_settings,
        site::invite_codes, site::make_invite_code, site::revoke_invite_code,
        socket::open,
        document, page, style,
    ),
    components(schemas(
        ludoteca_protocol::FromClient, ludoteca_protocol::FromServer, ludoteca_protocol::WebhookMessage
    )),
    tags((name = "people"), (name = "accounts"), (name = "games"), (name = "lobby"), (name = "ratings"), (name = "puzzles"), (name = "archive"), (name = "moderation"), (name = "site"), (name = "description"))
)]
struct Document;

/// Exact values of Squadro, if the server has its table.
#[cfg(feature = "table")]
#[derive(OpenApi)]
#[openapi(paths(crate::table::squadro, crate::table::accuracy))]
struct TableDocument;

/// Built once; the same for every request.
static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let document = Document::openapi();
    #[cfg(feature = "table")]
    let document = document.merge_from(TableDocument::openapi());
    let mut document = serde_json::to_value(document).unwrap_or_default();
    let schemas = document["components"]["schemas"].clone();
    open_parts(&mut document, &schemas);
    name_scopes(&mut document);
    openapi::complete(&mut document);
    document
});
static PAGE: LazyLock<String> = LazyLock::new(|| handbook::page(&DOCUMENT));

/// Adds to each operation the scope that a personal token needs.
fn name_scopes(document: &mut Value) {
    for (path, methods) in document["paths"].as_object_mut().into_iter().flatten() {
        for (method, route) in methods.as_object_mut().into_iter().flatten() {
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap_or_default();
            if let Some(needs) = scopes::needs(&method, path) {
                route["x-scope"] = needs.word().into();
            }
        }
    }
}

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
#[utoipa::path(get, path = "/api/v1/openapi.json", tag = "description",
    responses((status = 200, body = Object, example = json!({"openapi": "3.1.0", "info": {"title": "Ludoteca"}, "paths": {}}))))]
pub(crate) async fn document() -> Response {
    super::extract::answer(200, &*DOCUMENT)
}

/// Returns the document as an HTML page.
#[utoipa::path(get, path = "/api/v1", tag = "description",
    responses((status = 200, content_type = "text/html", body = String, example = "<!doctype html>…")))]
pub(crate) async fn page() -> Response {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], PAGE.as_str())
        .into_response()
}

/// Returns the style sheet of that page.
#[utoipa::path(get, path = "/api/v1/handbook.css", tag = "description",
    responses((status = 200, content_type = "text/css", body = String, example = "body { … }")))]
pub(crate) async fn style() -> Response {
    (
        [(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")],
        handbook::STYLE,
    )
        .into_response()
}
