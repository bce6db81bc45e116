//! What was asked on one node counts on all: each tells the others, several times a second, what it has
//! counted. Between two such messages somebody can ask every node for what they may ask one for.

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

/// The most that is remembered between two messages; what comes then counts only here.
const MOST: usize = 20_000;

/// Something that was counted, and how often.
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
    /// From now on what is counted is told to others.
    pub(crate) fn share(&self) {
        self.sharing.wanted.store(true, Ordering::Relaxed);
    }

    /// What was counted since the last time.
    pub(crate) fn take_spent(&self) -> Vec<Spent> {
        let spent = std::mem::take(&mut *self.sharing.spent.lock().unwrap_or_else(PoisonError::into_inner));
        spent.into_iter().map(|(what, times)| Spent { what, times }).collect()
    }

    /// Counts what others have counted. Whoever has had too much there has so here.
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
