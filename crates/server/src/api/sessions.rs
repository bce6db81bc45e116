//! Endpoints for logging in and out, the list of sessions, and personal tokens.

use super::{
    ApiError,
    caller::{self, COOKIE, CurrentSession, Origin, Service, is_encrypted},
    endpoint::{Endpoint, Input},
    extract::{Created, Done, Json, Path, Query},
    peer::Peer,
    scopes::{Scope, SessionOnly},
};
use crate::State;
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderValue, header, request::Parts},
    response::{IntoResponseParts, ResponseParts},
};
use ludoteca_protocol::{CreatedToken, LogIn, NewToken, SessionList, SignedIn, TokenList};
use ludoteca_service::{
    AccountError, Accounts, Entry, PersonalData, QueueKey, Session, name_key,
    rate_limit::{Attempt, Familiarity, RateLimits},
};
use ludoteca_store::TokenKind;
use serde::Deserialize;
use std::{convert::Infallible, marker::PhantomData, net::IpAddr, sync::Arc};
use utoipa::IntoParams;

/// A year: a guest who returns within it is the same guest.
const COOKIE_LASTS: u32 = 365 * 24 * 60 * 60;

/// Sets the token for a browser, as part of a response.
#[derive(Debug)]
pub(super) struct SessionCookie(String);

impl SessionCookie {
    pub(super) fn new(headers: &HeaderMap, token: &str) -> SessionCookie {
        SessionCookie::lasting(headers, token, COOKIE_LASTS)
    }

    /// Deletes the cookie of a browser.
    pub(super) fn removal(headers: &HeaderMap) -> SessionCookie {
        SessionCookie::lasting(headers, "", 0)
    }

    fn lasting(headers: &HeaderMap, token: &str, lasts: u32) -> SessionCookie {
        let secure = if is_encrypted(headers) { "; Secure" } else { "" };
        SessionCookie(format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={lasts}{secure}"))
    }
}

impl IntoResponseParts for SessionCookie {
    type Error = Infallible;

    fn into_response_parts(self, mut response: ResponseParts) -> Result<ResponseParts, Infallible> {
        if let Ok(cookie) = HeaderValue::try_from(self.0) {
            response.headers_mut().insert(header::SET_COOKIE, cookie);
        }
        Ok(response)
    }
}

/// A short name of the client's browser or program.
#[derive(Debug)]
pub(crate) struct Client(pub(crate) String);

impl FromRequestParts<State> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &State) -> Result<Client, Infallible> {
        let said = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        Ok(Client(said.map(described).unwrap_or_default()))
    }
}

