//! The archive of finished games, the opening explorer, and player profiles.

use crate::UserView;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// A search in the archive; missing fields match everything.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct ArchiveQuery {
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The number of players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<u8>,
    /// The options as `key=value`, separated by blanks; empty: the defaults. Requires `game`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<String>,
    /// A position that occurred; symmetric positions match too. Requires `game`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// A player, by id or name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Another player of the same game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// As in records (`1-0`, `b>a>c`), or `win`, `draw`, `loss` from the view of `player`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Why it ended: `normal`, `resignation`, `time forfeit`, `absence`, `agreement`, `repetition`,
    /// `adjudication`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub termination: Option<String>,
    /// Minimum number of plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_plies: Option<u32>,
    /// Maximum number of plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
    /// Ended on this day (`2026-10-03`) or later; or milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Ended before this day, or before this time in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Minimum mean rating of the players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_rating: Option<i64>,
    /// Maximum mean rating of the players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_rating: Option<i64>,
    /// `untimed`, `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<String>,
    /// Whether the game counted for ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rated: Option<bool>,
    /// `next` of the previous page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
    /// The maximum number of games. For a page at most 200, by default 50; lists of lines and records are
    /// unlimited by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// A finished game in the archive.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "k2vq8mzt4wpc", "number": 17, "game": "squadro", "players": 2, "options": {"first": "red"},
    "position": null, "clock": "300+3", "speed": "blitz", "rated": true, "result": "1-0", "places": [1, 2],
    "termination": "resignation", "plies": 31, "began": 1789000000000_u64, "ended": 1789000304000_u64, "rating": 1540,
    "seats": [{"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "level": null, "name": "Ada", "rating": 1580},
        {"user": {"id": "r7xw3kqj5vda", "name": "Bob"}, "level": null, "name": "Bob", "rating": 1500}]}))]
pub struct ArchivedGameView {
    pub id: String,
    /// Its number in the order in which games ended.
    pub number: u64,
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`.
    pub game: String,
    /// The number of players.
    pub players: u8,
    /// The options that differ from the defaults.
    pub options: BTreeMap<String, String>,
    /// The position it began with; `null`: the start position.
    #[schema(required)]
    pub position: Option<String>,
    /// The clock, as in records; `null`: none.
    #[schema(required)]
    pub clock: Option<String>,
    /// `untimed`, `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
    pub speed: String,
    pub rated: bool,
    /// The result, as in records.
    pub result: String,
    /// The place of each seat.
    pub places: Vec<u8>,
    /// The reason why it ended.
    pub termination: String,
    /// The number of plies.
    pub plies: u32,
    /// When it began, in milliseconds since 1970.
    pub began: i64,
    /// When it ended, in milliseconds since 1970.
    pub ended: i64,
    /// The mean of the known ratings; `null`: none is known.
    #[schema(required)]
    pub rating: Option<i64>,
    /// The seats, in the notation's order.
    pub seats: Vec<ArchivedSeatView>,
}

/// A seat of a finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ArchivedSeatView {
    /// The player; `null` for the computer.
    #[schema(required)]
    pub user: Option<UserView>,
    /// The level, if a computer played.
    #[schema(required)]
    pub level: Option<u8>,
    /// The player's name at the time.
    pub name: String,
    /// Their rating when they took the seat; `null`: unknown.
    #[schema(required)]
    pub rating: Option<i64>,
}

/// A page of search results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"games": [{"id": "k2vq8mzt4wpc", "number": 17, "game": "squadro", "players": 2, "options": {},
    "position": null, "clock": "300+3", "speed": "blitz", "rated": true, "result": "1-0", "places": [1, 2],
    "termination": "resignation", "plies": 31, "began": 1789000000000_u64, "ended": 1789000304000_u64, "rating": null,
    "seats": [{"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "level": null, "name": "Ada", "rating": null},
        {"user": null, "level": 3, "name": "Level 3", "rating": null}]}], "next": null}))]
pub struct ArchivePage {
    /// Sorted by time, newest first.
    pub games: Vec<ArchivedGameView>,
    /// `before` of the next page; `null`: this was the last one. A page may be short or even empty without
    /// being the last: searching many games for a position takes several pages.
    #[schema(required)]
    pub next: Option<u64>,
}

