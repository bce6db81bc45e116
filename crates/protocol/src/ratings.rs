//! Ratings: of people, in their games, on leaderboards, and what the seats are worth.

use crate::UserView;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A rating beside a name.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"value": 1653, "provisional": false}))]
pub struct RatingView {
    /// The number.
    pub value: i32,
    /// Whether too little is known to compare it with others: shown with a question mark.
    pub provisional: bool,
}

/// Games whose players are compared with each other.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"pool": "squadro.2.blitz.people", "game": "squadro", "players": 2, "speed": "blitz",
    "apart": "people"}))]
pub struct PoolView {
    /// Its name: the other fields with dots between them.
    pub pool: String,
    /// Which game.
    pub game: String,
    /// How many play.
    pub players: u8,
    /// `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
    pub speed: String,
    /// Who plays: `people` only, `bots` too, or the computer's levels too (`engine`).
    pub apart: String,
}

/// Somebody's rating in a pool.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"pool": "squadro.2.blitz.people", "game": "squadro", "players": 2, "speed": "blitz",
    "apart": "people", "rating": 1653, "deviation": 78, "provisional": false, "games": 24, "changed": 1789000304000_u64}))]
pub struct PoolRating {
    /// In which pool.
    #[serde(flatten)]
    pub pool: PoolView,
    /// The number.
    pub rating: i32,
    /// Its uncertainty now: with 95 % the truth is within twice of it. It grows without games.
    pub deviation: i32,
    /// Whether the deviation is above 110.
    pub provisional: bool,
    /// By how many games.
    pub games: u64,
    /// When the last of them ended, in milliseconds since 1970.
    pub changed: i64,
}

/// All ratings of a person.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "ratings": [
    {"pool": "squadro.2.blitz.people", "game": "squadro", "players": 2, "speed": "blitz", "apart": "people",
        "rating": 1653, "deviation": 78, "provisional": false, "games": 24, "changed": 1789000304000_u64}]}))]
pub struct UserRatings {
    /// Whose.
    pub user: UserView,
    /// One for each pool in which they have played.
    pub ratings: Vec<PoolRating>,
}

/// What a game has made of a rating.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"number": 512, "game": "k2vq8mzt4wpc", "at": 1789000304000_u64, "rating": 1653,
    "deviation": 78, "change": 11}))]
pub struct RatingPoint {
    /// The number of the game among all finished games of this server.
    pub number: u64,
    /// Which game.
    pub game: String,
    /// When it ended, in milliseconds since 1970.
    pub at: i64,
    /// The number after it.
    pub rating: i32,
    /// Its uncertainty after it.
    pub deviation: i32,
    /// What the game has added.
    pub change: i32,
}

/// How a rating has changed, the oldest game first.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "pool": "squadro.2.blitz.people",
    "points": [{"number": 512, "game": "k2vq8mzt4wpc", "at": 1789000304000_u64, "rating": 1653, "deviation": 78,
        "change": 11}]}))]
pub struct RatingHistory {
    /// Whose.
    pub user: UserView,
    /// In which pool.
    pub pool: String,
    /// One for each game, the oldest first; ask for more with the last number.
    pub points: Vec<RatingPoint>,
}

/// Somebody on a leaderboard.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"place": 1, "user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "rating": 1653, "deviation": 78,
    "games": 24}))]
pub struct Leader {
    /// 1, 2, 3 and so on.
    pub place: u32,
    /// Who.
    pub user: UserView,
    /// The number.
    pub rating: i32,
    /// Its uncertainty now.
    pub deviation: i32,
    /// By how many games.
    pub games: u64,
}

/// The strongest of a pool.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"pool": "squadro.2.blitz.people", "game": "squadro", "players": 2, "speed": "blitz",
    "apart": "people", "leaders": [{"place": 1, "user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "rating": 1653,
        "deviation": 78, "games": 24}]}))]
pub struct Leaderboard {
    /// Which pool.
    #[serde(flatten)]
    pub pool: PoolView,
    /// The strongest first; nobody whose rating is provisional.
    pub leaders: Vec<Leader>,
}

/// The leaderboards that were asked for; none that is empty.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"leaderboards": [{"pool": "squadro.2.blitz.people", "game": "squadro", "players": 2,
    "speed": "blitz", "apart": "people", "leaders": [{"place": 1, "user": {"id": "m4tq8wzk2pnc", "name": "Ada"},
        "rating": 1653, "deviation": 78, "games": 24}]}]}))]
pub struct Leaderboards {
    /// By game, number of players and speed.
    pub leaderboards: Vec<Leaderboard>,
}

/// What a seat was worth in the rated games of a pool.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"seat": 0, "games": 40, "score": 0.55}))]
pub struct SeatWorth {
    /// Which seat, from 0.
    pub seat: u8,
    /// In how many games.
    pub games: u64,
    /// The share of rivals left behind, those who tie counting half: 0.5 where no seat is better.
    pub score: f64,
}

/// What the seats were worth in a pool.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"pool": "squadro.2.blitz.people", "game": "squadro", "players": 2, "speed": "blitz",
    "apart": "people", "seats": [{"seat": 0, "games": 40, "score": 0.55}, {"seat": 1, "games": 40, "score": 0.45}],
    "solved": "Yellow wins with best play, whoever begins."}))]
pub struct PoolColours {
    /// Which pool.
    #[serde(flatten)]
    pub pool: PoolView,
    /// By seat.
    pub seats: Vec<SeatWorth>,
    /// What is proved about the game, where something is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<String>,
}

/// What the seats were worth, by pool.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"colours": [{"pool": "squadro.2.blitz.people", "game": "squadro", "players": 2,
    "speed": "blitz", "apart": "people", "seats": [{"seat": 0, "games": 40, "score": 0.55},
        {"seat": 1, "games": 40, "score": 0.45}], "solved": "Yellow wins with best play, whoever begins."}]}))]
pub struct Colours {
    /// Pools in which somebody has played.
    pub colours: Vec<PoolColours>,
}