const MAX_CLIENT_LENGTH: usize = 40;
/// Names in `User-Agent`. The order matters: most browsers also claim to be others.
const BROWSERS: [(&str, &str); 6] = [
    ("Firefox/", "Firefox"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
const SYSTEMS: [(&str, &str); 6] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

fn described(said: &str) -> String {
    let found = |words: &[(&str, &'static str)]| {
        words.iter().find(|(word, _)| said.contains(word)).map(|(_, name)| *name)
    };
    match (found(&BROWSERS), found(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(browser), None) => browser.to_owned(),
        (None, _) => {
            let first = said.split([' ', '/']).next().unwrap_or_default();
            first.chars().filter(|sign| !sign.is_control()).take(MAX_CLIENT_LENGTH).collect()
        }
    }
}

/// Charges attempts to log in, if rate limits are on, and records the client's network.
#[derive(Debug)]
pub(crate) struct Tries {
    rate_limits: Option<Arc<RateLimits>>,
    address: Option<IpAddr>,
}

impl FromRequestParts<State> for Tries {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<Tries, Infallible> {
        let Peer(address) = Peer::from_request_parts(parts, state).await?;
        Ok(Tries { rate_limits: state.rate_limits().cloned(), address })
    }
}

impl Tries {
    /// Charges an attempt to log in. It is attributed to the account's owner, if they have logged in from
    /// this network before, or to the network.
    pub(super) async fn log_in(
        &self,
        accounts: &Accounts,
        name: &str,
    ) -> Result<(QueueKey, Option<Attempt>), ApiError> {
        let Some(rate_limits) = &self.rate_limits else { return Ok((self.line(), None)) };
        let owner = accounts.owner_at(name, self.address).await?;
        let familiarity = match &owner {
            None => Familiarity::Unknown,
            Some(owner) if owner.logged_in => Familiarity::LogIn,
            Some(_) => Familiarity::Session,
        };
        let attempt = rate_limits.log_in(self.address, &name_key(name), familiarity)?;
        let owner = owner.filter(|owner| owner.logged_in).map(|owner| QueueKey::Owner(owner.person));
        Ok((owner.unwrap_or_else(|| self.line()), Some(attempt)))
    }

    /// Charges an attempt to recover an account.
    pub(super) fn recovery(&self, name: &str) -> Result<Option<Attempt>, ApiError> {
        let Some(rate_limits) = &self.rate_limits else { return Ok(None) };
        Ok(Some(rate_limits.recovery(self.address, &name_key(name))?))
    }

    /// How this client starts a session.
    pub(super) fn entry<'a>(&self, client: &'a str) -> Entry<'a> {
        Entry { client, address: self.address }
    }

    /// The queue in which a password check from this network waits.
    pub(super) fn line(&self) -> QueueKey {
        QueueKey::network(self.address)
    }

    /// Ends an attempt: a wrong one stays charged, a right one is refunded and makes the network known.
    pub(super) async fn ended(
        &self,
        accounts: &Accounts,
        attempt: Option<Attempt>,
        done: &Result<SignedIn, AccountError>,
    ) {
        let is_wrong =
            |error: &AccountError| matches!(error, AccountError::WrongLogIn | AccountError::WrongCode);
        match attempt {
            Some(attempt) if done.as_ref().is_err_and(is_wrong) => attempt.fail(),
            Some(attempt) => attempt.forgive(),
            None => {}
        }
        if let Ok(signed_in) = done {
            self.is_owner(accounts, &signed_in.user.id).await;
        }
    }

    /// Records the network of the account's owner.
    pub(super) async fn is_owner(&self, accounts: &Accounts, person: &str) {
        if let (Some(rate_limits), Some(address)) = (&self.rate_limits, self.address) {
            rate_limits.is_news(person, address);
            accounts.owner_was_at(person, address, true).await;
        }
    }
}

/// The session before the log-in, if it is valid; an expired token is not an error here.
pub(crate) struct PriorSession<S> {
    session: Option<Arc<Session>>,
    token: Option<String>,
    scope: PhantomData<S>,
}

impl<S: Scope> FromRequestParts<State> for PriorSession<S> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &State) -> Result<PriorSession<S>, ApiError> {
        let session = caller::session(parts);
        session.as_deref().map_or(Ok(()), S::check)?;
        Ok(PriorSession { session, token: caller::token(&parts.headers), scope: PhantomData })
    }
}

impl<S> PriorSession<S> {
    /// The response to a log-in, with the guest whose games can be claimed.
    pub(super) async fn signed_in(
        self,
        personal_data: &PersonalData,
        signed_in: SignedIn,
        headers: &HeaderMap,
    ) -> Result<(SessionCookie, Created<SignedIn>), ApiError> {
        let guest = personal_data.guest_before(self.session.as_deref(), self.token).await?;
        let signed_in = SignedIn { guest, ..signed_in };
        Ok((SessionCookie::new(headers, &signed_in.token), Created(signed_in)))
    }
}

impl Input for Client {}
impl Input for Tries {}

impl<S: Scope> Input for PriorSession<S> {
    fn describe(endpoint: &mut Endpoint<'_>) {
        endpoint.scope::<S>();
    }
}