/// A query about a position.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct ExplorerQuery {
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`; required.
    pub game: Option<String>,
    /// The number of players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<u8>,
    /// The options as `key=value`, separated by blanks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<String>,
    /// The position; by default the start position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Only games with at least this mean rating, in steps of 200 (rounded down).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_rating: Option<i64>,
    /// Only games with at most this mean rating, in steps of 200 (rounded up).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_rating: Option<i64>,
    /// Only games of this speed: `untimed`, `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<String>,
}

/// Results from the view of the seat to move.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct ExplorerCount {
    /// The number of games.
    pub games: u64,
    /// Games it won alone.
    pub wins: u64,
    /// Games in which it shared the first place.
    pub draws: u64,
    /// Games in which another seat was first.
    pub losses: u64,
    /// Its mean place; `null` without games.
    #[schema(required)]
    pub mean_place: Option<f64>,
    /// The mean rating of the games with known ratings; `null` if there are none.
    #[schema(required)]
    pub mean_rating: Option<i64>,
}

/// A legal move and the games in which it was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExplorerMove {
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// Other moves that lead to a symmetric position; they are counted with it.
    pub same: Vec<String>,
    /// The results after this move.
    #[serde(flatten)]
    pub count: ExplorerCount,
}

/// The games that reached a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"game": "squadro", "players": 2, "position": "00000/00000 y", "to_act": 0,
    "games": 3, "wins": 2, "draws": 0, "losses": 1, "mean_place": 1.33, "mean_rating": null,
    "moves": [{"move": "Y3", "same": [], "games": 3, "wins": 2, "draws": 0, "losses": 1, "mean_place": 1.33, "mean_rating": null}],
    "newest": []}))]
pub struct ExplorerView {
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`.
    pub game: String,
    /// The number of players.
    pub players: u8,
    pub position: String,
    /// The seat to move; `null` when the game is over.
    #[schema(required)]
    pub to_act: Option<u8>,
    /// All games that reached the position, including those that ended there.
    #[serde(flatten)]
    pub count: ExplorerCount,
    /// Every legal move, the most played first.
    pub moves: Vec<ExplorerMove>,
    /// The newest games that reached the position.
    pub newest: Vec<ArchivedGameView>,
}

/// A user's public profile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "guest": true, "since": 1789000000000_u64,
    "games": 1, "by_game": [{"game": "squadro", "games": 1, "wins": 0, "draws": 0, "losses": 1}],
    "openings": [{"game": "squadro", "seat": 0, "move": "Y3", "games": 1, "wins": 0, "draws": 0, "losses": 1}]}))]
pub struct ProfileView {
    pub user: UserView,
    /// They have no account.
    pub guest: bool,
    /// When they first came, in milliseconds since 1970.
    pub since: i64,
    /// The number of their games in the archive.
    pub games: u64,
    /// Their results by game.
    pub by_game: Vec<GameTallyView>,
    /// Their most frequent first moves, at most three for each game and seat.
    pub openings: Vec<OpeningView>,
}

/// A user's results in one of the games.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct GameTallyView {
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`.
    pub game: String,
    /// The number of games.
    pub games: u64,
    /// Games they won alone.
    pub wins: u64,
    /// Games in which they shared the first place.
    pub draws: u64,
    /// Games in which another player was first.
    pub losses: u64,
}

/// A user's first move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OpeningView {
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`.
    pub game: String,
    /// The seat of the user.
    pub seat: u8,
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The number of games.
    pub games: u64,
    /// Games they won alone.
    pub wins: u64,
    /// Games in which they shared the first place.
    pub draws: u64,
    /// Games in which another player was first.
    pub losses: u64,
}

/// A file with many games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DumpView {
    /// Its name below `/api/v1/archive/dumps/`.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
}

/// The files available for download.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"dumps": [{"name": "ludoteca-squadro-2026-10.records.zst", "bytes": 123_456},
    {"name": "sha256sums", "bytes": 212}]}))]
pub struct DumpList {
    /// The files, sorted by name.
    pub dumps: Vec<DumpView>,
}
