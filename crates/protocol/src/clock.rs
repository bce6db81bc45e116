//! Clocks as earlier versions stored them: in seconds and days.

use crate::NewSeek;
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

/// Reads a seek that this version or an earlier one stored.
///
/// # Errors
/// If it is not a seek.
pub fn stored_seek<'de, D: Deserializer<'de>>(deserializer: D) -> Result<NewSeek, D::Error> {
    let mut fields = Map::deserialize(deserializer)?;
    let clock = stored_clock(fields.remove("clock").unwrap_or_default()).map_err(D::Error::custom)?;
    let seek = NewSeek::deserialize(Value::Object(fields)).map_err(D::Error::custom)?;
    Ok(NewSeek { clock, ..seek })
}

/// Reads a clock that this version or an earlier one stored.
pub(crate) fn stored_clock<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Clock>, D::Error> {
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

    #[test]
    fn seeks_of_earlier_versions_are_read() {
        let now = Clock::Increment { initial: 300_000, increment: 3000 };
        for clock in [
            r#"{"system":"increment","initial_s":300,"increment_s":3}"#,
            r#"{"system":"increment","initial":300000,"increment":3000}"#,
        ] {
            let text = format!(r#"{{"game":"peak","clock":{clock},"rated":true}}"#);
            let seek = stored_seek(&mut serde_json::Deserializer::from_str(&text)).unwrap();
            assert_eq!((seek.game.as_str(), seek.clock, seek.rated), ("peak", Some(now), Some(true)));
        }
        let untimed = stored_seek(serde_json::json!({ "game": "peak" })).unwrap();
        assert_eq!(untimed.clock, None);
    }
}
