//! Limits long-lived connections per address and per person.

use super::{PerCaller, too_fast};
use crate::{error::RateLimited, network::Network};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// `Retry-After` for a client that finds no free place; when one becomes free is unknown.
const COME_AGAIN: Duration = Duration::from_secs(9);

/// Open connections of one kind.
pub(super) struct Open {
    name: &'static str,
    what: &'static str,
    most: PerCaller<u32>,
    counts: Arc<Mutex<Counts>>,
}

/// Contains only keys that have a connection open.
#[derive(Debug, Default)]
struct Counts {
    networks: HashMap<Network, u32>,
    people: HashMap<Arc<str>, u32>,
}

/// A place for one connection, released on drop.
#[derive(Debug)]
pub struct ConnectionPermit {
    address: Option<IpAddr>,
    person: Option<Arc<str>>,
    counts: Arc<Mutex<Counts>>,
}

impl Open {
    pub(super) fn new(name: &'static str, what: &'static str, most: PerCaller<u32>) -> Open {
        Open { name, what, most, counts: Arc::default() }
    }

    pub(super) fn hold(
        &self,
        address: Option<IpAddr>,
        person: Option<&str>,
    ) -> Result<ConnectionPermit, RateLimited> {
        let mut counts = lock(&self.counts);
        let now = |count: Option<&u32>| count.copied().unwrap_or(0);
        let mut networks = address.into_iter().flat_map(Network::all);
        if networks.any(|network| now(counts.networks.get(&network)) >= network.limit(self.most.address)) {
            return Err(too_fast(self.name, &format!("{} from this address", self.what), COME_AGAIN));
        }
        if person.is_some_and(|person| now(counts.people.get(person)) >= self.most.person) {
            return Err(too_fast(self.name, self.what, COME_AGAIN));
        }
        let person: Option<Arc<str>> = person.map(Into::into);
        for network in address.into_iter().flat_map(Network::all) {
            *counts.networks.entry(network).or_default() += 1;
        }
        if let Some(person) = &person {
            *counts.people.entry(Arc::clone(person)).or_default() += 1;
        }
        Ok(ConnectionPermit { address, person, counts: Arc::clone(&self.counts) })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut counts = lock(&self.counts);
        for network in self.address.into_iter().flat_map(Network::all) {
            give_back(&mut counts.networks, &network);
        }
        if let Some(person) = &self.person {
            give_back(&mut counts.people, person);
        }
    }
}

fn give_back<K: std::hash::Hash + Eq>(counts: &mut HashMap<K, u32>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

/// A panic while the counts are locked leaves them consistent.
fn lock(counts: &Mutex<Counts>) -> MutexGuard<'_, Counts> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_free_again_when_the_connection_is_gone() {
        let open = Open::new("open", "open things", PerCaller { address: 3, person: 2 });
        let [here, there] = ["192.0.2.1", "192.0.2.2"].map(|text| text.parse::<IpAddr>().unwrap());
        let first = open.hold(Some(here), Some("ada")).unwrap();
        let second = open.hold(Some(there), Some("ada")).unwrap();
        let refused = open.hold(Some(here), Some("ada")).unwrap_err();
        assert_eq!(refused.limit, "open");
        let strangers = [open.hold(Some(here), None).unwrap(), open.hold(Some(here), None).unwrap()];
        assert!(open.hold(Some(here), Some("bob")).is_err(), "the address is full");
        drop(first);
        assert!(open.hold(Some(here), Some("ada")).is_ok());
        drop((second, strangers));
        let counts = lock(&open.counts);
        assert!(counts.networks.is_empty() && counts.people.is_empty(), "{counts:?}");
    }

    #[test]
    fn a_whole_48_has_twice_as_many_as_a_64() {
        let open = Open::new("open", "open things", PerCaller { address: 2, person: 9 });
        let hold = |number: u16| open.hold(Some(format!("2001:db8:7:{number:x}::1").parse().unwrap()), None);
        let held: Vec<_> = (0..4).map(|number| hold(number).unwrap()).collect();
        assert!(hold(9).is_err(), "four of the /48 are open");
        drop(held);
        let held: Vec<_> = (0..2).map(|_| hold(3).unwrap()).collect();
        assert!(hold(3).is_err() && hold(4).is_ok(), "two of the /64 are open");
        drop(held);
    }
}
