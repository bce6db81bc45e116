//! Limits wrong passwords and recovery codes per user name. Each network has a small budget for a name, wider
//! IPv6 networks a little more, and all networks together share an hourly one. Networks known for the account
//! are exempt from the shared budget and have a reserve of their own, so that a distributed attack cannot
//! lock the owner out. Successful attempts are refunded.

use super::{Rate, WIDER, budget::Budget, networks, too_fast};
use crate::error::RateLimited;
use std::{net::IpAddr, sync::Arc};

/// A user name in its normalized form, and the network of the attempt.
type Key = (Arc<str>, Option<IpAddr>);

#[derive(Clone, Copy, Debug)]
pub(super) struct LogInRates {
    pub(super) near: Rate,
    pub(super) wide: Rate,
    pub(super) known: Rate,
    pub(super) recovery: Rate,
    pub(super) proof: Rate,
}

#[derive(Debug)]
pub(super) struct LogIns {
    /// By network: /64, /56 and /48.
    near: [Budget<Key>; 3],
    /// For all networks together.
    wide: Budget<Key>,
    /// The reserve of each known network.
    known: Budget<Key>,
    /// Recovery by network. Codes cannot be guessed, so there is no limit for all networks together, which
    /// would let strangers keep the owner from using one.
    recovery: [Budget<Key>; 3],
    /// Passwords that a session must confirm.
    proof: Budget<Key>,
}

