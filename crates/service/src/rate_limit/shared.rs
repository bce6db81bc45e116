//! Shares rate limit counts between nodes: each node sends the others what it has counted, several times a
//! second. Between two such messages a client may use its full limit on every node.

use super::{Familiarity, Kind, LongLived, OpenCount, RateLimits};
use serde::{Deserialize, Serialize};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

/// The most entries kept between two messages; beyond it, requests count only on this node.
const MOST: usize = 20_000;

const LONG_LIVED: [LongLived; 2] = [LongLived::Socket, LongLived::Stream];

/// A charge, with its number of requests.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Usage {
    what: SharedCount,
    times: u32,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(super) enum SharedCount {
    Address(IpAddr, Option<Kind>),
    Person(String, Option<Kind>),
    Said(Option<IpAddr>, String),
    /// A wrong password for a name, from a network that is not known for the account.
    LogIn(Option<IpAddr>, String),
    /// A wrong password for a name, from a known network.
    KnownLogIn(Option<IpAddr>, String, Familiarity),
    /// A wrong password confirmation of a session, and its person.
    Proof(String, String),
    /// Nodes of earlier versions send owners' networks; they are in the database now.
    Owner(Option<IpAddr>, String),
}

/// The kind that is sent to other nodes: earlier versions do not know all kinds.
pub(super) fn shared_kind(kind: Option<Kind>) -> Option<Kind> {
    kind.filter(|kind| *kind != Kind::Recoveries)
}

#[derive(Debug, Default)]
pub(super) struct Sharing {
    wanted: AtomicBool,
    usage: Mutex<HashMap<SharedCount, u32>>,
}

impl Sharing {
    pub(super) fn note(&self, what: impl FnOnce() -> SharedCount) {
        if !self.wanted.load(Ordering::Relaxed) {
            return;
        }
        let mut usage = self.usage.lock().unwrap_or_else(PoisonError::into_inner);
        if usage.len() < MOST {
            *usage.entry(what()).or_default() += 1;
        }
    }
}

impl RateLimits {
    /// Starts collecting charges for the other nodes.
    pub fn share(&self) {
        self.sharing.wanted.store(true, Ordering::Relaxed);
        LONG_LIVED.iter().for_each(|what| self.open(*what).share());
    }

    /// The open connections whose number has changed since the last call, or all of them.
    pub fn take_open(&self, all: bool) -> Vec<OpenCount> {
        LONG_LIVED.iter().flat_map(|what| self.open(*what).take(*what, all)).collect()
    }

    /// Counts the open connections of another node, which has reported all of them or only changes.
    pub fn open_elsewhere(&self, node: &str, all: bool, reported: &[OpenCount]) {
        for what in LONG_LIVED {
            let counts = reported.iter().filter(|count| count.what == what);
            self.open(what).set_elsewhere(node, all, counts);
        }
    }

    /// The charges since the last call.
    pub fn take_usage(&self) -> Vec<Usage> {
        let usage = std::mem::take(&mut *self.sharing.usage.lock().unwrap_or_else(PoisonError::into_inner));
        usage.into_iter().map(|(what, times)| Usage { what, times }).collect()
    }

    /// Applies the charges of other nodes. A client over its limit there is over it here too.
    pub fn charge(&self, usage: &[Usage]) {
        for Usage { what, times } in usage {
            for _ in 0..*times {
                let _ = match what {
                    SharedCount::Address(address, kind) => self.count_address(*address, *kind),
                    SharedCount::Person(person, kind) => self.count_person(person, *kind),
                    SharedCount::Said(address, person) => self.count_said(*address, person),
                    SharedCount::LogIn(address, name) => {
                        self.log_in.failed_elsewhere(*address, name, Familiarity::Unknown);
                        Ok(())
                    }
                    SharedCount::KnownLogIn(address, name, familiarity) => {
                        self.log_in.failed_elsewhere(*address, name, *familiarity);
                        Ok(())
                    }
                    SharedCount::Proof(session, person) => {
                        self.log_in.proof_failed_elsewhere(session, person);
                        Ok(())
                    }
                    SharedCount::Owner(..) => Ok(()),
                };
            }
        }
    }
}
