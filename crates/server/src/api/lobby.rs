//! Endpoints of the lobby.

use super::{
    ApiError,
    caller::{Allowed, CurrentUser, Service},
    extract::{Created, Done, Json, Path},
    scopes::{Play, Read},
};
use ludoteca_protocol::{NewSeek, SeekView};
use ludoteca_service::Lobby;
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
#[schema(example = json!({"seeks": [{"id": "w5tz2kq9mh", "user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "game": "peak",
    "clock": {"system": "increment", "initial": 300_000, "increment": 3000}, "rated": false,
    "guest": true, "missing": 1}]}))]
pub(crate) struct Seeks {
    seeks: Vec<SeekView>,
}

/// Lists the open seeks.
#[utoipa::path(get, path = "/api/v1/seeks", tag = "lobby")]
pub(crate) async fn seeks(Service(lobby): Service<Lobby>, _: Allowed<Read>) -> Json<Seeks> {
    Json(Seeks { seeks: lobby.seeks() })
}

/// Creates a seek.
/// If a matching seek exists, the game is created at once and named in `started`.
#[utoipa::path(post, path = "/api/v1/seeks", tag = "lobby", responses((status = 422)))]
pub(crate) async fn create_seek(
    Service(lobby): Service<Lobby>,
    CurrentUser(who, ..): CurrentUser<Play>,
    Json(request): Json<NewSeek>,
) -> Result<Created<SeekView>, ApiError> {
    Ok(Created(lobby.create(&who, request).await?))
}

/// Accepts another player's seek.
#[utoipa::path(post, path = "/api/v1/seeks/{id}/join", tag = "lobby", params(("id" = String, Path, description = "The seek.")), responses((status = 404), (status = 422)))]
pub(crate) async fn join_seek(
    Service(lobby): Service<Lobby>,
    CurrentUser(who, ..): CurrentUser<Play>,
    Path(id): Path<String>,
) -> Result<Created<SeekView>, ApiError> {
    Ok(Created(lobby.join(&who, &id).await?))
}

/// Withdraws your seek, or leaves a seek that you have accepted.
#[utoipa::path(delete, path = "/api/v1/seeks/{id}", tag = "lobby", params(("id" = String, Path, description = "The seek.")), responses((status = 404)))]
pub(crate) async fn withdraw_seek(
    Service(lobby): Service<Lobby>,
    CurrentUser(who, ..): CurrentUser<Play>,
    Path(id): Path<String>,
) -> Result<Json<Done>, ApiError> {
    lobby.withdraw(&who, &id).await?;
    Ok(Json(Done {}))
}
