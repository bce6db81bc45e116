//! Clocks in human-readable notation.

use ludoteca_contest::{Clock, ClockTextError};
use proptest::prelude::*;

const SECOND: u64 = 1000;
const MINUTE: u64 = 60 * SECOND;
const DAY: u64 = 24 * 60 * MINUTE;

#[track_caller]
fn reads(text: &str, clock: Clock) {
    assert_eq!(text.parse(), Ok(clock), "{text}");
}

#[test]
fn every_system_has_a_short_text() {
    for (text, clock) in [
        ("10", Clock::SuddenDeath { initial: 10 * MINUTE }),
        ("90s", Clock::SuddenDeath { initial: 90 * SECOND }),
        ("5+3", Clock::Increment { initial: 5 * MINUTE, increment: 3 * SECOND }),
        ("5 d3", Clock::Delay { initial: 5 * MINUTE, delay: 3 * SECOND }),
        ("10 3x30", Clock::ByoYomi { initial: 10 * MINUTE, period: 30 * SECOND, periods: 3 }),
        ("0 5x10", Clock::ByoYomi { initial: 0, period: 10 * SECOND, periods: 5 }),
        ("30/turn", Clock::PerTurn { time: 30 * SECOND }),
        ("1 day", Clock::Correspondence { per_turn: DAY, bank: 0 }),
        ("3 days bank 7 days", Clock::Correspondence { per_turn: 3 * DAY, bank: 7 * DAY }),
        ("129600/turn bank 0", Clock::Correspondence { per_turn: DAY + DAY / 2, bank: 0 }),
    ] {
        reads(text, clock);
        assert_eq!(clock.to_string(), text);
    }
}

#[test]
fn units_decimals_and_spaces_may_be_given() {
    reads(" 1.5 + 0.5 ", Clock::Increment { initial: 90 * SECOND, increment: 500 });
    reads("1h  d 5s", Clock::Delay { initial: 60 * MINUTE, delay: 5 * SECOND });
    reads("2m/turn", Clock::PerTurn { time: 2 * MINUTE });
    reads("3days", Clock::Correspondence { per_turn: 3 * DAY, bank: 0 });
    reads("36h/turn bank 1 day", Clock::Correspondence { per_turn: DAY + DAY / 2, bank: DAY });
}

#[test]
fn nonsense_is_refused() {
    for text in [
        "", "x", "+", "5+", "-5", "5+3+3", "5 3", "10 3x", "10 x30", "/turn", "days", "5 d", "1e3", "1.",
        "1.5ms",
    ] {
        assert_eq!(text.parse::<Clock>(), Err(ClockTextError::Syntax), "{text:?}");
    }
    for text in ["0", "0+5", "10 0x30", "10 3x0", "0/turn", "0 days", "99999h", "5 60000x36000", "9999 days"]
    {
        assert_eq!(text.parse::<Clock>(), Err(ClockTextError::Senseless), "{text:?}");
    }
}

/// Times of all magnitudes, including whole minutes.
fn times() -> impl Strategy<Value = u64> {
    (0..1_000_000u64, prop::sample::select(&[1, 10, SECOND, MINUTE, DAY / 24, DAY][..]))
        .prop_map(|(number, unit)| number % (400 * DAY / unit) * unit)
}

proptest! {
    #[test]
    fn reading_undoes_writing(a in times(), b in times(), periods in 0..20u16) {
        let clocks = [
            Clock::SuddenDeath { initial: a },
            Clock::Increment { initial: a, increment: b },
            Clock::Delay { initial: a, delay: b },
            Clock::ByoYomi { initial: a, period: b, periods },
            Clock::PerTurn { time: a },
            Clock::Correspondence { per_turn: a, bank: b },
        ];
        for clock in clocks.into_iter().filter(Clock::is_sensible) {
            prop_assert_eq!(clock.to_string().parse(), Ok(clock), "{}", clock);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[0-9]{0,12}[.]?[0-9]{0,3}(ms|s|m|h| days?)?[ +d/x]{0,2}[0-9]{0,14}(s|/turn| bank 3)?") {
        match text.parse::<Clock>() {
            Ok(clock) => prop_assert_eq!(clock.to_string().parse(), Ok(clock)),
            Err(error) => prop_assert!(!error.to_string().contains('\n')),
        }
    }
}
