//! Games, their seats and what happens in them.

use crate::{ClockSettings, RatingView, Readers, Room};
use ludoteca_contest::{Abort, AbortReason, Action};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::{collections::BTreeMap, sync::Arc};
use utoipa::{
    ToSchema,
    openapi::schema::{ObjectBuilder, Type},
};

/// A game to be made.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "squadro", "clock": {"system": "increment", "initial_s": 300, "increment_s": 3},
    "rated": false, "seats": ["you", "open"], "listed": true}))]
pub struct NewGame {
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`.
    pub game: String,
    /// How many play; as many as `seats` has when it is missing.
    #[serde(default)]
    pub players: Option<u8>,
    /// Options of the game; numbers may be written as such.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, String>)]
    #[cfg_attr(feature = "ts", ts(as = "BTreeMap<String, String>"))]
    pub options: BTreeMap<String, serde_json::Value>,
    /// The position it begins with.
    #[serde(default)]
    pub position: Option<String>,
    /// The clock; `null`: none.
    #[serde(default)]
    pub clock: Option<ClockSettings>,
    /// Whether it counts for ratings. Nothing may be taken back in a rated game.
    #[serde(default)]
    pub rated: bool,
    /// Who sits where; `["you", "open", …]` when it is missing.
    #[serde(default)]
    pub seats: Vec<SeatRequest>,
    /// Whether everybody may find and watch it.
    #[serde(default = "yes")]
    pub listed: bool,
    /// Whether moves may be taken back by agreement.
    #[serde(default = "yes")]
    pub take_back: bool,
    /// `2`: a match of two rated games, in which both play each seat once, counts as one. The second is made
    /// by `rematch`.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub match_of: Option<u8>,
}

impl NewGame {
    /// A game with its usual options, without a clock: one seat for whoever makes it, the others open.
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

/// Who is to sit on a seat.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeatRequest {
    /// Whoever makes the game.
    You,
    /// Whoever comes with the invitation.
    Open,
    /// A person, by name or id: a challenge.
    User(String),
    /// The computer, at a level from 1 to 10; 11 plays Squadro perfectly, where the server has its table.
    Level(u8),
}

/// A game that was played elsewhere, on one device, and is over.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"id": "local-17", "seat": 0, "record":
    "[Game \"squadro\"]\n[Yellow \"Ada\"]\n[Red \"Level 3\"]\n[Termination \"resignation\"]\n\n1. Y3 R1 1-0\n"}))]
pub struct GameImport {
    /// The client's own name for the game: brought again, it is the same game.
    pub id: String,
    /// Its record, as text.
    pub record: String,
    /// The seat that you had.
    #[serde(default)]
    pub seat: u8,
}

/// Taking a seat.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"invitation": "http://127.0.0.1:7878/g/k2vq8mzt4wpc?invitation=5d0c8f1e2b7a4c9d6e3f1a20"}))]
pub struct JoinRequest {
    /// Which seat; the first free one when it is missing.
    #[serde(default)]
    pub seat: Option<u8>,
    /// The last part of the invitation's link, or the whole link.
    #[serde(default)]
    pub invitation: Option<String>,
}

/// Something to be done in a game.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"id": "b2f0", "seq": 4, "do": {"move": "Y3"}}))]
pub struct NewAction {
    /// The client's own name for this request: sent again, it is not done again.
    pub id: String,
    /// The number of the last event the client knew.
    pub seq: u64,
    /// What to do: `{"move": "Y3"}`, `"resign"`, `"abort"`, `"offer-draw"`, `"take-back"`, `"accept"`,
    /// `"decline"`, `"withdraw"`, `"claim"` or `{"claim": "leave" | "draw" | "abort"}`, `{"give-time": 1}`.
    #[serde(rename = "do", deserialize_with = "read_action")]
    #[schema(value_type = serde_json::Value)]
    pub action: Action,
}

/// `"claim"` alone means that the absent player leaves.
fn read_action<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Action, D::Error> {
    let mut value = serde_json::Value::deserialize(deserializer)?;
    if value == "claim" {
        value = serde_json::json!({ "claim": "leave" });
    }
    serde_json::from_value(value).map_err(serde::de::Error::custom)
}

/// What came of an action.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"seq": 5, "events": [
    {"seq": 5, "at": 1789000004000_u64, "type": "moved", "seat": 0, "move": "Y3", "used": 2000,
        "position": "00200/00000 r", "left_ms": [301000, 300000]}]}))]
pub struct ActionDone {
    /// The number of the game's last event.
    pub seq: u64,
    /// What has happened.
    pub events: Vec<EventView>,
}

/// What has happened in a game: `seq`, `at` (milliseconds since 1970), `type`, and more by type. `moved` has
/// `seat`, `move`, `position` and `left_ms`; `joined` has `seat` and `user` or `level`; `started` of a rated
/// game has `began`, by seat the `kind` of player and the `rating`; `ended` has `result`, `termination` and
/// `places`.
///
/// It is kept as the text it is sent as, so that it is written once however many are told.
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(rename = "GameEvent", type = "{ seq: number; at: number; type: string; [field: string]: unknown }")
)]
#[derive(Clone, Debug)]
pub struct EventView(Arc<RawValue>);

impl EventView {
    /// An event as JSON.
    ///
    /// # Errors
    /// When the text is not JSON.
    pub fn new(json: String) -> Result<EventView, serde_json::Error> {
        Ok(EventView(RawValue::from_string(json)?.into()))
    }

    /// The event as JSON.
    #[must_use]
    pub fn json(&self) -> &str {
        self.0.get()
    }

    /// The event's fields; for clients.
    #[must_use]
    pub fn fields(&self) -> serde_json::Value {
        serde_json::from_str(self.json()).unwrap_or_default()
    }
}

impl EventView {
    /// Its number; 0 when there is none.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.fields()["seq"].as_u64().unwrap_or(0)
    }

    /// Its type.
    #[must_use]
    pub fn kind(&self) -> String {
        self.fields()["type"].as_str().unwrap_or_default().to_owned()
    }

    /// The event as the contest has it, so that a client can replay the game.
    ///
    /// # Errors
    /// When it is of a kind that this version does not know.
    pub fn event(&self) -> Result<ludoteca_contest::Event, serde_json::Error> {
        serde_json::from_str(self.json())
    }
}

impl PartialEq for EventView {
    fn eq(&self, other: &EventView) -> bool {
        self.json() == other.json()
    }
}

impl Serialize for EventView {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for EventView {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<EventView, D::Error> {
        // Raw text cannot be read from inside a message that is told apart by its `type`.
        let value = serde_json::Value::deserialize(deserializer)?;
        EventView::new(value.to_string()).map_err(serde::de::Error::custom)
    }
}

impl utoipa::PartialSchema for EventView {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        let example = serde_json::json!({
            "seq": 5, "at": 1_789_000_000_000_u64, "type": "moved", "seat": 0, "move": "Y3",
            "position": "00200/00000 r", "left_ms": [299_000, 300_000]
        });
        ObjectBuilder::new()
            .description(Some("What has happened in a game."))
            .property("seq", ObjectBuilder::new().schema_type(Type::Integer))
            .property("at", ObjectBuilder::new().schema_type(Type::Integer))
            .property("type", ObjectBuilder::new().schema_type(Type::String))
            .required("seq")
            .required("at")
            .required("type")
            .examples([example])
            .into()
    }
}

impl ToSchema for EventView {}

/// Somebody who plays.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "m4tq8wzk2pnc", "name": "Ada"}))]
pub struct UserView {
    /// Never changes.
    pub id: String,
    /// What they are called: text, never markup.
    pub name: String,
    /// A program plays for them; missing when it does not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
}

/// A seat of a game.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "level": null, "connected": true}))]
pub struct SeatView {
    /// Who holds it.
    pub user: Option<UserView>,
    /// The computer's level, where it holds the seat.
    pub level: Option<u8>,
    /// What somebody was called who is not known here, in a game that was played elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether they are connected now.
    pub connected: bool,
    /// Until when they are on vacation, in milliseconds since 1970; only while they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacation: Option<u64>,
    /// Who is invited to it, while it is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invited: Option<String>,
    /// Their rating when the game began, in a rated game; the computer's is fixed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingView>,
    /// What the game has added to it, once it is over and was counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_change: Option<i32>,
}

/// What the clocks show.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"at": 1789000000000_u64, "left_ms": [300000, 300000], "running": 0}))]
pub struct ClocksView {
    /// The server's time, in milliseconds since 1970.
    #[serde(default)]
    pub at: u64,
    /// What each seat has left then, in milliseconds.
    pub left_ms: Vec<u64>,
    /// Whose clock runs.
    pub running: Option<u8>,
    /// When it begins to run, in milliseconds since 1970; only while it waits: because the server has just
    /// come back, or for the end of a vacation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs_from: Option<u64>,
    /// When the game is aborted unless the seat to move makes its first decision before (TB-6), in
    /// milliseconds since 1970; only while one is awaited. No clock runs meanwhile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_by: Option<u64>,
    /// For each seat the periods it has left; empty without periods.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub periods: Vec<u16>,
}

/// A game as somebody sees it.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "k2vq8mzt4wpc", "game": "squadro", "players": 2, "options": {"first": "yellow"},
    "clock": {"system": "increment", "initial_s": 300.0, "increment_s": 3.0}, "rated": false, "listed": true,
    "take_back": true, "seats": [{"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "level": null, "connected": true},
        {"user": null, "level": null, "connected": false}],
    "you": 0, "seq": 2, "moves": [], "position": "00000/00000 y", "to_act": null, "legal_moves": [],
    "clocks": {"left_ms": [300000, 300000], "running": null}, "result": null, "termination": null,
    "invitation": "http://127.0.0.1:7878/g/k2vq8mzt4wpc?invitation=5d0c8f1e2b7a4c9d6e3f1a20",
    "events": [{"seq": 1, "at": 1789000000000_u64, "type": "created", "terms": {"game": "squadro"}},
        {"seq": 2, "at": 1789000000000_u64, "type": "joined", "seat": 0, "name": "Ada"}]}))]
pub struct GameView {
    /// Its name in links.
    pub id: String,
    /// Which of the games.
    pub game: String,
    /// How many play.
    pub players: u8,
    /// All options with their values.
    pub options: BTreeMap<String, String>,
    /// The position it began with, where that was not the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_position: Option<String>,
    /// The clock; `null`: none.
    pub clock: Option<ClockSettings>,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Whether everybody may find and watch it.
    pub listed: bool,
    /// Whether moves may be taken back by agreement.
    pub take_back: bool,
    /// The seats, in the notation's order.
    pub seats: Vec<SeatView>,
    /// Your seat; `null` when you watch.
    pub you: Option<u8>,
    /// The number of the last event.
    pub seq: u64,
    /// The moves so far; where a seat left, its word (`b:resigns`).
    pub moves: Vec<String>,
    /// The position now.
    pub position: String,
    /// Who is to move; `null` before the game has begun and after its end.
    pub to_act: Option<u8>,
    /// The legal moves, when you are to move.
    pub legal_moves: Vec<String>,
    /// What the clocks show; `null` without a clock.
    pub clocks: Option<ClocksView>,
    /// An offer that waits for an answer: `draw` or `take-back`, and who made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<OfferView>,
    /// The result as records write it; `null` while there is none.
    pub result: Option<String>,
    /// Why it ended; `null` while it goes on.
    pub termination: Option<String>,
    /// Who is responsible for the abort, and why; only of an aborted game, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aborted: Option<AbortView>,
    /// Whether you may ask for the next game, or for the same again after an abort that was not your fault.
    #[serde(default)]
    pub rematch: bool,
    /// A link for whoever is to take a free seat; only for those who sit in the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
    /// The game before it in the series.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<String>,
    /// The challenge, while a free seat is kept for a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenge: Option<ChallengeView>,
    /// What may be written beside it, and who reads it.
    #[serde(default)]
    pub chat: GameChat,
    /// Whether engine and tables are open to its players.
    #[serde(default)]
    pub help: Help,
    /// The next game of the series, once it was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// Which game of a match of two it is, 1 or 2, where both are rated as one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_game: Option<u8>,
    /// What has happened so far.
    pub events: Vec<EventView>,
}

/// Who is responsible for the abort of a game (TB-3), and why.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"by": 1, "why": "first-decision"}))]
pub struct AbortView {
    /// The seat; `null`: the server.
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"by": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "to": [{"id": "r7xw3kqj5vda", "name": "Bob"}],
    "yours": true, "rematch": false}))]
pub struct ChallengeView {
    /// Who challenges.
    pub by: UserView,
    /// Who is challenged and has not answered.
    pub to: Vec<UserView>,
    /// Whether you are: accept by `join`, or `decline`.
    pub yours: bool,
    /// Whether it is the next game of a series.
    pub rematch: bool,
}

/// What may be written beside a game, and who reads it.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"write": ["players"], "after_game": "players"}))]
pub struct GameChat {
    /// The rooms in which you may write now, as a guest if you are not known yet.
    pub write: Vec<Room>,
    /// Who reads the room of the players when the game is over.
    pub after_game: Readers,
}

/// Whether engine and tables are open to the players of a game.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Help {
    /// They are open.
    #[default]
    Open,
    /// They are closed while it is played: it is rated, or live against people.
    Closed,
}

/// An offer that waits for an answer.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"by": 0, "offer": "draw"}))]
pub struct OfferView {
    /// Who made it.
    pub by: u8,
    /// `draw` or `take-back`.
    pub offer: String,
}
