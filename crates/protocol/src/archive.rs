//! The archive of finished games, the explorer of positions, and people as the archive knows them.

use crate::UserView;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// What is looked for in the archive; what is missing says nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct ArchiveQuery {
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// How many played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<u8>,
    /// The options as `key=value` with blanks between; empty: the usual ones. With `game`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<String>,
    /// A position that occurred, with `game`; positions that a symmetry makes of it count too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Somebody who played: a user's id or name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Somebody else who played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// As records write it (`1-0`, `b>a>c`), or `win`, `draw`, `loss` of `player`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Why it ended: `normal`, `resignation`, `time forfeit`, `absence`, `agreement`, `repetition`,
    /// `adjudication`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub termination: Option<String>,
    /// At least so many plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_plies: Option<u32>,
    /// At most so many plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
    /// Ended on this day (`2026-10-03`) or later; or milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Ended before this day, or before this time in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The mean of the players' ratings is at least this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_rating: Option<i64>,
    /// The mean of the players' ratings is at most this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_rating: Option<i64>,
    /// `untimed`, `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<String>,
    /// Whether it counted for ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rated: Option<bool>,
    /// The number `next` of the page before this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
    /// The most games; on a page 50 when it is missing, and at most 200. Lines and records go on to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// A finished game.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "k2vq8mzt4wpc", "number": 17, "game": "squadro", "players": 2, "options": {"first": "red"},
    "position": null, "clock": "300+3", "speed": "blitz", "rated": true, "result": "1-0", "places": [1, 2],
    "termination": "resignation", "plies": 31, "began": 1789000000000_u64, "ended": 1789000304000_u64, "rating": 1540,
    "seats": [{"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "level": null, "name": "Ada", "rating": 1580},
        {"user": {"id": "r7xw3kqj5vda", "name": "Bob"}, "level": null, "name": "Bob", "rating": 1500}]}))]
pub struct ArchivedGameView {
    /// Its name in links.
    pub id: String,
    /// Its number in the order of the ends.
    pub number: u64,
    /// Which of the games.
    pub game: String,
    /// How many played.
    pub players: u8,
    /// The options that are not the usual ones.
    pub options: BTreeMap<String, String>,
    /// The position it began with; `null`: the start.
    pub position: Option<String>,
    /// The clock as records write it; `null`: none.
    pub clock: Option<String>,
    /// How fast it was played, in a word.
    pub speed: String,
    /// Whether it counted for ratings.
    pub rated: bool,
    /// The result as records write it.
    pub result: String,
    /// The place of each seat.
    pub places: Vec<u8>,
    /// Why it ended.
    pub termination: String,
    /// How many plies it had.
    pub plies: u32,
    /// When it began, in milliseconds since 1970.
    pub began: i64,
    /// When it ended, in milliseconds since 1970.
    pub ended: i64,
    /// The mean of the known ratings; `null`: none is known.
    pub rating: Option<i64>,
    /// Who sat where, in the notation's order.
    pub seats: Vec<ArchivedSeatView>,
}

/// A seat of a finished game.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ArchivedSeatView {
    /// Who held it; `null` for the computer.
    pub user: Option<UserView>,
    /// The computer's level.
    pub level: Option<u8>,
    /// What they were called.
    pub name: String,
    /// Their rating when they took the seat; `null`: not known.
    pub rating: Option<i64>,
}

/// A part of what was found.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"games": [{"id": "k2vq8mzt4wpc", "number": 17, "game": "squadro", "players": 2, "options": {},
    "position": null, "clock": "300+3", "speed": "blitz", "rated": true, "result": "1-0", "places": [1, 2],
    "termination": "resignation", "plies": 31, "began": 1789000000000_u64, "ended": 1789000304000_u64, "rating": null,
    "seats": [{"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "level": null, "name": "Ada", "rating": null},
        {"user": null, "level": 3, "name": "Level 3", "rating": null}]}], "next": null}))]
pub struct ArchivePage {
    /// The newest first.
    pub games: Vec<ArchivedGameView>,
    /// Where the next page begins (`before`); `null`: this was the last one. A page may be short, even empty,
    /// and not the last: looking through many games of a position takes several.
    pub next: Option<u64>,
}

