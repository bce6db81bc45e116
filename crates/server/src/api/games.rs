//! Endpoints for games: creating, reading, acting.

use super::{
    Refused,
    caller::{Caller, CurrentUser, Games, Origin},
    extract::{Body, Done, Path, Query, answer},
};
use crate::{
    State,
    hub::{Hub, Identity, ImportedGame, Millis, Plan, Rematch},
    metrics::Metrics,
    problem::{ToProblem, problem},
};
use axum::{
    extract,
    http::header,
    response::{IntoResponse, Response},
};
use ludoteca_protocol::{
    ActionDone, GameImport, GameList, GameOverview, GameSummary, GameView, JoinRequest, NewAction, NewGame,
    Problem, Room, SeatOverview,
};
use ludoteca_record::WriteError;
use ludoteca_store::GameRow;
use serde::{Deserialize, Serialize};
use std::time::Instant;
use utoipa::ToSchema;

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

#[derive(Deserialize)]
pub(crate) struct GameQuery {
    invitation: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct Limit {
    limit: Option<u32>,
}

pub(crate) const INVITATION: &str =
    "The last part of an invitation link; required for an unlisted game of other players.";
const MAX_LISTED: u32 = 200;

/// Creates a game.
/// Seats that are `open` can be taken by anyone who has the invitation in the response.
#[utoipa::path(post, path = "/api/v1/games", request_body = NewGame, tag = "games",
    responses((status = 201, body = GameView), (status = 401, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn make(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Origin(origin): Origin,
    Body(request): Body<NewGame>,
) -> Result<Response, Refused> {
    let id = hub.make_game(&who, &request).await?;
    Ok(answer(201, &hub.see(&id, Some(&who), None, &origin).await?))
}

/// Imports a finished game that was played elsewhere.
/// It becomes your game, unlisted and unrated.
#[utoipa::path(post, path = "/api/v1/games/import", request_body = GameImport, tag = "games",
    responses((status = 201, body = GameView), (status = 200, description = "It had been imported already", body = GameView),
    (status = 401, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn bring(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Origin(origin): Origin,
    Body(request): Body<GameImport>,
) -> Result<Response, Refused> {
    let ImportedGame { id, is_new } = hub.import_game(&who, &request).await?;
    let game = hub.see(&id, Some(&who), None, &origin).await?;
    Ok(answer(if is_new { 201 } else { 200 }, &game))
}

/// Lists the public games in progress, most recently changed first.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", params(("limit" = Option<u32>, Query, description = "The maximum number of items, at most 200.")),
    responses((status = 200, body = GameList)))]
pub(crate) async fn current(
    Games(hub): Games,
    caller: Caller,
    Query(Limit { limit }): Query<Limit>,
) -> Result<Response, Refused> {
    let rows = hub.current_games(limit.unwrap_or(50).min(MAX_LISTED)).await?;
    let me = caller.who().map(|who| who.id.as_str());
    Ok(answer(200, &GameList { games: rows.into_iter().map(|row| summary(row, me)).collect() }))
}

/// Lists your games and challenges to you, most recently changed first.
/// Players appear under their current names.
#[utoipa::path(get, path = "/api/v1/me/games", tag = "games", params(("limit" = Option<u32>, Query, description = "The maximum number of items, at most 200.")),
    responses((status = 200, body = GameList), (status = 401, body = Problem)))]
pub(crate) async fn mine(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Query(Limit { limit }): Query<Limit>,
) -> Result<Response, Refused> {
    let rows = hub.games_of(&who, limit.unwrap_or(MAX_LISTED).min(MAX_LISTED)).await?;
    let games = rows.into_iter().map(|row| summary(row, Some(&who.id)));
    // Hide challenges that were never accepted.
    let mut games: Vec<GameSummary> =
        games.filter(|game| game.you.is_some() || game.stage != "over").collect();
    hub.people().call_by_current_names(games.iter_mut().flat_map(|game| &mut game.overview.seats)).await?;
    Ok(answer(200, &GameList { games }))
}

/// Returns everything about a game.
/// That is its settings, seats, events so far, position, your legal moves, and clocks.
#[utoipa::path(get, path = "/api/v1/games/{id}", tag = "games",
    params(("id" = String, Path, description = "The game."), ("invitation" = Option<String>, Query, description = INVITATION)),
    responses((status = 200, body = GameView), (status = 404, body = Problem)))]
