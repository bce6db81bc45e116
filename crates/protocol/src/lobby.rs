//! Guests, vacations and the lobby.

use crate::{RatingView, UserView};
use ludoteca_contest::Clock;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ada"}))]
pub struct NewGuest {
    /// The displayed name; by default one is generated.
    #[serde(default)]
    pub name: Option<String>,
}

/// A guest and the token that identifies them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "token": "ab3cd4ef5gh6ij7km8np9qr2st3uv4wx"}))]
pub struct Guest {
    pub user: UserView,
    /// For `Authorization: Bearer …`; shown once.
    pub token: String,
}

/// A new displayed name.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ada L."}))]
pub struct NewName {
    /// One line of at most 30 characters.
    pub name: String,
}

/// A change of your vacation (TB-11).
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"until": 1789600000000_u64}))]
pub struct VacationRequest {
    /// The end of the vacation, in milliseconds since 1970; it starts at once. `null` ends it.
    // Without a custom deserializer a missing field would mean `null`, and end a vacation by mistake.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    pub until: Option<u64>,
}

/// A user's vacation (TB-11).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"until": 1789600000000_u64, "days_left": 23, "days_a_year": 30}))]
pub struct VacationView {
    /// The end of the vacation, in milliseconds since 1970; `null`: no vacation.
    #[schema(required)]
    pub until: Option<u64>,
    /// The days left this year, not counting the current vacation.
    pub days_left: u64,
    /// Days of vacation per year.
    pub days_a_year: u64,
}

/// A seek: an offer to play that any other user can accept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "peak", "clock": {"system": "increment", "initial": 300_000, "increment": 3000}}))]
pub struct NewSeek {
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`.
    pub game: String,
    /// The number of players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<u8>,
    /// Options of the game.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = BTreeMap<String, String>)]
    pub options: BTreeMap<String, serde_json::Value>,
    /// The clock; `null`: none.
    #[serde(default)]
    pub clock: Option<Clock>,
    /// Whether the game is rated; `null` or missing: if possible, which needs accounts of all players.
    #[serde(default)]
    pub rated: Option<bool>,
    /// Accept only opponents with a rating in this range. Without it, pairing prefers similar ratings at
    /// first, and accepts any after a minute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_range: Option<RatingRange>,
    /// The seat you want. By default two players who have met in this game before swap seats, and all others
    /// draw lots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// `2`: a match of two rated games, in which both players play each seat once, counts as one. The second
    /// game is created by `rematch`.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub match_of: Option<u8>,
}

/// A range of ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"min": 1400, "max": 1800}))]
pub struct RatingRange {
    #[schema(minimum = 0, maximum = 4000)]
    pub min: i32,
    #[schema(minimum = 0, maximum = 4000)]
    pub max: i32,
}

/// A seek in the lobby.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "w5tz2kq9mh", "user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "game": "peak",
    "clock": {"system": "increment", "initial": 300_000, "increment": 3000}, "rated": false,
    "guest": true, "missing": 1}))]
pub struct SeekView {
    pub id: String,
    /// The user who created it.
    pub user: UserView,
    /// The terms of the game.
    #[serde(flatten)]
    pub seek: NewSeek,
    /// Whether a guest created it, so that the game will be unrated.
    #[serde(default)]
    #[schema(required)]
    pub guest: bool,
    /// The user's rating in the pool of the game; missing for guests and unrated users.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingView>,
    /// The number of players still missing.
    pub missing: u8,
    /// The id of the game, once all players have joined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started: Option<String>,
}
