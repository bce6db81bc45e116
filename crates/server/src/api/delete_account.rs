//! Endpoints to export and to delete all personal data.

use super::{
    ApiError,
    caller::{CurrentSession, Origin, Service},
    downloads::while_read,
    extract::{Done, Json},
    peer::StreamPlace,
    scopes::SessionOnly,
    sessions::SessionCookie,
};
use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use ludoteca_protocol::PasswordProof;
use ludoteca_service::{Games, PersonalData, Proof};
use serde_json::Value;
use std::collections::VecDeque;

/// Exports everything stored about you, one JSON object per line.
/// That is your profile, sessions, tokens and passkeys without secrets, bots, messages, subscriptions, seeks,
/// blocks, reports, sanctions, and each of your games with its record and your premoves.
#[utoipa::path(get, path = "/api/v1/me/export", tag = "accounts", responses((status = 200, content_type = "application/x-ndjson", body = String,
    example = "{\"type\":\"profile\",\"user\":{\"id\":\"m4tq8wzk2pnc\",\"name\":\"Ada-L\"}}\n")))]
pub(crate) async fn export(
    Service(data): Service<PersonalData>,
    Service(games): Service<Games>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    place: StreamPlace,
) -> Result<Response, ApiError> {
    let first: String = data.export(&session).await?.iter().map(|line| format!("{line}\n")).collect();
    let games: VecDeque<_> = games.games_of(&session.who, u32::MAX).await?.into();
    let who = session.who.clone();
    // One game at a time, to keep memory use constant for thousands of games.
    let lines = futures_util::stream::unfold((Some(first), games, data, who, place), async |state| {
        let (first, mut games, data, who, place) = state;
        if let Some(first) = first {
            return Some((Ok(Bytes::from(first)), (None, games, data, who, place)));
        }
        let row = games.pop_front()?;
        let line = data.export_game(&who, &row).await.unwrap_or_else(|error| {
            let why = error.to_string();
            serde_json::json!({ "type": "game", "id": row.id, "record": Value::Null, "problem": why })
        });
        Some((Ok(Bytes::from(format!("{line}\n"))), (None, games, data, who, place)))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"ludoteca.ndjson\""),
    ];
    Ok((headers, Body::from_stream(while_read(lines))).into_response())
}

/// Deletes you.
/// Removes your account, sessions, tokens, passkeys, address, codes, premoves, seeks, subscriptions, blocks,
/// messages and reports. Running games are resigned as the rules require; finished games are kept without
/// your name. An account needs its password or one of its passkeys.
#[utoipa::path(delete, path = "/api/v1/me", tag = "accounts", responses((status = 422)))]
pub(crate) async fn delete(
    Service(personal_data): Service<PersonalData>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Origin(reached): Origin,
    headers: HeaderMap,
    Json(request): Json<PasswordProof>,
) -> Result<(SessionCookie, Json<Done>), ApiError> {
    let proof =
        Proof { password: request.password.as_ref(), passkey: request.passkey.as_ref(), reached: &reached };
    personal_data.delete(&session, proof).await?;
    Ok((SessionCookie::removal(&headers), Json(Done {})))
}
