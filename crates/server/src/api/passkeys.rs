//! Passkeys, and guests whose games an account takes along.

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

/// Where the page must be so that passkeys can be used.
#[utoipa::path(get, path = "/api/v1/passkeys/origin", tag = "accounts",
    responses((status = 200, body = PasskeyOrigin)))]
pub(crate) async fn origin(Games(hub): Games, Origin(reached): Origin) -> Result<Response, Refused> {
    Ok(answer(200, &hub.passkey_origin(&reached)))
}

/// By what a browser is known that asks to log in by a passkey: what it asked, only it can answer.
const COOKIE: &str = "ludoteca_passkey";

/// The name of a browser that is about to log in; empty: it has none.
fn browser(headers: &HeaderMap) -> &str {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let known = pairs.find(|(name, value)| *name == COOKIE && value.len() == BROWSER);
    known.map_or("", |(_, value)| value)
}

/// Something for a passkey to answer. It is good once, for five minutes, and only for the one who asked: the
/// same session or, to log in, the same browser, known by the cookie `ludoteca_passkey`.
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
        return Ok(answer(201, &hub.ask_passkey(caller.session(), &request, &reached, "").await?));
    }
    // Two tabs of a browser may ask at the same time.
    let browser = match browser(&headers) {
        "" => hub.browser_name(),
        known => known.to_owned(),
    };
    let challenge = hub.ask_passkey(caller.session(), &request, &reached, &browser).await?;
    let mut response = answer(201, &challenge);
    let secure = if is_encrypted(&headers) { "; Secure" } else { "" };
    let cookie = format!("{COOKIE}={browser}; Path=/api/v1; HttpOnly; SameSite=Strict; Max-Age=300{secure}");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Makes an account with a passkey instead of a password. A guest who asks stays the same person, as with
/// `POST /accounts`.
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
    let signed_in = hub.register_by_passkey(caller.session(), &request, &client, &reached).await?;
    tries.is_owner(&hub, &signed_in.user.id).await;
    Ok(with_cookie(answer(201, &signed_in), &headers, Some(&signed_in.token)))
}

/// Logs in by a passkey, which knows whose it is. Needs the cookie that came with the challenge.
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
    let signed_in = hub.log_in_by_passkey(&request, entry, &reached, browser(&headers)).await?;
    tries.is_owner(&hub, &signed_in.user.id).await;
    before.signed_in(&hub, signed_in, &headers).await
}

/// Your passkeys.
#[utoipa::path(get, path = "/api/v1/me/passkeys", tag = "accounts",
    responses((status = 200, body = PasskeyList), (status = 401, body = Problem)))]
pub(crate) async fn list(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.passkeys(&session).await?))
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
    Ok(answer(201, &hub.add_passkey(&session, &request, &client, &reached).await?))
}

/// Calls one of your passkeys otherwise.
#[utoipa::path(put, path = "/api/v1/me/passkeys/{id}", request_body = PasskeyLabel, tag = "accounts",
    params(("id" = String, Path, description = "The passkey.")),
    responses((status = 200, body = Done), (status = 401, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn label(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Path(id): Path<String>,
    Body(request): Body<PasskeyLabel>,
) -> Result<Response, Refused> {
    hub.label_passkey(&session, &id, &request.label).await?;
    Ok(answer(200, &Done {}))
}

/// Removes one of your passkeys, unless nothing else lets you in: a password, another passkey, recovery
/// codes. It needs your password or one of your passkeys, also the one that goes.
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
    hub.remove_passkey(&session, &id, proof).await?;
    Ok(answer(200, &Done {}))
}

/// Makes the games of a guest yours: seats, plans, messages and subscriptions. The guest's token is good no
/// more afterwards. Whoever logs in as a guest with games is told the token by `POST /sessions`.
#[utoipa::path(post, path = "/api/v1/me/guests", request_body = GuestClaim, tag = "accounts",
    responses((status = 200, body = ClaimedGames), (status = 401, body = Problem), (status = 403, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn claim_guest_games(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Body(request): Body<GuestClaim>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.claim_guest_games(&session, &request).await?))
}
