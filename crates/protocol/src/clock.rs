//! Clocks in requests, in seconds and days.

use ludoteca_contest::{Clock, Millis};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A time system. Each uses some of the fields: `sudden-death` has `initial_s`; `increment` also
/// `increment_s`; `delay` also `delay_s`; `byo-yomi` also `period_s` and `periods`; `per-turn` has `time_s`;
/// `correspondence` has `days` for each turn and additionally `bank_days`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"system": "increment", "initial_s": 300, "increment_s": 3}))]
pub struct ClockRequest {
    /// `sudden-death`, `increment`, `delay`, `byo-yomi`, `per-turn` or `correspondence`.
    pub system: String,
    /// The main time of each seat, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial_s: Option<f64>,
    /// The time that each turn adds, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment_s: Option<f64>,
    /// How long the clock waits in each turn, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay_s: Option<f64>,
    /// The length of a period, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period_s: Option<f64>,
    /// The number of periods.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub periods: Option<u16>,
    /// The time for each turn, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_s: Option<f64>,
    /// The time for each turn, in days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<f64>,
    /// The bank of each seat, in days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank_days: Option<f64>,
}

const SECOND: f64 = 1000.0;
const DAY: f64 = 86_400.0 * SECOND;

impl ClockRequest {
    /// # Errors
    /// One line that names the field that is missing or invalid.
    pub fn clock(&self) -> Result<Clock, String> {
        let time = |value: Option<f64>, field: &str, unit: f64| -> Result<Millis, String> {
            let value = value.ok_or_else(|| format!("the clock {:?} requires {field:?}", self.system))?;
            if !(value >= 0.0 && value * unit < 1e15) {
                return Err(format!("{field:?} of the clock must be a duration, not {value}"));
            }
            Ok((value * unit).round() as Millis)
        };
        let initial = || time(self.initial_s, "initial_s", SECOND);
        Ok(match self.system.as_str() {
            "sudden-death" => Clock::SuddenDeath { initial: initial()? },
            "increment" => Clock::Increment {
                initial: initial()?,
                increment: time(self.increment_s, "increment_s", SECOND)?,
            },
            "delay" => Clock::Delay {
                initial: initial()?,
                delay: time(self.delay_s.or(self.increment_s), "delay_s", SECOND)?,
            },
            "byo-yomi" => Clock::ByoYomi {
                initial: initial()?,
                period: time(self.period_s.or(self.increment_s), "period_s", SECOND)?,
                periods: self.periods.ok_or("the clock \"byo-yomi\" requires \"periods\"")?,
            },
            "per-turn" => Clock::PerTurn { time: time(self.time_s.or(self.initial_s), "time_s", SECOND)? },
            "correspondence" => Clock::Correspondence {
                per_turn: time(self.days, "days", DAY)?,
                bank: time(Some(self.bank_days.unwrap_or(0.0)), "bank_days", DAY)?,
            },
            other => {
                return Err(format!(
                    "unknown clock {other:?}: expected sudden-death, increment, delay, byo-yomi, per-turn or correspondence"
                ));
            }
        })
    }
}

impl From<Clock> for ClockRequest {
    fn from(clock: Clock) -> ClockRequest {
        let seconds = |time: Millis| Some(time as f64 / SECOND);
        let request = |system: &str| ClockRequest { system: system.to_owned(), ..ClockRequest::default() };
        match clock {
            Clock::SuddenDeath { initial } => {
                ClockRequest { initial_s: seconds(initial), ..request("sudden-death") }
            }
            Clock::Increment { initial, increment } => ClockRequest {
                initial_s: seconds(initial),
                increment_s: seconds(increment),
                ..request("increment")
            },
            Clock::Delay { initial, delay } => {
                ClockRequest { initial_s: seconds(initial), delay_s: seconds(delay), ..request("delay") }
            }
            Clock::ByoYomi { initial, period, periods } => ClockRequest {
                initial_s: seconds(initial),
                period_s: seconds(period),
                periods: Some(periods),
                ..request("byo-yomi")
            },
            Clock::PerTurn { time } => ClockRequest { time_s: seconds(time), ..request("per-turn") },
            Clock::Correspondence { per_turn, bank } => ClockRequest {
                days: Some(per_turn as f64 / DAY),
                bank_days: Some(bank as f64 / DAY),
                ..request("correspondence")
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_is_read_and_written() {
        let texts = [
            r#"{"system":"sudden-death","initial_s":300.0}"#,
            r#"{"system":"increment","initial_s":180.0,"increment_s":2.5}"#,
            r#"{"system":"delay","initial_s":180.0,"delay_s":5.0}"#,
            r#"{"system":"byo-yomi","initial_s":600.0,"period_s":30.0,"periods":3}"#,
            r#"{"system":"per-turn","time_s":45.0}"#,
            r#"{"system":"correspondence","days":3.0,"bank_days":1.0}"#,
        ];
        for text in texts {
            let request: ClockRequest = serde_json::from_str(text).unwrap();
            let clock = request.clock().unwrap();
            assert_eq!(serde_json::to_string(&ClockRequest::from(clock)).unwrap(), text);
        }
    }

    #[test]
    fn missing_and_invalid_fields_are_named() {
        let refused = |text: &str| {
            serde_json::from_str::<ClockRequest>(text)
                .map_err(|e| e.to_string())
                .and_then(|w| w.clock())
                .unwrap_err()
        };
        assert_eq!(
            refused(r#"{"system":"increment","initial_s":1}"#),
            "the clock \"increment\" requires \"increment_s\""
        );
        assert!(refused(r#"{"system":"hourglass"}"#).starts_with("unknown clock \"hourglass\""));
        assert!(refused(r#"{"system":"sudden-death","initial_s":-1}"#).contains("must be a duration"));
        assert!(refused(r#"{"system":"sudden-death","minutes":1}"#).contains("unknown field"));
    }
}
