//! The time that all nodes share: the database's, carried on by the machine's monotonic clock in between. No
//! node's wall clock matters, however wrong it is.

use std::{
    sync::atomic::{AtomicI64, AtomicU64, Ordering},
    time::Instant,
};

/// How much the clock may be wrong before it is set at once; smaller differences are made up for slowly.
const JUMP: i64 = 500;
/// The most milliseconds that are made up for each time the clock is compared.
const STEP: i64 = 5;

/// A clock that is compared with the database's again and again.
#[derive(Debug)]
pub struct ClusterClock {
    begun: Instant,
    /// What the database's clock said when this one began.
    offset: AtomicI64,
    is_set: AtomicU64,
    /// It never goes back.
    last: AtomicU64,
}

impl Default for ClusterClock {
    fn default() -> ClusterClock {
        ClusterClock {
            begun: Instant::now(),
            offset: AtomicI64::new(0),
            is_set: AtomicU64::new(0),
            last: AtomicU64::new(0),
        }
    }
}

impl ClusterClock {
    /// Milliseconds since 1970.
    #[must_use]
    pub fn now(&self) -> u64 {
        let now = self.begun.elapsed().as_millis() as i64 + self.offset.load(Ordering::Relaxed);
        let now = now.max(0).unsigned_abs();
        self.last.fetch_max(now, Ordering::Relaxed).max(now)
    }

    /// The database, asked at this moment, has just said what time it is.
    pub(crate) fn set(&self, database: i64, asked: Instant) {
        // It was read some time between the question and the answer.
        let half = asked.elapsed() / 2;
        let offset = database - (self.begun.elapsed() - half).as_millis() as i64;
        let before = self.offset.load(Ordering::Relaxed);
        let wrong = offset - before;
        let first = self.is_set.swap(1, Ordering::Relaxed) == 0;
        let change = if first || wrong.abs() > JUMP { wrong } else { wrong.clamp(-STEP, STEP) };
        self.offset.store(before + change, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_set_at_once_first_and_slowly_then_and_never_goes_back() {
        let clock = ClusterClock::default();
        clock.set(1_000_000, Instant::now());
        let first = clock.now();
        assert!((1_000_000..1_000_200).contains(&first), "{first}");
        clock.set(1_000_100, Instant::now());
        assert!(clock.now() < first + 100, "made up for slowly");
        clock.set(2_000_000, Instant::now());
        let later = clock.now();
        assert!(later >= 2_000_000);
        clock.set(1_000_000, Instant::now());
        assert!(clock.now() >= later, "never back");
    }
}
