//! Games: making them, seeing them, acting in them.

use super::{
    Refused,
    caller::{Caller, Games, Known, Origin},
    reading::{Body, Path, Query, answer},
};
use crate::hub::{Plan, Rematch, problem};
use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use ludoteca_protocol::{ActionDone, ActionWish, GameView, JoinWish, NewGame, Problem, Room};
use ludoteca_record::WriteError;
use ludoteca_store::{GameRow, Stage};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A game in a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameSummary {
    id: String,
    game: String,
    /// `waiting`, `playing` or `over`.
    stage: &'static str,
    live: bool,
    seq: u64,
    /// When something last happened, in milliseconds since 1970.
    changed: i64,
    /// Whether it is your turn.
    my_turn: bool,
    /// When the time of whoever is to move is up, in milliseconds since 1970.
    deadline: Option<i64>,
}

impl GameSummary {
    fn new(row: GameRow, me: Option<&str>) -> GameSummary {
        GameSummary {
            my_turn: me.is_some() && row.to_act.as_deref() == me,
            stage: match row.stage {
                Stage::Waiting => "waiting",
                Stage::Playing => "playing",
                Stage::Over => "over",
            },
            id: row.id,
            game: row.kind,
            live: row.live,
            seq: row.seq,
            changed: row.changed,
            deadline: row.deadline,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct GameList {
    games: Vec<GameSummary>,
}

#[derive(Deserialize)]
pub(crate) struct Shown {
    invitation: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct Limit {
    limit: Option<u32>,
}

const MOST_LISTED: u32 = 200;

/// Makes a game. Seats that are `open` can be taken by whoever has the invitation in the answer.
#[utoipa::path(post, path = "/api/v1/games", request_body = NewGame, tag = "games",
    responses((status = 201, body = GameView), (status = 401, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn make(
    Games(hub): Games,
    Known(who): Known,
    Origin(origin): Origin,
    Body(wish): Body<NewGame>,
) -> Result<Response, Refused> {
    let id = hub.make_game(&who, &wish).await?;
    Ok(answer(201, &hub.see(&id, Some(&who), None, &origin).await?))
}

/// Listed games that are being played, the last changed first.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", params(("limit" = Option<u32>, Query)),
    responses((status = 200, body = GameList)))]
pub(crate) async fn current(
    Games(hub): Games,
    Caller(who): Caller,
    Query(Limit { limit }): Query<Limit>,
) -> Result<Response, Refused> {
    let rows = hub.current_games(limit.unwrap_or(50).min(MOST_LISTED)).await?;
    let me = who.as_ref().map(|who| who.id.as_str());
    Ok(answer(200, &GameList { games: rows.into_iter().map(|row| GameSummary::new(row, me)).collect() }))
}

/// Your games, the last changed first.
#[utoipa::path(get, path = "/api/v1/me/games", tag = "games", params(("limit" = Option<u32>, Query)),
    responses((status = 200, body = GameList), (status = 401, body = Problem)))]
pub(crate) async fn mine(
    Games(hub): Games,
    Known(who): Known,
    Query(Limit { limit }): Query<Limit>,
) -> Result<Response, Refused> {
    let rows = hub.games_of(&who, limit.unwrap_or(MOST_LISTED).min(MOST_LISTED)).await?;
    let games = rows.into_iter().map(|row| GameSummary::new(row, Some(&who.id))).collect();
    Ok(answer(200, &GameList { games }))
}

/// Everything about a game: settings, seats, events up to now, position, legal moves for you, clocks.
#[utoipa::path(get, path = "/api/v1/games/{id}", tag = "games",
    params(("id" = String, Path), ("invitation" = Option<String>, Query)),
    responses((status = 200, body = GameView), (status = 404, body = Problem)))]
pub(crate) async fn see(
    Games(hub): Games,
    Caller(who): Caller,
    Origin(origin): Origin,
    Path(id): Path<String>,
    Query(Shown { invitation }): Query<Shown>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.see(&id, who.as_ref(), invitation.as_deref(), &origin).await?))
}

