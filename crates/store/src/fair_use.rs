//! What keeps one person from using up what belongs to all: known networks of owners, names that look alike,
//! open and imported games, and unused guests.

mod sql;

pub(crate) use sql::{UNREFERENCED, fair_use_in_sql};

use crate::{Account, StoreError, Time};
use async_trait::async_trait;
use std::fmt;

/// The forms in which a name is compared with those of accounts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NameForms {
    /// The folded name, in all forms in which an account may have stored it.
    pub folded: Vec<String>,
    pub skeletons: Vec<String>,
}

/// A network from which the owner of an account has logged in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownNetwork {
    /// A keyed hash of it.
    pub network: String,
    /// When the owner was last there.
    pub seen: Time,
}

/// The part of a store that keeps use fair.
#[async_trait]
pub trait FairUse: fmt::Debug + Send + Sync + 'static {
    /// Remembers that the owner of an account was in a network. Networks last seen before `since` are
    /// forgotten, and so are all but the `most` that were seen last.
    async fn note_network(
        &self,
        person: &str,
        known: &KnownNetwork,
        since: Time,
        most: u32,
    ) -> Result<(), StoreError>;
    /// The networks of an owner that were seen at `since` or later, the last one first.
    async fn networks_of(&self, person: &str, since: Time) -> Result<Vec<KnownNetwork>, StoreError>;
    /// Forgets the networks of all owners that were last seen before `since`.
    async fn forget_networks(&self, since: Time) -> Result<(), StoreError>;

    /// An account of another person with a name like this.
    async fn account_resembling(
        &self,
        name: &NameForms,
        other_than: &str,
    ) -> Result<Option<Account>, StoreError>;
    /// Accounts without a skeleton and their names, the oldest first.
    async fn accounts_without_skeleton(&self) -> Result<Vec<(String, String)>, StoreError>;
    /// Sets the skeleton of an account; false when another account has it.
    async fn set_skeleton(&self, person: &str, skeleton: &str) -> Result<bool, StoreError>;

    /// How many games a person has a seat in that are not over.
    async fn count_open_games(&self, person: &str) -> Result<u64, StoreError>;
    /// Counts an imported game of a person; false when there are `most` already.
    async fn count_import(&self, person: &str, most: u32) -> Result<bool, StoreError>;
    /// Takes back a counted import that did not happen.
    async fn uncount_import(&self, person: &str) -> Result<(), StoreError>;

    /// Removes up to `limit` guests whose token has expired at `now`, and who have no games or were last
    /// here before `since`. What others know of a guest stays; the answer is the number of ended tokens.
    async fn sweep_guests(&self, now: Time, since: Time, limit: u32) -> Result<u64, StoreError>;
}
