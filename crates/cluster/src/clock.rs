//! The time shared by all nodes: the database's clock, continued by the machine's monotonic clock between two
//! readings. No node's wall clock matters, however wrong it is.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use tokio::time::Instant;

/// Above this error in milliseconds, the clock is set at once; smaller errors are corrected gradually.
const JUMP: i64 = 500;
/// The largest correction per reading, in milliseconds.
const STEP: i64 = 5;

/// A clock that is regularly synchronized with the database's.
#[derive(Debug)]
pub struct ClusterClock {
    begun: Instant,
    /// The database's time at the start of this clock.
    offset: AtomicI64,
    is_set: AtomicU64,
    /// Keeps the clock from going back.
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
    /// Unix time in milliseconds.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.at(Instant::now())
    }

    fn at(&self, moment: Instant) -> u64 {
        let since = moment.saturating_duration_since(self.begun);
        let now = since.as_millis() as i64 + self.offset.load(Ordering::Relaxed);
        let now = now.max(0).unsigned_abs();
        self.last.fetch_max(now, Ordering::Relaxed).max(now)
    }

    /// Synchronizes with the database's time, which was requested at `asked` and has just arrived.
    pub fn set(&self, database: i64, asked: Instant) {
        self.set_at(database, asked, Instant::now());
    }

    fn set_at(&self, database: i64, asked: Instant, answered: Instant) {
        // It was read some time between the request and the answer.
        let half = answered.saturating_duration_since(asked) / 2;
        let read = (answered - half).saturating_duration_since(self.begun);
        let offset = database - read.as_millis() as i64;
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
    use std::time::Duration;

    #[test]
    fn the_clock_steps_first_then_slews_and_never_goes_back() {
        let clock = ClusterClock::default();
        let after = |millis| clock.begun + Duration::from_millis(millis);
        // Requested and answered at these moments: it was read between them.
        clock.set_at(1_000_000, after(1000), after(1200));
        assert_eq!(clock.at(after(1200)), 1_000_100);
        clock.set_at(1_000_300, after(1300), after(1300));
        assert_eq!(clock.at(after(1300)), 1_000_205, "made up for slowly");
        clock.set_at(2_000_000, after(1400), after(1400));
        assert_eq!(clock.at(after(1400)), 2_000_000);
        clock.set_at(1_000_000, after(1500), after(1500));
        assert_eq!(clock.at(after(1500)), 2_000_000, "never back");
        assert!(clock.now() >= 2_000_000);
    }
}
