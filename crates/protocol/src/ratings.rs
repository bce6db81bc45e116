//! Ratings, their histories, leaderboards, and results by seat.

use crate::UserView;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A rating shown next to a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"value": 1653, "provisional": false}))]
pub struct RatingView {
    pub value: i32,
    /// Whether it is too uncertain to compare with others; shown with a question mark.
    pub provisional: bool,
}

/// A pool: the games whose players are compared with each other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"pool": "squadro.2.blitz.people", "game": "squadro", "players": 2, "speed": "blitz",
    "apart": "people"}))]
pub struct PoolView {
    /// The pool's id: the other fields joined by dots.
    pub pool: String,
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`.
    pub game: String,
    /// The number of players.
    pub players: u8,
    /// `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
    pub speed: String,
    /// The kinds of players: only `people`, also `bots`, or also the computer's levels (`engine`).
    pub apart: String,
}

/// A user's rating in a pool.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"pool": "squadro.2.blitz.people", "game": "squadro", "players": 2, "speed": "blitz",
    "apart": "people", "rating": 1653, "deviation": 78, "provisional": false, "games": 24, "changed": 1789000304000_u64}))]
pub struct PoolRating {
    #[serde(flatten)]
    pub pool: PoolView,
    pub rating: i32,
    /// Its current uncertainty: with 95 % probability the true rating is within twice this value. It grows
    /// without games.
    pub deviation: i32,
    /// Whether the deviation is above 110.
    pub provisional: bool,
    /// The number of rated games.
    pub games: u64,
    /// End of the last rated game, in milliseconds since 1970.
    pub changed: i64,
}

/// The ratings of a user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "ratings": [
    {"pool": "squadro.2.blitz.people", "game": "squadro", "players": 2, "speed": "blitz", "apart": "people",
        "rating": 1653, "deviation": 78, "provisional": false, "games": 24, "changed": 1789000304000_u64}]}))]
pub struct UserRatings {
    pub user: UserView,
    /// One for each pool in which they have played.
    pub ratings: Vec<PoolRating>,
}

/// The effect of a game on a rating.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"number": 512, "game": "k2vq8mzt4wpc", "at": 1789000304000_u64, "rating": 1653,
    "deviation": 78, "change": 11}))]
pub struct RatingPoint {
    /// The number of the game, counted over all finished games of this server.
    pub number: u64,
    /// The id of the game.
    pub game: String,
    /// End of the game, in milliseconds since 1970.
    pub at: i64,
    /// The rating after it.
    pub rating: i32,
    /// The uncertainty after it.
    pub deviation: i32,
    /// The change of the rating.
    pub change: i32,
}

/// The history of a rating.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "pool": "squadro.2.blitz.people",
    "points": [{"number": 512, "game": "k2vq8mzt4wpc", "at": 1789000304000_u64, "rating": 1653, "deviation": 78,
        "change": 11}]}))]
pub struct RatingHistory {
    pub user: UserView,
    /// The id of the pool.
    pub pool: String,
    /// One for each game, oldest first; the next page begins after the last number.
    pub points: Vec<RatingPoint>,
}

/// An entry of a leaderboard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"place": 1, "user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "rating": 1653, "deviation": 78,
    "games": 24}))]
pub struct Leader {
    /// 1, 2, 3 and so on.
    pub place: u32,
    pub user: UserView,
    pub rating: i32,
    /// The uncertainty at the moment.
    pub deviation: i32,
    /// The number of rated games.
    pub games: u64,
}

/// The strongest players of a pool.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"pool": "squadro.2.blitz.people", "game": "squadro", "players": 2, "speed": "blitz",
    "apart": "people", "leaders": [{"place": 1, "user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "rating": 1653,
        "deviation": 78, "games": 24}]}))]
pub struct Leaderboard {
    #[serde(flatten)]
    pub pool: PoolView,
    /// Strongest first, without provisional ratings.
    pub leaders: Vec<Leader>,
}

/// The requested leaderboards, without empty ones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"leaderboards": [{"pool": "squadro.2.blitz.people", "game": "squadro", "players": 2,
    "speed": "blitz", "apart": "people", "leaders": [{"place": 1, "user": {"id": "m4tq8wzk2pnc", "name": "Ada"},
        "rating": 1653, "deviation": 78, "games": 24}]}]}))]
pub struct Leaderboards {
    /// By game, number of players and speed.
    pub leaderboards: Vec<Leaderboard>,
}

/// The results of a seat in the rated games of a pool.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"seat": 0, "games": 40, "score": 0.55}))]
pub struct SeatWorth {
    /// The seat, from 0.
    pub seat: u8,
    /// The number of games.
    pub games: u64,
    /// The share of opponents left behind, with ties counting half: 0.5 if no seat has an advantage.
    pub score: f64,
}

/// The results by seat in a pool.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"pool": "squadro.2.blitz.people", "game": "squadro", "players": 2, "speed": "blitz",
    "apart": "people", "seats": [{"seat": 0, "games": 40, "score": 0.55}, {"seat": 1, "games": 40, "score": 0.45}],
    "solved": "Yellow wins with best play, regardless of who starts."}))]
pub struct PoolColours {
    #[serde(flatten)]
    pub pool: PoolView,
    /// One entry for each seat.
    pub seats: Vec<SeatWorth>,
    /// What is proved about the game, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<String>,
}

/// The results by seat, for each pool.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"colours": [{"pool": "squadro.2.blitz.people", "game": "squadro", "players": 2,
    "speed": "blitz", "apart": "people", "seats": [{"seat": 0, "games": 40, "score": 0.55},
        {"seat": 1, "games": 40, "score": 0.45}], "solved": "Yellow wins with best play, regardless of who starts."}]}))]
pub struct Colours {
    /// Pools with at least one game.
    pub colours: Vec<PoolColours>,
}

/// A filter for leaderboards; missing fields match everything.
#[derive(Debug, Deserialize, IntoParams)]
pub struct LeaderboardQuery {
    /// Only the leaderboards of this game.
    pub game: Option<String>,
    /// Only games with this many players.
    pub players: Option<u8>,
    /// Only this speed: `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
    pub speed: Option<String>,
    /// Games among `people` (the default), with `bots`, or with the computer's levels (`engine`).
    pub apart: Option<String>,
    /// The maximum per leaderboard: by default 50, at most 200.
    pub limit: Option<u32>,
}
