//! Scopes of personal tokens, for each endpoint. Cookies, sessions and guests may access everything of their
//! own.

use super::{
    Refused,
    caller::{self, CachedSession},
};
use crate::{
    State,
    hub::{Session, Unavailable},
    problem::problem,
};
use axum::{
    extract::{self, MatchedPath, Request},
    http::{Extensions, HeaderMap, Method},
    middleware::Next,
    response::{IntoResponse, Response},
};
use ludoteca_protocol::Problem;
use ludoteca_store::TokenKind;
use std::sync::Arc;

/// The scope that an endpoint needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Needs {
    /// No scope: the endpoint is public.
    Nothing,
    /// Reading one's own data; implied by `play`.
    Read,
    /// For games, seeks and chat.
    Play,
    /// Closed to personal tokens: accounts, sessions, tokens, personal data.
    Session,
}

impl Needs {
    /// The name in the API description.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Needs::Nothing => "none",
            Needs::Read => "read",
            Needs::Play => "play",
            Needs::Session => "session",
        }
    }

    fn is_met_by(self, scopes: &str) -> bool {
        let has = |wanted| scopes.split_whitespace().any(|scope| scope == wanted);
        match self {
            Needs::Nothing => true,
            Needs::Read => has("read") || has("play"),
            Needs::Play => has("play"),
            Needs::Session => false,
        }
    }
}

/// The scope of an endpoint; `None`: undecided, so closed to personal tokens.
pub(crate) fn needs(method: &Method, path: &str) -> Option<Needs> {
    let route = path.strip_prefix("/api/v1")?;
    let reads = *method == Method::GET;
    Some(match route {
        ""
        | "/handbook.css"
        | "/openapi.json"
        | "/squadro/table"
        | "/push/key"
        | "/site"
        | "/guests"
        | "/passkeys/origin"
        | "/recovery"
        | "/recovery/mail"
        | "/archive"
        | "/archive/dump/{form}"
        | "/archive/dumps"
        | "/archive/dumps/{name}"
        | "/explorer"
        | "/leaderboards"
        | "/leaderboards/puzzles"
        | "/puzzles/{game}"
        | "/puzzles/{game}/next"
        | "/puzzles/{game}/daily"
        | "/puzzles/{game}/{id}"
        | "/colours"
        | "/users/{id}"
        | "/users/{id}/games"
        | "/users/{id}/puzzles"
        | "/users/{id}/puzzles/history"
        | "/users/{id}/ratings"
        | "/users/{id}/ratings/history" => Needs::Nothing,
        "/accounts"
        | "/accounts/bot"
        | "/accounts/bot/{id}"
        | "/accounts/bot/{id}/token"
        | "/accounts/passkey"
        | "/passkeys/challenges"
        | "/sessions"
        | "/sessions/passkey"
        | "/sessions/{id}"
        | "/tokens"
        | "/tokens/{id}"
        | "/me/password"
        | "/me/proof"
        | "/me/email"
        | "/me/recovery-codes"
        | "/me/passkeys"
        | "/me/passkeys/{id}"
        | "/me/guests"
        | "/me/export"
        | "/games/{id}/accuracy"
        | "/push/subscriptions"
        | "/moderation/reports"
        | "/moderation/reports/{id}"
        | "/moderation/reports/{id}/take"
        | "/moderation/reports/{id}/release"
        | "/moderation/reports/{id}/done"
        | "/moderation/users/{id}"
        | "/moderation/audit"
        | "/admin/settings"
        | "/admin/invite-codes"
        | "/admin/invite-codes/{code}" => Needs::Session,
        "/me" if reads => Needs::Read,
        "/me" => Needs::Session,
        "/socket" => Needs::Play,
        "/me/games"
        | "/me/puzzles"
        | "/puzzles/{game}/{id}/attempts"
        | "/me/vacation"
        | "/games"
        | "/games/import"
        | "/games/{id}"
        | "/games/{id}/join"
        | "/games/{id}/decline"
        | "/games/{id}/actions"
        | "/games/{id}/rematch"
        | "/games/{id}/plan"
        | "/games/{id}/events"
        | "/games/{id}/record"
        | "/games/{id}/record.json"
        | "/games/{id}/messages"
        | "/seeks"
        | "/seeks/{id}"
        | "/seeks/{id}/join"
        | "/reports"
        | "/blocks"
        | "/blocks/{id}"
        | "/webhooks"
        | "/webhooks/{id}"
        | "/webhooks/{id}/test"
        | "/lobby/events"
        | "/events" => {
            if reads {
                Needs::Read
            } else {
                Needs::Play
            }
        }
        _ => return None,
    })
}

/// Looks up the session once for each request, and checks the scope of personal tokens.
pub(crate) async fn allowed(
    extract::State(state): extract::State<State>,
    mut request: Request,
    next: Next,
) -> Response {
    let session = match asked(&state, request.headers(), request.extensions()).await {
        Ok(session) => session,
        Err(error) => return Refused::from(error).into_response(),
    };
    if let Some(session) = &session
        && let Err(problem) = check(session, &request)
    {
        return Refused::from(*problem).into_response();
    }
    request.extensions_mut().insert(CachedSession(session));
    next.run(request).await
}

/// The caller's session, if there is one.
pub(super) async fn asked(
    state: &State,
    headers: &HeaderMap,
    known: &Extensions,
) -> Result<Option<Arc<Session>>, Unavailable> {
    if let Some(CachedSession(session)) = known.get() {
        return Ok(session.clone());
    }
    let (Some(hub), Some(token)) = (state.hub(), caller::token(headers)) else { return Ok(None) };
    Ok(hub.accounts().session(&token).await?.map(Arc::new))
}

fn check(session: &Session, request: &Request) -> Result<(), Box<Problem>> {
    if session.token.kind != TokenKind::Personal {
        return Ok(());
    }
    let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let needed = needs(request.method(), path).unwrap_or(Needs::Session);
    if needed.is_met_by(&session.token.scopes) {
        return Ok(());
    }
    let detail = match needed {
        Needs::Session => "personal tokens cannot do that: log in".to_owned(),
        _ => format!("this token lacks the scope {:?}", needed.word()),
    };
    Err(Box::new(Problem { args: vec![needed.word().to_owned()], ..problem(403, "scope", detail) }))
}
