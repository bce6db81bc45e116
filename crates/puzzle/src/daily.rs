//! The puzzle of the day. The page uses the same algorithm (web/src/lib/puzzles/selection.ts), so that all
//! players get the same puzzle, with or without a server.

use std::ops::RangeInclusive;

/// The grades of daily puzzles: neither trivial nor for masters.
const MIDDLING: RangeInclusive<u8> = 3..=6;

/// The puzzle of a day, counted in days since 1970. If there are puzzles of medium difficulty, it is one of
/// them. None repeats before all of them have been shown.
#[must_use]
pub fn daily<T>(all: &[T], grade: impl Fn(&T) -> u8, day: u64) -> Option<&T> {
    let middling: Vec<&T> = all.iter().filter(|puzzle| MIDDLING.contains(&grade(puzzle))).collect();
    let puzzles = if middling.is_empty() { all.iter().collect() } else { middling };
    let count = puzzles.len() as u64;
    // The list goes from easy to hard. A stride of about the golden section mixes it, and reaches every
    // puzzle since it has no common factor with the length.
    let mut step = ((count as f64 * 0.618).round() as u64).max(1);
    while gcd(step, count) > 1 {
        step += 1;
    }
    let at = day.checked_rem(count)? * (step % count) % count;
    puzzles.get(usize::try_from(at).ok()?).copied()
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::daily;

    /// The page's own test has the same numbers (selection.test.ts).
    #[test]
    fn a_day_has_the_puzzle_that_it_has_in_the_page() {
        let hundred: Vec<u8> = (0..100).collect();
        let of_days =
            |grade: fn(&u8) -> u8| [20_772, 20_773, 20_774].map(|day| *daily(&hundred, grade, day).unwrap());
        assert_eq!(of_days(|_| 5), [36, 99, 62]);
        assert_eq!(of_days(|index| 1 + index / 10), [24, 51, 38]);
        let seen: std::collections::BTreeSet<_> = (0..100).map(|day| daily(&hundred, |_| 5, day)).collect();
        assert_eq!(seen.len(), 100);
        assert_eq!(daily(&[7], |grade| *grade, 20_772), Some(&7));
        assert_eq!(daily::<u8>(&[], |grade| *grade, 20_772), None);
    }

    #[test]
    fn a_day_has_a_puzzle_of_middling_difficulty() {
        let grades = [1, 2, 3, 6, 7, 9, 10];
        let seen: std::collections::BTreeSet<_> =
            (0..10).filter_map(|day| daily(&grades, |grade| *grade, day)).collect();
        assert_eq!(seen, [&3, &6].into());
    }
}
