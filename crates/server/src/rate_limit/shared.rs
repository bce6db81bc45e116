//! What was asked on one node counts on all: each tells the others, several times a second, what it has
//! counted. Between two such messages somebody can ask every node for what they may ask one for.

use super::{Kind, RateLimits};
use serde::{Deserialize, Serialize};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

/// The most that is remembered between two messages; what comes then counts only here.
const MOST: usize = 20_000;

/// Something that was counted, and how often.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Usage {
    what: SharedCount,
    times: u32,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(super) enum SharedCount {
    Address(IpAddr, Option<Kind>),
    Person(String, Option<Kind>),
    Said(Option<IpAddr>, String),
    /// A wrong password.
    LogIn(Option<IpAddr>, String),
    /// Nodes of earlier versions tell where owners come from; the database says it now.
    Owner(Option<IpAddr>, String),
}

/// What other nodes are told of a request: nodes of earlier versions do not know all kinds.
pub(super) fn told(kind: Option<Kind>) -> Option<Kind> {
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
    /// From now on what is counted is told to others.
    pub(crate) fn share(&self) {
        self.sharing.wanted.store(true, Ordering::Relaxed);
    }

    /// What was counted since the last time.
    pub(crate) fn take_usage(&self) -> Vec<Usage> {
        let usage = std::mem::take(&mut *self.sharing.usage.lock().unwrap_or_else(PoisonError::into_inner));
        usage.into_iter().map(|(what, times)| Usage { what, times }).collect()
    }

    /// Counts what others have counted. Whoever has had too much there has so here.
    pub(crate) fn charge(&self, usage: &[Usage]) {
        for Usage { what, times } in usage {
            for _ in 0..*times {
                let _ = match what {
                    SharedCount::Address(address, kind) => self.count_address(*address, *kind),
                    SharedCount::Person(person, kind) => self.count_person(person, *kind),
                    SharedCount::Said(address, person) => self.count_said(*address, person),
                    SharedCount::LogIn(address, name) => {
                        self.log_in.failed_elsewhere(*address, name);
                        Ok(())
                    }
                    SharedCount::Owner(..) => Ok(()),
                };
            }
        }
    }
}
