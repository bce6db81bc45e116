//! Invite codes, for servers where registration is by invitation only.

use crate::{StoreError, Time};
use async_trait::async_trait;
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InviteCode {
    pub code: String,
    /// A note for the administrator.
    pub label: String,
    /// The number of accounts that can be created with it in all.
    pub uses: u32,
    pub used: u32,
    /// When it expires; `None`: never.
    pub until: Option<Time>,
    pub created: Time,
    pub person: String,
}

impl InviteCode {
    /// Whether it can be used now.
    #[must_use]
    pub fn is_good(&self, now: Time) -> bool {
        self.used < self.uses && self.until.is_none_or(|until| until > now)
    }
}

/// The invite-code operations of a store.
#[async_trait]
pub trait Invites: fmt::Debug + Send + Sync + 'static {
    /// Adds a code; false if it exists already.
    async fn add_invite_code(&self, code: &InviteCode) -> Result<bool, StoreError>;
    /// All codes, newest first.
    async fn invite_codes(&self) -> Result<Vec<InviteCode>, StoreError>;
    /// Revokes a code; false if there is none.
    async fn remove_invite_code(&self, code: &str) -> Result<bool, StoreError>;
    /// Counts one use of a code; false if it is unknown, used up or expired.
    async fn use_invite_code(&self, code: &str, now: Time) -> Result<bool, StoreError>;
    /// Returns one use, since no account was created with it.
    async fn return_invite_code(&self, code: &str) -> Result<(), StoreError>;
}
