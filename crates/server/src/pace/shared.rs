//! Shares rate limit counts between nodes: each node sends the others what it has counted, several times a
//! second. Between two such messages a client may use its full limit on every node.

use super::{Kind, Pace};
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

/// A charge, with its number of requests.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Spent {
    what: Counted,
    times: u32,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(super) enum Counted {
    Address(IpAddr, Option<Kind>),
    Person(String, Option<Kind>),
    Said(Option<IpAddr>, String),
    /// A wrong password for a name.
    LogIn(Option<IpAddr>, String),
    /// Nodes of earlier versions send owners' networks; they are in the database now.
    Owner(Option<IpAddr>, String),
}

/// The kind that is sent to other nodes: earlier versions do not know all kinds.
pub(super) fn told(kind: Option<Kind>) -> Option<Kind> {
    kind.filter(|kind| *kind != Kind::Recoveries)
}

#[derive(Debug, Default)]
pub(super) struct Sharing {
    wanted: AtomicBool,
    spent: Mutex<HashMap<Counted, u32>>,
}

impl Sharing {
    pub(super) fn note(&self, what: impl FnOnce() -> Counted) {
        if !self.wanted.load(Ordering::Relaxed) {
            return;
        }
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        if spent.len() < MOST {
            *spent.entry(what()).or_default() += 1;
        }
    }
}

impl Pace {
    /// Starts collecting charges for the other nodes.
    pub(crate) fn share(&self) {
        self.sharing.wanted.store(true, Ordering::Relaxed);
    }

    /// The charges since the last call.
    pub(crate) fn take_spent(&self) -> Vec<Spent> {
        let spent = std::mem::take(&mut *self.sharing.spent.lock().unwrap_or_else(PoisonError::into_inner));
        spent.into_iter().map(|(what, times)| Spent { what, times }).collect()
    }

    /// Applies the charges of other nodes. A client over its limit there is over it here too.
    pub(crate) fn charge(&self, spent: &[Spent]) {
        for Spent { what, times } in spent {
            for _ in 0..*times {
                let _ = match what {
                    Counted::Address(address, kind) => self.count_address(*address, *kind),
                    Counted::Person(person, kind) => self.count_person(person, *kind),
                    Counted::Said(address, person) => self.count_said(*address, person),
                    Counted::LogIn(address, name) => {
                        self.log_in.failed_elsewhere(*address, name);
                        Ok(())
                    }
                    Counted::Owner(..) => Ok(()),
                };
            }
        }
    }
}
