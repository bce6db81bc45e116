//! Endpoints for passkeys, and for claiming the games of a guest.

use super::{
    ApiError,
    caller::{Caller, CurrentSession, Origin, Service, is_encrypted},
    extract::{Created, Done, Json, Path},
    scopes::SessionOnly,
    sessions::{Client, PriorSession, SessionCookie, Tries},
};
use axum::{
    http::{HeaderMap, HeaderName, header},
    response::AppendHeaders,
};
use ludoteca_protocol::{
    ClaimedGames, GuestClaim, NewPasskey, NewPasskeyAccount, PasskeyAnswer, PasskeyChallenge, PasskeyLabel,
    PasskeyList, PasskeyOrigin, PasskeyPurpose, PasskeyRequest, PasskeyView, PasswordProof, SignedIn,
};
use ludoteca_service::{Accounts, BROWSER, PersonalData, Proof};

/// Returns the origin that the page must have to use passkeys.
#[utoipa::path(get, path = "/api/v1/passkeys/origin", tag = "accounts")]
pub(crate) async fn origin(
    Service(accounts): Service<Accounts>,
    Origin(reached): Origin,
) -> Result<Json<PasskeyOrigin>, ApiError> {
    Ok(Json(accounts.passkey_origin(&reached)))
}

/// Identifies a browser that is logging in with a passkey: only the browser that requested a challenge can
/// answer it.
const COOKIE: &str = "ludoteca_passkey";

/// The browser's id; empty if it has none.
fn browser(headers: &HeaderMap) -> &str {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let known = pairs.find(|(name, value)| *name == COOKIE && value.len() == BROWSER);
    known.map_or("", |(_, value)| value)
}

/// Creates a challenge for a passkey.
/// It can be used once, within five minutes, and only by the caller who requested it: the same session or, to
/// log in, the same browser, identified by the cookie `ludoteca_passkey`.
#[utoipa::path(post, path = "/api/v1/passkeys/challenges", tag = "accounts", responses((status = 422)))]
pub(crate) async fn create_challenge(
    Service(accounts): Service<Accounts>,
    caller: Caller<SessionOnly>,
    Origin(reached): Origin,
    headers: HeaderMap,
    Json(request): Json<PasskeyRequest>,
) -> Result<(AppendHeaders<Option<(HeaderName, String)>>, Created<PasskeyChallenge>), ApiError> {
    if request.purpose != PasskeyPurpose::LogIn {
        let challenge = accounts.ask_passkey(caller.session(), &request, &reached, "").await?;
        return Ok((AppendHeaders(None), Created(challenge)));
    }
    // Two tabs of a browser may log in at the same time.
    let browser = match browser(&headers) {
        "" => accounts.browser_name(),
        known => known.to_owned(),
    };
    let challenge = accounts.ask_passkey(caller.session(), &request, &reached, &browser).await?;
    let secure = if is_encrypted(&headers) { "; Secure" } else { "" };
    let cookie = format!("{COOKIE}={browser}; Path=/api/v1; HttpOnly; SameSite=Strict; Max-Age=300{secure}");
    Ok((AppendHeaders(Some((header::SET_COOKIE, cookie))), Created(challenge)))
}

/// Creates an account with a passkey instead of a password.
/// A guest who registers keeps their identity, as with `POST /accounts`.
#[utoipa::path(post, path = "/api/v1/accounts/passkey", tag = "accounts", responses((status = 422)))]
pub(crate) async fn register(
    Service(accounts): Service<Accounts>,
    caller: Caller<SessionOnly>,
    tries: Tries,
    Client(client): Client,
    Origin(reached): Origin,
    headers: HeaderMap,
    Json(request): Json<NewPasskeyAccount>,
) -> Result<(SessionCookie, Created<SignedIn>), ApiError> {
    let signed_in = accounts.register_by_passkey(caller.session(), &request, &client, &reached).await?;
    tries.is_owner(&accounts, &signed_in.user.id).await;
    Ok((SessionCookie::new(&headers, &signed_in.token), Created(signed_in)))
}

