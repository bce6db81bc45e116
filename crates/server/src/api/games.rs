//! Endpoints for games: creating, reading, acting.

use super::{
    ApiError,
    caller::{Caller, CurrentUser, Origin, Service},
    extract::{Created, CreatedOrFound, Done, Json, Path, Query},
    scopes::{Play, Read},
};
use crate::{
    State,
    metrics::Metrics,
    problem::{ToProblem, problem},
};
use axum::{
    extract,
    http::header,
    response::{IntoResponse, Response},
};
use ludoteca_protocol::{
    ActionDone, FromServer, GameImport, GameList, GameOverview, GameSummary, GameView, JoinRequest,
    NewAction, NewGame, Plan, Problem, Room, SeatOverview,
};
use ludoteca_record::WriteError;
use ludoteca_service::{Games, Identity, ImportedGame, Imports, Millis, People, Rematch};
use ludoteca_store::GameRow;
use serde::{Deserialize, Serialize};
use std::time::Instant;
use utoipa::{
    IntoParams, ToSchema,
    openapi::{Array, Ref},
};

pub(super) fn summary(row: GameRow, me: Option<&str>) -> GameSummary {
    // Summaries stored by older versions lack this field; the next event adds it.
    let overview: GameOverview = serde_json::from_str(&row.overview).unwrap_or_default();
    let is_me = |seat: &SeatOverview| seat.user.as_ref().is_some_and(|user| Some(user.id.as_str()) == me);
    GameSummary {
        you: overview.seats.iter().position(is_me).and_then(|seat| u8::try_from(seat).ok()),
        my_turn: me.is_some() && row.to_act.as_deref() == me,
        stage: row.stage.word().to_owned(),
        id: row.id,
        game: row.kind,
        live: row.live,
        listed: row.listed,
        seq: row.seq,
        created: row.created,
        changed: row.changed,
        deadline: row.deadline,
        overview,
    }
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct GameQuery {
    /// The last part of an invitation link; required for an unlisted game of other players.
    invitation: Option<String>,
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct Limit {
    /// The maximum number of items, at most 200.
    limit: Option<u32>,
}

const MAX_LISTED: u32 = 200;

/// Creates a game.
/// Seats that are `open` can be taken by anyone who has the invitation in the response.
#[utoipa::path(post, path = "/api/v1/games", tag = "games", responses((status = 422)))]
pub(crate) async fn create(
    Service(games): Service<Games>,
    CurrentUser(who, ..): CurrentUser<Play>,
    Origin(origin): Origin,
    Json(request): Json<NewGame>,
) -> Result<Created<GameView>, ApiError> {
    let id = games.create(&who, &request).await?;
    Ok(Created(games.show(&id, Some(&who), None, &origin).await?))
}

/// Imports a finished game that was played elsewhere.
/// It becomes your game, unlisted and unrated.
#[utoipa::path(post, path = "/api/v1/games/import", tag = "games", responses((status = 200, description = "It had been imported already"),
    (status = 422)))]
pub(crate) async fn import(
    Service(imports): Service<Imports>,
    Service(games): Service<Games>,
    CurrentUser(who, ..): CurrentUser<Play>,
    Origin(origin): Origin,
    Json(request): Json<GameImport>,
) -> Result<CreatedOrFound<GameView>, ApiError> {
    let ImportedGame { id, is_new } = imports.import(&who, &request).await?;
    let game = games.show(&id, Some(&who), None, &origin).await?;
    Ok(CreatedOrFound::new(is_new, game))
}

/// Lists the public games in progress, most recently changed first.
#[utoipa::path(get, path = "/api/v1/games", tag = "games")]
pub(crate) async fn current(
    Service(games): Service<Games>,
    caller: Caller<Read>,
    Query(Limit { limit }): Query<Limit>,
) -> Result<Json<GameList>, ApiError> {
    let rows = games.current_games(limit.unwrap_or(50).min(MAX_LISTED)).await?;
    let me = caller.who().map(|who| who.id.as_str());
    Ok(Json(GameList { games: rows.into_iter().map(|row| summary(row, me)).collect() }))
}

/// Lists a player's public games in progress, most recently changed first.
#[utoipa::path(get, path = "/api/v1/users/{id}/current-games", tag = "games",
    params(("id" = String, Path, description = "The user's id.")), responses((status = 404)))]
pub(crate) async fn current_of(
    Service(people): Service<People>,
    Service(games): Service<Games>,
    caller: Caller<Read>,
    Path(id): Path<String>,
) -> Result<Json<GameList>, ApiError> {
    let rows = games.current_games_of(&people.person_named(&id).await?.id).await?;
    let me = caller.who().map(|who| who.id.as_str());
    Ok(Json(GameList { games: rows.into_iter().map(|row| summary(row, me)).collect() }))
}

