//! Endpoints for guests and the caller's own profile.

use super::{
    Refused,
    caller::{Caller, CurrentSession, CurrentUser, Games},
    extract::{Body, answer},
    sessions::{Client, with_cookie},
};
use axum::{http::HeaderMap, response::Response};
use ludoteca_protocol::{
    AccountView, Guest, NewGuest, NewName, Problem, UserView, VacationRequest, VacationView,
};
use serde::Serialize;

/// Creates a guest, without form or password.
/// The token is shown once; a browser also gets it as a cookie.
#[utoipa::path(post, path = "/api/v1/guests", request_body = NewGuest, tag = "people",
    responses((status = 201, body = Guest), (status = 422, body = Problem)))]
pub(crate) async fn make_guest(
    Games(hub): Games,
    Client(client): Client,
    headers: HeaderMap,
    Body(request): Body<NewGuest>,
) -> Result<Response, Refused> {
    let guest = hub.accounts().make_guest(request.name.as_deref(), &client).await?;
    Ok(with_cookie(answer(201, &guest), &headers, Some(&guest.token)))
}

#[derive(Serialize, utoipa::ToSchema)]
#[schema(example = json!({"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}}))]
pub(crate) struct Me {
    /// The caller; `null` if anonymous.
    user: Option<UserView>,
    /// Private details of your account; missing for guests.
    #[serde(skip_serializing_if = "Option::is_none")]
    account: Option<AccountView>,
}

/// Returns who you are.
#[utoipa::path(get, path = "/api/v1/me", tag = "people", responses((status = 200, body = Me)))]
pub(crate) async fn me(Games(hub): Games, caller: Caller) -> Result<Response, Refused> {
    let Some(session) = caller.session() else { return Ok(answer(200, &Me { user: None, account: None })) };
    let account = hub.accounts().account_of(session).await?;
    Ok(answer(200, &Me { user: Some(session.who.view()), account }))
}

/// Renames you. Games that you have joined keep the name you had then.
#[utoipa::path(put, path = "/api/v1/me", request_body = NewName, tag = "people",
    responses((status = 200, body = Me), (status = 401, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn rename(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Body(request): Body<NewName>,
) -> Result<Response, Refused> {
    let who = hub.accounts().rename(&session, &request.name).await?;
    let account = hub.accounts().account_of(&session).await?;
    Ok(answer(200, &Me { user: Some(who.view()), account }))
}

/// Returns your vacation (TB-11), during which your correspondence games wait.
#[utoipa::path(get, path = "/api/v1/me/vacation", tag = "people",
    responses((status = 200, body = VacationView), (status = 401, body = Problem)))]
pub(crate) async fn vacation(Games(hub): Games, CurrentUser(who): CurrentUser) -> Result<Response, Refused> {
    Ok(answer(200, &hub.vacation(&who).await?))
}

/// Starts a vacation at once, changes its end, or ends it (`null`).
#[utoipa::path(put, path = "/api/v1/me/vacation", request_body = VacationRequest, tag = "people",
    responses((status = 200, body = VacationView), (status = 401, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn set_vacation(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Body(request): Body<VacationRequest>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.set_vacation(&who, request).await?))
}
