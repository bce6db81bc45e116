//! Endpoints for reports, blocks and moderators.

use super::{
    ApiError,
    caller::{CurrentSession, CurrentUser, Service},
    extract::{Created, Done, Json, Path, Query},
    games::summary,
    scopes::{Play, Read, SessionOnly},
};
use ludoteca_protocol::{
    AuditPage, BlockList, ModeratedUser, ModerationAct, NewReport, ReportDetail, ReportList, ReportQuery,
    ReportView,
};
use ludoteca_service::{Blocks, Moderation};
use serde::Deserialize;
use utoipa::IntoParams;

/// Reports a player to the moderators.
#[utoipa::path(post, path = "/api/v1/reports", tag = "moderation", responses((status = 404), (status = 422)))]
pub(crate) async fn report(
    Service(moderation): Service<Moderation>,
    CurrentUser(who, ..): CurrentUser<Play>,
    Json(request): Json<NewReport>,
) -> Result<Created<Done>, ApiError> {
    moderation.report(&who, &request).await?;
    Ok(Created(Done {}))
}

/// Lists the users that you block. Only you can see the list.
#[utoipa::path(get, path = "/api/v1/blocks", tag = "moderation")]
pub(crate) async fn blocks(
    Service(blocks): Service<Blocks>,
    CurrentUser(who, ..): CurrentUser<Read>,
) -> Result<Json<BlockList>, ApiError> {
    Ok(Json(blocks.blocks(&who).await?))
}

/// Blocks a user.
/// You are not paired with them, they cannot challenge you, and you do not see their messages.
#[utoipa::path(put, path = "/api/v1/blocks/{id}", tag = "moderation",
    params(("id" = String, Path, description = "The user's id or account name.")), responses((status = 404), (status = 422)))]
pub(crate) async fn block(
    Service(moderation): Service<Moderation>,
    CurrentUser(who, ..): CurrentUser<Play>,
    Path(user): Path<String>,
) -> Result<Json<Done>, ApiError> {
    moderation.block(&who, &user).await?;
    Ok(Json(Done {}))
}

/// Unblocks a user you have blocked.
#[utoipa::path(delete, path = "/api/v1/blocks/{id}", tag = "moderation",
    params(("id" = String, Path, description = "The user's id or account name.")), responses((status = 404)))]
pub(crate) async fn unblock(
    Service(moderation): Service<Moderation>,
    CurrentUser(who, ..): CurrentUser<Play>,
    Path(user): Path<String>,
) -> Result<Json<Done>, ApiError> {
    moderation.unblock(&who, &user).await?;
    Ok(Json(Done {}))
}

/// Lists reports, newest first. For moderators.
#[utoipa::path(get, path = "/api/v1/moderation/reports", tag = "moderation", responses((status = 404), (status = 422)))]
pub(crate) async fn reports(
    Service(moderation): Service<Moderation>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Query(wanted): Query<ReportQuery>,
) -> Result<Json<ReportList>, ApiError> {
    Ok(Json(moderation.reports(&session, &wanted).await?))
}

/// Returns a report with its game and chat. For moderators.
/// A report about yourself is left to the others, and one of your own opens the players' chat only if you
/// play in the game.
#[utoipa::path(get, path = "/api/v1/moderation/reports/{id}", tag = "moderation",
    params(("id" = String, Path, description = "The report.")), responses((status = 404)))]
pub(crate) async fn show_report(
    Service(moderation): Service<Moderation>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Path(id): Path<String>,
) -> Result<Json<ReportDetail>, ApiError> {
    let found = moderation.report_detail(&session, &id).await?;
    let (game, link, messages) = match found.game {
        Some(game) => (Some(summary(game.row, None)), Some(game.link), game.messages),
        None => (None, None, Vec::new()),
    };
    Ok(Json(ReportDetail { report: found.report, game, link, messages }))
}

/// Claims a report, so that other moderators leave it to you. For moderators.
#[utoipa::path(post, path = "/api/v1/moderation/reports/{id}/take", tag = "moderation",
    params(("id" = String, Path, description = "The report.")), responses((status = 404), (status = 409)))]
pub(crate) async fn claim_report(
    Service(moderation): Service<Moderation>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Path(id): Path<String>,
) -> Result<Json<ReportView>, ApiError> {
    Ok(Json(moderation.claim_report(&session, &id).await?))
}

/// Releases a report that was claimed. For moderators.
#[utoipa::path(post, path = "/api/v1/moderation/reports/{id}/release", tag = "moderation",
    params(("id" = String, Path, description = "The report.")), responses((status = 404)))]
pub(crate) async fn release_report(
    Service(moderation): Service<Moderation>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Path(id): Path<String>,
) -> Result<Json<ReportView>, ApiError> {
    Ok(Json(moderation.release_report(&session, &id).await?))
}

/// Marks a report as resolved. For moderators.
#[utoipa::path(post, path = "/api/v1/moderation/reports/{id}/done", tag = "moderation",
    params(("id" = String, Path, description = "The report.")), responses((status = 404)))]
pub(crate) async fn resolve_report(
    Service(moderation): Service<Moderation>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Path(id): Path<String>,
) -> Result<Json<Done>, ApiError> {
    moderation.resolve_report(&session, &id).await?;
    Ok(Json(Done {}))
}

/// Shows a user with sanctions and role. For moderators.
#[utoipa::path(get, path = "/api/v1/moderation/users/{id}", tag = "moderation",
    params(("id" = String, Path, description = "The user's id or account name.")), responses((status = 404)))]
pub(crate) async fn show_user(
    Service(moderation): Service<Moderation>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Path(user): Path<String>,
) -> Result<Json<ModeratedUser>, ApiError> {
    Ok(Json(moderation.moderated_user(&session, &user).await?))
}

/// Mutes, bans, closes or renames a user, or reverts that. For moderators.
/// Admins can also assign a role.
#[utoipa::path(post, path = "/api/v1/moderation/users/{id}", tag = "moderation",
    params(("id" = String, Path, description = "The user's id or account name.")), responses((status = 404), (status = 422)))]
pub(crate) async fn moderate(
    Service(moderation): Service<Moderation>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Path(user): Path<String>,
    Json(act): Json<ModerationAct>,
) -> Result<Json<ModeratedUser>, ApiError> {
    Ok(Json(moderation.moderate(&session, &user, &act).await?))
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct AuditQuery {
    /// Only actions on this user, by id or name.
    user: Option<String>,
    /// Only entries with a lower number.
    before: Option<u64>,
}

/// Returns the moderation log, newest first, at most 100 entries. For moderators.
#[utoipa::path(get, path = "/api/v1/moderation/audit", tag = "moderation", responses((status = 404)))]
pub(crate) async fn audit(
    Service(moderation): Service<Moderation>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Query(AuditQuery { user, before }): Query<AuditQuery>,
) -> Result<Json<AuditPage>, ApiError> {
    Ok(Json(moderation.audit(&session, user.as_deref(), before).await?))
}