/// Lists your games and challenges to you, most recently changed first.
/// Players appear under their current names.
#[utoipa::path(get, path = "/api/v1/me/games", tag = "games")]
pub(crate) async fn mine(
    Service(people): Service<People>,
    Service(games): Service<Games>,
    CurrentUser(who, ..): CurrentUser<Read>,
    Query(Limit { limit }): Query<Limit>,
) -> Result<Json<GameList>, ApiError> {
    let rows = games.games_of(&who, limit.unwrap_or(MAX_LISTED).min(MAX_LISTED)).await?;
    let games = rows.into_iter().map(|row| summary(row, Some(&who.id)));
    // Hide challenges that were never accepted.
    let mut games: Vec<GameSummary> =
        games.filter(|game| game.you.is_some() || game.stage != "over").collect();
    people.call_by_current_names(games.iter_mut().flat_map(|game| &mut game.overview.seats)).await?;
    Ok(Json(GameList { games }))
}

/// Returns everything about a game.
/// That is its settings, seats, events so far, position, your legal moves, and clocks.
#[utoipa::path(get, path = "/api/v1/games/{id}", tag = "games",
    params(("id" = String, Path, description = "The game.")), responses((status = 404)))]
pub(crate) async fn show(
    Service(games): Service<Games>,
    caller: Caller<Read>,
    Origin(origin): Origin,
    Path(id): Path<String>,
    Query(GameQuery { invitation }): Query<GameQuery>,
) -> Result<Json<GameView>, ApiError> {
    Ok(Json(games.show(&id, caller.who(), invitation.as_deref(), &origin).await?))
}

/// Takes a seat in a game.
#[utoipa::path(post, path = "/api/v1/games/{id}/join", tag = "games",
    params(("id" = String, Path, description = "The game.")), responses((status = 404), (status = 422)))]
pub(crate) async fn join(
    Service(games): Service<Games>,
    CurrentUser(who, ..): CurrentUser<Play>,
    Origin(origin): Origin,
    Path(id): Path<String>,
    Json(request): Json<JoinRequest>,
) -> Result<Json<GameView>, ApiError> {
    games.join(&id, &who, request.seat, request.invitation.as_deref()).await?;
    Ok(Json(games.show(&id, Some(&who), None, &origin).await?))
}

/// Declines a challenge.
/// The seat reserved for you stays empty, and the game is aborted.
#[utoipa::path(post, path = "/api/v1/games/{id}/decline", tag = "games",
    params(("id" = String, Path, description = "The game.")), responses((status = 404), (status = 422)))]
pub(crate) async fn decline(
    Service(games): Service<Games>,
    CurrentUser(who, ..): CurrentUser<Play>,
    Path(id): Path<String>,
) -> Result<Json<Done>, ApiError> {
    games.decline(&id, &who).await?;
    Ok(Json(Done {}))
}

/// Performs an action in a game.
/// The response is sent once the action is on disk; repeating the request does not repeat the action.
#[utoipa::path(post, path = "/api/v1/games/{id}/actions", tag = "games",
    params(("id" = String, Path, description = "The game.")), responses((status = 404), (status = 409), (status = 422)))]
pub(crate) async fn act(
    Service(games): Service<Games>,
    extract::State(state): extract::State<State>,
    CurrentUser(who, ..): CurrentUser<Play>,
    Path(id): Path<String>,
    Json(request): Json<NewAction>,
) -> Result<Json<ActionDone>, ApiError> {
    // No lag compensation over plain HTTP.
    Ok(Json(perform(&games, state.metrics(), &id, &who, &request, 0).await?))
}

/// Performs an action, counts it, and logs why it was rejected.
pub(super) async fn perform(
    games: &Games,
    metrics: Option<&Metrics>,
    id: &str,
    who: &Identity,
    request: &NewAction,
    lag: Millis,
) -> Result<ActionDone, Problem> {
    let begun = Instant::now();
    let done = games.act(id, who, request, lag).await.map_err(|error| error.to_problem());
    if let Some(metrics) = metrics {
        metrics.acted(&request.action, &done, begun.elapsed());
    }
    if let Err(Problem { key, detail, .. }) = &done {
        tracing::info!(game = id, by = who.id, key, "an action was rejected: {detail}");
    }
    done
}

#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "r8wn5qxk3jtd"}))]
pub(crate) struct NextGame {
    id: String,
}

/// Creates the next game of the series, or returns the existing one.
/// The other players take their seats by joining.
#[utoipa::path(post, path = "/api/v1/games/{id}/rematch", tag = "games",
    params(("id" = String, Path, description = "The game.")), responses((status = 404), (status = 422)))]
pub(crate) async fn rematch(
    Service(games): Service<Games>,
    CurrentUser(who, ..): CurrentUser<Play>,
    Path(id): Path<String>,
) -> Result<CreatedOrFound<NextGame>, ApiError> {
    let Rematch { id, is_new } = games.rematch(&id, &who).await?;
    Ok(CreatedOrFound::new(is_new, NextGame { id }))
}

/// Returns your premoves and conditional moves in a game.
#[utoipa::path(get, path = "/api/v1/games/{id}/plan", tag = "games",
    params(("id" = String, Path, description = "The game.")), responses((status = 404)))]
