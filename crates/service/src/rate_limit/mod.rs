//! Rate limits per address and per person, so that no client can slow the server down for others.
//!
//! Every request is counted twice: for the address it comes from and for the person who makes it. A school
//! class behind one address is many people, so the limits of an address are much higher than those of a
//! person.

mod budget;
mod downloads;
mod frames;
mod log_in;
mod open;
mod shared;
#[cfg(test)]
mod tests;

pub use downloads::DownloadPlace;
pub use frames::FrameLimiter;
pub use log_in::Familiarity;
pub use open::{ConnectionPermit, OpenCount};
pub use shared::Usage;

use crate::{
    error::RateLimited,
    network::{network, networks},
};
use downloads::Downloads;
use governor::{
    Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    state::keyed::HashMapStateStore,
};
use log_in::{Charges, LogInRates, LogIns};
use open::Open;
use serde::{Deserialize, Serialize};
use shared::SharedCount;
use std::{
    fmt,
    hash::Hash,
    net::IpAddr,
    num::NonZeroU32,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);

/// A burst, and a sustained rate after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// Allowed at once, after a pause that was long enough.
    pub burst: NonZeroU32,
    /// Allowed per period in the long run.
    pub count: NonZeroU32,
    pub per: Duration,
}

impl Rate {
    /// # Panics
    /// When a number is 0.
    #[must_use]
    pub const fn new(burst: u32, per_minute: u32) -> Rate {
        Rate::each(burst, per_minute, MINUTE)
    }

    /// # Panics
    /// When a number is 0.
    #[must_use]
    pub const fn hourly(burst: u32, per_hour: u32) -> Rate {
        Rate::each(burst, per_hour, HOUR)
    }

    const fn each(burst: u32, count: u32, per: Duration) -> Rate {
        match (NonZeroU32::new(burst), NonZeroU32::new(count)) {
            (Some(burst), Some(count)) => Rate { burst, count, per },
            _ => panic!("a rate of 0"),
        }
    }

    /// The time after which one more request is allowed.
    fn interval(self) -> Duration {
        (self.per / self.count.get()).max(Duration::from_nanos(1))
    }

    /// The limit for a network with this many times as many people.
    fn times(self, times: u32) -> Rate {
        let more =
            |count: NonZeroU32| count.saturating_mul(NonZeroU32::new(times).unwrap_or(NonZeroU32::MIN));
        Rate { burst: more(self.burst), count: more(self.count), per: self.per }
    }

    fn quota(self) -> Quota {
        match Quota::with_period(self.interval()) {
            Some(quota) => quota.allow_burst(self.burst),
            // An interval is never 0.
            None => Quota::per_minute(self.count).allow_burst(self.burst),
        }
    }
}

/// A limit for an address and one for a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerCaller<T> {
    /// All clients at one address.
    pub address: T,
    /// One person, from whichever address.
    pub person: T,
}

