//! The open connections and their owners.

use ludoteca_service::network::Network;
use std::{
    cmp::Reverse,
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU8, AtomicU64, Ordering},
    },
    time::Instant,
};
use tokio::sync::oneshot;

/// Between requests, or while a response is being sent.
const IDLE: u8 = 0;
/// The server is working on a request.
const ANSWERING: u8 = 1;
/// The body of a request is incomplete.
const RECEIVING: u8 = 2;

/// All open connections, and how many each network holds.
#[derive(Default)]
pub(crate) struct Registry {
    open: HashMap<u64, Open>,
    held: HashMap<Network, u32>,
    /// Connections from a proxy that have not had a request yet.
    unowned: u32,
    next: u64,
}

struct Open {
    activity: Arc<Activity>,
    owner: Option<IpAddr>,
    close: oneshot::Sender<()>,
}

/// A panic while the registry is locked leaves it consistent, so a poisoned lock can be used.
pub(super) fn lock(registry: &Mutex<Registry>) -> MutexGuard<'_, Registry> {
    registry.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Registry {
    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    pub(super) fn add(
        registry: &Arc<Mutex<Registry>>,
        owner: Option<IpAddr>,
        begun: Instant,
    ) -> (Entry, oneshot::Receiver<()>) {
        let (close, closed) = oneshot::channel();
        let mut all = lock(registry);
        let id = all.next;
        all.next += 1;
        let activity = Arc::new(Activity {
            begun,
            sent: AtomicU64::new(0),
            state: AtomicU8::new(IDLE),
            id,
            registry: Arc::clone(registry),
        });
        activity.has_sent();
        all.count(owner, 1);
        all.open.insert(id, Open { activity: Arc::clone(&activity), owner, close });
        (Entry(activity), closed)
    }

    fn count(&mut self, owner: Option<IpAddr>, by: i32) {
        let Some(owner) = owner else {
            self.unowned = self.unowned.saturating_add_signed(by);
            return;
        };
        for network in Network::all(owner) {
            let held = self.held.entry(network).or_default();
            *held = held.saturating_add_signed(by);
            if *held == 0 {
                self.held.remove(&network);
            }
        }
    }

    fn remove(&mut self, id: u64) -> Option<Open> {
        let open = self.open.remove(&id)?;
        self.count(open.owner, -1);
        Some(open)
    }

    /// How many connections the largest network of this owner holds.
    fn weight(&self, owner: Option<IpAddr>) -> u32 {
        let Some(owner) = owner else { return self.unowned };
        Network::all(owner).filter_map(|network| self.held.get(&network)).copied().max().unwrap_or(0)
    }

    /// The network of this address that has reached its limit.
    pub(super) fn full_network(&self, address: IpAddr, per_address: u32) -> Option<Network> {
        let held = |network: &Network| self.held.get(network).copied().unwrap_or(0);
        Network::all(address).find(|network| held(network) >= network.limit(per_address))
    }

    /// Closes the idlest connection of a network; `false`: all of them are being served.
    pub(super) fn close_one_of(&mut self, network: Network) -> bool {
        let own = |open: &Open| open.owner.is_some_and(|owner| Network::all(owner).any(|one| one == network));
        let evictable = self.open.iter().filter(|(_, open)| own(open) && open.activity.is_evictable());
        let chosen = evictable.min_by_key(|(id, open)| (open.activity.last_sent(), **id));
        let chosen = chosen.map(|(id, _)| *id);
        self.close(chosen)
    }

    /// Closes the idlest connection of the network that holds the most; `false`: all are being served.
    pub(super) fn close_one_of_the_largest(&mut self) -> bool {
        let evictable = self.open.iter().filter(|(_, open)| open.activity.is_evictable());
        let rank = |id: u64, open: &Open| (Reverse(self.weight(open.owner)), open.activity.last_sent(), id);
        let chosen = evictable.min_by_key(|(id, open)| rank(**id, open)).map(|(id, _)| *id);
        self.close(chosen)
    }

    fn close(&mut self, chosen: Option<u64>) -> bool {
        let Some(open) = chosen.and_then(|id| self.remove(id)) else { return false };
        // It may have closed at this very moment.
        let _ = open.close.send(());
        true
    }
}

/// An open connection's entry, which is removed on drop.
pub(crate) struct Entry(Arc<Activity>);

impl Entry {
    pub(super) fn activity(&self) -> &Arc<Activity> {
        &self.0
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        lock(&self.0.registry).remove(self.0.id);
    }
}

/// The recent activity of a connection.
pub(crate) struct Activity {
    begun: Instant,
    /// When the client was last sent something, or the connection opened, in milliseconds since `begun`.
    sent: AtomicU64,
    state: AtomicU8,
    id: u64,
    registry: Arc<Mutex<Registry>>,
}

impl Activity {
    pub(super) fn has_sent(&self) {
        let now = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.sent.store(now, Ordering::Relaxed);
    }