pub(crate) async fn plan(
    Service(games): Service<Games>,
    CurrentUser(who, ..): CurrentUser<Read>,
    Path(id): Path<String>,
) -> Result<Json<Plan>, ApiError> {
    Ok(Json(games.plan(&id, &who).await?))
}

/// Stores premoves and conditional moves; an empty plan deletes them.
#[utoipa::path(put, path = "/api/v1/games/{id}/plan", tag = "games",
    params(("id" = String, Path, description = "The game.")), responses((status = 404), (status = 422)))]
pub(crate) async fn set_plan(
    Service(games): Service<Games>,
    CurrentUser(who, ..): CurrentUser<Play>,
    Path(id): Path<String>,
    Json(plan): Json<Plan>,
) -> Result<Json<Plan>, ApiError> {
    games.set_plan(&id, &who, &plan).await?;
    Ok(Json(games.plan(&id, &who).await?))
}

/// Returns the record of a game.
#[utoipa::path(get, path = "/api/v1/games/{id}/record", tag = "games",
    params(("id" = String, Path, description = "The game.")), responses((status = 200, content_type = "text/plain", body = String,
    example = "[Game \"squadro\"]\n[Yellow \"Ada\"]\n[Red \"Bob\"]\n[Result \"1-0\"]\n\n1. Y3 R1 1-0\n"), (status = 404)))]
pub(crate) async fn record(
    Service(games): Service<Games>,
    caller: Caller<Read>,
    Path(id): Path<String>,
    Query(GameQuery { invitation }): Query<GameQuery>,
) -> Result<Response, ApiError> {
    let record = games.record(&id, caller.who(), invitation.as_deref()).await?;
    let mut text = Vec::new();
    written("text/plain; charset=utf-8", ludoteca_record::Writer::new(&mut text).write(&record), text)
}

/// Returns the record of a game as a line of JSON.
#[utoipa::path(get, path = "/api/v1/games/{id}/record.json", tag = "games",
    params(("id" = String, Path, description = "The game.")), responses((status = 200, content_type = "application/json", body = Object,
    example = json!({"game": "squadro", "tags": {"Yellow": "Ada", "Red": "Bob"}, "moves": ["Y3", "R1"], "result": "1-0"})), (status = 404)))]
pub(crate) async fn record_json(
    Service(games): Service<Games>,
    caller: Caller<Read>,
    Path(id): Path<String>,
    Query(GameQuery { invitation }): Query<GameQuery>,
) -> Result<Response, ApiError> {
    let record = games.record(&id, caller.who(), invitation.as_deref()).await?;
    let mut text = Vec::new();
    written("application/json", ludoteca_record::JsonWriter::new(&mut text).write(&record), text)
}

fn written(kind: &'static str, done: Result<(), WriteError>, text: Vec<u8>) -> Result<Response, ApiError> {
    done.map_err(|error| problem(500, "no-record", error.to_string()))?;
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")], text).into_response())
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct RoomQuery {
    /// The chat room; by default `players`.
    room: Option<Room>,
    /// Only messages with a higher number.
    since: Option<u64>,
}

/// A chat message to be sent.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"room": "players", "text": "Hello!"}))]
pub(crate) struct NewMessage {
    room: Room,
    /// One line of at most 500 characters.
    text: String,
}

#[derive(Serialize, ToSchema)]
#[schema(example = json!({"messages": [{"type": "message", "game": "k2vq8mzt4wpc", "room": "players",
    "number": 1, "at": 1789000005000_u64, "user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "text": "Hello!"}]}))]
pub(crate) struct Messages {
    #[schema(schema_with = messages_schema)]
    messages: Vec<FromServer>,
}

/// Only one kind of what a server sends.
fn messages_schema() -> Array {
    Array::new(Ref::from_schema_name("FromServerMessage"))
}

/// Returns the chat of a game.
#[utoipa::path(get, path = "/api/v1/games/{id}/messages", tag = "games",
    params(("id" = String, Path, description = "The game.")), responses((status = 404)))]
pub(crate) async fn messages(
    Service(games): Service<Games>,
    caller: Caller<Read>,
    Path(id): Path<String>,
    Query(RoomQuery { room, since }): Query<RoomQuery>,
) -> Result<Json<Messages>, ApiError> {
    let room = room.unwrap_or(Room::Players);
    let messages = games.messages(&id, caller.who(), room, since.unwrap_or(0)).await?;
    Ok(Json(Messages { messages }))
}

/// Sends a chat message.
#[utoipa::path(post, path = "/api/v1/games/{id}/messages", tag = "games",
    params(("id" = String, Path, description = "The game.")), responses((status = 404), (status = 422)))]
pub(crate) async fn send_message(
    Service(games): Service<Games>,
    CurrentUser(who, ..): CurrentUser<Play>,
    Path(id): Path<String>,
    Json(request): Json<NewMessage>,
) -> Result<Json<Done>, ApiError> {
    games.send_message(&id, &who, request.room, &request.text).await?;
    Ok(Json(Done {}))
}
