//! A rate limit whose cost can be refunded. Attempts are charged when they begin, so that a thousand
//! concurrent ones cannot slip through, and successful ones are refunded.

use super::{Rate, SWEEP};
use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// For each key, when its budget will be full again (GCRA).
#[derive(Debug)]
pub(super) struct Budget<K> {
    interval: Duration,
    burst: Duration,
    begun: Instant,
    state: Mutex<State<K>>,
}

#[derive(Debug)]
struct State<K> {
    full_at: HashMap<K, Duration>,
    since_sweep: u32,
}

impl<K: Hash + Eq + Clone> Budget<K> {
    pub(super) fn new(rate: Rate) -> Budget<K> {
        let interval = rate.interval();
        let state = State { full_at: HashMap::new(), since_sweep: 0 };
        Budget {
            interval,
            burst: interval.saturating_mul(rate.burst.get()),
            begun: Instant::now(),
            state: Mutex::new(state),
        }
    }

    fn state(&self) -> MutexGuard<'_, State<K>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Charges one attempt, or returns how long to wait.
    pub(super) fn take(&self, key: &K) -> Result<(), Duration> {
        self.take_at(key, self.begun.elapsed())
    }

    fn take_at(&self, key: &K, now: Duration) -> Result<(), Duration> {
        let mut state = self.state();
        state.since_sweep += 1;
        if state.since_sweep >= SWEEP {
            state.since_sweep = 0;
            state.full_at.retain(|_, full_at| *full_at > now);
            state.full_at.shrink_to_fit();
        }
        let full_at = state.full_at.get(key).copied().unwrap_or(now).max(now) + self.interval;
        let wait = (full_at - now).saturating_sub(self.burst);
        if !wait.is_zero() {
            return Err(wait);
        }
        state.full_at.insert(key.clone(), full_at);
        Ok(())
    }

    pub(super) fn give_back(&self, key: &K) {
        if let Some(full_at) = self.state().full_at.get_mut(key) {
            *full_at = full_at.saturating_sub(self.interval);
        }
    }

    #[cfg(test)]
    pub(super) fn remembered(&self) -> usize {
        self.state().full_at.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_used_up_given_back_and_fills_again() {
        let budget = Budget::new(Rate::hourly(3, 2));
        let at = |minutes: u64| Duration::from_secs(60 * minutes);
        for _ in 0..3 {
            budget.take_at(&"ada", at(1)).unwrap();
        }
        assert_eq!(budget.take_at(&"ada", at(1)), Err(at(30)));
        assert_eq!(budget.take_at(&"bob", at(1)), Ok(()));
        budget.give_back(&"ada");
        budget.take_at(&"ada", at(1)).unwrap();
        assert!(budget.take_at(&"ada", at(30)).is_err());
        assert_eq!(budget.take_at(&"ada", at(31)), Ok(()));
        let later = (0..10).filter(|_| budget.take_at(&"ada", at(600)).is_ok()).count();
        assert_eq!(later, 3, "never more than at first");
    }

    #[test]
    fn full_budgets_are_removed() {
        let budget = Budget::new(Rate::new(1, 60));
        for number in 0..u64::from(10 * SWEEP) {
            budget.take_at(&number, Duration::from_secs(number)).unwrap();
        }
        assert!(budget.remembered() <= SWEEP as usize + 2, "{}", budget.remembered());
    }
}
