//! Games, their seats and events.

use crate::{EventView, RatingView, Readers, Room};
use ludoteca_contest::{Abort, AbortReason, Action, Clock};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "squadro", "clock": {"system": "increment", "initial": 300_000, "increment": 3000},
    "rated": false, "seats": ["you", "open"], "listed": true}))]
pub struct NewGame {
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`.
    pub game: String,
    /// The number of players; by default the length of `seats`.
    #[serde(default)]
    pub players: Option<u8>,
    /// Options of the game; numbers may be written as such.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, String>)]
    pub options: BTreeMap<String, serde_json::Value>,
    /// The position it begins with.
    #[serde(default)]
    pub position: Option<String>,
    /// The clock; `null`: none.
    #[serde(default)]
    pub clock: Option<Clock>,
    /// Whether it is rated. Moves cannot be taken back in a rated game.
    #[serde(default)]
    pub rated: bool,
    /// The players by seat; by default `["you", "open", …]`.
    #[serde(default)]
    pub seats: Vec<SeatRequest>,
    /// Whether it is listed publicly, and open to spectators.
    #[serde(default = "yes")]
    pub listed: bool,
    /// Whether moves may be taken back by agreement.
    #[serde(default = "yes")]
    pub take_back: bool,
    /// `2`: a match of two rated games, in which both players play each seat once, counts as one. The second
    /// game is created by `rematch`.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub match_of: Option<u8>,
}

impl NewGame {
    /// A game with default options and without a clock: the creator takes one seat, the others are open.
    #[must_use]
    pub fn of(game: &str) -> NewGame {
        NewGame {
            game: game.to_owned(),
            players: None,
            options: BTreeMap::new(),
            position: None,
            clock: None,
            rated: false,
            seats: Vec::new(),
            listed: true,
            take_back: true,
            match_of: None,
        }
    }
}

fn yes() -> bool {
    true
}

/// The player for a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeatRequest {
    /// The creator of the game.
    You,
    /// The first person with the invitation.
    Open,
    /// A user, by name or id: a challenge.
    User(String),
    /// The computer, at a level from 1 to 10; 11 plays Squadro perfectly, if the server has its table.
    Level(u8),
}

/// A finished game that was played on a device.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"id": "local-17", "seat": 0, "record":
    "[Game \"squadro\"]\n[Yellow \"Ada\"]\n[Red \"Level 3\"]\n[Termination \"resignation\"]\n\n1. Y3 R1 1-0\n"}))]
pub struct GameImport {
    /// The client's own id for the game: importing it again has no effect.
    pub id: String,
    /// The record as text.
    pub record: String,
    /// Your seat in the game.
    #[serde(default)]
    pub seat: u8,
}

/// A request for a seat.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"invitation": "http://127.0.0.1:7878/g/k2vq8mzt4wpc?invitation=5d0c8f1e2b7a4c9d6e3f1a20"}))]
pub struct JoinRequest {
    /// The seat; by default the first free one.
    #[serde(default)]
    pub seat: Option<u8>,
    /// The last part of the invitation's link, or the whole link.
    #[serde(default)]
    pub invitation: Option<String>,
}

/// An action in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"id": "b2f0", "seq": 4, "do": {"move": "Y3"}}))]
pub struct NewAction {
    /// The client's own id for this request: repeating it has no effect.
    pub id: String,
    /// The number of the last event the client knew.
    pub seq: u64,
    #[serde(rename = "do", deserialize_with = "read_action")]
    #[schema(value_type = PlayerAction)]
    pub action: Action,
}

/// An action of a player: those of [`Action`] except the host's.
struct PlayerAction;

impl PartialSchema for PlayerAction {
    fn schema() -> RefOr<Schema> {
        let RefOr::T(Schema::OneOf(mut actions)) = Action::schema() else { return Action::schema() };
        let is_players = |action: &RefOr<Schema>| match action {
            RefOr::T(Schema::Object(object)) => {
                let words = object.enum_values.iter().flatten().filter_map(|word| word.as_str());
                let mut names = object.required.iter().map(String::as_str).chain(words);
                !names.any(|name| Action::OF_HOST.contains(&name))
            }
            _ => true,
        };
        actions.items.retain(is_players);
        let claim = ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(["claim"]))
            .description(Some("Claims that the absent player leaves."));
        actions.items.push(claim.into());
        RefOr::T(Schema::OneOf(actions))
    }
}

impl ToSchema for PlayerAction {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Action::schemas(schemas);
    }
}

/// `"claim"` alone means that the absent player leaves.
fn read_action<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Action, D::Error> {
    let mut value = serde_json::Value::deserialize(deserializer)?;
    if value == "claim" {
        value = serde_json::json!({ "claim": "leave" });
    }
    serde_json::from_value(value).map_err(serde::de::Error::custom)
}

/// The result of an action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"seq": 5, "events": [
    {"seq": 5, "at": 1789000004000_u64, "type": "moved", "seat": 0, "move": "Y3", "used": 2000,
        "position": "00200/00000 r", "left_ms": [301000, 300000]}]}))]
pub struct ActionDone {
    /// The number of the game's last event.
    pub seq: u64,
    /// The events it has caused.
    pub events: Vec<EventView>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "m4tq8wzk2pnc", "name": "Ada"}))]
pub struct UserView {
    /// The user's id, which never changes.
    pub id: String,
    /// The displayed name: text, never markup.
    pub name: String,
    /// A bot account; missing for people.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
}

/// A seat of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "level": null, "connected": true}))]
pub struct SeatView {
    #[schema(required)]
    pub user: Option<UserView>,
    /// The computer's level, if it holds the seat.
    #[schema(required)]
    pub level: Option<u8>,
    /// The name of a player unknown to the server, in an imported game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether the player is connected now.
    pub connected: bool,
    /// The end of the player's vacation, in milliseconds since 1970; only during a vacation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacation: Option<u64>,
    /// The invited user, while the seat is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invited: Option<String>,
    /// The player's rating when the game began, in a rated game; the computer's is fixed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingView>,
    /// The rating change, once the game has been rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_change: Option<i32>,
}

/// The state of the clocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"at": 1789000000000_u64, "left_ms": [300000, 300000], "running": 0}))]
pub struct ClocksView {
    /// The server's time, in milliseconds since 1970.
    #[serde(default)]
    #[schema(required)]
    pub at: u64,
    /// The remaining time of each seat at that moment, in milliseconds.
    pub left_ms: Vec<u64>,
    /// The seat whose clock runs.
    #[schema(required)]
    pub running: Option<u8>,
    /// When it starts to run, in milliseconds since 1970; only while it waits: because the server has just
    /// restarted, or for the end of a vacation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs_from: Option<u64>,
    /// When the game is aborted unless the seat to move makes its first decision before (TB-6), in
    /// milliseconds since 1970; only while one is awaited. No clock runs meanwhile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_by: Option<u64>,
    /// The remaining periods of each seat; empty without periods.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub periods: Vec<u16>,
}

/// A game from the caller's point of view.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "k2vq8mzt4wpc", "game": "squadro", "players": 2, "options": {"first": "yellow"},
    "clock": {"system": "increment", "initial": 300_000, "increment": 3000}, "rated": false, "listed": true,
    "take_back": true, "seats": [{"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "level": null, "connected": true},
        {"user": null, "level": null, "connected": false}],
    "you": 0, "seq": 2, "moves": [], "position": "00000/00000 y", "to_act": null, "legal_moves": [],
    "clocks": {"at": 1789000000000_u64, "left_ms": [300000, 300000], "running": null}, "result": null,
    "termination": null, "rematch": false, "chat": {"write": ["players"], "after_game": "players"}, "help": "open",
    "invitation": "http://127.0.0.1:7878/g/k2vq8mzt4wpc?invitation=5d0c8f1e2b7a4c9d6e3f1a20",
    "events": [{"seq": 1, "at": 1789000000000_u64, "type": "created", "terms": {"game": "squadro"}},
        {"seq": 2, "at": 1789000000000_u64, "type": "joined", "seat": 0, "name": "Ada"}]}))]
pub struct GameView {
    pub id: String,
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`.
    pub game: String,
    /// The number of players.
    pub players: u8,
    /// All options with their values.
    pub options: BTreeMap<String, String>,
    /// The position it began with, if that was not the start position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_position: Option<String>,
    /// The clock; `null`: none.
    #[schema(required)]
    pub clock: Option<Clock>,
    pub rated: bool,
    /// Whether it is listed publicly, and open to spectators.
    pub listed: bool,
    /// Whether moves may be taken back by agreement.
    pub take_back: bool,
    /// The seats, in the notation's order.
    pub seats: Vec<SeatView>,
    /// Your seat; `null` for spectators.
    #[schema(required)]
    pub you: Option<u8>,
    /// The number of the last event.
    pub seq: u64,
    /// The moves so far; `b:resigns` and the like where a player left.
    pub moves: Vec<String>,
    /// The position after the last event.
    pub position: String,
    /// The seat to move; `null` before the game has begun and after its end.
    #[schema(required)]
    pub to_act: Option<u8>,
    /// The legal moves, if it is your turn.
    pub legal_moves: Vec<String>,
    /// The state of the clocks; `null` without a clock.
    #[schema(required)]
    pub clocks: Option<ClocksView>,
    /// An offer that waits for an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<OfferView>,
    /// The result, as in records; `null` while there is none.
    #[schema(required)]
    pub result: Option<String>,
    /// Why the game ended; `null` while it is in progress.
    #[schema(required)]
    pub termination: Option<String>,
    /// Who is responsible for an abort, and why; only of an aborted game, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aborted: Option<AbortView>,
    /// Whether you may start the next game, or repeat the game after an abort that was not your fault.
    #[serde(default)]
    #[schema(required)]
    pub rematch: bool,
    /// An invitation link for a free seat; only for the game's players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
    /// The previous game of the series.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<String>,
    /// The challenge, while a free seat is reserved for a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenge: Option<ChallengeView>,
    #[serde(default)]
    #[schema(required)]
    pub chat: GameChat,
    /// Whether players may use the engine and tables.
    #[serde(default)]
    #[schema(required)]
    pub help: Help,
    /// The next game of the series, once it exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// 1 or 2: the game's place in a match of two that is rated as one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_game: Option<u8>,
    /// All events so far.
    pub events: Vec<EventView>,
}

