//! Endpoints for accounts: registration, changes, password recovery, and bots.

use super::{
    Refused,
    caller::{Caller, CurrentSession, Games, Origin},
    extract::{Body, Done, Path, answer},
    sessions::{Client, Tries, with_cookie},
};
use crate::hub::Proof;
use axum::{http::HeaderMap, response::Response};
use ludoteca_protocol::{
    BotList, CreatedToken, NewAccount, NewBot, NewBotToken, NewEmail, NewPassword, PasskeyAnswer,
    PasswordProof, Problem, Recovery, RecoveryCodes, RecoveryMail, SignedIn,
};

/// Creates an account.
/// A guest who registers keeps their identity and all games, and gets a new token; the old one becomes
/// invalid.
#[utoipa::path(post, path = "/api/v1/accounts", request_body = NewAccount, tag = "accounts",
    responses((status = 201, body = SignedIn), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn register(
    Games(hub): Games,
    caller: Caller,
    tries: Tries,
    Client(client): Client,
    headers: HeaderMap,
    Body(request): Body<NewAccount>,
) -> Result<Response, Refused> {
    let signed_in = hub.accounts().register(caller.session(), &request, &client, tries.line()).await?;
    tries.is_owner(&hub, &signed_in.user.id).await;
    Ok(with_cookie(answer(201, &signed_in), &headers, Some(&signed_in.token)))
}

/// Creates a bot account that belongs to yours; you can have five.
/// Everyone can see that it is a bot. Its token may play and read, is shown once, and expires; a new password
/// or a recovery of your account revokes it.
#[utoipa::path(post, path = "/api/v1/accounts/bot", request_body = NewBot, tag = "accounts",
    responses((status = 201, body = SignedIn), (status = 401, body = Problem), (status = 403, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn make_bot(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Origin(reached): Origin,
    Body(request): Body<NewBot>,
) -> Result<Response, Refused> {
    Ok(answer(201, &hub.accounts().make_bot(&session, &request, &reached).await?))
}

/// Replaces the token of one of your bots; the old one and its webhooks are deleted.
/// The new token is shown once.
#[utoipa::path(post, path = "/api/v1/accounts/bot/{id}/token", request_body = NewBotToken, tag = "accounts",
    params(("id" = String, Path, description = "The bot.")),
    responses((status = 201, body = CreatedToken), (status = 401, body = Problem), (status = 403, body = Problem),
    (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn renew_bot_token(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Origin(reached): Origin,
    Path(id): Path<String>,
    Body(request): Body<NewBotToken>,
) -> Result<Response, Refused> {
    Ok(answer(201, &hub.accounts().renew_bot_token(&session, &id, &request, &reached).await?))
}

/// Confirms your identity with one of your passkeys.
/// For twelve hours afterwards, a session that was started with a password may do what moderators and admins
/// do.
#[utoipa::path(post, path = "/api/v1/me/proof", request_body = PasskeyAnswer, tag = "accounts",
    responses((status = 200, body = Done), (status = 400, body = Problem), (status = 401, body = Problem),
    (status = 403, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn prove(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Origin(reached): Origin,
    Body(passkey): Body<PasskeyAnswer>,
) -> Result<Response, Refused> {
    hub.accounts().prove(&session, &passkey, &reached).await?;
    Ok(answer(200, &Done {}))
}

/// Lists the bots that belong to you.
#[utoipa::path(get, path = "/api/v1/accounts/bot", tag = "accounts",
    responses((status = 200, body = BotList), (status = 401, body = Problem)))]
pub(crate) async fn bots(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.accounts().bots(&session).await?))
}

/// Deletes one of your bots; its games are kept without its name.
#[utoipa::path(delete, path = "/api/v1/accounts/bot/{id}", tag = "accounts", params(("id" = String, Path, description = "The bot.")),
    responses((status = 200, body = Done), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn remove_bot(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    hub.remove_bot(&session, &id).await?;
    Ok(answer(200, &Done {}))
}

/// Changes your password, or sets one if you only have passkeys.
/// Ends your other sessions, revokes your personal tokens, your bots' tokens and the webhooks made with them,
/// and voids codes mailed before.
#[utoipa::path(put, path = "/api/v1/me/password", request_body = NewPassword, tag = "accounts",
    responses((status = 200, body = Done), (status = 401, body = Problem), (status = 403, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn set_password(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Origin(reached): Origin,
    Body(request): Body<NewPassword>,
) -> Result<Response, Refused> {
    hub.accounts().set_password(&session, &request, &reached).await?;
    Ok(answer(200, &Done {}))
}

/// Changes the address for password recovery, or removes it (`null`).
/// Codes mailed before become void.
#[utoipa::path(put, path = "/api/v1/me/email", request_body = NewEmail, tag = "accounts",
    responses((status = 200, body = Done), (status = 401, body = Problem), (status = 403, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn set_email(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Origin(reached): Origin,
    Body(request): Body<NewEmail>,
) -> Result<Response, Refused> {
    hub.accounts().set_email(&session, &request, &reached).await?;
    Ok(answer(200, &Done {}))
}

/// Creates ten recovery codes, each of which sets a new password once.
/// Earlier codes become invalid.
#[utoipa::path(post, path = "/api/v1/me/recovery-codes", request_body = PasswordProof, tag = "accounts",
    responses((status = 201, body = RecoveryCodes), (status = 401, body = Problem), (status = 403, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn recovery_codes(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Origin(reached): Origin,
    Body(request): Body<PasswordProof>,
) -> Result<Response, Refused> {
    let proof =
        Proof { password: request.password.as_ref(), passkey: request.passkey.as_ref(), reached: &reached };
    Ok(answer(201, &hub.accounts().recovery_codes(&session, proof).await?))
}

/// Sets a new password with a recovery code or a mailed code, and logs in.
/// All sessions, tokens and webhooks of the account are revoked; a mailed code also voids the recovery codes.
#[utoipa::path(post, path = "/api/v1/recovery", request_body = Recovery, tag = "accounts",
    responses((status = 201, body = SignedIn), (status = 401, body = Problem), (status = 403, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn recover(
    Games(hub): Games,
    tries: Tries,
    Client(client): Client,
    headers: HeaderMap,
    Body(request): Body<Recovery>,
) -> Result<Response, Refused> {
    let attempt = tries.recovery(&request.name)?;
    let done = hub.accounts().recover(&request, tries.entry(&client), tries.line()).await;
    tries.ended(&hub, attempt, &done).await;
    let signed_in = done?;
    Ok(with_cookie(answer(201, &signed_in), &headers, Some(&signed_in.token)))
}

/// Mails a recovery code to the account's address, if both exist.
/// The response is always the same.
#[utoipa::path(post, path = "/api/v1/recovery/mail", request_body = RecoveryMail, tag = "accounts",
    responses((status = 202, body = Done), (status = 429, body = Problem), (status = 503, description = "This server sends no mail", body = Problem)))]
pub(crate) async fn recover_by_mail(
    Games(hub): Games,
    tries: Tries,
    Body(request): Body<RecoveryMail>,
) -> Result<Response, Refused> {
    // Charged like a wrong code, whether or not the account exists.
    if let Some(attempt) = tries.recovery(&request.name)? {
        attempt.fail();
    }
    hub.accounts().recover_by_mail(request)?;
    Ok(answer(202, &Done {}))
}
