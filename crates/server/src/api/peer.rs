//! The client's address, and rate limiting.

use super::{
    ApiError,
    caller::{self, Caller},
    endpoint::{Endpoint, Input},
    scopes::Public,
};
use crate::{
    State,
    metrics::{Counting, Metrics},
};
use axum::{
    extract::{self, FromRequestParts, MatchedPath, Request},
    http::{HeaderMap, Method, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use ludoteca_service::rate_limit::{ConnectionPermit, Download, DownloadPlace, Kind, LongLived};
use ludoteca_store::TokenKind;
use std::{convert::Infallible, net::IpAddr};

/// The peer address of the connection; the listener adds it to each request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeerAddress(pub(crate) IpAddr);

/// The client's address: the peer of its connection or, behind a trusted proxy, the address that the proxy
/// reports. `None` only without a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) Option<IpAddr>);

impl Peer {
    pub(crate) fn of<B>(request: &axum::http::Request<B>, state: &State) -> Peer {
        Peer::from(request.headers(), request.extensions(), state)
    }

    fn from(headers: &HeaderMap, extensions: &axum::http::Extensions, state: &State) -> Peer {
        let peer = extensions.get().map(|PeerAddress(address)| *address);
        let forwarded = state.is_behind_proxy().then(|| forwarded(headers)).flatten();
        Peer(forwarded.or(peer))
    }
}

/// The last address was added by our own proxy; those before it come from the client.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    last.rsplit(',').next()?.trim().parse().ok()
}

impl FromRequestParts<State> for Peer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<Peer, Infallible> {
        Ok(Peer::from(&parts.headers, &parts.extensions, state))
    }
}

/// Enforces the rate limits (429) for all endpoints.
pub(crate) async fn keep_pace(
    extract::State(state): extract::State<State>,
    mut request: Request,
    next: Next,
) -> Response {
    let Some(rate_limits) = state.rate_limits() else { return next.run(request).await };
    let kind = kind(&request);
    if let Peer(Some(address)) = Peer::of(&request, &state)
        && let Err(error) = rate_limits.by_address(address, kind)
    {
        return ApiError::from(error).into_response();
    }
    let session = match caller::look_up(&state, &mut request).await {
        Ok(session) => session,
        Err(error) => return error.into_response(),
    };
    if let Some(session) = &session
        && let Err(error) = rate_limits.by_person(&session.who.id, kind)
    {
        return ApiError::from(error).into_response();
    }
    if let (Some(session), Peer(Some(address)), Some(services)) =
        (&session, Peer::of(&request, &state), state.services())
        && session.token.kind == TokenKind::Session
        && rate_limits.is_news(&session.who.id, address)
    {
        let (accounts, person) = (services.accounts.clone(), session.who.id.clone());
        tokio::spawn(async move { accounts.owner_was_at(&person, address, false).await });
    }
    next.run(request).await
}

fn kind(request: &Request) -> Option<Kind> {
    let route = request.extensions().get::<MatchedPath>()?.as_str().strip_prefix("/api/v1")?;
    match (request.method(), route) {
        (&Method::POST, "/guests") => Some(Kind::Guests),
        (&Method::POST, "/accounts" | "/accounts/bot" | "/accounts/passkey") => Some(Kind::Accounts),
        (
            &Method::POST,
            "/sessions" | "/me/recovery-codes" | "/me/guests" | "/tokens" | "/accounts/bot/{id}/token",
        )
        | (&Method::PUT, "/me/password" | "/me/email")
        | (&Method::DELETE, "/me") => Some(Kind::LogIns),
        (&Method::POST, "/recovery" | "/recovery/mail") => Some(Kind::Recoveries),
        (&Method::POST, "/passkeys/challenges" | "/sessions/passkey" | "/me/passkeys" | "/me/proof")
        | (&Method::DELETE, "/me/passkeys/{id}") => Some(Kind::Passkeys),
        (&Method::GET, "/me/export") => Some(Kind::Exports),
        (&Method::POST, "/games" | "/games/{id}/rematch" | "/games/import") => Some(Kind::Games),
        (&Method::POST, "/seeks" | "/seeks/{id}/join") => Some(Kind::Seeks),
        (&Method::POST, "/games/{id}/messages") => Some(Kind::Messages),
        (&Method::POST, "/puzzles/{game}/{id}/attempts") => Some(Kind::Attempts),
        (&Method::POST, "/reports") => Some(Kind::Reports),
        (&Method::POST, "/webhooks" | "/webhooks/{id}/test") => Some(Kind::Webhooks),
        (_, "/socket") => Some(Kind::Sockets),
        _ => None,
    }
}

