//! Limits wrong passwords and recovery codes per user name. Each network has a small budget for a name, wider
//! IPv6 networks a little more, and all networks together share an hourly one. Networks where the owner has
//! logged in are exempt from the shared budget and have a reserve of their own, so that a distributed attack
//! cannot lock the owner out. Networks known by a session alone share a smaller reserve: a stolen token makes
//! any number of networks known. Successful attempts are refunded.

use super::{Rate, WIDER, budget::Budget, network, networks, too_fast};
use ludoteca_protocol::Problem;
use serde::{Deserialize, Serialize};
use std::{net::IpAddr, sync::Arc};

/// A user name in its normalized form, and the network of the attempt.
type Key = (Arc<str>, Option<IpAddr>);

/// How well the network of an attempt is known for the account.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Familiarity {
    Unknown,
    /// A session was used there.
    Session,
    /// The owner registered or logged in there.
    LogIn,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct LogInRates {
    pub(super) near: Rate,
    pub(super) wide: Rate,
    pub(super) known: Rate,
    pub(super) known_all: Rate,
    pub(super) session: Rate,
    pub(super) recovery: Rate,
    pub(super) proof: Rate,
    pub(super) proof_all: Rate,
}

#[derive(Debug)]
pub(super) struct LogIns {
    /// By network: /64, /56 and /48.
    near: [Budget<Key>; 3],
    /// For all networks together.
    wide: Budget<Key>,
    /// The reserve of each network where the owner has logged in.
    known: Budget<Key>,
    /// For all of these networks together.
    known_all: Budget<Key>,
    /// The reserve of all networks known by a session alone.
    session: Budget<Key>,
    /// Recovery by network. Codes cannot be guessed, so there is no limit for all networks together, which
    /// would let strangers keep the owner from using one.
    recovery: [Budget<Key>; 3],
    /// Passwords that a session must confirm.
    proof: Budget<Key>,
    /// For all sessions of an account together.
    proof_all: Budget<Key>,
}

