//! Games in lists.

use crate::{AbortView, ClockSettings, RatingView, UserView};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A game in a list.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "k2vq8mzt4wpc", "game": "squadro", "stage": "playing", "live": true,
    "listed": true, "seq": 5, "created": 1789000000000_u64, "changed": 1789000004000_u64, "you": 0, "my_turn": false,
    "deadline": 1789000304000_u64, "players": 2, "options": {"first": "yellow"},
    "clock": {"system": "increment", "initial_s": 300.0, "increment_s": 3.0}, "rated": false,
    "seats": [{"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "level": null},
        {"user": {"id": "r7xw3kqj5vda", "name": "Bob"}, "level": null}],
    "to_act": 1, "position": "00300/00000 r", "plies": 1, "places": [], "leaver": null, "result": null,
    "termination": null}))]
pub struct GameSummary {
    /// Its name in links.
    pub id: String,
    /// Which of the games.
    pub game: String,
    /// `waiting`, `playing` or `over`.
    pub stage: String,
    /// Whether the players are expected to be there, in contrast to correspondence.
    pub live: bool,
    /// Whether everybody may find and watch it.
    pub listed: bool,
    /// The number of the last event.
    pub seq: u64,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When something last happened, in milliseconds since 1970.
    pub changed: i64,
    /// Your seat; `null` when you do not play in it.
    pub you: Option<u8>,
    /// Whether it is your turn.
    pub my_turn: bool,
    /// When the time of whoever is to move is up, in milliseconds since 1970.
    pub deadline: Option<i64>,
    /// What can be seen of it at a glance.
    #[serde(flatten)]
    pub overview: GameOverview,
}

/// What can be seen of a game at a glance. It is stored beside the log, so that a list needs no game in
/// memory.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct GameOverview {
    /// How many play.
    pub players: u8,
    /// All options with their values.
    pub options: BTreeMap<String, String>,
    /// The clock; `null`: none.
    pub clock: Option<ClockSettings>,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Who sits where, in the notation's order.
    pub seats: Vec<SeatOverview>,
    /// Who is to move; `null` before the game has begun and after its end.
    pub to_act: Option<u8>,
    /// The position now.
    pub position: String,
    /// How many moves were made; seats that left do not count.
    pub plies: u32,
    /// The place of each seat, once it is over; empty when it was aborted.
    pub places: Vec<u8>,
    /// Who left last, when that ended it.
    pub leaver: Option<u8>,
    /// The result as records write it; `null` while there is none.
    pub result: Option<String>,
    /// Why it ended; `null` while it goes on.
    pub termination: Option<String>,
    /// Who is responsible for the abort, and why; only of an aborted game, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aborted: Option<AbortView>,
}

/// Who sits on a seat.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct SeatOverview {
    /// Whoever holds it; `null` for the computer and for a seat that is free.
    pub user: Option<UserView>,
    /// The computer's level, where it holds the seat.
    pub level: Option<u8>,
    /// What somebody was called who played it elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The id of whoever is invited to it, while it is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invited: Option<String>,
    /// Their rating when the game began, in a rated game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingView>,
}

/// A list of games.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"games": [{"id": "k2vq8mzt4wpc", "game": "squadro", "stage": "playing", "live": true,
    "listed": true, "seq": 5, "created": 1789000000000_u64, "changed": 1789000004000_u64, "you": 0, "my_turn": false,
    "deadline": 1789000304000_u64, "players": 2, "options": {"first": "yellow"},
    "clock": {"system": "increment", "initial_s": 300.0, "increment_s": 3.0}, "rated": false,
    "seats": [{"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "level": null},
        {"user": {"id": "r7xw3kqj5vda", "name": "Bob"}, "level": null}],
    "to_act": 1, "position": "00300/00000 r", "plies": 1, "places": [], "leaver": null, "result": null,
    "termination": null}]}))]
pub struct GameList {
    /// The last changed first.
    pub games: Vec<GameSummary>,
}
