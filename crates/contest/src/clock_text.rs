//! Clocks in human-readable notation: `5+3`, `10 3x30`, `3 days`.

use crate::{Clock, Millis, TermsError};
use std::{fmt, str::FromStr};

const SECOND: Millis = 1000;
const MINUTE: Millis = 60 * SECOND;
const HOUR: Millis = 60 * MINUTE;
const DAY: Millis = 24 * HOUR;

/// Why a text is not a valid clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClockTextError {
    /// The text does not match the syntax.
    Syntax,
    /// No game can be played with these times.
    Senseless,
}

impl fmt::Display for ClockTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClockTextError::Syntax => {
                f.write_str("expected a clock such as 10, 5+3, \"5 d3\", \"10 3x30\", 30/turn or \"3 days\"")
            }
            ClockTextError::Senseless => TermsError::Clock.fmt(f),
        }
    }
}

impl std::error::Error for ClockTextError {}

/// Parses the output of [`Display`](fmt::Display).
///
/// | text | clock |
/// |---|---|
/// | `10` | 10 minutes for the whole game |
/// | `5+3` | 5 minutes, and 3 seconds more for each finished turn |
/// | `5 d3` | 5 minutes; the clock waits 3 seconds in each turn |
/// | `10 3x30` | 10 minutes, then 3 periods of 30 seconds |
/// | `30/turn` | 30 seconds for each turn |
/// | `3 days` | 3 days for each turn |
/// | `3 days bank 7 days` | the same, and 7 days for turns that take longer |
///
/// By default, the main time is in minutes and everything else except days in seconds. The suffixes `ms`,
/// `s`, `m` and `h` override this, as in `90s+500ms` and `36h/turn bank 24h`.
impl FromStr for Clock {
    type Err = ClockTextError;

    fn from_str(text: &str) -> Result<Clock, ClockTextError> {
        let clock = read(text.trim()).ok_or(ClockTextError::Syntax)?;
        if clock.is_sensible() { Ok(clock) } else { Err(ClockTextError::Senseless) }
    }
}

fn read(text: &str) -> Option<Clock> {
    if let Some((per_turn, bank)) = text.split_once(" bank ") {
        let per_turn = days(per_turn).or_else(|| time(per_turn.strip_suffix("/turn")?, SECOND))?;
        return Some(Clock::Correspondence { per_turn, bank: days(bank).or_else(|| time(bank, SECOND))? });
    }
    if let Some(per_turn) = days(text) {
        return Some(Clock::Correspondence { per_turn, bank: 0 });
    }
    if let Some(each) = text.strip_suffix("/turn") {
        return Some(Clock::PerTurn { time: time(each, SECOND)? });
    }
    if let Some((initial, increment)) = text.split_once('+') {
        let (initial, increment) = (time(initial, MINUTE)?, time(increment, SECOND)?);
        return Some(Clock::Increment { initial, increment });
    }
    let Some((initial, rest)) = text.split_once(' ') else {
        return Some(Clock::SuddenDeath { initial: time(text, MINUTE)? });
    };
    let (initial, rest) = (time(initial, MINUTE)?, rest.trim());
    if let Some(delay) = rest.strip_prefix('d') {
        return Some(Clock::Delay { initial, delay: time(delay, SECOND)? });
    }
    let (periods, period) = rest.split_once('x')?;
    Some(Clock::ByoYomi { initial, period: time(period, SECOND)?, periods: periods.parse().ok()? })
}

/// Parses `3 days` or `1 day`.
fn days(text: &str) -> Option<Millis> {
    let number = text.trim().strip_suffix("days").or_else(|| text.trim().strip_suffix("day"))?;
    time_in(number.trim_end(), DAY)
}

/// Parses a number with a unit, or in the default unit for its place.
fn time(text: &str, usual: Millis) -> Option<Millis> {
    let text = text.trim();
    for (unit, length) in [("ms", 1), ("s", SECOND), ("m", MINUTE), ("h", HOUR)] {
        if let Some(number) = text.strip_suffix(unit) {
            return time_in(number, length);
        }
    }
    time_in(text, usual)
}

/// Parses a number in this unit, with optional decimals, such as `1.5`. Only whole milliseconds are valid.
fn time_in(number: &str, unit: Millis) -> Option<Millis> {
    let (whole, decimals) = number.split_once('.').unwrap_or((number, "0"));
    let digits =
        |text: &str| (1..=12).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(decimals) {
        return None;
    }
    let whole = whole.parse::<Millis>().ok()?.checked_mul(unit)?;
    let parts = decimals.parse::<Millis>().ok()?.checked_mul(unit)?;
    let scale = 10u64.pow(decimals.len() as u32);
    if parts.is_multiple_of(scale) { whole.checked_add(parts / scale) } else { None }
}

/// The shortest notation of a time, given the default unit.
fn written(time: Millis, usual: Millis) -> String {
    match time {
        time if time.is_multiple_of(usual) => (time / usual).to_string(),
        time if time.is_multiple_of(SECOND) => format!("{}s", time / SECOND),
        time => format!("{time}ms"),
    }
}

fn written_days(time: Millis) -> Option<String> {
    let days = time / DAY;
    time.is_multiple_of(DAY).then(|| if days == 1 { "1 day".to_owned() } else { format!("{days} days") })
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let main = |time| written(time, MINUTE);
        let each = |time| written(time, SECOND);
        match *self {
            Clock::SuddenDeath { initial } => f.write_str(&main(initial)),
            Clock::Increment { initial, increment } => write!(f, "{}+{}", main(initial), each(increment)),
            Clock::Delay { initial, delay } => write!(f, "{} d{}", main(initial), each(delay)),
            Clock::ByoYomi { initial, period, periods } => {
                write!(f, "{} {periods}x{}", main(initial), each(period))
            }
            Clock::PerTurn { time } => write!(f, "{}/turn", each(time)),
            Clock::Correspondence { per_turn, bank } => {
                match written_days(per_turn) {
                    Some(days) if bank == 0 => return f.write_str(&days),
                    Some(days) => f.write_str(&days)?,
                    None => write!(f, "{}/turn", each(per_turn))?,
                }
                write!(f, " bank {}", written_days(bank).filter(|_| bank > 0).unwrap_or_else(|| each(bank)))
            }
        }
    }
}
