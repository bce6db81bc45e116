//! Formatting of clocks.

use ludoteca_contest::{Millis, Reading};
use std::{rc::Rc, time::Instant};

/// Returns the time in milliseconds; tests pass in their own.
pub(super) type TimeSource = Rc<dyn Fn() -> Millis>;

/// The time since the program started.
pub(super) fn time_since_start() -> TimeSource {
    let start = Instant::now();
    Rc::new(move || start.elapsed().as_millis().try_into().unwrap_or(Millis::MAX))
}

/// The reading of a clock, rounded up, so that it shows zero only when the time is up.
pub(super) fn reading_text(reading: Reading) -> String {
    let time = time_text(reading.left);
    match reading.periods {
        0 => time,
        1 => format!("{time}, 1 period"),
        periods => format!("{time}, {periods} periods"),
    }
}

fn time_text(left: Millis) -> String {
    const TENTHS_BELOW: Millis = 10_000;
    if left < TENTHS_BELOW {
        let tenths = left.div_ceil(100);
        return format!("0:{:02}.{}", tenths / 10, tenths % 10);
    }
    let seconds = left.div_ceil(1000);
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    let days = match days {
        0 => String::new(),
        1 => "1 day ".to_owned(),
        days => format!("{days} days "),
    };
    match hours {
        0 if days.is_empty() => format!("{minutes}:{:02}", seconds % 60),
        hours => format!("{days}{hours}:{minutes:02}:{:02}", seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short_and_never_show_zero_too_early() {
        let day = 86_400_000;
        for (left, text) in [
            (0, "0:00.0"),
            (1, "0:00.1"),
            (9_950, "0:10.0"),
            (10_000, "0:10"),
            (59_001, "1:00"),
            (3_600_000, "1:00:00"),
            (day, "1 day 0:00:00"),
            (3 * day - 1000, "2 days 23:59:59"),
        ] {
            assert_eq!(reading_text(Reading { left, periods: 0 }), text);
        }
        assert_eq!(reading_text(Reading { left: 30_000, periods: 3 }), "0:30, 3 periods");
        assert_eq!(reading_text(Reading { left: 30_000, periods: 1 }), "0:30, 1 period");
    }
}
