//! The puzzle of the day. The page chooses in the same way (web/src/lib/puzzles/choosing.ts), so that it is
//! the same for everybody, with a server or without.

/// The one of a day, by days since 1970: none comes again before all have been.
#[must_use]
pub fn daily<T>(puzzles: &[T], day: u64) -> Option<&T> {
    let count = puzzles.len() as u64;
    // The list goes from easy to hard; steps of about the golden section mix it, and without a common factor
    // they reach all.
    let mut step = ((count as f64 * 0.618).round() as u64).max(1);
    while gcd(step, count) > 1 {
        step += 1;
    }
    let at = day.checked_rem(count)? * (step % count) % count;
    puzzles.get(usize::try_from(at).ok()?)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::daily;

    /// The page's own test has the same numbers (choosing.test.ts).
    #[test]
    fn a_day_has_the_puzzle_that_it_has_in_the_page() {
        let hundred: Vec<u64> = (0..100).collect();
        assert_eq!([20_772, 20_773, 20_774].map(|day| *daily(&hundred, day).unwrap()), [36, 99, 62]);
        let seen: std::collections::BTreeSet<_> = (0..100).map(|day| daily(&hundred, day)).collect();
        assert_eq!(seen.len(), 100);
        assert_eq!(daily(&[7], 20_772), Some(&7));
        assert_eq!(daily::<u8>(&[], 20_772), None);
    }
}
