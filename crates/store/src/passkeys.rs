//! Passkeys, which replace passwords, their pending challenges, and guests who become
//! part of an account.

mod sql;

pub(crate) use sql::{MERGE, PASSKEY_COLUMNS, PasskeyColumns, passkey, passkeys_in_sql};

use crate::{StoreError, Time};
use async_trait::async_trait;
use std::fmt;

/// A passkey, as it is stored. Nothing in it is secret: the secret never leaves its owner's device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PasskeyRow {
    /// The key's own name for itself; no two have the same.
    pub credential: String,
    /// Its name in lists.
    pub id: String,
    pub person: String,
    /// What its owner calls it.
    pub label: String,
    /// The public key, its counter and what else is known of it, as JSON.
    pub data: String,
    /// Since when it is here.
    pub created: Time,
    /// When it was last used.
    pub used: Time,
}

/// Something that a passkey is being asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChallengeRow {
    /// Its id, which only the client that asked knows.
    pub id: String,
    /// Who asked, or is about to log in; empty: that is not known yet.
    pub person: String,
    /// What is needed to check the answer, as JSON.
    pub data: String,
    /// Until when an answer is good.
    pub expires: Time,
}

/// What became of the wish to remove a passkey.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    Done,
    /// There is no such passkey.
    Unknown,
    /// Nothing else lets its owner in: it stays.
    Last,
}

/// An event in which another person stands from now on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rewritten {
    pub seq: u64,
    /// The event of the contest, as JSON.
    pub data: String,
    /// What the server knows beside it, as JSON.
    pub about: Option<String>,
}

/// The part of a store that knows passkeys.
#[async_trait]
pub trait Passkeys: fmt::Debug + Send + Sync + 'static {
    /// Keeps what a passkey is being asked; what is good no more at `now` is forgotten.
    async fn add_challenge(&self, challenge: &ChallengeRow, now: Time) -> Result<(), StoreError>;
    /// Takes the challenge: a second request, or a late one, gets nothing.
    async fn take_challenge(&self, id: &str, now: Time) -> Result<Option<ChallengeRow>, StoreError>;

    /// Adds a passkey to an account that has fewer than `most`; false when it has as many, or the key is
    /// known already. Codes mailed before are good no more.
    async fn add_passkey(&self, passkey: &PasskeyRow, most: u32) -> Result<bool, StoreError>;
    /// The passkey that calls itself so.
    async fn passkey(&self, credential: &str) -> Result<Option<PasskeyRow>, StoreError>;
    /// The passkeys of a person, the oldest first.
    async fn passkeys_of(&self, person: &str) -> Result<Vec<PasskeyRow>, StoreError>;
    /// Stores the use of a passkey; false when it has changed since it was read, because it was
    /// used twice at the same time.
    async fn use_passkey(
        &self,
        credential: &str,
        before: &str,
        after: &str,
        at: Time,
    ) -> Result<bool, StoreError>;
    /// Calls a passkey otherwise; false when there is none.
    async fn label_passkey(&self, person: &str, id: &str, label: &str) -> Result<bool, StoreError>;
    /// Removes a passkey, unless nothing else lets its owner in: a password, another passkey, recovery codes.
    /// Codes mailed before are good no more.
    async fn remove_passkey(&self, person: &str, id: &str) -> Result<Removal, StoreError>;

    /// Gives the seats that a guest holds, or that are kept for the guest, to another person.
    async fn hand_over(
        &self,
        game: &str,
        from: &str,
        to: &str,
        events: &[Rewritten],
        overview: &str,
    ) -> Result<(), StoreError>;
    /// Merges a guest into an account: their games, messages and requests belong to the account from
    /// now on, and the guest's tokens end.
    async fn merge_guest(&self, guest: &str, into: &str, name: &str) -> Result<(), StoreError>;
    /// Whose account a guest has become part of.
    async fn merged_into(&self, guest: &str) -> Result<Option<String>, StoreError>;
}
