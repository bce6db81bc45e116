//! Refusals as problem details (RFC 9457).

use crate::EventView;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why something was refused. `key` names the reason for programs, `detail` says it in words.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"title": "Not by the rules", "status": 422, "key": "not-your-turn",
    "detail": "it is Yellow's turn, and R2 is Red's (SQ-4)", "args": ["Yellow", "R2", "Red"], "ruling": "SQ-4"}))]
pub struct Problem {
    /// The kind of problem, the same for all with this status.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// The reason, for programs; it never changes.
    pub key: String,
    /// The reason in English.
    pub detail: String,
    /// What the reason is about, in the order in which sentences use it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// The ruling it rests on, where a rule speaks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
    /// The number of the game's last event, where the request was made on an old one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// The events that were missed, where the request was made on an old number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<EventView>,
    /// How long to wait, where requests came too fast.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratelimit: Option<RateLimit>,
}

/// Which limit was reached, and when to come again.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"key": "games", "seconds": 7}))]
pub struct RateLimit {
    /// Which limit.
    pub key: String,
    /// Come again after this many seconds.
    pub seconds: u64,
}
