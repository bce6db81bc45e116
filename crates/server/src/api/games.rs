//! Games: making them, seeing them, acting in them.

use super::{
    Refused,
    caller::{Caller, CurrentUser, Games, Origin},
    extract::{Body, Done, Path, Query, answer},
};
use crate::hub::{ImportedGame, Plan, Rematch, problem};
use axum::{
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
use utoipa::ToSchema;

pub(super) fn summary(row: GameRow, me: Option<&str>) -> GameSummary {
    // What an older version has stored lacks this; it comes with the next event.
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
    "The last part of its invitation: for a game that is not listed and not one's own.";
const MAX_LISTED: u32 = 200;

/// Makes a game. Seats that are `open` can be taken by whoever has the invitation in the answer.
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

/// Brings along a game that was played elsewhere and is over. It is yours, unlisted and not rated.
#[utoipa::path(post, path = "/api/v1/games/import", request_body = GameImport, tag = "games",
    responses((status = 201, body = GameView), (status = 200, description = "It was there already", body = GameView),
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

/// Listed games that are being played, the last changed first.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", params(("limit" = Option<u32>, Query, description = "The most that are listed; at most 200.")),
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

/// Your games and those you are challenged to, the last changed first. Players have the names they have now.
#[utoipa::path(get, path = "/api/v1/me/games", tag = "games", params(("limit" = Option<u32>, Query, description = "The most that are listed; at most 200.")),
    responses((status = 200, body = GameList), (status = 401, body = Problem)))]
pub(crate) async fn mine(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Query(Limit { limit }): Query<Limit>,
) -> Result<Response, Refused> {
    let rows = hub.games_of(&who, limit.unwrap_or(MAX_LISTED).min(MAX_LISTED)).await?;
    let games = rows.into_iter().map(|row| summary(row, Some(&who.id)));
    // What one was challenged to and never joined is nobody's memory.
    let mut games: Vec<GameSummary> =
        games.filter(|game| game.you.is_some() || game.stage != "over").collect();
    hub.call_by_current_names(games.iter_mut().flat_map(|game| &mut game.overview.seats)).await?;
    Ok(answer(200, &GameList { games }))
}

/// Everything about a game: settings, seats, events up to now, position, legal moves for you, clocks.
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

/// Takes a seat.
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

/// Declines a challenge: the seat that is kept for you stays empty, and the game is aborted.
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

/// Does something in a game. It is answered when it is on disk; sent again, it is not done again.
#[utoipa::path(post, path = "/api/v1/games/{id}/actions", request_body = NewAction, tag = "games",
    params(("id" = String, Path, description = "The game.")), responses((status = 200, body = ActionDone), (status = 403, body = Problem),
    (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn act(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Path(id): Path<String>,
    Body(request): Body<NewAction>,
) -> Result<Response, Refused> {
    // Nobody measures the trip of a single request.
    Ok(answer(200, &hub.act(&id, &who, &request, 0).await?))
}

#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "r8wn5qxk3jtd"}))]
pub(crate) struct NextGame {
    /// The next game.
    id: String,
}

/// Makes the next game of the series, or names the one that was made. The others take their seats by joining.
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

/// What you have prepared in a game: premoves and conditional moves.
#[utoipa::path(get, path = "/api/v1/games/{id}/plan", tag = "games", params(("id" = String, Path, description = "The game.")),
    responses((status = 200, body = Plan), (status = 403, body = Problem)))]
pub(crate) async fn plan(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.plan(&id, &who).await?))
}

/// Prepares moves; an empty plan forgets what was prepared.
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

/// The record of a game.
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

/// The record of a game as a line of JSON.
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

/// Something to be said beside a game.
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

/// What was said beside a game.
#[utoipa::path(get, path = "/api/v1/games/{id}/messages", tag = "games",
    params(("id" = String, Path, description = "The game."), ("room" = Option<Room>, Query, description = "Where; among the players when it is missing."),
    ("since" = Option<u64>, Query, description = "Only what has a higher number.")),
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

/// Says something beside a game.
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
