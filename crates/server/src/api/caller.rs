//! Identifies the caller by a token in `Authorization: Bearer …` (programs) or in a cookie (the page).

use super::Refused;
use crate::{
    State,
    hub::{Hub, Identity, Session, Site},
    problem::problem,
};
use axum::{
    extract::{self, FromRequestParts, Request},
    http::{HeaderMap, Method, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use std::sync::Arc;

pub(crate) const COOKIE: &str = "ludoteca_session";

/// The caller's session, if there is one.
#[derive(Debug)]
pub(crate) struct Caller(Option<Arc<Session>>);

impl Caller {
    pub(crate) fn session(&self) -> Option<&Session> {
        self.0.as_deref()
    }

    pub(crate) fn who(&self) -> Option<&Identity> {
        self.session().map(|session| &session.who)
    }
}

/// The session of a request, looked up once and kept in its extensions.
#[derive(Clone, Debug)]
pub(crate) struct CachedSession(pub(crate) Option<Arc<Session>>);

/// The caller; requests without a session are rejected.
#[derive(Debug)]
pub(crate) struct CurrentUser(pub(crate) Identity);

/// The caller's session; requests without one are rejected.
#[derive(Debug)]
pub(crate) struct CurrentSession(pub(crate) Arc<Session>);

/// The hub; rejects the request if online play is off.
#[derive(Debug)]
pub(crate) struct Games(pub(crate) Hub);

/// The origin for links to this server, as the caller reached it.
#[derive(Debug)]
pub(crate) struct Origin(pub(crate) String);

impl FromRequestParts<State> for Games {
    type Rejection = Refused;

    async fn from_request_parts(_: &mut Parts, state: &State) -> Result<Games, Refused> {
        let closed = || problem(503, "no-games", "online play is off on this server");
        Ok(Games(state.hub().ok_or_else(closed)?.clone()))
    }
}

impl FromRequestParts<State> for Caller {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<Caller, Refused> {
        Games::from_request_parts(parts, state).await?;
        let session = parts.extensions.get().and_then(|CachedSession(session)| session.clone());
        // Report an invalid token in a header, but ignore an expired cookie.
        if session.is_none()
            && parts.headers.contains_key(header::AUTHORIZATION)
            && token(&parts.headers).is_some()
        {
            return Err(problem(401, "bad-token", "unknown token").into());
        }
        Ok(Caller(session))
    }
}

impl FromRequestParts<State> for CurrentSession {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<CurrentSession, Refused> {
        let Caller(session) = Caller::from_request_parts(parts, state).await?;
        let stranger = || problem(401, "who-are-you", "log in, or create a guest: POST /api/v1/guests");
        Ok(CurrentSession(session.ok_or_else(stranger)?))
    }
}

impl FromRequestParts<State> for CurrentUser {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<CurrentUser, Refused> {
        let CurrentSession(session) = CurrentSession::from_request_parts(parts, state).await?;
        Ok(CurrentUser(session.who.clone()))
    }
}

impl FromRequestParts<State> for Origin {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &State) -> Result<Origin, Self::Rejection> {
        let host = host(&parts.headers).unwrap_or("localhost");
        let scheme = if is_encrypted(&parts.headers) { "https" } else { "http" };
        Ok(Origin(format!("{scheme}://{host}")))
    }
}

fn host(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::HOST)?.to_str().ok()
}

/// Whether the client connected over TLS, which is terminated by a proxy in front of us.
pub(crate) fn is_encrypted(headers: &HeaderMap) -> bool {
    headers.get("x-forwarded-proto").is_some_and(|scheme| scheme == "https")
}

pub(crate) fn token(headers: &HeaderMap) -> Option<String> {
    if let Some(value) = headers.get(header::AUTHORIZATION) {
        return value.to_str().ok()?.strip_prefix("Bearer ").map(|token| token.trim().to_owned());
    }
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.into_iter().find(|(name, _)| *name == COOKIE).map(|(_, token)| token.to_owned())
}

/// Rejects cross-site requests (CSRF): they carry the visitor's cookie, but also an `Origin` or
/// `Sec-Fetch-Site` header.
pub(crate) async fn same_site(
    extract::State(state): extract::State<State>,
    request: Request,
    next: Next,
) -> Response {
    let headers = request.headers();
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let socket = headers.contains_key(header::UPGRADE);
    if (changes || socket)
        && let Some(origin) = headers.get(header::ORIGIN)
        && !origin.to_str().is_ok_and(|origin| is_own_origin(origin, headers, &state))
    {
        let detail = "requests from pages of other sites are not allowed";
        return Refused::from(problem(403, "other-site", detail)).into_response();
    }
    next.run(request).await
}

/// Whether a page of this origin is ours: it is the site's own address, or has the host of this request, and
/// also the scheme if the site or a proxy names it.
fn is_own_origin(origin: &str, headers: &HeaderMap, state: &State) -> bool {
    let site = state.site();
    if site.is_some_and(|site| site.origin() == origin) {
        return true;
    }
    let Some((scheme, from)) = origin.split_once("://") else { return false };
    let (Some(host), "http" | "https") = (host(headers), scheme) else { return false };
    let expected = match headers.get("x-forwarded-proto") {
        _ if site.is_some_and(|site| site.authority() == host) => site.map(Site::scheme),
        Some(forwarded) => Some(if forwarded == "https" { "https" } else { "http" }),
        None => None,
    };
    from == host && expected.is_none_or(|expected| scheme == expected)
}