/// A place for a long-lived stream, released on drop.
#[derive(Debug)]
pub(crate) struct StreamPlace(#[expect(dead_code, reason = "it is only held")] Place);

/// A place for a socket, released on drop.
#[derive(Debug)]
pub(crate) struct SocketPlace(#[expect(dead_code, reason = "it is only held")] Place);

type Place = (Option<ConnectionPermit>, Option<Counting>);

impl FromRequestParts<State> for StreamPlace {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<StreamPlace, ApiError> {
        let held = held(LongLived::Stream, parts, state).await?;
        Ok(StreamPlace((held, state.metrics().map(Metrics::stream))))
    }
}

impl FromRequestParts<State> for SocketPlace {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<SocketPlace, ApiError> {
        let held = held(LongLived::Socket, parts, state).await?;
        Ok(SocketPlace((held, state.metrics().map(Metrics::socket))))
    }
}

impl Input for Peer {}

impl Input for StreamPlace {
    fn describe(endpoint: &mut Endpoint<'_>) {
        endpoint.errors(&["401"]);
    }
}

impl Input for SocketPlace {}

impl Input for DumpPlace {
    fn describe(endpoint: &mut Endpoint<'_>) {
        StreamPlace::describe(endpoint);
    }
}

/// A place for a list download (429 if there is none), in addition to that of its stream.
#[derive(Debug)]
pub(crate) struct ListPlace(#[expect(dead_code, reason = "it is only held")] Downloading);

/// A place for a dump download, in addition to that of its stream.
#[derive(Debug)]
pub(crate) struct DumpPlace(#[expect(dead_code, reason = "it is only held")] Downloading);

type Downloading = (Option<DownloadPlace>, StreamPlace);

impl FromRequestParts<State> for ListPlace {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<ListPlace, ApiError> {
        Ok(ListPlace(downloading(Download::List, parts, state).await?))
    }
}

impl FromRequestParts<State> for DumpPlace {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<DumpPlace, ApiError> {
        Ok(DumpPlace(downloading(Download::Dump, parts, state).await?))
    }
}

async fn downloading(kind: Download, parts: &mut Parts, state: &State) -> Result<Downloading, ApiError> {
    let stream = StreamPlace::from_request_parts(parts, state).await?;
    let Peer(address) = Peer::from(&parts.headers, &parts.extensions, state);
    let place = state.rate_limits().map(|rate_limits| rate_limits.download(kind, address)).transpose()?;
    Ok((place, stream))
}

async fn held(
    staying: LongLived,
    parts: &mut Parts,
    state: &State,
) -> Result<Option<ConnectionPermit>, ApiError> {
    let Some(rate_limits) = state.rate_limits() else { return Ok(None) };
    let Peer(address) = Peer::from(&parts.headers, &parts.extensions, state);
    let caller = Caller::<Public>::from_request_parts(parts, state).await?;
    let held = rate_limits.hold(staying, address, caller.session().map(|session| session.who.id.as_str()));
    Ok(Some(held?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn of_forwarded_addresses_the_last_one_counts() {
        let read = |lines: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", HeaderValue::from_static(line));
            }
            forwarded(&headers).map(|address| address.to_string())
        };
        assert_eq!(read(&["192.0.2.1"]).as_deref(), Some("192.0.2.1"));
        assert_eq!(read(&["198.51.100.9, 192.0.2.1"]).as_deref(), Some("192.0.2.1"));
        assert_eq!(read(&["198.51.100.9", "2001:db8::1"]).as_deref(), Some("2001:db8::1"));
        assert_eq!(read(&["nonsense"]), None);
        assert_eq!(read(&[]), None);
    }
}
