//! Reports, blocks, and the doors of moderators.

use super::{
    Refused,
    caller::{Games, Known},
    reading::{Body, Done, Path, Query, answer},
};
use axum::response::Response;
use ludoteca_protocol::{AuditPage, BlockList, ModeratedUser, ModerationAct, NewReport, Problem, ReportList};
use serde::Deserialize;

/// Tells moderators what somebody does.
#[utoipa::path(post, path = "/api/v1/reports", request_body = NewReport, tag = "moderation",
    responses((status = 201, body = Done), (status = 401, body = Problem), (status = 404, body = Problem),
    (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn report(
    Games(hub): Games,
    Known(who): Known,
    Body(wish): Body<NewReport>,
) -> Result<Response, Refused> {
    hub.report(&who, &wish).await?;
    Ok(answer(201, &Done {}))
}

/// Whom you block. Nobody else sees it.
#[utoipa::path(get, path = "/api/v1/blocks", tag = "moderation",
    responses((status = 200, body = BlockList), (status = 401, body = Problem)))]
pub(crate) async fn blocks(Games(hub): Games, Known(who): Known) -> Result<Response, Refused> {
    Ok(answer(200, &hub.blocks(&who).await?))
}

/// Blocks somebody: you are not paired with them, they cannot challenge you, you do not see what they write.
#[utoipa::path(put, path = "/api/v1/blocks/{id}", tag = "moderation",
    params(("id" = String, Path, description = "Whom: their id, or the name of their account.")),
    responses((status = 200, body = Done), (status = 401, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn block(
    Games(hub): Games,
    Known(who): Known,
    Path(user): Path<String>,
) -> Result<Response, Refused> {
    hub.block(&who, &user).await?;
    Ok(answer(200, &Done {}))
}

/// Blocks somebody no longer.
#[utoipa::path(delete, path = "/api/v1/blocks/{id}", tag = "moderation",
    params(("id" = String, Path, description = "Whom: their id, or the name of their account.")),
    responses((status = 200, body = Done), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn unblock(
    Games(hub): Games,
    Known(who): Known,
    Path(user): Path<String>,
) -> Result<Response, Refused> {
    hub.unblock(&who, &user).await?;
    Ok(answer(200, &Done {}))
}

#[derive(Deserialize)]
pub(crate) struct Which {
    #[serde(default)]
    open: bool,
}

/// What people have reported, the last first. For moderators.
#[utoipa::path(get, path = "/api/v1/moderation/reports", tag = "moderation",
    params(("open" = Option<bool>, Query, description = "Only those nobody has looked at.")),
    responses((status = 200, body = ReportList), (status = 401, body = Problem), (status = 403, body = Problem)))]
pub(crate) async fn reports(
    Games(hub): Games,
    Known(who): Known,
    Query(Which { open }): Query<Which>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.reports(&who, open).await?))
}

/// Notes that you have looked at a report. For moderators.
#[utoipa::path(post, path = "/api/v1/moderation/reports/{id}/done", tag = "moderation",
    params(("id" = String, Path, description = "The report.")),
    responses((status = 200, body = Done), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn report_done(
    Games(hub): Games,
    Known(who): Known,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    hub.report_done(&who, &id).await?;
    Ok(answer(200, &Done {}))
}

/// Mutes, bans, closes or renames somebody, takes that back, or (only admins) gives them a role. For
/// moderators.
#[utoipa::path(post, path = "/api/v1/moderation/users/{id}", request_body = ModerationAct, tag = "moderation",
    params(("id" = String, Path, description = "Whom: their id, or the name of their account.")),
    responses((status = 200, body = ModeratedUser), (status = 401, body = Problem), (status = 403, body = Problem),
    (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn moderate(
    Games(hub): Games,
    Known(who): Known,
    Path(user): Path<String>,
    Body(act): Body<ModerationAct>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.moderate(&who, &user, &act).await?))
}

#[derive(Deserialize)]
pub(crate) struct Before {
    before: Option<u64>,
}

/// What moderators have done, the last first, at most 100 at once. For moderators.
#[utoipa::path(get, path = "/api/v1/moderation/audit", tag = "moderation",
    params(("before" = Option<u64>, Query, description = "Only lines with a lower number.")),
    responses((status = 200, body = AuditPage), (status = 401, body = Problem), (status = 403, body = Problem)))]
pub(crate) async fn audit(
    Games(hub): Games,
    Known(who): Known,
    Query(Before { before }): Query<Before>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.audit(&who, before).await?))
}
