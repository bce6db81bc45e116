//! Errors as problem details (RFC 9457).

use crate::EventView;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An error response. `key` is the reason for programs, `detail` a sentence for people.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"title": "Not allowed by the rules", "status": 422, "key": "not-your-turn",
    "detail": "it is Yellow's turn, and R2 is Red's (SQ-4)", "args": ["Yellow", "R2", "Red"], "ruling": "SQ-4"}))]
pub struct Problem {
    /// The kind of problem, the same for all with this status.
    pub title: String,
    pub status: u16,
    /// The reason, for programs; keys are stable.
    pub key: String,
    /// The reason in English.
    pub detail: String,
    /// The values that `detail` mentions, in the order in which sentences use them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// The ruling that applies, if a rule of the game does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
    /// The number of the game's last event, if the request was based on an older one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// The events that the client lacks, if the request was based on an older one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<EventView>,
    /// How long to wait, if a rate limit was exceeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratelimit: Option<RateLimit>,
}

/// An exceeded rate limit.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"key": "games", "seconds": 7}))]
pub struct RateLimit {
    /// The name of the limit.
    pub key: String,
    /// Retry after this many seconds.
    pub seconds: u64,
}