/// Takes a seat.
#[utoipa::path(post, path = "/api/v1/games/{id}/join", request_body = JoinWish, tag = "games",
    params(("id" = String, Path)), responses((status = 200, body = GameView), (status = 403, body = Problem),
    (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn join(
    Games(hub): Games,
    Known(who): Known,
    Origin(origin): Origin,
    Path(id): Path<String>,
    Body(wish): Body<JoinWish>,
) -> Result<Response, Refused> {
    hub.join(&id, &who, wish.seat, wish.invitation.as_deref()).await?;
    Ok(answer(200, &hub.see(&id, Some(&who), None, &origin).await?))
}

/// Does something in a game. It is answered when it is on disk; sent again, it is not done again.
#[utoipa::path(post, path = "/api/v1/games/{id}/actions", request_body = ActionWish, tag = "games",
    params(("id" = String, Path)), responses((status = 200, body = ActionDone), (status = 403, body = Problem),
    (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn act(
    Games(hub): Games,
    Known(who): Known,
    Path(id): Path<String>,
    Body(wish): Body<ActionWish>,
) -> Result<Response, Refused> {
    // Nobody measures the trip of a single request.
    Ok(answer(200, &hub.act(&id, &who, &wish, 0).await?))
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Next {
    /// The next game.
    id: String,
}

/// Makes the next game of the series, or names the one that was made. The others take their seats by joining.
#[utoipa::path(post, path = "/api/v1/games/{id}/rematch", tag = "games", params(("id" = String, Path)),
    responses((status = 201, body = Next), (status = 200, body = Next), (status = 422, body = Problem)))]
pub(crate) async fn rematch(
    Games(hub): Games,
    Known(who): Known,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    let Rematch { id, is_new } = hub.rematch(&id, &who).await?;
    Ok(answer(if is_new { 201 } else { 200 }, &Next { id }))
}

/// What you have prepared in a game: premoves and conditional moves.
#[utoipa::path(get, path = "/api/v1/games/{id}/plan", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = Plan), (status = 403, body = Problem)))]
pub(crate) async fn plan(
    Games(hub): Games,
    Known(who): Known,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.plan(&id, &who).await?))
}

/// Prepares moves; an empty plan forgets what was prepared.
#[utoipa::path(put, path = "/api/v1/games/{id}/plan", request_body = Plan, tag = "games",
    params(("id" = String, Path)), responses((status = 200, body = Plan), (status = 422, body = Problem)))]
pub(crate) async fn set_plan(
    Games(hub): Games,
    Known(who): Known,
    Path(id): Path<String>,
    Body(plan): Body<Plan>,
) -> Result<Response, Refused> {
    hub.set_plan(&id, &who, &plan).await?;
    Ok(answer(200, &hub.plan(&id, &who).await?))
}

/// The record of a game.
#[utoipa::path(get, path = "/api/v1/games/{id}/record", tag = "games", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/plain", body = String), (status = 404, body = Problem)))]
pub(crate) async fn record(
    Games(hub): Games,
    Caller(who): Caller,
    Path(id): Path<String>,
    Query(Shown { invitation }): Query<Shown>,
) -> Result<Response, Refused> {
    let record = hub.record(&id, who.as_ref(), invitation.as_deref()).await?;
    let mut text = Vec::new();
    written("text/plain; charset=utf-8", ludoteca_record::Writer::new(&mut text).write(&record), text)
}

/// The record of a game as a line of JSON.
#[utoipa::path(get, path = "/api/v1/games/{id}/record.json", tag = "games", params(("id" = String, Path)),
    responses((status = 200, content_type = "application/json", body = Object), (status = 404, body = Problem)))]
pub(crate) async fn record_json(
    Games(hub): Games,
    Caller(who): Caller,
    Path(id): Path<String>,
    Query(Shown { invitation }): Query<Shown>,
) -> Result<Response, Refused> {
    let record = hub.record(&id, who.as_ref(), invitation.as_deref()).await?;
    let mut text = Vec::new();
    written("application/json", ludoteca_record::JsonWriter::new(&mut text).write(&record), text)
}

fn written(kind: &'static str, done: Result<(), WriteError>, text: Vec<u8>) -> Result<Response, Refused> {
    done.map_err(|error| problem(500, "no-record", error.to_string()))?;
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")], text).into_response())
}

#[derive(Deserialize)]
pub(crate) struct InRoom {
    room: Option<Room>,
    since: Option<u64>,
}

/// Something to be said beside a game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MessageWish {
    room: Room,
    /// One line of at most 500 characters.
    text: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Messages {
    messages: Vec<ludoteca_protocol::FromServer>,
}

/// What was said beside a game.
#[utoipa::path(get, path = "/api/v1/games/{id}/messages", tag = "games",
    params(("id" = String, Path), ("room" = Option<Room>, Query), ("since" = Option<u64>, Query)),
    responses((status = 200, body = Messages), (status = 403, body = Problem)))]
pub(crate) async fn messages(
    Games(hub): Games,
    Caller(who): Caller,
    Path(id): Path<String>,
    Query(InRoom { room, since }): Query<InRoom>,
) -> Result<Response, Refused> {
    let room = room.unwrap_or(Room::Players);
    let messages = hub.said(&id, who.as_ref(), room, since.unwrap_or(0)).await?;
    Ok(answer(200, &Messages { messages }))
}

/// Says something beside a game.
#[utoipa::path(post, path = "/api/v1/games/{id}/messages", request_body = MessageWish, tag = "games",
    params(("id" = String, Path)), responses((status = 200, body = Object), (status = 403, body = Problem),
    (status = 422, body = Problem)))]
pub(crate) async fn say(
    Games(hub): Games,
    Known(who): Known,
    Path(id): Path<String>,
    Body(wish): Body<MessageWish>,
) -> Result<Response, Refused> {
    hub.say(&id, &who, wish.room, &wish.text).await?;
    Ok(answer(200, &serde_json::json!({})))
}
