//! People and the lobby.

use crate::{ClockSettings, RatingView, UserView};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Somebody without an account.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ada"}))]
pub struct NewGuest {
    /// What they want to be called; a name is made when it is missing.
    #[serde(default)]
    pub name: Option<String>,
}

/// A guest, and the token by which the server knows them.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "token": "ab3cd4ef5gh6ij7km8np9qr2st3uv4wx"}))]
pub struct Guest {
    /// Who they are.
    pub user: UserView,
    /// For `Authorization: Bearer …`; shown once.
    pub token: String,
}

/// What somebody wants to be called from now on.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ada L."}))]
pub struct NewName {
    /// One line of at most 30 characters.
    pub name: String,
}

/// When somebody wants to be on vacation (TB-11).
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"until": 1789600000000_u64}))]
pub struct VacationRequest {
    /// Until when, in milliseconds since 1970; it begins at once. `null`: it is over.
    // Without a reader of its own a missing field would mean `null`, and end a vacation by mistake.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    pub until: Option<u64>,
}

/// Somebody's vacation (TB-11).
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"until": 1789600000000_u64, "days_left": 23, "days_a_year": 30}))]
pub struct VacationView {
    /// Until when they are on vacation, in milliseconds since 1970; `null`: they are not.
    pub until: Option<u64>,
    /// How many days they can still have this year, beside the vacation they are on.
    pub days_left: u64,
    /// How many days they have in a year.
    pub days_a_year: u64,
}

/// A wish to play, for anybody to take up.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "peak", "clock": {"system": "increment", "initial_s": 300, "increment_s": 3}}))]
pub struct NewSeek {
    /// Which game.
    pub game: String,
    /// How many play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<u8>,
    /// Options of the game.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = BTreeMap<String, String>)]
    #[cfg_attr(feature = "ts", ts(as = "BTreeMap<String, String>"))]
    pub options: BTreeMap<String, serde_json::Value>,
    /// The clock; `null`: none.
    #[serde(default)]
    pub clock: Option<ClockSettings>,
    /// Whether it counts for ratings; `null` or missing: if it can, since all players have accounts.
    #[serde(default)]
    pub rated: Option<bool>,
    /// Only opponents with a rating in this range. Without it pairing looks for similar ratings first, and
    /// for any after a minute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_range: Option<RatingRange>,
    /// The seat that is wanted. When it is missing, two who have played this game before change seats, and
    /// all others draw lots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// `2`: a match of two rated games, in which both play each seat once, counts as one. The second is made
    /// by `rematch`.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub match_of: Option<u8>,
}

/// Ratings from one to another.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"min": 1400, "max": 1800}))]
pub struct RatingRange {
    /// The lowest.
    #[schema(minimum = 0, maximum = 4000)]
    pub min: i32,
    /// The highest.
    #[schema(minimum = 0, maximum = 4000)]
    pub max: i32,
}

/// A seek in the lobby.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "w5tz2kq9mh", "user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "game": "peak",
    "clock": {"system": "increment", "initial_s": 300.0, "increment_s": 3.0}, "rated": false, "missing": 1}))]
pub struct SeekView {
    /// Its name.
    pub id: String,
    /// Whose.
    pub user: UserView,
    /// What they want.
    #[serde(flatten)]
    pub seek: NewSeek,
    /// Whether a guest made it, so that the game will not be rated.
    #[serde(default)]
    pub guest: bool,
    /// The rating of the user in the pool in which the game would count; missing for guests, and where there
    /// is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingView>,
    /// How many more players it needs.
    pub missing: u8,
    /// The game that was made of it, once all are there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started: Option<String>,
}
