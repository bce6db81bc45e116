//! Passkeys, their pending challenges, and guests merged into accounts.

use crate::{StoreError, Time};
use async_trait::async_trait;
use std::fmt;

/// A stored passkey. None of it is secret: the private key never leaves its owner's device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PasskeyRow {
    /// The credential id, unique among all passkeys.
    pub credential: String,
    /// Its id in lists.
    pub id: String,
    pub person: String,
    /// The owner's name for it.
    pub label: String,
    /// The public key, its counter and related data, as JSON.
    pub data: String,
    pub created: Time,
    pub used: Time,
}

/// A pending WebAuthn challenge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChallengeRow {
    /// Its id, known only to the client that requested it.
    pub id: String,
    /// The person who requested it or is logging in; empty: not known yet.
    pub person: String,
    /// The state needed to verify the response, as JSON.
    pub data: String,
    pub expires: Time,
}

/// The result of removing a passkey.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    Done,
    Unknown,
    /// It is the account's only log-in method, so it is kept.
    Last,
}

/// An event in which one person is replaced by another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rewritten {
    pub seq: u64,
    /// The event of the contest, as JSON.
    pub data: String,
    /// The server's additional data, as JSON.
    pub about: Option<String>,
}

/// The passkey operations of a store.
#[async_trait]
pub trait Passkeys: fmt::Debug + Send + Sync + 'static {
    /// Stores a challenge, and deletes those that have expired at `now`.
    async fn add_challenge(&self, challenge: &ChallengeRow, now: Time) -> Result<(), StoreError>;
    /// Removes and returns a challenge; `None` for a second or late request.
    async fn take_challenge(&self, id: &str, now: Time) -> Result<Option<ChallengeRow>, StoreError>;

    /// Adds a passkey to an account that has fewer than `most`; false if it has as many, or the key is
    /// already registered. Codes mailed before become void.
    async fn add_passkey(&self, passkey: &PasskeyRow, most: u32) -> Result<bool, StoreError>;
    /// The passkey with this credential id.
    async fn passkey(&self, credential: &str) -> Result<Option<PasskeyRow>, StoreError>;
    /// The passkeys of a person, oldest first.
    async fn passkeys_of(&self, person: &str) -> Result<Vec<PasskeyRow>, StoreError>;
    /// Stores the use of a passkey; false if it has changed since it was read, because of a concurrent use.
    async fn use_passkey(
        &self,
        credential: &str,
        before: &str,
        after: &str,
        at: Time,
    ) -> Result<bool, StoreError>;
    /// Renames a passkey; false if there is none.
    async fn label_passkey(&self, person: &str, id: &str, label: &str) -> Result<bool, StoreError>;
    /// Removes a passkey, unless it is the account's only log-in method (others are a password, another
    /// passkey or recovery codes). Codes mailed before become void.
    async fn remove_passkey(&self, person: &str, id: &str) -> Result<Removal, StoreError>;

    /// Transfers the seats that a guest holds, or that are reserved for the guest, to another person.
    async fn hand_over(
        &self,
        game: &str,
        from: &str,
        to: &str,
        events: &[Rewritten],
        overview: &str,
    ) -> Result<(), StoreError>;
    /// Merges a guest into an account: the guest's games, messages and requests are transferred to the
    /// account, and the guest's tokens are revoked.
    async fn merge_guest(&self, guest: &str, into: &str, name: &str) -> Result<(), StoreError>;
    /// The account into which a guest was merged.
    async fn merged_into(&self, guest: &str) -> Result<Option<String>, StoreError>;
}