/// Limits of clients. `docs/limits.md` describes the defaults.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RequestLimits {
    /// Requests of any kind.
    pub requests: PerCaller<Rate>,
    pub guests: PerCaller<Rate>,
    /// New games, including rematches.
    pub games: PerCaller<Rate>,
    /// Seeks created or accepted.
    pub seeks: PerCaller<Rate>,
    /// Messages sent in chats.
    pub messages: PerCaller<Rate>,
    /// New accounts and bots.
    pub accounts: PerCaller<Rate>,
    /// Requests with a password.
    pub log_ins: PerCaller<Rate>,
    /// Requests for password recovery.
    pub recoveries: PerCaller<Rate>,
    /// Passkey challenges and their answers.
    pub passkeys: PerCaller<Rate>,
    /// Wrong passwords for one name, from one address.
    pub log_in_near: Rate,
    /// Wrong passwords for one name, from all addresses together.
    pub log_in_wide: Rate,
    /// Wrong passwords from each address where the account's owner has logged in, in addition to the common
    /// budget.
    pub log_in_known: Rate,
    /// Wrong passwords from all of these addresses together.
    pub log_in_known_all: Rate,
    /// Wrong passwords from all addresses known by a session alone, in addition to the common budget.
    pub log_in_session: Rate,
    /// Wrong recovery codes for one name, from one address.
    pub recovery_near: Rate,
    /// Wrong password confirmations of one session.
    pub proof: Rate,
    /// Wrong password confirmations of all sessions of one account.
    pub proof_all: Rate,
    /// Exports of all personal data.
    pub exports: PerCaller<Rate>,
    /// Attempts to solve a puzzle.
    pub attempts: PerCaller<Rate>,
    /// Reports sent to moderators.
    pub reports: PerCaller<Rate>,
    /// Webhooks added or tested.
    pub webhooks: PerCaller<Rate>,
    /// The rate of new sockets.
    pub sockets: PerCaller<Rate>,
    /// Sockets open at the same time.
    pub open_sockets: PerCaller<u32>,
    /// NDJSON streams open at the same time.
    pub open_streams: PerCaller<u32>,
    /// Frames from a client on one socket: messages, pings and pongs.
    pub on_socket: Rate,
    /// Rejected frames on one socket before it is closed.
    pub refused_on_socket: Rate,
    /// Concurrent downloads of archive dumps.
    pub dumps: Concurrent,
    /// Concurrent streamed lists of games.
    pub downloads: Concurrent,
    /// Open games per guest.
    pub open_games_of_guest: u32,
    /// Imported games per account.
    pub imports: u32,
    /// Imported games per guest.
    pub imports_of_guest: u32,
    /// Computer moves due at the same time in the games that one person created.
    pub computers: u32,
}

/// Limits of concurrent operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Concurrent {
    /// For all clients together.
    pub all: u32,
    /// For a single address.
    pub address: u32,
}

impl Default for RequestLimits {
    /// Room for a school class behind one address; docs/limits.md names these numbers.
    fn default() -> RequestLimits {
        fn each<T>(address: T, person: T) -> PerCaller<T> {
            PerCaller { address, person }
        }
        RequestLimits {
            requests: each(Rate::new(1200, 6000), Rate::new(300, 1200)),
            guests: each(Rate::new(100, 30), Rate::new(10, 10)),
            games: each(Rate::new(120, 60), Rate::new(30, 12)),
            seeks: each(Rate::new(120, 60), Rate::new(10, 20)),
            messages: each(Rate::new(200, 300), Rate::new(10, 30)),
            accounts: each(Rate::new(40, 10), Rate::new(5, 2)),
            log_ins: each(Rate::new(60, 30), Rate::new(10, 5)),
            recoveries: each(Rate::new(30, 15), Rate::new(10, 5)),
            // A passkey cannot be guessed, but each challenge is stored, and logging in takes two requests.
            passkeys: each(Rate::new(120, 60), Rate::new(20, 10)),
            log_in_near: Rate::new(5, 2),
            // Together with log_in_known_all, log_in_session and proof_all 100 an hour.
            log_in_wide: Rate::hourly(32, 18),
            log_in_known: Rate::hourly(3, 2),
            log_in_known_all: Rate::hourly(12, 8),
            log_in_session: Rate::hourly(6, 4),
            recovery_near: Rate::new(5, 2),
            proof: Rate::hourly(6, 4),
            proof_all: Rate::hourly(12, 8),
            exports: each(Rate::new(30, 6), Rate::new(3, 1)),
            attempts: each(Rate::new(600, 300), Rate::new(60, 30)),
            reports: each(Rate::new(30, 6), Rate::new(5, 1)),
            webhooks: each(Rate::new(40, 20), Rate::new(10, 4)),
            sockets: each(Rate::new(200, 300), Rate::new(30, 60)),
            open_sockets: each(300, 30),
            open_streams: each(300, 30),
            on_socket: Rate::new(100, 1200),
            refused_on_socket: Rate::new(20, 20),
            dumps: Concurrent { all: 2, address: 1 },
            downloads: Concurrent { all: 16, address: 2 },
            open_games_of_guest: 20,
            imports: 1000,
            imports_of_guest: 50,
            computers: 16,
        }
    }
}

