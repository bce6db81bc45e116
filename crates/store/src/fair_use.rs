//! Limits that keep one person from exhausting shared resources: known networks of account owners, lookalike
//! names, open and imported games, and unused guests.

use crate::{Account, StoreError, Time};
use async_trait::async_trait;
use std::fmt;

/// The forms in which a name is compared with those of accounts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NameForms {
    /// The folded name, in every form in which an account may have stored it.
    pub folded: Vec<String>,
    pub skeletons: Vec<String>,
}

/// A network that the owner of an account has used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownNetwork {
    /// A keyed hash of the network.
    pub network: String,
    /// When the owner last used it.
    pub seen: Time,
    /// Whether the owner registered or logged in there, rather than only using a session.
    pub logged_in: bool,
}

/// The fair-use operations of a store.
#[async_trait]
pub trait FairUse: fmt::Debug + Send + Sync + 'static {
    /// Records that the owner of an account used a network. Deletes networks last seen before `since`, and
    /// all but the `most` most recently seen of those with a log-in, or of those without one.
    async fn note_network(
        &self,
        person: &str,
        known: &KnownNetwork,
        since: Time,
        most: u32,
    ) -> Result<(), StoreError>;
    /// The networks of an owner seen at `since` or later, most recent first.
    async fn networks_of(&self, person: &str, since: Time) -> Result<Vec<KnownNetwork>, StoreError>;
    /// Deletes all networks that were last seen before `since`.
    async fn forget_networks(&self, since: Time) -> Result<(), StoreError>;

    /// An account of another person with a name that looks like this one.
    async fn account_resembling(
        &self,
        name: &NameForms,
        other_than: &str,
    ) -> Result<Option<Account>, StoreError>;
    /// Accounts without a skeleton and their names, oldest first.
    async fn accounts_without_skeleton(&self) -> Result<Vec<(String, String)>, StoreError>;
    /// Sets the skeleton of an account; false if another account has it.
    async fn set_skeleton(&self, person: &str, skeleton: &str) -> Result<bool, StoreError>;

    /// The number of unfinished games in which a person has a seat.
    async fn count_open_games(&self, person: &str) -> Result<u64, StoreError>;
    /// Counts an imported game of a person; false if `most` are counted already.
    async fn count_import(&self, person: &str, most: u32) -> Result<bool, StoreError>;
    /// Reverts the count of an import that failed.
    async fn uncount_import(&self, person: &str) -> Result<(), StoreError>;

    /// Deletes up to `limit` guests whose token has expired at `now` and who have no games or were last
    /// active before `since`. Data that others refer to is kept. Returns the number of tokens deleted.
    async fn sweep_guests(&self, now: Time, since: Time, limit: u32) -> Result<u64, StoreError>;
}
