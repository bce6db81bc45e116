//! How often somebody may try to log in. A name is counted for each address it is tried from, and more widely
//! wherever it is tried from. The wide limit does not hold for an address from which its owner has logged in
//! before: guesses from all over the world do not lock the owner out.

use super::{Counter, Rate, network, too_fast};
use ludoteca_protocol::Problem;
use std::{
    collections::{HashSet, VecDeque},
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

/// The most addresses of owners that are remembered; the oldest are forgotten.
const MOST_KNOWN: usize = 10_000;

type NameFrom = (Arc<str>, Option<IpAddr>);

pub(super) struct LogIns {
    near: Counter<NameFrom>,
    wide: Counter<Arc<str>>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    all: HashSet<NameFrom>,
    oldest_first: VecDeque<NameFrom>,
}

impl LogIns {
    pub(super) fn new(near: Rate, wide: Rate) -> LogIns {
        LogIns { near: Counter::new(near), wide: Counter::new(wide), known: Mutex::default() }
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a try.
    pub(super) fn tried(&self, address: Option<IpAddr>, name: &str) -> Result<(), Box<Problem>> {
        let key: NameFrom = (name.into(), address.map(network));
        let refused = |wait| too_fast("log-in", "tries with this name", wait);
        self.near.count(&key).map_err(refused)?;
        if self.known().all.contains(&key) {
            return Ok(());
        }
        self.wide.count(&key.0).map_err(refused)
    }

    /// The owner was here.
    pub(super) fn succeeded(&self, address: Option<IpAddr>, name: &str) {
        let key: NameFrom = (name.into(), address.map(network));
        let mut known = self.known();
        if known.all.insert(key.clone()) {
            known.oldest_first.push_back(key);
        }
        if known.oldest_first.len() > MOST_KNOWN
            && let Some(oldest) = known.oldest_first.pop_front()
        {
            known.all.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_from_everywhere_do_not_lock_the_owner_out() {
        let log_ins = LogIns::new(Rate::new(3, 1), Rate::new(5, 1));
        let at = |number: u8| Some(IpAddr::from([192, 0, 2, number]));
        log_ins.succeeded(at(1), "ada");
        let tries = (10..30).filter(|number| log_ins.tried(at(*number), "ada").is_ok()).count();
        assert_eq!(tries, 5, "the name is tried from everywhere");
        let refused = log_ins.tried(at(2), "ada").unwrap_err();
        assert_eq!((refused.status, refused.ratelimit.unwrap().key.as_str()), (429, "log-in"));
        for _ in 0..3 {
            log_ins.tried(at(1), "ada").unwrap();
        }
        assert!(log_ins.tried(at(1), "ada").is_err(), "but nobody tries without end");
        assert!(log_ins.tried(at(30), "bob").is_ok(), "another name");
    }

    #[test]
    fn only_so_many_owners_are_remembered() {
        let log_ins = LogIns::new(Rate::new(1, 1), Rate::new(1, 1));
        for number in 0..MOST_KNOWN + 10 {
            log_ins.succeeded(None, &number.to_string());
        }
        let known = log_ins.known();
        assert_eq!((known.all.len(), known.oldest_first.len()), (MOST_KNOWN, MOST_KNOWN));
        assert!(!known.all.contains(&("0".into(), None)));
    }
}
