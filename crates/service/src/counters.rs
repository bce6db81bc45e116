//! Counts what services do, for the server's metrics.

use ludoteca_store::Commit;
use prometheus_client::metrics::{
    counter::Counter,
    histogram::{Histogram, exponential_buckets},
};

/// Cheap to clone: clones count together.
#[derive(Clone, Debug)]
pub struct Counters {
    pub events: Counter,
    /// The number of games in each commit.
    pub batches: Histogram,
    /// Durations of commits, in seconds.
    pub commits: Histogram,
    pub failed_commits: Counter,
    /// Games in which a deadline passed.
    pub deadlines: Counter,
    /// Requests forwarded to the node that owns the game.
    pub passed_on: Counter,
    /// Games taken over from dead nodes.
    pub taken_over: Counter,
    pub stepped_aside: Counter,
}

impl Default for Counters {
    fn default() -> Counters {
        Counters {
            events: Counter::default(),
            batches: Histogram::new(exponential_buckets(1.0, 2.0, 12)),
            commits: times(),
            failed_commits: Counter::default(),
            deadlines: Counter::default(),
            passed_on: Counter::default(),
            taken_over: Counter::default(),
            stepped_aside: Counter::default(),
        }
    }
}

impl Counters {
    pub(crate) fn committed(&self, commit: &Commit) {
        if !commit.stored {
            self.failed_commits.inc();
            return;
        }
        self.events.inc_by(commit.events as u64);
        self.batches.observe(commit.games as f64);
        self.commits.observe(commit.took.as_secs_f64());
    }
}

/// A histogram of seconds, with buckets from half a millisecond to 16 seconds.
#[must_use]
pub fn times() -> Histogram {
    Histogram::new(exponential_buckets(0.0005, 2.0, 16))
}
