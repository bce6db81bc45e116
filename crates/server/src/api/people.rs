//! Endpoints for guests and the caller's own profile.

use super::{
    ApiError,
    caller::{Caller, CurrentSession, CurrentUser, Service},
    extract::{Created, Json},
    scopes::{Play, Read, SessionOnly},
    sessions::{Client, SessionCookie},
};
use axum::http::HeaderMap;
use ludoteca_protocol::{AccountView, Guest, NewGuest, NewName, UserView, VacationRequest, VacationView};
use ludoteca_service::{Accounts, Vacations};
use serde::Serialize;

/// Creates a guest, without form or password.
/// The token is shown once; a browser also gets it as a cookie.
#[utoipa::path(post, path = "/api/v1/guests", tag = "people", responses((status = 422)))]
pub(crate) async fn create_guest(
    Service(accounts): Service<Accounts>,
    Client(client): Client,
    headers: HeaderMap,
    Json(request): Json<NewGuest>,
) -> Result<(SessionCookie, Created<Guest>), ApiError> {
    let guest = accounts.create_guest(request.name.as_deref(), &client).await?;
    Ok((SessionCookie::new(&headers, &guest.token), Created(guest)))
}

#[derive(Serialize, utoipa::ToSchema)]
#[schema(example = json!({"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}}))]
pub(crate) struct Me {
    /// The caller; `null` if anonymous.
    #[schema(required)]
    user: Option<UserView>,
    /// Private details of your account; missing for guests.
    #[serde(skip_serializing_if = "Option::is_none")]
    account: Option<AccountView>,
}

/// Returns who you are.
#[utoipa::path(get, path = "/api/v1/me", tag = "people")]
pub(crate) async fn me(
    Service(accounts): Service<Accounts>,
    caller: Caller<Read>,
) -> Result<Json<Me>, ApiError> {
    let Some(session) = caller.session() else { return Ok(Json(Me { user: None, account: None })) };
    let account = accounts.account_of(session).await?;
    Ok(Json(Me { user: Some(session.who.view()), account }))
}

/// Renames you. Games that you have joined keep the name you had then.
#[utoipa::path(put, path = "/api/v1/me", tag = "people", responses((status = 422)))]
pub(crate) async fn rename(
    Service(accounts): Service<Accounts>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Json(request): Json<NewName>,
) -> Result<Json<Me>, ApiError> {
    let who = accounts.rename(&session, &request.name).await?;
    let account = accounts.account_of(&session).await?;
    Ok(Json(Me { user: Some(who.view()), account }))
}

/// Returns your vacation (TB-11), during which your correspondence games wait.
#[utoipa::path(get, path = "/api/v1/me/vacation", tag = "people")]
pub(crate) async fn vacation(
    Service(vacations): Service<Vacations>,
    CurrentUser(who, ..): CurrentUser<Read>,
) -> Result<Json<VacationView>, ApiError> {
    Ok(Json(vacations.show(&who).await?))
}

/// Starts a vacation at once, changes its end, or ends it (`null`).
#[utoipa::path(put, path = "/api/v1/me/vacation", tag = "people", responses((status = 422)))]
pub(crate) async fn set_vacation(
    Service(vacations): Service<Vacations>,
    CurrentUser(who, ..): CurrentUser<Play>,
    Json(request): Json<VacationRequest>,
) -> Result<Json<VacationView>, ApiError> {
    Ok(Json(vacations.change(&who, request).await?))
}
