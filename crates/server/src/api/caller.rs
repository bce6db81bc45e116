//! Identifies the caller by a token in `Authorization: Bearer …` (programs) or in a cookie (the page).

use super::{ApiError, scopes::Scope};
use crate::{State, problem::problem};
use axum::{
    extract::{self, FromRequestParts, Request},
    http::{HeaderMap, Method, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use ludoteca_service::{Identity, Services, Session, Site};
use std::{marker::PhantomData, sync::Arc};

pub(crate) const COOKIE: &str = "ludoteca_session";

/// The caller, who may be anonymous. Personal tokens need the scope `S`, here and in the other extractors.
pub(crate) struct Caller<S>(Option<Arc<Session>>, PhantomData<S>);

impl<S> Caller<S> {
    pub(crate) fn session(&self) -> Option<&Session> {
        self.0.as_deref()
    }

    pub(crate) fn who(&self) -> Option<&Identity> {
        self.session().map(|session| &session.who)
    }
}

/// The session of a request, looked up once and kept in its extensions.
#[derive(Clone, Debug)]
pub(crate) struct CachedSession(Option<Arc<Session>>);

/// The user; requests without a session are rejected.
pub(crate) struct CurrentUser<S>(pub(crate) Identity, pub(crate) PhantomData<S>);

/// The user's session; requests without one are rejected.
pub(crate) struct CurrentSession<S>(pub(crate) Arc<Session>, pub(crate) PhantomData<S>);

/// For endpoints that need a scope, but do not ask who the caller is.
pub(crate) struct Allowed<S>(PhantomData<S>);

/// A service; rejects the request if online play is off.
#[derive(Debug)]
pub(crate) struct Service<T>(pub(crate) T);

/// The origin for links to this server, as the caller reached it.
#[derive(Debug)]
pub(crate) struct Origin(pub(crate) String);

fn services(state: &State) -> Result<&Services, ApiError> {
    let closed = || problem(503, "no-games", "online play is off on this server");
    Ok(state.services().ok_or_else(closed)?)
}

impl<T: Clone> FromRequestParts<State> for Service<T>
where
    Services: AsRef<T>,
{
    type Rejection = ApiError;

    async fn from_request_parts(_: &mut Parts, state: &State) -> Result<Service<T>, ApiError> {
        Ok(Service(services(state)?.as_ref().clone()))
    }
}

impl<S: Scope> FromRequestParts<State> for Allowed<S> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &State) -> Result<Allowed<S>, ApiError> {
        session(parts).map_or(Ok(()), |session| S::check(&session))?;
        Ok(Allowed(PhantomData))
    }
}

impl<S: Scope> FromRequestParts<State> for Caller<S> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<Caller<S>, ApiError> {
        services(state)?;
        let session = session(parts);
        // Report an invalid token in a header, but ignore an expired cookie.
        if session.is_none()
            && parts.headers.contains_key(header::AUTHORIZATION)
            && token(&parts.headers).is_some()
        {
            return Err(problem(401, "bad-token", "unknown token").into());
        }
        session.as_deref().map_or(Ok(()), S::check)?;
        Ok(Caller(session, PhantomData))
    }
}

impl<S: Scope> FromRequestParts<State> for CurrentSession<S> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<CurrentSession<S>, ApiError> {
        let Caller::<S>(session, _) = Caller::from_request_parts(parts, state).await?;
        let stranger = || problem(401, "who-are-you", "log in, or create a guest: POST /api/v1/guests");
        Ok(CurrentSession(session.ok_or_else(stranger)?, PhantomData))
    }
}

impl<S: Scope> FromRequestParts<State> for CurrentUser<S> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<CurrentUser<S>, ApiError> {
        let CurrentSession::<S>(session, _) = CurrentSession::from_request_parts(parts, state).await?;
        Ok(CurrentUser(session.who.clone(), PhantomData))
    }
}

/// Looks up the session once for each request.
pub(crate) async fn identify(
    extract::State(state): extract::State<State>,
    mut request: Request,
    next: Next,
) -> Response {
    match look_up(&state, &mut request).await {
        Ok(_) => next.run(request).await,
        Err(refused) => refused.into_response(),
    }
}

/// The caller's session, if there is one.
pub(super) async fn look_up(state: &State, request: &mut Request) -> Result<Option<Arc<Session>>, ApiError> {
    if let Some(CachedSession(session)) = request.extensions().get() {
        return Ok(session.clone());
    }
    let session = match (state.services(), token(request.headers())) {
        (Some(services), Some(token)) => services.accounts.session(&token).await?.map(Arc::new),
        _ => None,
    };
    request.extensions_mut().insert(CachedSession(session.clone()));
    Ok(session)
}

/// The session that `identify` has found.
pub(super) fn session(parts: &Parts) -> Option<Arc<Session>> {
    parts.extensions.get().and_then(|CachedSession(session)| session.clone())
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
        return ApiError::from(problem(403, "other-site", detail)).into_response();
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