pub(crate) async fn see(
    Games(hub): Games,
    caller: Caller,
    Origin(origin): Origin,
    Path(id): Path<String>,
    Query(GameQuery { invitation }): Query<GameQuery>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.see(&id, caller.who(), invitation.as_deref(), &origin).await?))
}

/// Takes a seat in a game.
#[utoipa::path(post, path = "/api/v1/games/{id}/join", request_body = JoinRequest, tag = "games",
    params(("id" = String, Path, description = "The game.")), responses((status = 200, body = GameView), (status = 403, body = Problem),
    (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn join(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Origin(origin): Origin,
    Path(id): Path<String>,
    Body(request): Body<JoinRequest>,
) -> Result<Response, Refused> {
    hub.join(&id, &who, request.seat, request.invitation.as_deref()).await?;
    Ok(answer(200, &hub.see(&id, Some(&who), None, &origin).await?))
}

/// Declines a challenge.
/// The seat reserved for you stays empty, and the game is aborted.
#[utoipa::path(post, path = "/api/v1/games/{id}/decline", tag = "games",
    params(("id" = String, Path, description = "The game.")), responses((status = 200, body = Done),
    (status = 401, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn decline(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    hub.decline(&id, &who).await?;
    Ok(answer(200, &Done {}))
}

/// Performs an action in a game.
/// The response is sent once the action is on disk; repeating the request does not repeat the action.
#[utoipa::path(post, path = "/api/v1/games/{id}/actions", request_body = NewAction, tag = "games",
    params(("id" = String, Path, description = "The game.")), responses((status = 200, body = ActionDone), (status = 403, body = Problem),
    (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn act(
    Games(hub): Games,
    extract::State(state): extract::State<State>,
    CurrentUser(who): CurrentUser,
    Path(id): Path<String>,
    Body(request): Body<NewAction>,
) -> Result<Response, Refused> {
    // No lag compensation over plain HTTP.
    Ok(answer(200, &perform(&hub, state.metrics(), &id, &who, &request, 0).await?))
}

/// Performs an action, counts it, and logs why it was rejected.
pub(super) async fn perform(
    hub: &Hub,
    metrics: Option<&Metrics>,
    id: &str,
    who: &Identity,
    request: &NewAction,
    lag: Millis,
) -> Result<ActionDone, Problem> {
    let begun = Instant::now();
    let done = hub.act(id, who, request, lag).await.map_err(|error| error.to_problem());
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
#[utoipa::path(post, path = "/api/v1/games/{id}/rematch", tag = "games", params(("id" = String, Path, description = "The game.")),
    responses((status = 201, body = NextGame), (status = 200, body = NextGame), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn rematch(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    let Rematch { id, is_new } = hub.rematch(&id, &who).await?;
    Ok(answer(if is_new { 201 } else { 200 }, &NextGame { id }))
}

/// Returns your premoves and conditional moves in a game.
#[utoipa::path(get, path = "/api/v1/games/{id}/plan", tag = "games", params(("id" = String, Path, description = "The game.")),
    responses((status = 200, body = Plan), (status = 403, body = Problem)))]
pub(crate) async fn plan(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.plan(&id, &who).await?))
}

/// Stores premoves and conditional moves; an empty plan deletes them.
#[utoipa::path(put, path = "/api/v1/games/{id}/plan", request_body = Plan, tag = "games",
    params(("id" = String, Path, description = "The game.")), responses((status = 200, body = Plan), (status = 422, body = Problem)))]
pub(crate) async fn set_plan(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Path(id): Path<String>,
    Body(plan): Body<Plan>,
) -> Result<Response, Refused> {
    hub.set_plan(&id, &who, &plan).await?;
    Ok(answer(200, &hub.plan(&id, &who).await?))
}

/// Returns the record of a game.
#[utoipa::path(get, path = "/api/v1/games/{id}/record", tag = "games",
    params(("id" = String, Path, description = "The game."),
    ("invitation" = Option<String>, Query, description = INVITATION)),
    responses((status = 200, content_type = "text/plain", body = String,
    example = "[Game \"squadro\"]\n[Yellow \"Ada\"]\n[Red \"Bob\"]\n[Result \"1-0\"]\n\n1. Y3 R1 1-0\n"), (status = 404, body = Problem)))]
