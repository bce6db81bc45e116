//! Premoves and conditional moves.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A player's premoves and conditional moves.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"branches": [{"when": ["R1"], "play": ["Y2"], "then": [{"when": ["R2"], "play": ["Y4"]}]}]}))]
pub struct Plan {
    /// Moves to be played one after the other, each when it is your turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub premoves: Vec<String>,
    /// Answers to possible moves of the others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Branch>,
}

/// If the others play `when`, play `play`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The others' moves, in order, until it is your turn.
    pub when: Vec<String>,
    /// The answer: a whole turn.
    pub play: Vec<String>,
    /// The branches after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(no_recursion)]
    pub then: Vec<Branch>,
}

impl Plan {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.premoves.is_empty() && self.branches.is_empty()
    }
}
