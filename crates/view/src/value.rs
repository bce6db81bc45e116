//! The value of a position: one type for thinking, proofs and records.

use serde::{Deserialize, Serialize};

/// The value of a position, or of playing a move, for the seat to act.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Value {
    /// A certain result in a game of two.
    Proven {
        /// The result with best play.
        result: ProvenResult,
        /// Plies to the end; none if the proof does not include the distance.
        plies: Option<u32>,
    },
    /// An estimate in a game of two: 1 is a clear advantage, negative is bad.
    Estimate { value: f64 },
    /// Each seat's share of the victory.
    Shares {
        /// The shares add up to 1.
        shares: Vec<f64>,
        /// Whether the value is certain.
        proven: bool,
    },
}

/// The result of a two-seat game with best play, for the seat to act.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ProvenResult {
    Win,
    Draw,
    Loss,
}

impl ProvenResult {
    /// The word `win`, `draw` or `loss`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            ProvenResult::Win => "win",
            ProvenResult::Draw => "draw",
            ProvenResult::Loss => "loss",
        }
    }
}

#[cfg(feature = "engine")]
impl From<ludoteca_search::Outcome> for ProvenResult {
    fn from(outcome: ludoteca_search::Outcome) -> Self {
        match outcome {
            ludoteca_search::Outcome::Win => ProvenResult::Win,
            ludoteca_search::Outcome::Draw => ProvenResult::Draw,
            ludoteca_search::Outcome::Loss => ProvenResult::Loss,
        }
    }
}

#[cfg(feature = "engine")]
impl From<&ludoteca_engine::Value> for Value {
    fn from(value: &ludoteca_engine::Value) -> Self {
        // The shortest number that is equal to the share to six digits.
        let rounded = |share: &f32| (f64::from(*share) * 1e6).round() / 1e6;
        match value {
            ludoteca_engine::Value::Proven { result, plies } => {
                Value::Proven { result: (*result).into(), plies: Some(*plies) }
            }
            ludoteca_engine::Value::Estimate(value) => Value::Estimate { value: f64::from(*value) / 1000.0 },
            ludoteca_engine::Value::Shares { shares, proven } => {
                Value::Shares { shares: shares.as_slice().iter().map(rounded).collect(), proven: *proven }
            }
        }
    }
}
