//! Push subscriptions, and the reminders that were sent.

use crate::{NoticeRow, StoreError, Time};
use async_trait::async_trait;
use std::fmt;

#[async_trait]
pub trait Reminders: fmt::Debug + Send + Sync + 'static {
    /// Adds a push subscription of a person's browser.
    async fn add_subscription(&self, endpoint: &str, person: &str, data: &str) -> Result<(), StoreError>;
    /// Removes a push subscription.
    async fn remove_subscription(&self, endpoint: &str) -> Result<(), StoreError>;
    /// The data of each of a person's push subscriptions.
    async fn subscriptions(&self, person: &str) -> Result<Vec<String>, StoreError>;
    /// Records that a reminder of this deadline is being sent; false if it was sent before.
    async fn note_reminder(&self, notice: &NoticeRow, deadline: Time, step: u8) -> Result<bool, StoreError>;
}
