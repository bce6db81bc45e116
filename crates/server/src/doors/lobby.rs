//! The lobby.

use super::{
    Refused,
    caller::{Games, Known},
    reading::{Body, Path, answer},
};
use axum::response::Response;
use ludoteca_protocol::{NewSeek, Problem, SeekView};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
pub(crate) struct Seeks {
    seeks: Vec<SeekView>,
}

/// The open seeks.
#[utoipa::path(get, path = "/api/v1/seeks", tag = "lobby", responses((status = 200, body = Seeks)))]
pub(crate) async fn seeks(Games(hub): Games) -> Response {
    answer(200, &Seeks { seeks: hub.seeks() })
}

/// Seeks a game. When somebody seeks the same, the game is made at once: then `started` names it.
#[utoipa::path(post, path = "/api/v1/seeks", request_body = NewSeek, tag = "lobby",
    responses((status = 201, body = SeekView), (status = 401, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn seek(
    Games(hub): Games,
    Known(who): Known,
    Body(wish): Body<NewSeek>,
) -> Result<Response, Refused> {
    Ok(answer(201, &hub.seek(&who, wish).await?))
}

/// Takes up somebody's seek.
#[utoipa::path(post, path = "/api/v1/seeks/{id}/join", tag = "lobby", params(("id" = String, Path)),
    responses((status = 201, body = SeekView), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn take_up(
    Games(hub): Games,
    Known(who): Known,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    Ok(answer(201, &hub.take_up(&who, &id).await?))
}

/// Takes your seek away, or yourself out of somebody's.
#[utoipa::path(delete, path = "/api/v1/seeks/{id}", tag = "lobby", params(("id" = String, Path)),
    responses((status = 200, body = Object), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn unseek(
    Games(hub): Games,
    Known(who): Known,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    hub.unseek(&who, &id).await?;
    Ok(answer(200, &serde_json::json!({})))
}