/// The budgets that an attempt was charged to.
#[derive(Debug)]
pub(super) struct Charges(Vec<(Budgets, Key)>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Budgets {
    Near(usize),
    Wide,
    Known,
    Recovery(usize),
    Proof,
}

impl LogIns {
    pub(super) fn new(rates: &LogInRates) -> LogIns {
        let by_width = |rate: Rate| [1, WIDER, WIDER * WIDER].map(|times| Budget::new(rate.times(times)));
        LogIns {
            near: by_width(rates.near),
            wide: Budget::new(rates.wide),
            known: Budget::new(rates.known),
            recovery: by_width(rates.recovery),
            proof: Budget::new(rates.proof),
        }
    }

    fn budget(&self, which: Budgets) -> &Budget<Key> {
        match which {
            Budgets::Near(width) => &self.near[width],
            Budgets::Wide => &self.wide,
            Budgets::Known => &self.known,
            Budgets::Recovery(width) => &self.recovery[width],
            Budgets::Proof => &self.proof,
        }
    }

    /// Charges an attempt to log in.
    pub(super) fn log_in(
        &self,
        address: Option<IpAddr>,
        name: &str,
        is_known: bool,
    ) -> Result<Charges, RateLimited> {
        let name: Arc<str> = name.into();
        let near = keys(address, &name);
        let wide = (Budgets::Wide, (Arc::clone(&name), None));
        let taken = if is_known {
            // Other clients in the wider networks do not count against the owner.
            let (_, own) = near.first().cloned().unwrap_or((0, (Arc::clone(&name), None)));
            let near = (Budgets::Near(0), own.clone());
            let reserve = self.take_all(vec![near.clone(), (Budgets::Known, own)]);
            reserve.or_else(|_| self.take_all(vec![near, wide]))
        } else {
            let near = near.into_iter().map(|(width, key)| (Budgets::Near(width), key));
            self.take_all(near.chain([wide]).collect())
        };
        taken.map_err(|wait| too_fast("log-in", "wrong passwords for this name", wait))
    }

    /// Charges an attempt to recover an account.
    pub(super) fn recovery(&self, address: Option<IpAddr>, name: &str) -> Result<Charges, RateLimited> {
        let keys = keys(address, &name.into()).into_iter();
        let taken = self.take_all(keys.map(|(width, key)| (Budgets::Recovery(width), key)).collect());
        taken.map_err(|wait| too_fast("recovery", "wrong codes for this name", wait))
    }

    /// Charges a password confirmation. Each session has a budget of its own: a stolen one does not use up
    /// the owner's.
    pub(super) fn proof(&self, session: &str) -> Result<Charges, RateLimited> {
        let taken = self.take_all(vec![(Budgets::Proof, (session.into(), None))]);
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

    /// Charges a wrong attempt made on another node. Only that node knows whether the network is a known one,
    /// so both budgets are charged here.
    pub(super) fn failed_elsewhere(&self, address: Option<IpAddr>, name: &str) {
        let name: Arc<str> = name.into();
        for (width, key) in keys(address, &name) {
            let _ = self.near[width].take(&key);
            if width == 0 {
                let _ = self.known.take(&key);
            }
        }
        let _ = self.wide.take(&(name, None));
    }
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
    use super::*;

    fn log_ins() -> LogIns {
        LogIns::new(&LogInRates {
            near: Rate::new(3, 1),
            wide: Rate::hourly(5, 1),
            known: Rate::hourly(2, 1),
            recovery: Rate::new(3, 1),
            proof: Rate::hourly(2, 1),
        })
    }

    fn at(text: &str) -> Option<IpAddr> {
        Some(text.parse().unwrap())
    }

    #[test]
    fn guesses_from_everywhere_do_not_lock_the_owner_out() {
        let log_ins = log_ins();
        let tries = (10..30)
            .filter(|number| log_ins.log_in(at(&format!("192.0.2.{number}")), "ada", false).is_ok())
            .count();
        assert_eq!(tries, 5, "the name is tried from everywhere");
        let refused = log_ins.log_in(at("192.0.2.2"), "ada", false).unwrap_err();
        assert_eq!(refused.limit, "log-in");
        for _ in 0..20 {
            let right = log_ins.log_in(at("192.0.2.1"), "ada", true).unwrap();
            log_ins.give_back(right);
        }
        for _ in 0..2 {
            log_ins.log_in(at("192.0.2.1"), "ada", true).unwrap();
        }
        assert!(log_ins.log_in(at("192.0.2.1"), "ada", true).is_err(), "but guessing ends there too");
        assert!(log_ins.log_in(at("192.0.2.3"), "ada", true).is_ok(), "another known network");
        assert!(log_ins.log_in(at("192.0.2.30"), "bob", false).is_ok(), "another name");
    }

    #[test]
    fn an_account_takes_at_most_a_hundred_wrong_passwords_in_an_hour() {
        let limits = super::super::RequestLimits::default();
        let most = |rate: Rate| rate.burst.get() + rate.count.get();
        assert_eq!(
            (limits.log_in_wide.per, limits.log_in_known.per),
            (super::super::HOUR, super::super::HOUR)
        );
        let known = crate::accounts::MAX_KNOWN_NETWORKS * most(limits.log_in_known);
        let proof = most(limits.proof);
        assert!(most(limits.log_in_wide) + known + proof <= 100, "{known} {proof}");
    }

    #[test]
    fn wider_networks_of_one_provider_count_together() {
        let log_ins = LogIns::new(&LogInRates {
            near: Rate::new(3, 1),
            wide: Rate::hourly(1000, 1),
            known: Rate::hourly(2, 1),
            recovery: Rate::new(3, 1),
            proof: Rate::hourly(2, 1),
        });
        let count = |of: &dyn Fn(u32) -> String| {
            (0..100).filter(|number| log_ins.log_in(at(&of(*number)), "ada", false).is_ok()).count()
        };
        assert_eq!(count(&|number| format!("2001:db8:1:{number:x}::1")), 6, "networks of one /56");
        assert_eq!(count(&|number| format!("2001:db8:2:{:x}::1", number << 8)), 12, "of one /48");
        assert_eq!(count(&|number| format!("2001:db8:{:x}::1", number + 16)), 100);
    }

    #[test]
    fn recovery_has_a_budget_of_its_own() {
        let log_ins = log_ins();
        for number in 0..50 {
            let _ = log_ins.log_in(at(&format!("192.0.2.{number}")), "ada", false);
        }
        for number in 0..50 {
            assert!(log_ins.recovery(at(&format!("192.0.2.{number}")), "ada").is_ok(), "{number}");
        }
        let tries = (0..10).filter(|_| log_ins.recovery(at("198.51.100.1"), "ada").is_ok()).count();
        assert_eq!(tries, 3);
    }

    #[test]
    fn what_is_refused_by_one_limit_does_not_count_against_the_others() {
        let log_ins = log_ins();
        for _ in 0..50 {
            let _ = log_ins.log_in(at("192.0.2.1"), "ada", false);
        }
        let others =
            (2..9).filter(|number| log_ins.log_in(at(&format!("192.0.2.{number}")), "ada", false).is_ok());
        assert_eq!(others.count(), 2, "three of five were used by the first");
    }
}