/// A kind of request that has a limit of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Kind {
    Accounts,
    Attempts,
    Exports,
    Guests,
    Games,
    LogIns,
    Seeks,
    Messages,
    Passkeys,
    Recoveries,
    Reports,
    Sockets,
    Webhooks,
}

/// A kind of long-lived connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LongLived {
    Socket,
    Stream,
}

/// A kind of long response with a limited number of places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Download {
    /// Many games in one file.
    Dump,
    List,
}

/// All rate limits and their counts.
pub struct RateLimits {
    requests: RequestCounter,
    guests: RequestCounter,
    games: RequestCounter,
    seeks: RequestCounter,
    messages: RequestCounter,
    accounts: RequestCounter,
    log_ins: RequestCounter,
    recoveries: RequestCounter,
    passkeys: RequestCounter,
    log_in: LogIns,
    owners: OwnerNetworks,
    exports: RequestCounter,
    attempts: RequestCounter,
    reports: RequestCounter,
    webhooks: RequestCounter,
    sockets: RequestCounter,
    open_sockets: Open,
    open_streams: Open,
    dumps: Downloads,
    downloads: Downloads,
    on_socket: Rate,
    refused_on_socket: Rate,
    caps: Caps,
    sharing: shared::Sharing,
}

/// Limits of what one person may have in total, over any time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caps {
    pub(crate) open_games_of_guest: u32,
    pub(crate) imports: u32,
    pub(crate) imports_of_guest: u32,
    pub(crate) computers: u32,
}

impl fmt::Debug for RateLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pace").finish_non_exhaustive()
    }
}

impl RateLimits {
    #[must_use]
    pub fn new(limits: &RequestLimits) -> RateLimits {
        let counted = |name, what, rates: PerCaller<Rate>| RequestCounter {
            name,
            what,
            addresses: [1, WIDER, WIDER * WIDER].map(|times| Counter::new(rates.address.times(times))),
            people: Counter::new(rates.person),
        };
        RateLimits {
            requests: counted("requests", "requests", limits.requests),
            guests: counted("guests", "new guests", limits.guests),
            games: counted("games", "new games", limits.games),
            seeks: counted("seeks", "seeks", limits.seeks),
            messages: counted("messages", "messages", limits.messages),
            accounts: counted("accounts", "new accounts", limits.accounts),
            log_ins: counted("log-ins", "passwords", limits.log_ins),
            recoveries: counted("recoveries", "recovery codes", limits.recoveries),
            passkeys: counted("passkeys", "passkey challenges", limits.passkeys),
            log_in: LogIns::new(&LogInRates {
                near: limits.log_in_near,
                wide: limits.log_in_wide,
                known: limits.log_in_known,
                known_all: limits.log_in_known_all,
                session: limits.log_in_session,
                recovery: limits.recovery_near,
                proof: limits.proof,
                proof_all: limits.proof_all,
            }),
            owners: OwnerNetworks::default(),
            exports: counted("exports", "exports", limits.exports),
            attempts: counted("attempts", "attempts at puzzles", limits.attempts),
            reports: counted("reports", "reports", limits.reports),
            webhooks: counted("webhooks", "webhooks created or tested", limits.webhooks),
            sockets: counted("sockets", "new sockets", limits.sockets),
            open_sockets: Open::new("open-sockets", "open sockets", limits.open_sockets),
            open_streams: Open::new("open-streams", "open streams", limits.open_streams),
            dumps: Downloads::new("dumps", "archive dumps", limits.dumps),
            downloads: Downloads::new("downloads", "downloads", limits.downloads),
            on_socket: limits.on_socket,
            refused_on_socket: limits.refused_on_socket,
            caps: Caps {
                open_games_of_guest: limits.open_games_of_guest,
                imports: limits.imports,
                imports_of_guest: limits.imports_of_guest,
                computers: limits.computers,
            },
            sharing: shared::Sharing::default(),
        }
    }

    pub(crate) fn caps(&self) -> Caps {
        self.caps
    }

