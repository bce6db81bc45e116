//! Limits concurrent long responses: each costs processor time for as long as it lasts.

use super::{Concurrent, too_fast};
use crate::{error::RateLimited, network::Network};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// `Retry-After` for a client that finds no free place; when one becomes free is unknown.
const COME_AGAIN: Duration = Duration::from_secs(29);

/// Running downloads of one kind.
pub(super) struct Downloads {
    name: &'static str,
    what: &'static str,
    most: Concurrent,
    under_way: Arc<Mutex<RunningDownloads>>,
}

#[derive(Debug, Default)]
struct RunningDownloads {
    all: u32,
    networks: HashMap<Network, u32>,
}

/// A place for one download, released on drop.
#[derive(Debug)]
pub struct DownloadPlace {
    network: Option<Network>,
    under_way: Arc<Mutex<RunningDownloads>>,
}

impl Downloads {
    pub(super) fn new(name: &'static str, what: &'static str, most: Concurrent) -> Downloads {
        Downloads { name, what, most, under_way: Arc::default() }
    }

    pub(super) fn begin(&self, address: Option<IpAddr>) -> Result<DownloadPlace, RateLimited> {
        let network = address.map(Network::near);
        let mut under_way = lock(&self.under_way);
        let own = network.and_then(|network| under_way.networks.get(&network)).copied().unwrap_or(0);
        if own >= self.most.address {
            return Err(too_fast(self.name, &format!("{} to this address", self.what), COME_AGAIN));
        }
        if under_way.all >= self.most.all {
            return Err(too_fast(self.name, &format!("{} at the same time", self.what), COME_AGAIN));
        }
        under_way.all += 1;
        if let Some(network) = network {
            *under_way.networks.entry(network).or_default() += 1;
        }
        Ok(DownloadPlace { network, under_way: Arc::clone(&self.under_way) })
    }
}

impl Drop for DownloadPlace {
    fn drop(&mut self) {
        let mut under_way = lock(&self.under_way);
        under_way.all -= 1;
        if let Some(network) = self.network
            && let Some(own) = under_way.networks.get_mut(&network)
        {
            *own -= 1;
            if *own == 0 {
                under_way.networks.remove(&network);
            }
        }
    }
}

/// A panic while the counts are locked leaves them consistent.
fn lock(under_way: &Mutex<RunningDownloads>) -> MutexGuard<'_, RunningDownloads> {
    under_way.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_few_in_all_and_fewer_for_one_address() {
        let downloads = Downloads::new("dumps", "dumps", Concurrent { all: 2, address: 1 });
        let begin = |text: &str| downloads.begin(Some(text.parse().unwrap()));
        let first = begin("192.0.2.1").unwrap();
        let refused = begin("192.0.2.1").unwrap_err();
        assert_eq!(refused.limit, "dumps");
        let second = begin("192.0.2.2").unwrap();
        assert!(begin("192.0.2.3").is_err() && downloads.begin(None).is_err(), "two in all");
        drop(first);
        let first = begin("192.0.2.1").unwrap();
        drop((first, second));
        let under_way = lock(&downloads.under_way);
        assert!(under_way.all == 0 && under_way.networks.is_empty(), "{under_way:?}");
    }
}