    fn last_sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }

    fn is_evictable(&self) -> bool {
        self.state.load(Ordering::Relaxed) != ANSWERING
    }

    /// Protects the connection from being closed in favour of another while the request is answered.
    pub(crate) async fn while_answering<T>(&self, answer: impl Future<Output = T>) -> T {
        self.state.store(ANSWERING, Ordering::Relaxed);
        let answer = answer.await;
        self.has_sent();
        self.state.store(IDLE, Ordering::Relaxed);
        answer
    }

    /// Records whether a part of the request's body is still missing.
    pub(super) fn awaits_body(&self, awaits: bool) {
        let (from, to) = if awaits { (ANSWERING, RECEIVING) } else { (RECEIVING, ANSWERING) };
        // A body that is dropped unread after the answer changes nothing.
        let _ = self.state.compare_exchange(from, to, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Sets the client address for which a proxy uses this connection now.
    pub(crate) fn belongs_to(&self, owner: IpAddr) {
        let mut all = lock(&self.registry);
        let Some(open) = all.open.get_mut(&self.id) else { return };
        if open.owner == Some(owner) {
            return;
        }
        let before = open.owner.replace(owner);
        all.count(before, -1);
        all.count(Some(owner), 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Opened {
        entry: Entry,
        closed: oneshot::Receiver<()>,
    }

    impl Opened {
        fn is_closed(&mut self) -> bool {
            self.closed.try_recv().is_ok()
        }
    }

    fn open(registry: &Arc<Mutex<Registry>>, address: &str, sent: u64) -> Opened {
        let owner = (!address.is_empty()).then(|| address.parse().unwrap());
        let (entry, closed) = Registry::add(registry, owner, Instant::now());
        entry.activity().sent.store(sent, Ordering::Relaxed);
        Opened { entry, closed }
    }

    #[test]
    fn the_address_that_holds_most_gives_up_a_connection() {
        let registry = Arc::default();
        let mut victim = open(&registry, "192.0.2.1", 0);
        let mut attacker: Vec<_> = (1..=3).map(|sent| open(&registry, "198.51.100.7", sent)).collect();
        assert!(lock(&registry).close_one_of_the_largest());
        assert!(attacker[0].is_closed() && !attacker[1].is_closed(), "the idlest of the largest");
        assert!(lock(&registry).close_one_of_the_largest());
        assert!(attacker[1].is_closed() && !victim.is_closed(), "it still has two of three");
        assert!(lock(&registry).close_one_of_the_largest());
        assert!(victim.is_closed(), "one each: the idlest");
    }

    #[test]
    fn a_48_that_spreads_over_its_64s_is_one_holder() {
        let registry = Arc::default();
        let mut victims: Vec<_> = (0..2).map(|_| open(&registry, "192.0.2.1", 0)).collect();
        let address = |number: u64| format!("2001:db8:5:{number:x}::1");
        let mut attacker: Vec<_> = (1..=3).map(|sent| open(&registry, &address(sent), sent)).collect();
        assert!(lock(&registry).close_one_of_the_largest());
        assert!(attacker[0].is_closed() && !victims.iter_mut().any(Opened::is_closed));
        let next = address(9).parse().unwrap();
        assert_eq!(lock(&registry).full_network(next, 1), Network::wide(next), "two remain");
        assert_eq!(lock(&registry).full_network(next, 2), None);
    }

    #[tokio::test]
    async fn a_request_that_is_worked_on_is_safe_and_one_whose_body_is_missing_is_not() {
        let registry = Arc::default();
        let mut one = open(&registry, "192.0.2.1", 0);
        let activity = Arc::clone(one.entry.activity());
        activity
            .while_answering(async {
                assert!(!lock(&registry).close_one_of_the_largest());
                activity.awaits_body(true);
                activity.awaits_body(false);
                assert!(!lock(&registry).close_one_of_the_largest());
                activity.awaits_body(true);
                assert!(lock(&registry).close_one_of_the_largest());
            })
            .await;
        assert!(one.is_closed());
    }

    #[test]
    fn connections_of_a_proxy_belong_to_whom_their_requests_name() {
        let registry = Arc::default();
        let mut proxied: Vec<_> = (0..3).map(|sent| open(&registry, "", sent)).collect();
        let victim = open(&registry, "192.0.2.1", 0);
        let attacker: IpAddr = "198.51.100.7".parse().unwrap();
        for one in &proxied[..2] {
            one.entry.activity().belongs_to(attacker);
            one.entry.activity().belongs_to(attacker);
        }
        assert_eq!(lock(&registry).weight(Some(attacker)), 2);
        assert!(lock(&registry).close_one_of_the_largest());
        assert!(proxied[0].is_closed());
        drop((proxied, victim));
        let all = lock(&registry);
        assert!(all.open.is_empty() && all.held.is_empty() && all.unowned == 0);
    }
}