    fn counted(&self, kind: Kind) -> &RequestCounter {
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
            Kind::Recoveries => &self.recoveries,
            Kind::Reports => &self.reports,
            Kind::Sockets => &self.sockets,
            Kind::Webhooks => &self.webhooks,
        }
    }

    /// Charges a request to its address.
    pub fn by_address(&self, address: IpAddr, kind: Option<Kind>) -> Result<(), RateLimited> {
        self.sharing.note(|| SharedCount::Address(address, shared::shared_kind(kind)));
        self.count_address(address, kind)
    }

    fn count_address(&self, address: IpAddr, kind: Option<Kind>) -> Result<(), RateLimited> {
        for counted in [Some(&self.requests), kind.map(|kind| self.counted(kind))].into_iter().flatten() {
            counted.address(address)?;
        }
        Ok(())
    }

    /// Charges a request to the person who makes it.
    pub fn by_person(&self, person: &str, kind: Option<Kind>) -> Result<(), RateLimited> {
        self.sharing.note(|| SharedCount::Person(person.to_owned(), shared::shared_kind(kind)));
        self.count_person(person, kind)
    }

    fn count_person(&self, person: &str, kind: Option<Kind>) -> Result<(), RateLimited> {
        for counted in [Some(&self.requests), kind.map(|kind| self.counted(kind))].into_iter().flatten() {
            counted.person(person)?;
        }
        Ok(())
    }

    /// Charges a message sent on a socket.
    pub fn said(&self, address: Option<IpAddr>, person: &str) -> Result<(), RateLimited> {
        self.sharing.note(|| SharedCount::Said(address, person.to_owned()));
        self.count_said(address, person)
    }

    fn count_said(&self, address: Option<IpAddr>, person: &str) -> Result<(), RateLimited> {
        if let Some(address) = address {
            self.messages.address(address)?;
        }
        self.messages.person(person)
    }

    /// Charges an attempt to log in with a name in its normalized form.
    pub fn log_in(
        self: &Arc<Self>,
        address: Option<IpAddr>,
        name: &str,
        familiarity: Familiarity,
    ) -> Result<Attempt, RateLimited> {
        let taken = self.log_in.log_in(address, name, familiarity)?;
        let failed = Some(match familiarity {
            Familiarity::Unknown => SharedCount::LogIn(address, name.to_owned()),
            _ => SharedCount::KnownLogIn(address, name.to_owned(), familiarity),
        });
        Ok(Attempt { rate_limits: Arc::clone(self), taken, failed })
    }

    /// Charges an attempt to recover an account.
    pub fn recovery(self: &Arc<Self>, address: Option<IpAddr>, name: &str) -> Result<Attempt, RateLimited> {
        let taken = self.log_in.recovery(address, name)?;
        Ok(Attempt { rate_limits: Arc::clone(self), taken, failed: None })
    }

    /// Charges a password confirmation of a session.
    pub fn proof(self: &Arc<Self>, session: &str, person: &str) -> Result<Attempt, RateLimited> {
        let taken = self.log_in.proof(session, person)?;
        let failed = Some(SharedCount::Proof(session.to_owned(), person.to_owned()));
        Ok(Attempt { rate_limits: Arc::clone(self), taken, failed })
    }

    /// Whether to record that an account's owner uses this address; `false` if that was recorded recently.
    pub fn is_news(&self, person: &str, address: IpAddr) -> bool {
        self.owners.is_news(person, network(address))
    }

    /// Counts a long-lived connection until the result is dropped.
    pub fn hold(
        &self,
        staying: LongLived,
        address: Option<IpAddr>,
        person: Option<&str>,
    ) -> Result<ConnectionPermit, RateLimited> {
        self.open(staying).hold(address, person)
    }

    fn open(&self, staying: LongLived) -> &Open {
        match staying {
            LongLived::Socket => &self.open_sockets,
            LongLived::Stream => &self.open_streams,
        }
    }

    /// Takes a place for a download until the result is dropped.
    pub fn download(&self, kind: Download, address: Option<IpAddr>) -> Result<DownloadPlace, RateLimited> {
        match kind {
            Download::Dump => self.dumps.begin(address),
            Download::List => self.downloads.begin(address),
        }
    }

    /// The limits for the frames of one socket.
    pub fn on_socket(&self) -> FrameLimiter {
        FrameLimiter::new(self.on_socket, self.refused_on_socket)
    }
}