pub(crate) async fn record(
    Games(hub): Games,
    caller: Caller,
    Path(id): Path<String>,
    Query(GameQuery { invitation }): Query<GameQuery>,
) -> Result<Response, Refused> {
    let record = hub.record(&id, caller.who(), invitation.as_deref()).await?;
    let mut text = Vec::new();
    written("text/plain; charset=utf-8", ludoteca_record::Writer::new(&mut text).write(&record), text)
}

/// Returns the record of a game as a line of JSON.
#[utoipa::path(get, path = "/api/v1/games/{id}/record.json", tag = "games",
    params(("id" = String, Path, description = "The game."),
    ("invitation" = Option<String>, Query, description = INVITATION)),
    responses((status = 200, content_type = "application/json", body = Object,
    example = json!({"game": "squadro", "tags": {"Yellow": "Ada", "Red": "Bob"}, "moves": ["Y3", "R1"], "result": "1-0"})), (status = 404, body = Problem)))]
pub(crate) async fn record_json(
    Games(hub): Games,
    caller: Caller,
    Path(id): Path<String>,
    Query(GameQuery { invitation }): Query<GameQuery>,
) -> Result<Response, Refused> {
    let record = hub.record(&id, caller.who(), invitation.as_deref()).await?;
    let mut text = Vec::new();
    written("application/json", ludoteca_record::JsonWriter::new(&mut text).write(&record), text)
}

fn written(kind: &'static str, done: Result<(), WriteError>, text: Vec<u8>) -> Result<Response, Refused> {
    done.map_err(|error| problem(500, "no-record", error.to_string()))?;
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")], text).into_response())
}

#[derive(Deserialize)]
pub(crate) struct RoomQuery {
    room: Option<Room>,
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
    messages: Vec<ludoteca_protocol::FromServer>,
}

/// Returns the chat of a game.
#[utoipa::path(get, path = "/api/v1/games/{id}/messages", tag = "games",
    params(("id" = String, Path, description = "The game."), ("room" = Option<Room>, Query, description = "The chat room; by default `players`."),
    ("since" = Option<u64>, Query, description = "Only messages with a higher number.")),
    responses((status = 200, body = Messages), (status = 403, body = Problem)))]
pub(crate) async fn messages(
    Games(hub): Games,
    caller: Caller,
    Path(id): Path<String>,
    Query(RoomQuery { room, since }): Query<RoomQuery>,
) -> Result<Response, Refused> {
    let room = room.unwrap_or(Room::Players);
    let messages = hub.said(&id, caller.who(), room, since.unwrap_or(0)).await?;
    Ok(answer(200, &Messages { messages }))
}

/// Sends a chat message.
#[utoipa::path(post, path = "/api/v1/games/{id}/messages", request_body = NewMessage, tag = "games",
    params(("id" = String, Path, description = "The game.")), responses((status = 200, body = Done), (status = 403, body = Problem),
    (status = 422, body = Problem)))]
pub(crate) async fn say(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Path(id): Path<String>,
    Body(request): Body<NewMessage>,
) -> Result<Response, Refused> {
    hub.say(&id, &who, request.room, &request.text).await?;
    Ok(answer(200, &Done {}))
}
