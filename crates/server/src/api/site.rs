//! Endpoints for the site: its public policies, and its settings.

use super::{
    Refused,
    caller::{CurrentSession, Games},
    extract::{Body, Done, Path, answer},
};
use axum::response::Response;
use ludoteca_protocol::{
    InviteCodeList, InviteCodeView, NewInviteCode, Problem, SettingsChange, SettingsView, SiteView,
};

/// Returns the site's policies: registration, guests, who may chat, and who can read it.
#[utoipa::path(get, path = "/api/v1/site", tag = "site", responses((status = 200, body = SiteView)))]
pub(crate) async fn site(Games(hub): Games) -> Result<Response, Refused> {
    Ok(answer(200, &hub.settings().site_view().await?))
}

/// Returns the settings, and which of them the server's configuration fixes. For admins.
#[utoipa::path(get, path = "/api/v1/admin/settings", tag = "site",
    responses((status = 200, body = SettingsView), (status = 401, body = Problem), (status = 403, body = Problem)))]
pub(crate) async fn settings(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.settings().admin_settings(&session).await?))
}

/// Changes some of the settings. For admins.
#[utoipa::path(put, path = "/api/v1/admin/settings", request_body = SettingsChange, tag = "site",
    responses((status = 200, body = SettingsView), (status = 401, body = Problem), (status = 403, body = Problem),
    (status = 422, body = Problem)))]
pub(crate) async fn change_settings(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Body(change): Body<SettingsChange>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.settings().change_settings(&session, &change).await?))
}

/// Lists the invite codes for registration by invitation. For admins.
#[utoipa::path(get, path = "/api/v1/admin/invite-codes", tag = "site",
    responses((status = 200, body = InviteCodeList), (status = 401, body = Problem), (status = 403, body = Problem)))]
pub(crate) async fn invite_codes(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.settings().invite_codes(&session).await?))
}

/// Creates an invite code. For admins.
#[utoipa::path(post, path = "/api/v1/admin/invite-codes", request_body = NewInviteCode, tag = "site",
    responses((status = 201, body = InviteCodeView), (status = 401, body = Problem), (status = 403, body = Problem),
    (status = 422, body = Problem)))]
pub(crate) async fn make_invite_code(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Body(new): Body<NewInviteCode>,
) -> Result<Response, Refused> {
    Ok(answer(201, &hub.settings().make_invite_code(&session, &new).await?))
}

/// Revokes an invite code; accounts created with it stay. For admins.
#[utoipa::path(delete, path = "/api/v1/admin/invite-codes/{code}", tag = "site",
    params(("code" = String, Path, description = "The code.")),
    responses((status = 200, body = Done), (status = 401, body = Problem), (status = 403, body = Problem),
    (status = 404, body = Problem)))]
pub(crate) async fn revoke_invite_code(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Path(code): Path<String>,
) -> Result<Response, Refused> {
    hub.settings().revoke_invite_code(&session, &code).await?;
    Ok(answer(200, &Done {}))
}
