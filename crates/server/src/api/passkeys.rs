//! Endpoints for passkeys, and for claiming the games of a guest.

use super::{
    Refused,
    caller::{Caller, CurrentSession, Games, Origin, is_encrypted},
    extract::{Body, Done, Path, answer},
    sessions::{Client, PriorSession, Tries, with_cookie},
};
use crate::hub::{BROWSER, Proof};
use axum::{
    http::{HeaderMap, HeaderValue, header},
    response::Response,
};
use ludoteca_protocol::{
    ClaimedGames, GuestClaim, NewPasskey, NewPasskeyAccount, PasskeyAnswer, PasskeyChallenge, PasskeyLabel,
    PasskeyList, PasskeyOrigin, PasskeyPurpose, PasskeyRequest, PasskeyView, PasswordProof, Problem,
    SignedIn,
};

/// Returns the origin that the page must have to use passkeys.
#[utoipa::path(get, path = "/api/v1/passkeys/origin", tag = "accounts",
    responses((status = 200, body = PasskeyOrigin)))]
pub(crate) async fn origin(Games(hub): Games, Origin(reached): Origin) -> Result<Response, Refused> {
    Ok(answer(200, &hub.accounts().passkey_origin(&reached)))
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
#[utoipa::path(post, path = "/api/v1/passkeys/challenges", request_body = PasskeyRequest, tag = "accounts",
    responses((status = 201, body = PasskeyChallenge), (status = 401, body = Problem), (status = 403, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn ask(
    Games(hub): Games,
    caller: Caller,
    Origin(reached): Origin,
    headers: HeaderMap,
    Body(request): Body<PasskeyRequest>,
) -> Result<Response, Refused> {
    if request.purpose != PasskeyPurpose::LogIn {
        return Ok(answer(201, &hub.accounts().ask_passkey(caller.session(), &request, &reached, "").await?));
    }
    // Two tabs of a browser may log in at the same time.
    let browser = match browser(&headers) {
        "" => hub.accounts().browser_name(),
        known => known.to_owned(),
    };
    let challenge = hub.accounts().ask_passkey(caller.session(), &request, &reached, &browser).await?;
    let mut response = answer(201, &challenge);
    let secure = if is_encrypted(&headers) { "; Secure" } else { "" };
    let cookie = format!("{COOKIE}={browser}; Path=/api/v1; HttpOnly; SameSite=Strict; Max-Age=300{secure}");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Creates an account with a passkey instead of a password.
/// A guest who registers keeps their identity, as with `POST /accounts`.
#[utoipa::path(post, path = "/api/v1/accounts/passkey", request_body = NewPasskeyAccount, tag = "accounts",
    responses((status = 201, body = SignedIn), (status = 400, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn register(
    Games(hub): Games,
    caller: Caller,
    tries: Tries,
    Client(client): Client,
    Origin(reached): Origin,
    headers: HeaderMap,
    Body(request): Body<NewPasskeyAccount>,
) -> Result<Response, Refused> {
    let signed_in = hub.accounts().register_by_passkey(caller.session(), &request, &client, &reached).await?;
    tries.is_owner(&hub, &signed_in.user.id).await;
    Ok(with_cookie(answer(201, &signed_in), &headers, Some(&signed_in.token)))
}

/// Logs in with a passkey, which identifies the account.
/// Needs the cookie that came with the challenge.
#[utoipa::path(post, path = "/api/v1/sessions/passkey", request_body = PasskeyAnswer, tag = "accounts",
    responses((status = 201, body = SignedIn), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn log_in(
    Games(hub): Games,
    tries: Tries,
    Client(client): Client,
    before: PriorSession,
    Origin(reached): Origin,
    headers: HeaderMap,
    Body(request): Body<PasskeyAnswer>,
) -> Result<Response, Refused> {
    let entry = tries.entry(&client);
    let signed_in = hub.accounts().log_in_by_passkey(&request, entry, &reached, browser(&headers)).await?;
    tries.is_owner(&hub, &signed_in.user.id).await;
    before.signed_in(&hub, signed_in, &headers).await
}

/// Lists the passkeys of your account.
#[utoipa::path(get, path = "/api/v1/me/passkeys", tag = "accounts",
    responses((status = 200, body = PasskeyList), (status = 401, body = Problem)))]
pub(crate) async fn list(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.accounts().passkeys(&session).await?))
}

/// Adds a passkey to your account; you can have twenty.
#[utoipa::path(post, path = "/api/v1/me/passkeys", request_body = NewPasskey, tag = "accounts",
    responses((status = 201, body = PasskeyView), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn add(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Client(client): Client,
    Origin(reached): Origin,
    Body(request): Body<NewPasskey>,
) -> Result<Response, Refused> {
    Ok(answer(201, &hub.accounts().add_passkey(&session, &request, &client, &reached).await?))
}

/// Renames one of your passkeys.
#[utoipa::path(put, path = "/api/v1/me/passkeys/{id}", request_body = PasskeyLabel, tag = "accounts",
    params(("id" = String, Path, description = "The passkey.")),
    responses((status = 200, body = Done), (status = 401, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn label(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Path(id): Path<String>,
    Body(request): Body<PasskeyLabel>,
) -> Result<Response, Refused> {
    hub.accounts().label_passkey(&session, &id, &request.label).await?;
    Ok(answer(200, &Done {}))
}

/// Removes one of your passkeys.
/// It must not be the only way to log in: keep a password, another passkey, or recovery codes. It needs your
/// password or one of your passkeys, which may be the one to be removed.
#[utoipa::path(delete, path = "/api/v1/me/passkeys/{id}", request_body = PasswordProof, tag = "accounts",
    params(("id" = String, Path, description = "The passkey.")),
    responses((status = 200, body = Done), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn remove(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Origin(reached): Origin,
    Path(id): Path<String>,
    Body(request): Body<PasswordProof>,
) -> Result<Response, Refused> {
    let proof =
        Proof { password: request.password.as_ref(), passkey: request.passkey.as_ref(), reached: &reached };
    hub.accounts().remove_passkey(&session, &id, proof).await?;
    Ok(answer(200, &Done {}))
}

/// Transfers the games of a guest to you, with seats, premoves, messages and subscriptions.
/// The guest's token is invalid afterwards. `POST /sessions` returns the token when a guest with games logs
/// in.
#[utoipa::path(post, path = "/api/v1/me/guests", request_body = GuestClaim, tag = "accounts",
    responses((status = 200, body = ClaimedGames), (status = 401, body = Problem), (status = 403, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn claim_guest_games(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Body(request): Body<GuestClaim>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.claim_guest_games(&session, &request).await?))
}
