//! Endpoints for accounts: registration, changes, password recovery, and bots.

use super::{
    ApiError,
    caller::{Caller, CurrentSession, Origin, Service},
    extract::{Accepted, Created, Done, Json, Path},
    scopes::SessionOnly,
    sessions::{Client, SessionCookie, Tries},
};
use axum::http::HeaderMap;
use ludoteca_protocol::{
    BotList, CreatedToken, NewAccount, NewBot, NewBotToken, NewEmail, NewPassword, PasskeyAnswer,
    PasswordProof, Recovery, RecoveryCodes, RecoveryMail, SignedIn,
};
use ludoteca_service::{Accounts, PersonalData, Proof};

/// Creates an account.
/// A guest who registers keeps their identity and all games, and gets a new token; the old one becomes
/// invalid.
#[utoipa::path(post, path = "/api/v1/accounts", tag = "accounts", responses((status = 422)))]
pub(crate) async fn register(
    Service(accounts): Service<Accounts>,
    caller: Caller<SessionOnly>,
    tries: Tries,
    Client(client): Client,
    headers: HeaderMap,
    Json(request): Json<NewAccount>,
) -> Result<(SessionCookie, Created<SignedIn>), ApiError> {
    let signed_in = accounts.register(caller.session(), &request, &client, tries.line()).await?;
    tries.is_owner(&accounts, &signed_in.user.id).await;
    Ok((SessionCookie::new(&headers, &signed_in.token), Created(signed_in)))
}

/// Creates a bot account that belongs to yours; you can have five.
/// Everyone can see that it is a bot. Its token may play and read, is shown once, and expires; a new password
/// or a recovery of your account revokes it.
#[utoipa::path(post, path = "/api/v1/accounts/bot", tag = "accounts", responses((status = 422)))]
pub(crate) async fn create_bot(
    Service(accounts): Service<Accounts>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Origin(reached): Origin,
    Json(request): Json<NewBot>,
) -> Result<Created<SignedIn>, ApiError> {
    Ok(Created(accounts.create_bot(&session, &request, &reached).await?))
}

/// Replaces the token of one of your bots; the old one and its webhooks are deleted.
/// The new token is shown once.
#[utoipa::path(post, path = "/api/v1/accounts/bot/{id}/token", tag = "accounts",
    params(("id" = String, Path, description = "The bot.")), responses((status = 404), (status = 422)))]
pub(crate) async fn renew_bot_token(
    Service(accounts): Service<Accounts>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Origin(reached): Origin,
    Path(id): Path<String>,
    Json(request): Json<NewBotToken>,
) -> Result<Created<CreatedToken>, ApiError> {
    Ok(Created(accounts.renew_bot_token(&session, &id, &request, &reached).await?))
}

/// Confirms your identity with one of your passkeys.
/// For twelve hours afterwards, a session that was started with a password may do what moderators and admins
/// do.
#[utoipa::path(post, path = "/api/v1/me/proof", tag = "accounts", responses((status = 422)))]
pub(crate) async fn confirm_identity(
    Service(accounts): Service<Accounts>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Origin(reached): Origin,
    Json(passkey): Json<PasskeyAnswer>,
) -> Result<Json<Done>, ApiError> {
    accounts.prove(&session, &passkey, &reached).await?;
    Ok(Json(Done {}))
}

/// Lists the bots that belong to you.
#[utoipa::path(get, path = "/api/v1/accounts/bot", tag = "accounts")]
pub(crate) async fn bots(
    Service(accounts): Service<Accounts>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
) -> Result<Json<BotList>, ApiError> {
    Ok(Json(accounts.bots(&session).await?))
}

/// Deletes one of your bots; its games are kept without its name.
#[utoipa::path(delete, path = "/api/v1/accounts/bot/{id}", tag = "accounts", params(("id" = String, Path, description = "The bot.")), responses((status = 404)))]
pub(crate) async fn delete_bot(
    Service(personal_data): Service<PersonalData>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Path(id): Path<String>,
) -> Result<Json<Done>, ApiError> {
    personal_data.delete_bot(&session, &id).await?;
    Ok(Json(Done {}))
}

/// Changes your password, or sets one if you only have passkeys.
/// Ends your other sessions, revokes your personal tokens, your bots' tokens and the webhooks made with them,
/// and voids codes mailed before.
#[utoipa::path(put, path = "/api/v1/me/password", tag = "accounts", responses((status = 422)))]
pub(crate) async fn set_password(
    Service(accounts): Service<Accounts>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Origin(reached): Origin,
    Json(request): Json<NewPassword>,
) -> Result<Json<Done>, ApiError> {
    accounts.set_password(&session, &request, &reached).await?;
    Ok(Json(Done {}))
}

/// Changes the address for password recovery, or removes it (`null`).
/// Codes mailed before become void.
#[utoipa::path(put, path = "/api/v1/me/email", tag = "accounts", responses((status = 422)))]
pub(crate) async fn set_email(
    Service(accounts): Service<Accounts>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Origin(reached): Origin,
    Json(request): Json<NewEmail>,
) -> Result<Json<Done>, ApiError> {
    accounts.set_email(&session, &request, &reached).await?;
    Ok(Json(Done {}))
}

/// Creates ten recovery codes, each of which sets a new password once.
/// Earlier codes become invalid.
#[utoipa::path(post, path = "/api/v1/me/recovery-codes", tag = "accounts", responses((status = 422)))]
pub(crate) async fn recovery_codes(
    Service(accounts): Service<Accounts>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Origin(reached): Origin,
    Json(request): Json<PasswordProof>,
) -> Result<Created<RecoveryCodes>, ApiError> {
    let proof =
        Proof { password: request.password.as_ref(), passkey: request.passkey.as_ref(), reached: &reached };
    Ok(Created(accounts.recovery_codes(&session, proof).await?))
}

/// Sets a new password with a recovery code or a mailed code, and logs in.
/// All sessions, tokens and webhooks of the account are revoked; a mailed code also voids the recovery codes.
#[utoipa::path(post, path = "/api/v1/recovery", tag = "accounts", responses((status = 401), (status = 403), (status = 422)))]
pub(crate) async fn recover(
    Service(accounts): Service<Accounts>,
    tries: Tries,
    Client(client): Client,
    headers: HeaderMap,
    Json(request): Json<Recovery>,
) -> Result<(SessionCookie, Created<SignedIn>), ApiError> {
    let attempt = tries.recovery(&request.name)?;
    let done = accounts.recover(&request, tries.entry(&client), tries.line()).await;
    tries.ended(&accounts, attempt, &done).await;
    let signed_in = done?;
    Ok((SessionCookie::new(&headers, &signed_in.token), Created(signed_in)))
}

/// Mails a recovery code to the account's address, if both exist.
/// The response is always the same.
#[utoipa::path(post, path = "/api/v1/recovery/mail", tag = "accounts", responses((status = 503, description = "This server sends no mail")))]
pub(crate) async fn recover_by_mail(
    Service(accounts): Service<Accounts>,
    tries: Tries,
    Json(request): Json<RecoveryMail>,
) -> Result<Accepted<Done>, ApiError> {
    // Charged like a wrong code, whether or not the account exists.
    if let Some(attempt) = tries.recovery(&request.name)? {
        attempt.fail();
    }
    accounts.recover_by_mail(request)?;
    Ok(Accepted(Done {}))
}
