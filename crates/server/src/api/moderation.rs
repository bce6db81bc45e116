//! Endpoints for reports, blocks and moderators.

use super::{
    Refused,
    caller::{CurrentSession, CurrentUser, Games},
    extract::{Body, Done, Path, Query, answer},
    games::summary,
};
use crate::hub::ReportsWanted;
use axum::response::Response;
use ludoteca_protocol::{
    AuditPage, BlockList, ModeratedUser, ModerationAct, NewReport, Problem, ReportDetail, ReportList,
    ReportView,
};
use serde::Deserialize;

/// Reports a player to the moderators.
#[utoipa::path(post, path = "/api/v1/reports", request_body = NewReport, tag = "moderation",
    responses((status = 201, body = Done), (status = 401, body = Problem), (status = 404, body = Problem),
    (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn report(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Body(request): Body<NewReport>,
) -> Result<Response, Refused> {
    hub.report(&who, &request).await?;
    Ok(answer(201, &Done {}))
}

/// Lists the users that you block. Only you can see the list.
#[utoipa::path(get, path = "/api/v1/blocks", tag = "moderation",
    responses((status = 200, body = BlockList), (status = 401, body = Problem)))]
pub(crate) async fn blocks(Games(hub): Games, CurrentUser(who): CurrentUser) -> Result<Response, Refused> {
    Ok(answer(200, &hub.blocks().blocks(&who).await?))
}

/// Blocks a user.
/// You are not paired with them, they cannot challenge you, and you do not see their messages.
#[utoipa::path(put, path = "/api/v1/blocks/{id}", tag = "moderation",
    params(("id" = String, Path, description = "The user's id or account name.")),
    responses((status = 200, body = Done), (status = 401, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn block(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Path(user): Path<String>,
) -> Result<Response, Refused> {
    hub.block(&who, &user).await?;
    Ok(answer(200, &Done {}))
}

/// Unblocks a user you have blocked.
#[utoipa::path(delete, path = "/api/v1/blocks/{id}", tag = "moderation",
    params(("id" = String, Path, description = "The user's id or account name.")),
    responses((status = 200, body = Done), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn unblock(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Path(user): Path<String>,
) -> Result<Response, Refused> {
    hub.unblock(&who, &user).await?;
    Ok(answer(200, &Done {}))
}

/// Lists reports, newest first. For moderators.
#[utoipa::path(get, path = "/api/v1/moderation/reports", tag = "moderation",
    params(("open" = Option<bool>, Query, description = "Only unresolved reports, claimed or not."),
    ("state" = Option<String>, Query, description = "`open`, `taken` or `closed`."),
    ("user" = Option<String>, Query, description = "Only reports about this user, by id or name."),
    ("before" = Option<String>, Query, description = "Only reports after this one in the list."),
    ("limit" = Option<u32>, Query, description = "The maximum number of items, at most 200.")),
    responses((status = 200, body = ReportList), (status = 401, body = Problem), (status = 403, body = Problem),
    (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn reports(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Query(wanted): Query<ReportsWanted>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.reports(&session, &wanted).await?))
}

/// Returns a report with its game and chat. For moderators.
/// A report about yourself is left to the others, and one of your own opens the players' chat only if you
/// play in the game.
#[utoipa::path(get, path = "/api/v1/moderation/reports/{id}", tag = "moderation",
    params(("id" = String, Path, description = "The report.")),
    responses((status = 200, body = ReportDetail), (status = 401, body = Problem), (status = 403, body = Problem),
    (status = 404, body = Problem)))]
pub(crate) async fn report_detail(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    let found = hub.report_detail(&session, &id).await?;
    let (game, link, messages) = match found.game {
        Some(game) => (Some(summary(game.row, None)), Some(game.link), game.messages),
        None => (None, None, Vec::new()),
    };
    Ok(answer(200, &ReportDetail { report: found.report, game, link, messages }))
}

/// Claims a report, so that other moderators leave it to you. For moderators.
#[utoipa::path(post, path = "/api/v1/moderation/reports/{id}/take", tag = "moderation",
    params(("id" = String, Path, description = "The report.")),
    responses((status = 200, body = ReportView), (status = 401, body = Problem), (status = 403, body = Problem),
    (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(crate) async fn take_report(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.take_report(&session, &id).await?))
}

/// Releases a report that was claimed. For moderators.
#[utoipa::path(post, path = "/api/v1/moderation/reports/{id}/release", tag = "moderation",
    params(("id" = String, Path, description = "The report.")),
    responses((status = 200, body = ReportView), (status = 401, body = Problem), (status = 403, body = Problem),
    (status = 404, body = Problem)))]
pub(crate) async fn release_report(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.release_report(&session, &id).await?))
}

/// Marks a report as resolved. For moderators.
#[utoipa::path(post, path = "/api/v1/moderation/reports/{id}/done", tag = "moderation",
    params(("id" = String, Path, description = "The report.")),
    responses((status = 200, body = Done), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn report_done(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    hub.report_done(&session, &id).await?;
    Ok(answer(200, &Done {}))
}

/// Shows a user with sanctions and role. For moderators.
#[utoipa::path(get, path = "/api/v1/moderation/users/{id}", tag = "moderation",
    params(("id" = String, Path, description = "The user's id or account name.")),
    responses((status = 200, body = ModeratedUser), (status = 401, body = Problem), (status = 403, body = Problem),
    (status = 404, body = Problem)))]
pub(crate) async fn moderated_user(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Path(user): Path<String>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.moderated_user(&session, &user).await?))
}

/// Mutes, bans, closes or renames a user, or reverts that. For moderators.
/// Admins can also assign a role.
#[utoipa::path(post, path = "/api/v1/moderation/users/{id}", request_body = ModerationAct, tag = "moderation",
    params(("id" = String, Path, description = "The user's id or account name.")),
    responses((status = 200, body = ModeratedUser), (status = 401, body = Problem), (status = 403, body = Problem),
    (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn moderate(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Path(user): Path<String>,
    Body(act): Body<ModerationAct>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.moderate(&session, &user, &act).await?))
}

#[derive(Deserialize)]
pub(crate) struct AuditQuery {
    user: Option<String>,
    before: Option<u64>,
}

/// Returns the moderation log, newest first, at most 100 entries. For moderators.
#[utoipa::path(get, path = "/api/v1/moderation/audit", tag = "moderation",
    params(("before" = Option<u64>, Query, description = "Only entries with a lower number."),
    ("user" = Option<String>, Query, description = "Only actions on this user, by id or name.")),
    responses((status = 200, body = AuditPage), (status = 401, body = Problem), (status = 403, body = Problem),
    (status = 404, body = Problem)))]
pub(crate) async fn audit(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Query(AuditQuery { user, before }): Query<AuditQuery>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.audit(&session, user.as_deref(), before).await?))
}
