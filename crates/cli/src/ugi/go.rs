//! How long to think: the words after `go`.

use ludoteca_catalog::Seat;
use std::time::Duration;

/// What ends a search.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Limit {
    /// So long.
    Time(Duration),
    Depth(u32),
    Nodes(u64),
    /// Only `stop`.
    Infinite,
}

/// The names of a seat's clock: UGI's own and, for the first two, chess's.
const CLOCKS: [[&str; 4]; Seat::MAX] = [
    ["p1time", "p1inc", "wtime", "winc"],
    ["p2time", "p2inc", "btime", "binc"],
    ["p3time", "p3inc", "", ""],
    ["p4time", "p4inc", "", ""],
];

/// Reads what follows `go`, for the seat to act.
pub(super) fn read(words: &[&str], to_act: Seat) -> Result<Limit, String> {
    let mut limit: Option<(&str, Limit)> = None;
    let mut clock: Option<u64> = None;
    let mut increment = 0;
    let mut words = words.iter().copied();
    while let Some(key) = words.next() {
        if key == "infinite" {
            set(&mut limit, key, Limit::Infinite)?;
            continue;
        }
        let seat = CLOCKS.iter().position(|names| names.contains(&key));
        if seat.is_none() && !["movetime", "depth", "nodes"].contains(&key) {
            return Err(format!(
                "unknown word {key:?} after go: expected p1time, p1inc (p2 ...), movetime, depth, nodes or infinite"
            ));
        }
        let text = words.next().ok_or_else(|| format!("{key} needs a number"))?;
        let number: u64 =
            text.parse().map_err(|_| format!("{key} cannot be {text:?}: expected a number from 0"))?;
        match (key, seat) {
            ("movetime", _) => set(&mut limit, key, Limit::Time(Duration::from_millis(number)))?,
            ("depth", _) => set(&mut limit, key, Limit::Depth(u32::try_from(number).unwrap_or(u32::MAX)))?,
            ("nodes", _) => set(&mut limit, key, Limit::Nodes(number))?,
            (_, Some(seat)) if seat == to_act.index() => {
                if key.ends_with("inc") {
                    increment = number;
                } else {
                    clock = Some(number);
                }
            }
            // Another seat's clock.
            _ => {}
        }
    }
    match (limit, clock) {
        (Some((name, _)), Some(_)) => Err(format!("go has both a clock and {name}: expected one of them")),
        (Some((_, limit)), None) => Ok(limit),
        (None, Some(clock)) => Ok(Limit::Time(share_of_clock(clock, increment))),
        (None, None) => Err(format!(
            "go has no limit: expected p{}time, movetime, depth, nodes or infinite",
            to_act.index() + 1
        )),
    }
}

fn set<'a>(limit: &mut Option<(&'a str, Limit)>, key: &'a str, new: Limit) -> Result<(), String> {
    match limit.replace((key, new)) {
        None => Ok(()),
        Some((old, _)) => Err(format!("go has both {old} and {key}: expected one of them")),
    }
}

/// A twentieth of the clock and three quarters of what comes back, never more than half of it.
fn share_of_clock(clock: u64, increment: u64) -> Duration {
    Duration::from_millis((clock / 20).saturating_add(increment / 4 * 3).min(clock / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(text: &str) -> Result<Limit, String> {
        read(&text.split_whitespace().collect::<Vec<_>>(), Seat::SECOND)
    }

    #[test]
    fn each_limit_alone() {
        assert_eq!(limit("movetime 100"), Ok(Limit::Time(Duration::from_millis(100))));
        assert_eq!(limit("depth 7"), Ok(Limit::Depth(7)));
        assert_eq!(limit("nodes 123456789012"), Ok(Limit::Nodes(123_456_789_012)));
        assert_eq!(limit("infinite"), Ok(Limit::Infinite));
    }

    #[test]
    fn the_clock_of_the_seat_to_act_counts() {
        let second = Ok(Limit::Time(Duration::from_millis(2000 / 20 + 300)));
        assert_eq!(limit("p1time 9000 p2time 2000 p1inc 0 p2inc 400"), second);
        assert_eq!(limit("wtime 9000 btime 2000 winc 0 binc 400"), second);
        assert_eq!(limit("p2time 100 p2inc 4000"), Ok(Limit::Time(Duration::from_millis(50))));
        assert!(limit("p1time 9000").unwrap_err().contains("p2time"));
    }

    #[test]
    fn anything_else_is_told() {
        for (text, told) in [
            ("", "go has no limit"),
            ("depth", "depth needs a number"),
            ("movetime -5", "movetime cannot be \"-5\""),
            ("p2time -1", "p2time cannot be"),
            ("nodes 99999999999999999999", "nodes cannot be"),
            ("depth 3 nodes 5", "both depth and nodes"),
            ("depth 3 p2time 5", "both a clock and depth"),
            ("infinite infinite", "both infinite and infinite"),
            ("deep 3", "unknown word \"deep\""),
        ] {
            let error = limit(text).unwrap_err();
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