/// Who is responsible for an aborted game (TB-3), and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"by": 1, "why": "first-decision"}))]
pub struct AbortView {
    /// The seat; `null`: the server.
    #[schema(required)]
    pub by: Option<u8>,
    /// `asked` (a player aborted), `first-decision` (none was made in time), `resignation`, `time` or
    /// `absence` (before every player had decided, or the opponent claimed it), or `declined` (the challenge
    /// was).
    #[schema(value_type = String)]
    pub why: AbortReason,
}

impl From<Abort> for AbortView {
    fn from(abort: Abort) -> AbortView {
        AbortView { by: abort.by.map(|by| by.0.index() as u8), why: abort.why }
    }
}

/// A challenge that waits for an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"by": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "to": [{"id": "r7xw3kqj5vda", "name": "Bob"}],
    "yours": true, "rematch": false}))]
pub struct ChallengeView {
    /// The user who challenges.
    pub by: UserView,
    /// The challenged users who have not answered.
    pub to: Vec<UserView>,
    /// Whether you are challenged: accept by `join`, or `decline`.
    pub yours: bool,
    /// Whether it is the next game of a series.
    pub rematch: bool,
}

/// Who may write in a game's chat, and who can read it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"write": ["players"], "after_game": "players"}))]
pub struct GameChat {
    /// The rooms in which you may write now, or could as a guest.
    pub write: Vec<Room>,
    /// Who can read the players' room when the game is over.
    pub after_game: Readers,
}

/// Whether players of a game may use the engine and tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Help {
    #[default]
    Open,
    /// Not while the game lasts: it is rated, or live with several people.
    Closed,
}

/// An offer that waits for an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"by": 0, "offer": "draw"}))]
pub struct OfferView {
    /// The seat that made it.
    pub by: u8,
    /// The offer: `draw` or `take-back`.
    pub offer: String,
}