/// What is asked about a position.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct ExplorerQuery {
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`; needed.
    pub game: Option<String>,
    /// How many play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<u8>,
    /// The options as `key=value` with blanks between.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<String>,
    /// The position; the start when it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Only games of this mean rating or more, in steps of 200 (rounded down).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_rating: Option<i64>,
    /// Only games of this mean rating or less, in steps of 200 (rounded up).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_rating: Option<i64>,
    /// Only games of this speed: `untimed`, `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<String>,
}

/// How games ended, seen by the seat that is to move.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct ExplorerCount {
    /// How many games.
    pub games: u64,
    /// It alone was first.
    pub wins: u64,
    /// It was first with others.
    pub draws: u64,
    /// Somebody else was first.
    pub losses: u64,
    /// The mean of its places; `null` without games.
    pub mean_place: Option<f64>,
    /// The mean rating of the games with known ratings; `null` where there are none.
    pub mean_rating: Option<i64>,
}

/// A legal move and the games in which it was played.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExplorerMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Other moves that lead to the same position but for a symmetry; they are counted with it.
    pub same: Vec<String>,
    /// How it went.
    #[serde(flatten)]
    pub count: ExplorerCount,
}

/// What was played in a position.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"game": "squadro", "players": 2, "position": "00000/00000 y", "to_act": 0,
    "games": 3, "wins": 2, "draws": 0, "losses": 1, "mean_place": 1.33, "mean_rating": null,
    "moves": [{"move": "Y3", "same": [], "games": 3, "wins": 2, "draws": 0, "losses": 1, "mean_place": 1.33, "mean_rating": null}],
    "newest": []}))]
pub struct ExplorerView {
    /// Which of the games.
    pub game: String,
    /// How many play.
    pub players: u8,
    /// The position.
    pub position: String,
    /// Who is to move; `null` when the game is over.
    pub to_act: Option<u8>,
    /// All games that came there, those that ended there among them.
    #[serde(flatten)]
    pub count: ExplorerCount,
    /// Every legal move, the most played first.
    pub moves: Vec<ExplorerMove>,
    /// The newest games that came there.
    pub newest: Vec<ArchivedGameView>,
}

/// Somebody, as everybody may see them.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "guest": true, "since": 1789000000000_u64,
    "games": 1, "by_game": [{"game": "squadro", "games": 1, "wins": 0, "draws": 0, "losses": 1}],
    "openings": [{"game": "squadro", "seat": 0, "move": "Y3", "games": 1, "wins": 0, "draws": 0, "losses": 1}]}))]
pub struct ProfileView {
    /// Who.
    pub user: UserView,
    /// They have no account.
    pub guest: bool,
    /// Since when the server knows them, in milliseconds since 1970.
    pub since: i64,
    /// How many games in the archive are theirs.
    pub games: u64,
    /// How they went, by game.
    pub by_game: Vec<GameTallyView>,
    /// What they begin with most often, for each game and seat: at most three moves each.
    pub openings: Vec<OpeningView>,
}

/// How somebody's games of one kind went.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct GameTallyView {
    /// Which of the games.
    pub game: String,
    /// How many.
    pub games: u64,
    /// They alone were first.
    pub wins: u64,
    /// They were first with others.
    pub draws: u64,
    /// Somebody else was first.
    pub losses: u64,
}

/// A first move of somebody.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OpeningView {
    /// Which of the games.
    pub game: String,
    /// On which seat.
    pub seat: u8,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// In how many games.
    pub games: u64,
    /// They alone were first.
    pub wins: u64,
    /// They were first with others.
    pub draws: u64,
    /// Somebody else was first.
    pub losses: u64,
}

/// A file with many games.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DumpView {
    /// Its name below `/api/v1/archive/dumps/`.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
}

/// The files that can be had.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"dumps": [{"name": "ludoteca-squadro-2026-10.records.zst", "bytes": 123_456},
    {"name": "sha256sums", "bytes": 212}]}))]
pub struct DumpList {
    /// By name.
    pub dumps: Vec<DumpView>,
}