/// The budgets that an attempt was charged to.
#[derive(Debug)]
pub(super) struct Charges(Vec<(Budgets, Key)>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Budgets {
    Near(usize),
    Wide,
    Known,
    KnownAll,
    Session,
    Recovery(usize),
    Proof,
    ProofAll,
}

impl LogIns {
    pub(super) fn new(rates: &LogInRates) -> LogIns {
        let by_width = |rate: Rate| [1, WIDER, WIDER * WIDER].map(|times| Budget::new(rate.times(times)));
        LogIns {
            near: by_width(rates.near),
            wide: Budget::new(rates.wide),
            known: Budget::new(rates.known),
            known_all: Budget::new(rates.known_all),
            session: Budget::new(rates.session),
            recovery: by_width(rates.recovery),
            proof: Budget::new(rates.proof),
            proof_all: Budget::new(rates.proof_all),
        }
    }

    fn budget(&self, which: Budgets) -> &Budget<Key> {
        match which {
            Budgets::Near(width) => &self.near[width],
            Budgets::Wide => &self.wide,
            Budgets::Known => &self.known,
            Budgets::KnownAll => &self.known_all,
            Budgets::Session => &self.session,
            Budgets::Recovery(width) => &self.recovery[width],
            Budgets::Proof => &self.proof,
            Budgets::ProofAll => &self.proof_all,
        }
    }

    /// Charges an attempt to log in: to the reserve of a known network, or to the budget of all.
    pub(super) fn log_in(
        &self,
        address: Option<IpAddr>,
        name: &str,
        familiarity: Familiarity,
    ) -> Result<Charges, Box<Problem>> {
        let name: Arc<str> = name.into();
        let mut taken = self.take_all(budgets(address, &name, familiarity));
        if taken.is_err() && familiarity != Familiarity::Unknown {
            let near = near(address, &name, familiarity);
            taken = self.take_all(near.chain([(Budgets::Wide, (Arc::clone(&name), None))]).collect());
        }
        taken.map_err(|wait| too_fast("log-in", "wrong passwords for this name", wait))
    }

    /// Charges an attempt to recover an account.
    pub(super) fn recovery(&self, address: Option<IpAddr>, name: &str) -> Result<Charges, Box<Problem>> {
        let keys = keys(address, &name.into()).into_iter();
        let taken = self.take_all(keys.map(|(width, key)| (Budgets::Recovery(width), key)).collect());
        taken.map_err(|wait| too_fast("recovery", "wrong codes for this name", wait))
    }

    /// Charges a password confirmation. Each session has a budget of its own, so that a stolen one does not
    /// use up the owner's.
    pub(super) fn proof(&self, session: &str, person: &str) -> Result<Charges, Box<Problem>> {
        let taken = self.take_all(proof_budgets(session, person));
        taken.map_err(|wait| too_fast("log-in", "wrong passwords", wait))
    }

    /// Charges all of these budgets, or none.
    fn take_all(&self, wanted: Vec<(Budgets, Key)>) -> Result<Charges, std::time::Duration> {
        let mut taken = Charges(Vec::with_capacity(wanted.len()));
        for (which, key) in wanted {
            if let Err(wait) = self.budget(which).take(&key) {
                self.give_back(taken);
                return Err(wait);
            }
            taken.0.push((which, key));
        }
        Ok(taken)
    }

    /// Refunds an attempt that succeeded or was abandoned.
    pub(super) fn give_back(&self, taken: Charges) {
        for (which, key) in taken.0 {
            self.budget(which).give_back(&key);
        }
    }

    /// Charges a wrong attempt made on another node.
    pub(super) fn failed_elsewhere(&self, address: Option<IpAddr>, name: &str, familiarity: Familiarity) {
        self.charge(budgets(address, &name.into(), familiarity));
    }

    /// Charges a wrong confirmation made on another node.
    pub(super) fn proof_failed_elsewhere(&self, session: &str, person: &str) {
        self.charge(proof_budgets(session, person));
    }

    /// Charges as many of these budgets as possible.
    fn charge(&self, budgets: Vec<(Budgets, Key)>) {
        for (which, key) in budgets {
            let _ = self.budget(which).take(&key);
        }
    }
}

/// The budgets that an attempt to log in is charged to, if possible.
fn budgets(address: Option<IpAddr>, name: &Arc<str>, familiarity: Familiarity) -> Vec<(Budgets, Key)> {
    let all = || (Arc::clone(name), None);
    let shared = match familiarity {
        Familiarity::Unknown => vec![(Budgets::Wide, all())],
        Familiarity::Session => vec![(Budgets::Session, all())],
        Familiarity::LogIn => {
            let own = (Arc::clone(name), address.map(network));
            vec![(Budgets::Known, own), (Budgets::KnownAll, all())]
        }
    };
    near(address, name, familiarity).chain(shared).collect()
}

/// The budgets of the network of an attempt. Where the owner has logged in, other clients in the wider
/// networks do not count.
fn near(
    address: Option<IpAddr>,
    name: &Arc<str>,
    familiarity: Familiarity,
) -> impl Iterator<Item = (Budgets, Key)> {
    let widths = if familiarity == Familiarity::LogIn { 1 } else { usize::MAX };
    keys(address, name).into_iter().take(widths).map(|(width, key)| (Budgets::Near(width), key))
}

fn proof_budgets(session: &str, person: &str) -> Vec<(Budgets, Key)> {
    vec![(Budgets::Proof, (session.into(), None)), (Budgets::ProofAll, (person.into(), None))]
}

/// The keys of a name, from the narrowest network to the widest.
fn keys(address: Option<IpAddr>, name: &Arc<str>) -> Vec<(usize, Key)> {
    match address {
        None => vec![(0, (Arc::clone(name), None))],
        Some(address) => networks(address)
            .into_iter()
            .enumerate()
            .map(|(width, network)| (width, (Arc::clone(name), Some(network))))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Familiarity::{LogIn, Session, Unknown},
        *,
    };

    fn log_ins() -> LogIns {
        LogIns::new(&LogInRates {
            near: Rate::new(3, 1),
            wide: Rate::hourly(5, 1),
            known: Rate::hourly(2, 1),
            known_all: Rate::hourly(4, 1),
            session: Rate::hourly(2, 1),
            recovery: Rate::new(3, 1),
            proof: Rate::hourly(2, 1),
            proof_all: Rate::hourly(3, 1),
        })
    }

    fn at(text: &str) -> Option<IpAddr> {
        Some(text.parse().unwrap())
    }

    #[test]
    fn guesses_from_everywhere_do_not_lock_the_owner_out() {
        let log_ins = log_ins();
        let tries = (10..30)
            .filter(|number| log_ins.log_in(at(&format!("192.0.2.{number}")), "ada", Unknown).is_ok())
            .count();
        assert_eq!(tries, 5, "the name is tried from everywhere");
        let refused = log_ins.log_in(at("192.0.2.2"), "ada", Unknown).unwrap_err();
        assert_eq!((refused.status, refused.ratelimit.unwrap().key.as_str()), (429, "log-in"));
        for _ in 0..20 {
            let right = log_ins.log_in(at("192.0.2.1"), "ada", LogIn).unwrap();
            log_ins.give_back(right);
        }
        for _ in 0..2 {
            log_ins.log_in(at("192.0.2.1"), "ada", LogIn).unwrap();
        }
        assert!(log_ins.log_in(at("192.0.2.1"), "ada", LogIn).is_err(), "but guessing ends there too");
        assert!(log_ins.log_in(at("192.0.2.3"), "ada", LogIn).is_ok(), "another known network");
        assert!(log_ins.log_in(at("192.0.2.30"), "bob", Unknown).is_ok(), "another name");
    }

    #[test]
    fn an_account_takes_at_most_a_hundred_wrong_passwords_in_an_hour() {
        let limits = super::super::RequestLimits::default();
        let most = |rate: Rate| rate.burst.get() + rate.count.get();
        let all = [limits.log_in_wide, limits.log_in_known_all, limits.log_in_session, limits.proof_all];
        assert!(all.iter().all(|rate| rate.per == super::super::HOUR));
        assert_eq!(all.into_iter().map(most).sum::<u32>(), 100);
    }

    #[test]
    fn known_networks_share_what_they_have_beyond_the_others() {
        let log_ins = log_ins();
        let count = |of: &dyn Fn(u32) -> String, familiarity| {
            (0..60).filter(|number| log_ins.log_in(at(&of(*number)), "ada", familiarity).is_ok()).count()
        };
        // A stolen session in many networks: their reserve, then what all share.
        assert_eq!(count(&|number| format!("2001:db8:{number:x}::1"), Session), 2 + 5);
        assert_eq!(count(&|number| format!("192.0.2.{number}"), LogIn), 4, "the owner's have theirs");
        assert_eq!(count(&|number| format!("198.51.100.{number}"), LogIn), 0);
    }

    #[test]
    fn confirmations_are_limited_by_session_and_by_account() {
        let log_ins = log_ins();
        let count = |session| (0..5).filter(|_| log_ins.proof(session, "ada").is_ok()).count();
        assert_eq!([count("stolen"), count("own"), count("third")], [2, 1, 0]);
        assert!(log_ins.proof("bob's", "bob").is_ok());
    }

    #[test]
    fn wrong_passwords_on_other_nodes_count_where_they_would_have_counted_here() {
        let log_ins = log_ins();
        for number in 0..60 {
            log_ins.failed_elsewhere(at(&format!("198.51.100.{number}")), "ada", Unknown);
            log_ins.failed_elsewhere(at(&format!("203.0.113.{number}")), "ada", Session);
        }
        for _ in 0..2 {
            log_ins.proof_failed_elsewhere("stolen", "ada");
        }
        assert!(log_ins.log_in(at("192.0.2.1"), "ada", Unknown).is_err());
        assert!(log_ins.log_in(at("192.0.2.1"), "ada", Session).is_err());
        assert!(log_ins.log_in(at("192.0.2.1"), "ada", LogIn).is_ok(), "the owner");
        assert!(log_ins.proof("stolen", "ada").is_err());
        assert!(log_ins.proof("own", "ada").is_ok());
    }

    #[test]
    fn wider_networks_of_one_provider_count_together() {
        let log_ins = LogIns::new(&LogInRates {
            near: Rate::new(3, 1),
            wide: Rate::hourly(1000, 1),
            known: Rate::hourly(2, 1),
            known_all: Rate::hourly(4, 1),
            session: Rate::hourly(2, 1),
            recovery: Rate::new(3, 1),
            proof: Rate::hourly(2, 1),
            proof_all: Rate::hourly(3, 1),
        });
        let count = |of: &dyn Fn(u32) -> String| {
            (0..100).filter(|number| log_ins.log_in(at(&of(*number)), "ada", Unknown).is_ok()).count()
        };
        assert_eq!(count(&|number| format!("2001:db8:1:{number:x}::1")), 6, "networks of one /56");
        assert_eq!(count(&|number| format!("2001:db8:2:{:x}::1", number << 8)), 12, "of one /48");
        assert_eq!(count(&|number| format!("2001:db8:{:x}::1", number + 16)), 100);
    }

    #[test]
    fn recovery_has_a_budget_of_its_own() {
        let log_ins = log_ins();
        for number in 0..50 {
            let _ = log_ins.log_in(at(&format!("192.0.2.{number}")), "ada", Unknown);
        }
        for number in 0..50 {
            assert!(log_ins.recovery(at(&format!("192.0.2.{number}")), "ada").is_ok(), "{number}");
        }
        let tries = (0..10).filter(|_| log_ins.recovery(at("198.51.100.1"), "ada").is_ok()).count();
        assert_eq!(tries, 3);
    }

    #[test]
    fn a_refusal_by_one_limit_does_not_count_against_the_others() {
        let log_ins = log_ins();
        for _ in 0..50 {
            let _ = log_ins.log_in(at("192.0.2.1"), "ada", Unknown);
        }
        let others =
            (2..9).filter(|number| log_ins.log_in(at(&format!("192.0.2.{number}")), "ada", Unknown).is_ok());
        assert_eq!(others.count(), 2, "three of five were used by the first");
    }
}
