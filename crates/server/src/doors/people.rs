//! Guests, and who one is.

use super::{
    Refused,
    caller::{COOKIE, Caller, Games, Known, is_encrypted},
    reading::{Body, answer},
};
use axum::{
    http::{HeaderMap, HeaderValue, header},
    response::Response,
};
use ludoteca_protocol::{Guest, GuestWish, NewName, Problem, UserView, VacationView, VacationWish};
use serde::Serialize;

/// A year: a guest who comes back within it is the same guest.
const COOKIE_LASTS: u32 = 365 * 24 * 60 * 60;

/// Makes a guest: no form, no password. The token is shown once; a browser gets it as a cookie too.
#[utoipa::path(post, path = "/api/v1/guests", request_body = GuestWish, tag = "people",
    responses((status = 201, body = Guest), (status = 422, body = Problem)))]
pub(crate) async fn make_guest(
    Games(hub): Games,
    headers: HeaderMap,
    Body(wish): Body<GuestWish>,
) -> Result<Response, Refused> {
    let guest = hub.make_guest(wish.name.as_deref()).await?;
    let secure = if is_encrypted(&headers) { "; Secure" } else { "" };
    let cookie =
        format!("{COOKIE}={}; Path=/; HttpOnly; SameSite=Lax; Max-Age={COOKIE_LASTS}{secure}", guest.token);
    let mut response = answer(201, &guest);
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

#[derive(Serialize, utoipa::ToSchema)]
#[schema(example = json!({"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}}))]
pub(crate) struct Me {
    /// Who you are; `null`: nobody the server knows.
    user: Option<UserView>,
}

/// Who you are.
#[utoipa::path(get, path = "/api/v1/me", tag = "people", responses((status = 200, body = Me)))]
pub(crate) async fn me(Caller(who): Caller) -> Response {
    answer(200, &Me { user: who.map(|who| who.view()) })
}

/// Calls you otherwise. Games that you play in already show the name of when you joined.
#[utoipa::path(put, path = "/api/v1/me", request_body = NewName, tag = "people",
    responses((status = 200, body = Me), (status = 401, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn rename(
    Games(hub): Games,
    Known(who): Known,
    Body(wish): Body<NewName>,
) -> Result<Response, Refused> {
    let who = hub.rename(who, &wish.name).await?;
    Ok(answer(200, &Me { user: Some(who.view()) }))
}

/// Your vacation (TB-11): your games by correspondence wait while you are away.
#[utoipa::path(get, path = "/api/v1/me/vacation", tag = "people",
    responses((status = 200, body = VacationView), (status = 401, body = Problem)))]
pub(crate) async fn vacation(Games(hub): Games, Known(who): Known) -> Result<Response, Refused> {
    Ok(answer(200, &hub.vacation(&who).await?))
}

/// Begins a vacation at once, changes its end, or ends it (`null`).
#[utoipa::path(put, path = "/api/v1/me/vacation", request_body = VacationWish, tag = "people",
    responses((status = 200, body = VacationView), (status = 401, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn set_vacation(
    Games(hub): Games,
    Known(who): Known,
    Body(wish): Body<VacationWish>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.set_vacation(&who, wish).await?))
}
