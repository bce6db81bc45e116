//! Endpoints of the lobby.

use super::{
    Refused,
    caller::{CurrentUser, Games},
    extract::{Body, Done, Path, answer},
};
use axum::response::Response;
use ludoteca_protocol::{NewSeek, Problem, SeekView};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
#[schema(example = json!({"seeks": [{"id": "w5tz2kq9mh", "user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "game": "peak",
    "clock": {"system": "increment", "initial_s": 300.0, "increment_s": 3.0}, "rated": false, "missing": 1}]}))]
pub(crate) struct Seeks {
    seeks: Vec<SeekView>,
}

/// Lists the open seeks.
#[utoipa::path(get, path = "/api/v1/seeks", tag = "lobby", responses((status = 200, body = Seeks)))]
pub(crate) async fn seeks(Games(hub): Games) -> Response {
    answer(200, &Seeks { seeks: hub.seeks() })
}

/// Creates a seek.
/// If a matching seek exists, the game is created at once and named in `started`.
#[utoipa::path(post, path = "/api/v1/seeks", request_body = NewSeek, tag = "lobby",
    responses((status = 201, body = SeekView), (status = 401, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn seek(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Body(request): Body<NewSeek>,
) -> Result<Response, Refused> {
    Ok(answer(201, &hub.seek(&who, request).await?))
}

/// Accepts another player's seek.
#[utoipa::path(post, path = "/api/v1/seeks/{id}/join", tag = "lobby", params(("id" = String, Path, description = "The seek.")),
    responses((status = 201, body = SeekView), (status = 403, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn take_up(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    Ok(answer(201, &hub.take_up(&who, &id).await?))
}

/// Withdraws your seek, or leaves a seek that you have accepted.
#[utoipa::path(delete, path = "/api/v1/seeks/{id}", tag = "lobby", params(("id" = String, Path, description = "The seek.")),
    responses((status = 200, body = Done), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn unseek(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    hub.unseek(&who, &id).await?;
    Ok(answer(200, &Done {}))
}
