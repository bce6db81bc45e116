//! Games in lists.

use crate::{AbortView, RatingView, UserView, clock::stored_clock};
use ludoteca_contest::Clock;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A game in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "k2vq8mzt4wpc", "game": "squadro", "stage": "playing", "live": true,
    "listed": true, "seq": 5, "created": 1789000000000_u64, "changed": 1789000004000_u64, "you": 0, "my_turn": false,
    "deadline": 1789000304000_u64, "players": 2, "options": {"first": "yellow"},
    "clock": {"system": "increment", "initial": 300_000, "increment": 3000}, "rated": false,
    "seats": [{"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "level": null},
        {"user": {"id": "r7xw3kqj5vda", "name": "Bob"}, "level": null}],
    "to_act": 1, "position": "00300/00000 r", "plies": 1, "places": [], "leaver": null, "result": null,
    "termination": null}))]
pub struct GameSummary {
    pub id: String,
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`.
    pub game: String,
    /// `waiting`, `playing` or `over`.
    pub stage: String,
    /// Whether the players are expected to be present, in contrast to correspondence games.
    pub live: bool,
    /// Whether it is listed publicly, and open to spectators.
    pub listed: bool,
    /// The number of the last event.
    pub seq: u64,
    /// Time of creation, in milliseconds since 1970.
    pub created: i64,
    /// Time of the last event, in milliseconds since 1970.
    pub changed: i64,
    /// Your seat; `null` if you are not a player.
    #[schema(required)]
    pub you: Option<u8>,
    /// Whether it is your turn.
    pub my_turn: bool,
    /// When the player to move runs out of time, in milliseconds since 1970.
    #[schema(required)]
    pub deadline: Option<i64>,
    #[serde(flatten)]
    pub overview: GameOverview,
}

/// A summary of a game. It is stored next to the log, so that a list needs no game in memory.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct GameOverview {
    /// The number of players.
    #[schema(required)]
    pub players: u8,
    /// All options with their values.
    #[schema(required)]
    pub options: BTreeMap<String, String>,
    /// The clock; `null`: none.
    #[serde(deserialize_with = "stored_clock")]
    #[schema(required)]
    pub clock: Option<Clock>,
    #[schema(required)]
    pub rated: bool,
    /// The seats, in the notation's order.
    #[schema(required)]
    pub seats: Vec<SeatOverview>,
    /// The seat to move; `null` before the game has begun and after its end.
    #[schema(required)]
    pub to_act: Option<u8>,
    /// The position after the last event.
    #[schema(required)]
    pub position: String,
    /// The number of moves; players who left do not count.
    #[schema(required)]
    pub plies: u32,
    /// The place of each seat, once the game is over; empty if it was aborted.
    #[schema(required)]
    pub places: Vec<u8>,
    /// The seat that left last, if that ended the game.
    #[schema(required)]
    pub leaver: Option<u8>,
    /// The result, as in records; `null` while there is none.
    #[schema(required)]
    pub result: Option<String>,
    /// Why the game ended; `null` while it is in progress.
    #[schema(required)]
    pub termination: Option<String>,
    /// Who is responsible for an abort, and why; only of an aborted game, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aborted: Option<AbortView>,
}

/// The holder of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct SeatOverview {
    /// The player; `null` for the computer and for a free seat.
    #[schema(required)]
    pub user: Option<UserView>,
    /// The computer's level, if it holds the seat.
    #[schema(required)]
    pub level: Option<u8>,
    /// The name of a player unknown to the server, in an imported game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The id of the invited user, while the seat is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invited: Option<String>,
    /// The player's rating when the game began, in a rated game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingView>,
}

/// A list of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"games": [{"id": "k2vq8mzt4wpc", "game": "squadro", "stage": "playing", "live": true,
    "listed": true, "seq": 5, "created": 1789000000000_u64, "changed": 1789000004000_u64, "you": 0, "my_turn": false,
    "deadline": 1789000304000_u64, "players": 2, "options": {"first": "yellow"},
    "clock": {"system": "increment", "initial": 300_000, "increment": 3000}, "rated": false,
    "seats": [{"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "level": null},
        {"user": {"id": "r7xw3kqj5vda", "name": "Bob"}, "level": null}],
    "to_act": 1, "position": "00300/00000 r", "plies": 1, "places": [], "leaver": null, "result": null,
    "termination": null}]}))]
pub struct GameList {
    /// Most recently changed first.
    pub games: Vec<GameSummary>,
}
