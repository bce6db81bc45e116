//! How much one address and one person may ask of the server, so that nobody keeps others from playing.
//!
//! Everything is counted twice: for the address a request comes from and for the person who asks. A school
//! class behind one address is many people, so what an address may do is much more than what a person may.

mod held;
mod log_in;
mod shared;

pub(crate) use held::Held;
pub(crate) use shared::Spent;

use governor::{
    Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    state::keyed::HashMapStateStore,
};
use held::Open;
use log_in::LogIns;
use ludoteca_protocol::{Problem, RateLimit};
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    hash::Hash,
    net::{IpAddr, Ipv6Addr},
    num::NonZeroU32,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

/// So many at once, and so many a minute after that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// At once, after a pause that was long enough.
    pub burst: NonZeroU32,
    /// In the long run.
    pub per_minute: NonZeroU32,
}

impl Rate {
    /// # Panics
    /// When a number is 0: then nobody could ever do it.
    #[must_use]
    pub const fn new(burst: u32, per_minute: u32) -> Rate {
        match (NonZeroU32::new(burst), NonZeroU32::new(per_minute)) {
            (Some(burst), Some(per_minute)) => Rate { burst, per_minute },
            _ => panic!("a rate of 0"),
        }
    }

    fn quota(self) -> Quota {
        Quota::per_minute(self.per_minute).allow_burst(self.burst)
    }
}

/// The same thing for an address and for a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Each<T> {
    /// All who come from one address.
    pub address: T,
    /// One person, wherever they come from.
    pub person: T,
}

/// What everybody may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RequestLimits {
    /// Requests of any kind.
    pub requests: Each<Rate>,
    /// New guests.
    pub guests: Each<Rate>,
    /// New games, rematches among them.
    pub games: Each<Rate>,
    /// Seeks, made or taken up.
    pub seeks: Each<Rate>,
    /// Messages beside games.
    pub messages: Each<Rate>,
    /// New accounts and bots.
    pub accounts: Each<Rate>,
    /// Requests that say a password or a code.
    pub log_ins: Each<Rate>,
    /// Questions to passkeys, and their answers.
    pub passkeys: Each<Rate>,
    /// Tries with one name, from one address.
    pub log_in_near: Rate,
    /// Tries with one name, from all addresses but its owner's.
    pub log_in_wide: Rate,
    /// Exports of all one's data.
    pub exports: Each<Rate>,
    /// Attempts at puzzles.
    pub attempts: Each<Rate>,
    /// Reports to moderators.
    pub reports: Each<Rate>,
    /// Webhooks that are added or tried out.
    pub webhooks: Each<Rate>,
    /// Sockets that are opened.
    pub sockets: Each<Rate>,
    /// Sockets that are open at the same time.
    pub open_sockets: Each<u32>,
    /// Streams of lines that are open at the same time.
    pub open_streams: Each<u32>,
    /// What a client says on one socket.
    pub on_socket: Rate,
}

impl Default for RequestLimits {
    /// Room for a school class behind one address; docs/online.md names these numbers.
    fn default() -> RequestLimits {
        fn each<T>(address: T, person: T) -> Each<T> {
            Each { address, person }
        }
        RequestLimits {
            requests: each(Rate::new(1200, 6000), Rate::new(300, 1200)),
            guests: each(Rate::new(100, 30), Rate::new(10, 10)),
            games: each(Rate::new(120, 60), Rate::new(30, 12)),
            seeks: each(Rate::new(120, 60), Rate::new(10, 20)),
            messages: each(Rate::new(200, 300), Rate::new(10, 30)),
            accounts: each(Rate::new(40, 10), Rate::new(5, 2)),
            log_ins: each(Rate::new(60, 30), Rate::new(10, 5)),
            // A passkey cannot be guessed, but each question is stored, and to log in takes two requests.
            passkeys: each(Rate::new(120, 60), Rate::new(20, 10)),
            log_in_near: Rate::new(5, 2),
            log_in_wide: Rate::new(30, 10),
            exports: each(Rate::new(30, 6), Rate::new(3, 1)),
            attempts: each(Rate::new(600, 300), Rate::new(60, 30)),
            reports: each(Rate::new(30, 6), Rate::new(5, 1)),
            webhooks: each(Rate::new(40, 20), Rate::new(10, 4)),
            sockets: each(Rate::new(200, 300), Rate::new(30, 60)),
            open_sockets: each(300, 30),
            open_streams: each(300, 30),
            on_socket: Rate::new(100, 1200),
        }
    }
}

/// Something that is limited beside requests as such.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Kind {
    Accounts,
    Attempts,
    Exports,
    Guests,
    Games,
    LogIns,
    Seeks,
    Messages,
    Passkeys,
    Reports,
    Sockets,
    Webhooks,
}

/// A connection that stays open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Staying {
    Socket,
    Stream,
}

