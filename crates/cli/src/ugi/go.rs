//! Parsing of the limits after `go`.

use ludoteca_catalog::Seat;
use std::time::Duration;

/// The limits of a search, which ends at the first one reached.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Limits {
    pub(super) time: Option<Duration>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    /// The answer is held back until `stop`.
    pub(super) infinite: bool,
}

/// The limit of a `go` without limits, so that the client soon gets an answer.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The names of a seat's clock: UGI's own and, for the first two seats, those of chess.
const CLOCKS: [[&str; 4]; Seat::MAX] = [
    ["p1time", "p1inc", "wtime", "winc"],
    ["p2time", "p2inc", "btime", "binc"],
    ["p3time", "p3inc", "", ""],
    ["p4time", "p4inc", "", ""],
];

/// Parses the words after `go`, for the seat to act. `overhead` is the latency of the answer in milliseconds.
/// Words that are not understood are skipped and returned as the second value.
pub(super) fn read(words: &[&str], to_act: Seat, overhead: u64) -> (Limits, Vec<String>) {
    let mut limits = Limits::default();
    let mut complaints = Vec::new();
    let mut ignored: Vec<&str> = Vec::new();
    let mut clock: Option<u64> = None;
    let mut increment = 0;
    let mut words = words.iter().copied().peekable();
    while let Some(key) = words.next() {
        if key == "infinite" {
            limits.infinite = true;
            continue;
        }
        let seat = CLOCKS.iter().position(|names| names.contains(&key));
        if seat.is_none() && !["movetime", "depth", "nodes"].contains(&key) {
            ignored.push(key);
            continue;
        }
        let Some(number) = words.peek().copied().and_then(number) else {
            let found = words.peek().map_or_else(|| "nothing".to_owned(), |word| format!("{word:?}"));
            complaints.push(format!("{key} is ignored: expected a number after it, found {found}"));
            continue;
        };
        words.next();
        match (key, seat) {
            ("movetime", _) => limits.time = Some(Duration::from_millis(number.saturating_sub(overhead))),
            ("depth", _) => limits.depth = Some(u32::try_from(number).unwrap_or(u32::MAX).max(1)),
            ("nodes", _) => limits.nodes = Some(number),
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
    if !ignored.is_empty() {
        let words: Vec<String> = ignored.iter().map(|word| format!("{word:?}")).collect();
        complaints.push(format!(
            "ignored after go: {}; expected p1time, p1inc (p2 ...), movetime, depth, nodes or infinite",
            words.join(" ")
        ));
    }
    if let Some(clock) = clock {
        let time = share_of_clock(clock.saturating_sub(overhead), increment);
        limits.time = Some(limits.time.map_or(time, |movetime| movetime.min(time)));
    }
    if limits == Limits::default() {
        limits.time = Some(DEFAULT_TIME);
        complaints.push(format!(
            "go has no limit: thinking for {} s; expected p{}time, movetime, depth, nodes or infinite",
            DEFAULT_TIME.as_secs(),
            to_act.index() + 1
        ));
    }
    (limits, complaints)
}

/// A whole number: negative ones count as 0, and too large ones as the maximum.
fn number(text: &str) -> Option<u64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(if text.starts_with('-') { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

/// A twentieth of the clock plus three quarters of the increment, but at most half of the clock.
fn share_of_clock(clock: u64, increment: u64) -> Duration {
    Duration::from_millis((clock / 20).saturating_add(increment / 4 * 3).min(clock / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_with(text: &str, overhead: u64) -> (Limits, Vec<String>) {
        read(&text.split_whitespace().collect::<Vec<_>>(), Seat::SECOND, overhead)
    }

    /// The limits, if there are no complaints.
    #[track_caller]
    fn limits(text: &str) -> Limits {
        let (limits, complaints) = read_with(text, 0);
        assert_eq!(complaints, Vec::<String>::new());
        limits
    }

    fn time(millis: u64) -> Limits {
        Limits { time: Some(Duration::from_millis(millis)), ..Limits::default() }
    }

    #[test]
    fn each_limit_alone_and_together() {
        assert_eq!(limits("movetime 100"), time(100));
        assert_eq!(limits("depth 7"), Limits { depth: Some(7), ..Limits::default() });
        assert_eq!(
            limits("nodes 123456789012"),
            Limits { nodes: Some(123_456_789_012), ..Limits::default() }
        );
        assert_eq!(limits("infinite"), Limits { infinite: true, ..Limits::default() });
        let both = Limits { depth: Some(3), nodes: Some(5), ..time(50) };
        assert_eq!(limits("p2time 1000 depth 3 nodes 5 movetime 70"), both);
        assert_eq!(limits("p2time 10000 depth 3 nodes 5 movetime 50"), both);
    }

    #[test]
    fn the_clock_of_the_seat_to_act_counts() {
        let second = time(2000 / 20 + 300);
        assert_eq!(limits("p1time 9000 p2time 2000 p1inc 0 p2inc 400"), second);
        assert_eq!(limits("wtime 9000 btime 2000 winc 0 binc 400"), second);
        assert_eq!(limits("p2time 100 p2inc 4000"), time(50));
    }

    #[test]
    fn numbers_out_of_range_count_as_the_nearest() {
        assert_eq!(limits("movetime -5"), time(0));
        assert_eq!(limits("p2time -1 p2inc -100"), time(0));
        assert_eq!(limits("depth 0"), Limits { depth: Some(1), ..Limits::default() });
        let most = Limits { depth: Some(u32::MAX), nodes: Some(u64::MAX), ..Limits::default() };
        assert_eq!(limits("nodes 99999999999999999999 depth 99999999999999999999"), most);
    }

    #[test]
    fn the_answer_has_time_for_its_way() {
        assert_eq!(read_with("movetime 100", 30).0, time(70));
        assert_eq!(read_with("movetime 20", 30).0, time(0));
        assert_eq!(read_with("p2time 1030 p2inc 0", 30).0, time(50));
        assert_eq!(read_with("p2time 20 p2inc 1000", 30).0, time(0));
    }

    #[test]
    fn unknown_parts_are_reported_and_left_out() {
        for (text, expected, told) in [
            ("", time(1000), "go has no limit"),
            ("p1time 9000", time(1000), "expected p2time"),
            ("depth", time(1000), "depth is ignored: expected a number after it, found nothing"),
            ("depth nodes 5", Limits { nodes: Some(5), ..Limits::default() }, "found \"nodes\""),
            ("nodes 1.5 movetime 7", time(7), "nodes is ignored"),
            ("movetime - depth 3", Limits { depth: Some(3), ..Limits::default() }, "found \"-\""),
            ("ponder movetime 7 mate 3", time(7), "ignored after go: \"ponder\" \"mate\" \"3\""),
        ] {
            let (limits, complaints) = read_with(text, 0);
            assert_eq!(limits, expected, "{text}");
            assert!(complaints.iter().any(|complaint| complaint.contains(told)), "{text}: {complaints:?}");
        }
    }
}
