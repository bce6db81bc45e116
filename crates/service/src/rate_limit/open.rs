//! Limits long-lived connections per address and per person.

use super::{LongLived, PerCaller, too_fast};
use crate::{error::RateLimited, network::Network};
use serde::{Deserialize, Serialize};
use std::{
    collections::{HashMap, HashSet},
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::Instant;

/// `Retry-After` for a client that finds no free place; when one becomes free is unknown.
const COME_AGAIN: Duration = Duration::from_secs(9);
/// How long the counts of another node last: those of a dead one must not keep its clients out of the others.
const COUNTS_LAST: Duration = Duration::from_secs(3);
/// The most changes kept between two messages to other nodes.
const MOST_CHANGES: usize = 20_000;

/// Open connections of one kind.
pub(super) struct Open {
    name: &'static str,
    what: &'static str,
    most: PerCaller<u32>,
    counts: Arc<Mutex<Counts>>,
}

/// What connections are counted for.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
enum Holder {
    Network(Network),
    Person(String),
}

/// The open connections of one holder on a node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OpenCount {
    pub(super) what: LongLived,
    holder: Holder,
    count: u32,
}

#[derive(Debug, Default)]
struct Counts {
    /// Contains only holders that have a connection open.
    here: HashMap<Holder, u32>,
    elsewhere: HashMap<String, Elsewhere>,
    /// The holders whose count has changed since it was last shared; `None`: counts are not shared.
    changed: Option<HashSet<Holder>>,
}

/// What another node has reported.
#[derive(Debug)]
struct Elsewhere {
    counts: HashMap<Holder, u32>,
    reported: Instant,
}

impl Counts {
    fn of(&self, holder: &Holder) -> u32 {
        let count = |counts: &HashMap<Holder, u32>| counts.get(holder).copied().unwrap_or(0);
        count(&self.here) + self.elsewhere.values().map(|node| count(&node.counts)).sum::<u32>()
    }

    fn add(&mut self, holder: &Holder) {
        *self.here.entry(holder.clone()).or_default() += 1;
        self.note(holder);
    }

    fn remove(&mut self, holder: &Holder) {
        if let Some(count) = self.here.get_mut(holder) {
            *count -= 1;
            if *count == 0 {
                self.here.remove(holder);
            }
        }
        self.note(holder);
    }

    fn note(&mut self, holder: &Holder) {
        if let Some(changed) = self.changed.as_mut().filter(|changed| changed.len() < MOST_CHANGES) {
            changed.insert(holder.clone());
        }
    }

    fn forget_old(&mut self) {
        self.elsewhere.retain(|_, node| node.reported.elapsed() < COUNTS_LAST);
    }
}

/// A place for one connection, released on drop.
#[derive(Debug)]
pub struct ConnectionPermit {
    holders: Vec<Holder>,
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
        let networks = address.into_iter().flat_map(Network::all).map(Holder::Network);
        let holders: Vec<Holder> =
            networks.chain(person.map(|person| Holder::Person(person.to_owned()))).collect();
        let mut counts = lock(&self.counts);
        counts.forget_old();
        for holder in &holders {
            let (most, what) = match holder {
                Holder::Network(network) => {
                    (network.limit(self.most.address), format!("{} from this address", self.what))
                }
                Holder::Person(_) => (self.most.person, self.what.to_owned()),
            };
            if counts.of(holder) >= most {
                return Err(too_fast(self.name, &what, COME_AGAIN));
            }
        }
        holders.iter().for_each(|holder| counts.add(holder));
        drop(counts);
        Ok(ConnectionPermit { holders, counts: Arc::clone(&self.counts) })
    }

    pub(super) fn share(&self) {
        lock(&self.counts).changed.get_or_insert_default();
    }

    /// The counts that have changed since the last call, or all of them.
    pub(super) fn take(&self, what: LongLived, all: bool) -> Vec<OpenCount> {
        let mut counts = lock(&self.counts);
        let changed = counts.changed.as_mut().map(std::mem::take).unwrap_or_default();
        let holders = if all { counts.here.keys().cloned().collect() } else { changed };
        let count = |holder| {
            let count = counts.here.get(&holder).copied().unwrap_or(0);
            OpenCount { what, holder, count }
        };
        holders.into_iter().map(count).collect()
    }

    /// Another node has reported these counts, all that it has or only what has changed.
    pub(super) fn set_elsewhere<'a>(
        &self,
        node: &str,
        all: bool,
        reported: impl Iterator<Item = &'a OpenCount>,
    ) {
        let mut counts = lock(&self.counts);
        let now = Instant::now();
        let known = counts.elsewhere.entry(node.to_owned());
        let known = known.or_insert_with(|| Elsewhere { counts: HashMap::new(), reported: now });
        known.reported = now;
        if all {
            known.counts.clear();
        }
        for OpenCount { holder, count, .. } in reported {
            match count {
                0 => drop(known.counts.remove(holder)),
                count => drop(known.counts.insert(holder.clone(), *count)),
            }
        }
        counts.forget_old();
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut counts = lock(&self.counts);
        self.holders.iter().for_each(|holder| counts.remove(holder));
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
        assert!(counts.here.is_empty(), "{counts:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn connections_to_other_nodes_count_until_those_are_silent() {
        let [one, two] =
            [(); 2].map(|()| Open::new("open", "open things", PerCaller { address: 9, person: 2 }));
        one.share();
        let tell = |all| two.set_elsewhere("one", all, one.take(LongLived::Socket, all).iter());
        let held = one.hold(None, Some("ada")).unwrap();
        tell(false);
        let second = two.hold(None, Some("ada")).unwrap();
        assert!(two.hold(None, Some("ada")).is_err());
        drop((held, second));
        tell(false);
        let held = [two.hold(None, Some("ada")).unwrap(), two.hold(None, Some("ada")).unwrap()];
        drop(held);
        let _held = [one.hold(None, Some("ada")).unwrap(), one.hold(None, Some("ada")).unwrap()];
        assert_eq!(one.take(LongLived::Socket, false).len(), 1);
        assert!(two.hold(None, Some("ada")).is_ok(), "that message was lost");
        tell(true);
        assert!(two.hold(None, Some("ada")).is_err());
        tokio::time::advance(COUNTS_LAST).await;
        assert!(two.hold(None, Some("ada")).is_ok(), "the node may be dead");
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
