//! Endpoints for the site: its public policies, and its settings.

use super::{
    ApiError,
    caller::{CurrentSession, Service},
    extract::{Created, Done, Json, Path},
    scopes::SessionOnly,
};
use ludoteca_protocol::{
    InviteCodeList, InviteCodeView, NewInviteCode, SettingsChange, SettingsView, SiteView,
};
use ludoteca_service::Settings;

/// Returns the site's policies: registration, guests, who may chat, and who can read it.
#[utoipa::path(get, path = "/api/v1/site", tag = "site")]
pub(crate) async fn site(Service(settings): Service<Settings>) -> Result<Json<SiteView>, ApiError> {
    Ok(Json(settings.site_view().await?))
}

/// Returns the settings, and which of them the server's configuration fixes. For admins.
#[utoipa::path(get, path = "/api/v1/admin/settings", tag = "site")]
pub(crate) async fn settings(
    Service(settings): Service<Settings>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
) -> Result<Json<SettingsView>, ApiError> {
    Ok(Json(settings.admin_settings(&session).await?))
}

/// Changes some of the settings. For admins.
#[utoipa::path(put, path = "/api/v1/admin/settings", tag = "site", responses((status = 422)))]
pub(crate) async fn change_settings(
    Service(settings): Service<Settings>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Json(change): Json<SettingsChange>,
) -> Result<Json<SettingsView>, ApiError> {
    Ok(Json(settings.change_settings(&session, &change).await?))
}

/// Lists the invite codes for registration by invitation. For admins.
#[utoipa::path(get, path = "/api/v1/admin/invite-codes", tag = "site")]
pub(crate) async fn invite_codes(
    Service(settings): Service<Settings>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
) -> Result<Json<InviteCodeList>, ApiError> {
    Ok(Json(settings.invite_codes(&session).await?))
}

/// Creates an invite code. For admins.
#[utoipa::path(post, path = "/api/v1/admin/invite-codes", tag = "site", responses((status = 422)))]
pub(crate) async fn create_invite_code(
    Service(settings): Service<Settings>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Json(new): Json<NewInviteCode>,
) -> Result<Created<InviteCodeView>, ApiError> {
    Ok(Created(settings.create_invite_code(&session, &new).await?))
}

/// Revokes an invite code; accounts created with it stay. For admins.
#[utoipa::path(delete, path = "/api/v1/admin/invite-codes/{code}", tag = "site",
    params(("code" = String, Path, description = "The code.")), responses((status = 404)))]
pub(crate) async fn revoke_invite_code(
    Service(settings): Service<Settings>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Path(code): Path<String>,
) -> Result<Json<Done>, ApiError> {
    settings.revoke_invite_code(&session, &code).await?;
    Ok(Json(Done {}))
}