/// Logs in. The token is shown once; a browser also gets it as a cookie.
/// If the caller was a guest with games, the response says so, and the games can be claimed.
#[utoipa::path(post, path = "/api/v1/sessions", tag = "accounts", responses((status = 401)))]
pub(crate) async fn log_in(
    Service(accounts): Service<Accounts>,
    Service(personal_data): Service<PersonalData>,
    tries: Tries,
    Client(client): Client,
    before: PriorSession<SessionOnly>,
    headers: HeaderMap,
    Json(request): Json<LogIn>,
) -> Result<(SessionCookie, Created<SignedIn>), ApiError> {
    let (line, attempt) = tries.log_in(&accounts, &request.name).await?;
    let done = accounts.log_in(&request, tries.entry(&client), line).await;
    tries.ended(&accounts, attempt, &done).await;
    before.signed_in(&personal_data, done?, &headers).await
}

/// Lists the sessions of your account.
#[utoipa::path(get, path = "/api/v1/sessions", tag = "accounts")]
pub(crate) async fn sessions(
    Service(accounts): Service<Accounts>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
) -> Result<Json<SessionList>, ApiError> {
    Ok(Json(accounts.sessions(&session).await?))
}

/// Ends one of your sessions.
#[utoipa::path(delete, path = "/api/v1/sessions/{id}", tag = "accounts", params(("id" = String, Path, description = "The session.")), responses((status = 404)))]
pub(crate) async fn delete(
    Service(accounts): Service<Accounts>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Path(id): Path<String>,
) -> Result<Json<Done>, ApiError> {
    accounts.end_token(&session, &id, |kind| kind != TokenKind::Personal).await?;
    Ok(Json(Done {}))
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct LogOutRequest {
    /// Also end all other sessions.
    #[serde(default)]
    all: bool,
}

/// Logs you out here. For a guest this is final.
#[utoipa::path(delete, path = "/api/v1/sessions", tag = "accounts")]
pub(crate) async fn log_out(
    Service(accounts): Service<Accounts>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    headers: HeaderMap,
    Query(LogOutRequest { all }): Query<LogOutRequest>,
) -> Result<(SessionCookie, Json<Done>), ApiError> {
    accounts.log_out(&session, all).await?;
    Ok((SessionCookie::removal(&headers), Json(Done {})))
}

/// Creates a personal token, limited to its scopes.
/// It is shown once, and expires. A new password or a recovery revokes it earlier.
#[utoipa::path(post, path = "/api/v1/tokens", tag = "accounts", responses((status = 422)))]
pub(crate) async fn create_token(
    Service(accounts): Service<Accounts>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Origin(reached): Origin,
    Json(request): Json<NewToken>,
) -> Result<Created<CreatedToken>, ApiError> {
    Ok(Created(accounts.create_token(&session, &request, &reached).await?))
}

/// Lists your personal tokens.
#[utoipa::path(get, path = "/api/v1/tokens", tag = "accounts")]
pub(crate) async fn tokens(
    Service(accounts): Service<Accounts>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
) -> Result<Json<TokenList>, ApiError> {
    Ok(Json(accounts.personal_tokens(&session).await?))
}

/// Revokes a personal token and the webhooks made with it.
#[utoipa::path(delete, path = "/api/v1/tokens/{id}", tag = "accounts", params(("id" = String, Path, description = "The token.")), responses((status = 404)))]
pub(crate) async fn revoke_token(
    Service(accounts): Service<Accounts>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Path(id): Path<String>,
) -> Result<Json<Done>, ApiError> {
    accounts.end_token(&session, &id, |kind| kind == TokenKind::Personal).await?;
    Ok(Json(Done {}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_described_in_few_words() {
        for (said, expected) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 \
                 Safari/537.36 Edg/140.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            ("curl/8.5.0", "curl"),
            ("", ""),
            (&"x".repeat(500), &"x".repeat(40)),
        ] {
            assert_eq!(described(said), expected);
        }
    }
}