/// Counts what everybody does.
pub(crate) struct Pace {
    requests: Counted,
    guests: Counted,
    games: Counted,
    seeks: Counted,
    messages: Counted,
    accounts: Counted,
    log_ins: Counted,
    passkeys: Counted,
    log_in: LogIns,
    exports: Counted,
    attempts: Counted,
    reports: Counted,
    webhooks: Counted,
    sockets: Counted,
    open_sockets: Open,
    open_streams: Open,
    on_socket: Rate,
    sharing: shared::Sharing,
}

impl fmt::Debug for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pace").finish_non_exhaustive()
    }
}

impl Pace {
    pub(crate) fn new(limits: &RequestLimits) -> Pace {
        let counted = |name, what, rates: Each<Rate>| Counted {
            name,
            what,
            addresses: Counter::new(rates.address),
            people: Counter::new(rates.person),
        };
        Pace {
            requests: counted("requests", "requests", limits.requests),
            guests: counted("guests", "new guests", limits.guests),
            games: counted("games", "new games", limits.games),
            seeks: counted("seeks", "seeks", limits.seeks),
            messages: counted("messages", "messages", limits.messages),
            accounts: counted("accounts", "new accounts", limits.accounts),
            log_ins: counted("log-ins", "passwords and codes", limits.log_ins),
            passkeys: counted("passkeys", "questions to passkeys", limits.passkeys),
            log_in: LogIns::new(limits.log_in_near, limits.log_in_wide),
            exports: counted("exports", "exports", limits.exports),
            attempts: counted("attempts", "attempts at puzzles", limits.attempts),
            reports: counted("reports", "reports", limits.reports),
            webhooks: counted("webhooks", "webhooks added or tried out", limits.webhooks),
            sockets: counted("sockets", "new sockets", limits.sockets),
            open_sockets: Open::new("open-sockets", "open sockets", limits.open_sockets),
            open_streams: Open::new("open-streams", "open streams", limits.open_streams),
            on_socket: limits.on_socket,
            sharing: shared::Sharing::default(),
        }
    }

    fn counted(&self, kind: Kind) -> &Counted {
        match kind {
            Kind::Accounts => &self.accounts,
            Kind::Attempts => &self.attempts,
            Kind::Exports => &self.exports,
            Kind::LogIns => &self.log_ins,
            Kind::Guests => &self.guests,
            Kind::Games => &self.games,
            Kind::Seeks => &self.seeks,
            Kind::Messages => &self.messages,
            Kind::Passkeys => &self.passkeys,
            Kind::Reports => &self.reports,
            Kind::Sockets => &self.sockets,
            Kind::Webhooks => &self.webhooks,
        }
    }

    /// Counts a request for the address it comes from.
    pub(crate) fn by_address(&self, address: IpAddr, kind: Option<Kind>) -> Result<(), Box<Problem>> {
        self.sharing.note(|| shared::Counted::Address(address, kind));
        self.count_address(address, kind)
    }

    fn count_address(&self, address: IpAddr, kind: Option<Kind>) -> Result<(), Box<Problem>> {
        let address = network(address);
        for counted in [Some(&self.requests), kind.map(|kind| self.counted(kind))].into_iter().flatten() {
            counted.address(address)?;
        }
        Ok(())
    }

    /// Counts a request for whoever asks.
    pub(crate) fn by_person(&self, person: &str, kind: Option<Kind>) -> Result<(), Box<Problem>> {
        self.sharing.note(|| shared::Counted::Person(person.to_owned(), kind));
        self.count_person(person, kind)
    }

    fn count_person(&self, person: &str, kind: Option<Kind>) -> Result<(), Box<Problem>> {
        for counted in [Some(&self.requests), kind.map(|kind| self.counted(kind))].into_iter().flatten() {
            counted.person(person)?;
        }
        Ok(())
    }

    /// Counts a message that was said on a socket.
    pub(crate) fn said(&self, address: Option<IpAddr>, person: &str) -> Result<(), Box<Problem>> {
        self.sharing.note(|| shared::Counted::Said(address, person.to_owned()));
        self.count_said(address, person)
    }

    fn count_said(&self, address: Option<IpAddr>, person: &str) -> Result<(), Box<Problem>> {
        if let Some(address) = address {
            self.messages.address(network(address))?;
        }
        self.messages.person(person)
    }

    /// Counts a try to log in by a name, in the form in which names are compared.
    pub(crate) fn log_in_tried(&self, address: Option<IpAddr>, name: &str) -> Result<(), Box<Problem>> {
        self.sharing.note(|| shared::Counted::LogIn(address, name.to_owned()));
        self.log_in.tried(address, name)
    }

    /// Remembers from where the owner of a name comes.
    pub(crate) fn log_in_succeeded(&self, address: Option<IpAddr>, name: &str) {
        self.sharing.note(|| shared::Counted::Owner(address, name.to_owned()));
        self.log_in.succeeded(address, name);
    }

