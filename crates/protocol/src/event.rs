//! Events of games as clients receive them.

use crate::{RatingView, UserView};
use ludoteca_contest::EventKind;
use serde::{Deserialize, Serialize};
use serde_json::{json, value::RawValue};
use std::sync::Arc;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr, Schema,
        schema::{AllOfBuilder, ObjectBuilder, Type},
    },
};

/// An event of a game: that of the contest, with the fields of [`EventMeta`].
///
/// Kept as serialized text, so that it is serialized once for all recipients.
#[derive(Clone, Debug)]
pub struct EventView(Arc<RawValue>);

impl EventView {
    /// Wraps an event in JSON.
    ///
    /// # Errors
    /// When the text is not JSON.
    pub fn new(json: String) -> Result<EventView, serde_json::Error> {
        Ok(EventView(RawValue::from_string(json)?.into()))
    }

    #[must_use]
    pub fn json(&self) -> &str {
        self.0.get()
    }

    /// The event's fields, for clients.
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

    /// The value of the `type` field.
    #[must_use]
    pub fn kind(&self) -> String {
        self.fields()["type"].as_str().unwrap_or_default().to_owned()
    }

    /// The contest's event, so that a client can replay the game.
    ///
    /// # Errors
    /// When this version does not know the event's type.
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
        // Raw text cannot be read inside a message that is tagged by its `type`.
        let value = serde_json::Value::deserialize(deserializer)?;
        EventView::new(value.to_string()).map_err(serde::de::Error::custom)
    }
}

impl PartialSchema for EventView {
    fn schema() -> RefOr<Schema> {
        let number = |words: &str| {
            ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0)).description(Some(words))
        };
        let head = ObjectBuilder::new()
            .property("seq", number("The event's number: 1, 2, 3 and so on."))
            .property("at", number("The time, in milliseconds since 1970."))
            .required("seq")
            .required("at");
        AllOfBuilder::new()
            .description(Some("An event of a game. Later versions may add fields and types."))
            .item(head)
            .item(EventKind::schema())
            .item(EventMeta::schema())
            .examples([
                json!({"seq": 5, "at": 1_789_000_000_000_u64, "type": "moved", "seat": 0, "move": "Y3",
                "used": 2000, "position": "00200/00000 r", "left_ms": [299_000, 300_000]}),
            ])
            .into()
    }
}

impl ToSchema for EventView {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        EventKind::schemas(schemas);
        EventMeta::schemas(schemas);
    }
}

/// What the server stores with an event, and adds to its fields.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct EventMeta {
    /// Of `created`: who created the game, and for whom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<GameOrigin>,
    /// Of `joined`: the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<UserView>,
    /// Of `joined`: the computer's level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 11)]
    pub level: Option<u8>,
    /// Of `joined`: the player is unknown to this server.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub elsewhere: bool,
    /// The position, where the event changed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The remaining time of each seat, in milliseconds, where the event changed it; missing without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<Vec<u64>>,
    /// Of `ended`: the result, as in records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Of `started`: the players of a rated game, by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub began: Vec<RatingAtStart>,
}

/// What is fixed when a game is created, besides the terms.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameOrigin {
    /// Whether it is listed publicly, and open to spectators.
    pub listed: bool,
    /// The id of the creator.
    pub by: String,
    /// The ids of invited users, by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invited: Vec<Option<String>>,
    /// The previous game of the series.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<String>,
    /// The game's place in a match of two that is rated as one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<MatchGame>,
}

/// The game's place in a match of two that is rated as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MatchGame {
    First,
    Second,
}

impl MatchGame {
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            MatchGame::First => 1,
            MatchGame::Second => 2,
        }
    }
}

/// The kinds of players that ratings distinguish.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// A guest, who is never rated.
    Guest,
    /// A person with an account.
    Person,
    /// A program with an account.
    Bot,
    /// One of the computer's levels.
    Level,
}

/// A player as a rated game began. It is stored in the log, so that ratings do not depend on later changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RatingAtStart {
    pub kind: PlayerKind,
    /// Missing for unrated players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingView>,
}

impl RatingAtStart {
    /// A player with this rating, or an unrated one.
    #[must_use]
    pub fn with_rating(rating: Option<i32>) -> RatingAtStart {
        let kind = if rating.is_some() { PlayerKind::Person } else { PlayerKind::Level };
        RatingAtStart { kind, rating: rating.map(|value| RatingView { value, provisional: false }) }
    }
}
