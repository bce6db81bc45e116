//! Clocks as earlier versions stored them: in seconds and days.

use ludoteca_contest::{Clock, Millis};
use serde::{Deserialize, Deserializer, de::Error};
use serde_json::{Map, Value};

const SECOND: f64 = 1000.0;
const DAY: f64 = 86_400.0 * SECOND;
/// The earlier fields, the present ones, and the length of their unit in milliseconds.
const FIELDS: [(&str, &str, f64); 7] = [
    ("initial_s", "initial", SECOND),
    ("increment_s", "increment", SECOND),
    ("delay_s", "delay", SECOND),
    ("period_s", "period", SECOND),
    ("time_s", "time", SECOND),
    ("days", "perTurn", DAY),
    ("bank_days", "bank", DAY),
];

/// Reads a stored clock of any version.
///
/// # Errors
/// If it is none.
pub fn stored_clock<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Clock>, D::Error> {
    let Some(mut fields) = Option::<Map<String, Value>>::deserialize(deserializer)? else { return Ok(None) };
    for (earlier, now, unit) in FIELDS {
        if let Some(time) = fields.remove(earlier).as_ref().and_then(Value::as_f64) {
            fields.insert(now.to_owned(), Value::from((time * unit).round() as Millis));
        }
    }
    Clock::deserialize(Value::Object(fields)).map(Some).map_err(D::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameOverview;

    #[test]
    fn overviews_of_earlier_versions_are_read() {
        for (earlier, now) in [
            (r#"{"system":"sudden-death","initial_s":300.0}"#, Clock::SuddenDeath { initial: 300_000 }),
            (
                r#"{"system":"increment","initial_s":180.0,"increment_s":2.5}"#,
                Clock::Increment { initial: 180_000, increment: 2500 },
            ),
            (
                r#"{"system":"delay","initial_s":180,"delay_s":5}"#,
                Clock::Delay { initial: 180_000, delay: 5000 },
            ),
            (
                r#"{"system":"byo-yomi","initial_s":600.0,"period_s":30.0,"periods":3}"#,
                Clock::ByoYomi { initial: 600_000, period: 30_000, periods: 3 },
            ),
            (r#"{"system":"per-turn","time_s":45.0}"#, Clock::PerTurn { time: 45_000 }),
            (
                r#"{"system":"correspondence","days":3.0,"bank_days":0.5}"#,
                Clock::Correspondence { per_turn: 259_200_000, bank: 43_200_000 },
            ),
        ] {
            for text in [earlier.to_owned(), serde_json::to_string(&now).unwrap()] {
                let overview: GameOverview = serde_json::from_str(&format!(r#"{{"clock":{text}}}"#)).unwrap();
                assert_eq!(overview.clock, Some(now), "{text}");
            }
        }
        for none in ["{}", r#"{"clock":null}"#] {
            assert_eq!(serde_json::from_str::<GameOverview>(none).unwrap().clock, None);
        }
        assert!(serde_json::from_str::<GameOverview>(r#"{"clock":{"system":"hourglass"}}"#).is_err());
    }
}