    /// Counts a connection that stays open, until what is answered is dropped.
    pub(crate) fn hold(
        &self,
        staying: Staying,
        address: Option<IpAddr>,
        person: Option<&str>,
    ) -> Result<Held, Box<Problem>> {
        let open = match staying {
            Staying::Socket => &self.open_sockets,
            Staying::Stream => &self.open_streams,
        };
        open.hold(address.map(network), person)
    }

    /// For one socket: how fast its client may speak.
    pub(crate) fn on_socket(&self) -> OnSocket {
        OnSocket(RateLimiter::direct(self.on_socket.quota()))
    }
}

/// How fast the client of one socket speaks.
pub(crate) struct OnSocket(governor::DefaultDirectRateLimiter);

impl OnSocket {
    pub(crate) fn heard(&self) -> Result<(), Box<Problem>> {
        self.0.check().map_err(|until| {
            let wait = until.wait_time_from(DefaultClock::default().now());
            too_fast("on-socket", "messages on one socket", wait)
        })
    }
}

/// A home has a whole network of addresses in IPv6, so all of it counts as one.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(ip) => {
            let [a, b, c, d, ..] = ip.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

fn too_fast(key: &str, what: &str, wait: Duration) -> Box<Problem> {
    // Rounded up: whoever comes again then is let in.
    let seconds = wait.as_secs() + 1;
    let detail = format!("too many {what}: come again in {seconds} s");
    let ratelimit = Some(RateLimit { key: key.to_owned(), seconds });
    Box::new(Problem { ratelimit, ..crate::hub::problem(429, "slower", detail) })
}

/// One kind of request.
struct Counted {
    name: &'static str,
    what: &'static str,
    addresses: Counter<IpAddr>,
    people: Counter<Arc<str>>,
}

impl Counted {
    fn address(&self, address: IpAddr) -> Result<(), Box<Problem>> {
        self.addresses
            .count(&address)
            .map_err(|wait| too_fast(self.name, &format!("{} from this address", self.what), wait))
    }

    fn person(&self, person: &str) -> Result<(), Box<Problem>> {
        self.people.count(&person.into()).map_err(|wait| too_fast(self.name, self.what, wait))
    }
}

/// Counts by key. Whoever has not come for a while is forgotten.
struct Counter<K: Hash + Eq + Clone> {
    limiter: RateLimiter<K, HashMapStateStore<K>, DefaultClock>,
    since_sweep: AtomicU32,
}

/// After so many requests those are forgotten who could do everything again anyway. So much more than those
/// who came lately is never remembered.
const SWEEP: u32 = 1024;

impl<K: Hash + Eq + Clone> Counter<K> {
    fn new(rate: Rate) -> Counter<K> {
        let limiter = RateLimiter::new(rate.quota(), HashMapStateStore::default(), DefaultClock::default());
        Counter { limiter, since_sweep: AtomicU32::new(0) }
    }

    /// Counts one; or how long to wait.
    fn count(&self, key: &K) -> Result<(), Duration> {
        if self.since_sweep.fetch_add(1, Ordering::Relaxed) >= SWEEP {
            self.since_sweep.store(0, Ordering::Relaxed);
            self.limiter.retain_recent();
            self.limiter.shrink_to_fit();
        }
        self.limiter.check_key(key).map_err(|until| until.wait_time_from(DefaultClock::default().now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_not_come_for_a_while_is_forgotten() {
        // So fast that everybody may do everything again at once.
        let counter = Counter::<u32>::new(Rate::new(1, u32::MAX));
        for key in 0..10 * SWEEP {
            counter.count(&key).unwrap();
        }
        let most = SWEEP as usize + 2;
        assert!(counter.limiter.len() <= most, "{} are remembered", counter.limiter.len());
    }

    #[test]
    fn a_home_is_one_address_also_in_ipv6() {
        let same = |a: &str, b: &str| network(a.parse().unwrap()) == network(b.parse().unwrap());
        assert!(same("2001:db8:1:2::5", "2001:db8:1:2:ffff::9"));
        assert!(!same("2001:db8:1:2::5", "2001:db8:1:3::5"));
        assert!(!same("192.0.2.1", "192.0.2.2"));
        assert!(same("::ffff:192.0.2.1", "192.0.2.1"));
    }

    #[test]
    fn what_is_refused_says_for_how_long() {
        let counter = Counter::<u32>::new(Rate::new(2, 1));
        assert_eq!((counter.count(&7), counter.count(&7)), (Ok(()), Ok(())));
        let wait = counter.count(&7).unwrap_err();
        assert!(wait > Duration::from_secs(50) && wait <= Duration::from_secs(60), "{wait:?}");
        assert_eq!(counter.count(&8), Ok(()), "somebody else");
    }
}
