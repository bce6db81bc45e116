//! Days and months of the Gregorian calendar, in UTC.

use ludoteca_store::Time;

const DAY: Time = 24 * 60 * 60 * 1000;

/// The first moment of a day; months and days count from 1.
fn of_day(year: i64, month: i64, day: i64) -> Time {
    // Years start in March here, so that the leap day is the last day of a year.
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    let days = 365 * year + year.div_euclid(4) - year.div_euclid(100)
        + year.div_euclid(400)
        + (153 * month + 2) / 5
        + day
        - 1;
    // From 1 March of year 0 to 1970.
    (days - 719_468) * DAY
}

/// The year, month and day of a time.
fn day_of(time: Time) -> (i64, i64, i64) {
    let days = time.div_euclid(DAY) + 719_468;
    let era = days.div_euclid(146_097);
    let in_era = days.rem_euclid(146_097);
    let year = (in_era - in_era / 1460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year + year / 4 - year / 100);
    let month = (5 * in_year + 2) / 153;
    let day = in_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + next, month, day)
}

/// A day as text, with this separator.
#[must_use]
pub fn date(time: Time, sign: char) -> String {
    let (year, month, day) = day_of(time);
    format!("{year:04}{sign}{month:02}{sign}{day:02}")
}

/// Parses a day (`2026-10-03`) or milliseconds since 1970.
#[must_use]
pub fn read_time(text: &str) -> Option<Time> {
    if text.contains('-') && !text.starts_with('-') {
        let parts: Vec<i64> = text.split('-').map(|part| part.parse().ok()).collect::<Option<_>>()?;
        let [year, month, day] = parts[..] else { return None };
        let time = of_day(year, month, day);
        return (text.len() == 10 && day_of(time) == (year, month, day)).then_some(time);
    }
    text.parse().ok()
}

/// Parses a month (`2026-10`): its first moment, and that of the next month.
#[must_use]
pub fn read_month(text: &str) -> Option<(Time, Time)> {
    let begin = read_time(&format!("{text}-01"))?;
    let (year, month, _) = day_of(begin);
    let end = if month == 12 { of_day(year + 1, 1, 1) } else { of_day(year, month + 1, 1) };
    Some((begin, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (text, time) in [
            ("1970-01-01", 0),
            ("2000-02-29", 951_782_400_000),
            ("2026-10-03", 1_790_985_600_000),
            ("1969-12-31", -DAY),
        ] {
            assert_eq!(read_time(text), Some(time), "{text}");
            assert_eq!(date(time + DAY - 1, '-'), text);
        }
        for text in ["2026-02-29", "2026-13-01", "2026-1-01", "2026-10", "day", ""] {
            assert_eq!(read_time(text), None, "{text}");
        }
        assert_eq!(read_time("17"), Some(17));
        assert_eq!(read_month("2026-12"), Some((of_day(2026, 12, 1), of_day(2027, 1, 1))));
        assert_eq!(read_month("2026-00"), None);
    }
}
