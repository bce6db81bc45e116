//! Webhooks and their deliveries. A delivery is added in the commit of the event it reports. A sender leases
//! it for a while, so that several servers on one database do not all send it.

use crate::{StoreError, Time};
use async_trait::async_trait;
use std::fmt;

/// The largest number of pending deliveries per webhook; further ones are dropped.
pub const MAX_WAITING: usize = 500;

/// An event that concerns a person who may not be watching.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoticeRow {
    pub person: String,
    /// Its type: `my-turn` and so on.
    pub notice: String,
    pub game: String,
    /// The game that is played.
    pub kind: String,
    /// Distinguishes it from other notices of its type in the game.
    pub mark: u64,
    pub at: Time,
}

/// A URL that receives a person's notifications.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Webhook {
    pub id: String,
    pub person: String,
    /// The id of the personal token it was created with and is deleted with; `None`: created in a session.
    pub token: Option<String>,
    pub url: String,
    /// The types of notices it receives, separated by spaces.
    pub notices: String,
    /// The key that signs deliveries.
    pub secret: String,
    pub created: Time,
    /// When it ends; `None`: with its token.
    pub expires: Option<Time>,
    /// Since when deliveries have been failing; `None`: the last one succeeded.
    pub failing: Option<Time>,
    /// When and why it was disabled.
    pub off: Option<(Time, String)>,
}

impl Webhook {
    pub(crate) fn wants(&self, notice: &NoticeRow) -> bool {
        self.off.is_none()
            && self.person == notice.person
            && self.notices.split_whitespace().any(|wanted| wanted == notice.notice)
    }
}

/// A notice that is delivered to a webhook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delivery {
    /// Stays the same across retries.
    pub id: String,
    pub webhook: String,
    pub notice: String,
    /// The game it is about; empty if none.
    pub game: String,
    /// The kind of that game.
    pub kind: String,
    pub at: Time,
    /// The number of attempts.
    pub tries: u32,
    /// When it is due, or when its sender's lease expires; `None` once it is settled.
    pub due: Option<Time>,
    /// The time and outcome of the last attempt.
    pub tried: Option<(Time, String)>,
    /// Whether it was delivered.
    pub taken: bool,
}

impl Delivery {
    /// A delivery that has not been attempted yet.
    #[must_use]
    pub fn new(webhook: &str, notice: &NoticeRow) -> Delivery {
        let NoticeRow { notice, game, kind, mark, at, .. } = notice.clone();
        let place = if game.is_empty() { String::new() } else { format!("{game}-") };
        Delivery {
            id: format!("{webhook}-{notice}-{place}{mark}"),
            webhook: webhook.to_owned(),
            notice,
            game,
            kind,
            at,
            tries: 0,
            due: Some(at),
            tried: None,
            taken: false,
        }
    }
}

/// The outcome of an attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeliveryOutcome {
    pub at: Time,
    /// A short description of the response.
    pub answer: String,
    pub then: Followup,
}

/// What happens after an attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Followup {
    Taken,
    /// It is retried at this time.
    Again(Time),
    /// It is not retried.
    GivenUp,
    /// The webhook is disabled for this reason.
    Off(String),
}

/// The webhook operations of a store.
#[async_trait]
pub trait Webhooks: fmt::Debug + Send + Sync + 'static {
    /// Adds a webhook, unless its owner already has `most`.
    async fn add_webhook(&self, webhook: &Webhook, most: u32) -> Result<bool, StoreError>;
    /// The webhooks of a person, oldest first.
    async fn webhooks_of(&self, person: &str) -> Result<Vec<Webhook>, StoreError>;
    /// Removes all webhooks that have expired at `now`, or whose personal token is no longer valid.
    async fn remove_orphaned_webhooks(&self, now: Time) -> Result<(), StoreError>;
    /// Removes a person's webhook with all deliveries; false if there is none.
    async fn remove_webhook(&self, person: &str, id: &str) -> Result<bool, StoreError>;
    /// Enables a disabled webhook again, starting with this delivery.
    async fn turn_on_webhook(&self, first: &Delivery) -> Result<(), StoreError>;
    /// The most recent deliveries to a webhook, newest first.
    async fn deliveries_to(&self, webhook: &str, limit: u32) -> Result<Vec<Delivery>, StoreError>;

    async fn has_due_deliveries(&self, now: Time) -> Result<bool, StoreError>;
    /// Leases deliveries due at `now` until `until`, the oldest of each webhook first; other senders do not
    /// get them in the meantime. None is for a webhook in `but`, at most `each` are for the same one, and at
    /// most `most` in all.
    async fn claim_deliveries(
        &self,
        now: Time,
        until: Time,
        but: &[String],
        each: u32,
        most: u32,
    ) -> Result<Vec<(Webhook, Delivery)>, StoreError>;
    /// Stores the outcome of an attempt; false if another sender holds the lease by now, or the delivery is
    /// gone.
    async fn note_try(&self, delivery: &Delivery, tried: &DeliveryOutcome) -> Result<bool, StoreError>;
    /// Returns a delivery that was not attempted: it is due at this time.
    async fn release_delivery(&self, delivery: &Delivery, due: Time) -> Result<(), StoreError>;
    /// Deletes settled deliveries from before this time.
    async fn forget_deliveries(&self, before: Time) -> Result<(), StoreError>;
}