/// A charged attempt, refunded if it turns out to be right.
#[must_use]
pub struct Attempt {
    rate_limits: Arc<RateLimits>,
    taken: Charges,
    /// What other nodes are told if it was wrong.
    failed: Option<SharedCount>,
}

impl fmt::Debug for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attempt").field("taken", &self.taken).finish_non_exhaustive()
    }
}

impl Attempt {
    /// Refunds the attempt: it was right, or abandoned.
    pub fn forgive(self) {
        self.rate_limits.log_in.give_back(self.taken);
    }

    /// Keeps the charge: the attempt was wrong.
    pub fn fail(self) {
        if let Some(failed) = self.failed {
            self.rate_limits.sharing.note(|| failed);
        }
    }
}

/// Owners whose network was recorded recently.
#[derive(Debug, Default)]
struct OwnerNetworks(Mutex<std::collections::HashMap<(Arc<str>, IpAddr), Instant>>);

impl OwnerNetworks {
    fn is_news(&self, person: &str, network: IpAddr) -> bool {
        const STALE: Duration = HOUR;
        const MOST: usize = 20_000;
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (Arc::from(person), network);
        if noted.get(&key).is_some_and(|at| at.elapsed() < STALE) {
            return false;
        }
        if noted.len() >= MOST {
            noted.clear();
        }
        noted.insert(key, Instant::now());
        true
    }
}

/// A network's limit relative to that of the next narrower one.
const WIDER: u32 = 2;

fn too_fast(limit: &str, what: &str, wait: Duration) -> RateLimited {
    // Rounded up, so that a retry after this time is accepted.
    RateLimited::new(limit, format!("too many {what}"), wait.as_secs() + 1)
}

/// The counts for one kind of request.
struct RequestCounter {
    name: &'static str,
    what: &'static str,
    /// /64, /56 and /48; an IPv4 address is counted once.
    addresses: [Counter<IpAddr>; 3],
    people: Counter<Arc<str>>,
}

impl RequestCounter {
    fn address(&self, address: IpAddr) -> Result<(), RateLimited> {
        for (counter, network) in self.addresses.iter().zip(networks(address)) {
            counter
                .count(&network)
                .map_err(|wait| too_fast(self.name, &format!("{} from this address", self.what), wait))?;
        }
        Ok(())
    }

    fn person(&self, person: &str) -> Result<(), RateLimited> {
        self.people.count(&person.into()).map_err(|wait| too_fast(self.name, self.what, wait))
    }
}

/// Counts by key; keys that have been idle for a while are removed.
struct Counter<K: Hash + Eq + Clone> {
    limiter: RateLimiter<K, HashMapStateStore<K>, DefaultClock>,
    since_sweep: AtomicU32,
}

/// After this many requests, keys whose budget is full again are removed. The map therefore never has more
/// than this many keys beyond the active ones.
const SWEEP: u32 = 1024;

impl<K: Hash + Eq + Clone> Counter<K> {
    fn new(rate: Rate) -> Counter<K> {
        let limiter = RateLimiter::new(rate.quota(), HashMapStateStore::default(), DefaultClock::default());
        Counter { limiter, since_sweep: AtomicU32::new(0) }
    }

    /// Charges one request, or returns how long to wait.
    fn count(&self, key: &K) -> Result<(), Duration> {
        if self.since_sweep.fetch_add(1, Ordering::Relaxed) >= SWEEP {
            self.since_sweep.store(0, Ordering::Relaxed);
            self.limiter.retain_recent();
            self.limiter.shrink_to_fit();
        }
        self.limiter.check_key(key).map_err(|until| until.wait_time_from(DefaultClock::default().now()))
    }
}