/// Logs in with a passkey, which identifies the account.
/// Needs the cookie that came with the challenge.
#[utoipa::path(post, path = "/api/v1/sessions/passkey", tag = "accounts", responses((status = 401), (status = 422)))]
#[expect(clippy::too_many_arguments, reason = "an extractor for each part of the request")]
pub(crate) async fn log_in(
    Service(accounts): Service<Accounts>,
    Service(personal_data): Service<PersonalData>,
    tries: Tries,
    Client(client): Client,
    before: PriorSession<SessionOnly>,
    Origin(reached): Origin,
    headers: HeaderMap,
    Json(request): Json<PasskeyAnswer>,
) -> Result<(SessionCookie, Created<SignedIn>), ApiError> {
    let entry = tries.entry(&client);
    let signed_in = accounts.log_in_by_passkey(&request, entry, &reached, browser(&headers)).await?;
    tries.is_owner(&accounts, &signed_in.user.id).await;
    before.signed_in(&personal_data, signed_in, &headers).await
}

/// Lists the passkeys of your account.
#[utoipa::path(get, path = "/api/v1/me/passkeys", tag = "accounts")]
pub(crate) async fn list(
    Service(accounts): Service<Accounts>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
) -> Result<Json<PasskeyList>, ApiError> {
    Ok(Json(accounts.passkeys(&session).await?))
}

/// Adds a passkey to your account; you can have twenty.
#[utoipa::path(post, path = "/api/v1/me/passkeys", tag = "accounts", responses((status = 422)))]
pub(crate) async fn add(
    Service(accounts): Service<Accounts>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Client(client): Client,
    Origin(reached): Origin,
    Json(request): Json<NewPasskey>,
) -> Result<Created<PasskeyView>, ApiError> {
    Ok(Created(accounts.add_passkey(&session, &request, &client, &reached).await?))
}

/// Renames one of your passkeys.
#[utoipa::path(put, path = "/api/v1/me/passkeys/{id}", tag = "accounts",
    params(("id" = String, Path, description = "The passkey.")), responses((status = 404), (status = 422)))]
pub(crate) async fn label(
    Service(accounts): Service<Accounts>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Path(id): Path<String>,
    Json(request): Json<PasskeyLabel>,
) -> Result<Json<Done>, ApiError> {
    accounts.label_passkey(&session, &id, &request.label).await?;
    Ok(Json(Done {}))
}

/// Removes one of your passkeys.
/// It must not be the only way to log in: keep a password, another passkey, or recovery codes. It needs your
/// password or one of your passkeys, which may be the one to be removed.
#[utoipa::path(delete, path = "/api/v1/me/passkeys/{id}", tag = "accounts",
    params(("id" = String, Path, description = "The passkey.")), responses((status = 404), (status = 422)))]
pub(crate) async fn remove(
    Service(accounts): Service<Accounts>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Origin(reached): Origin,
    Path(id): Path<String>,
    Json(request): Json<PasswordProof>,
) -> Result<Json<Done>, ApiError> {
    let proof =
        Proof { password: request.password.as_ref(), passkey: request.passkey.as_ref(), reached: &reached };
    accounts.remove_passkey(&session, &id, proof).await?;
    Ok(Json(Done {}))
}

/// Transfers the games of a guest to you, with seats, premoves, messages and subscriptions.
/// The guest's token is invalid afterwards. `POST /sessions` returns the token when a guest with games logs
/// in.
#[utoipa::path(post, path = "/api/v1/me/guests", tag = "accounts", responses((status = 422)))]
pub(crate) async fn claim_guest_games(
    Service(personal_data): Service<PersonalData>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Json(request): Json<GuestClaim>,
) -> Result<Json<ClaimedGames>, ApiError> {
    Ok(Json(personal_data.claim_guest_games(&session, &request).await?))
}
