//! Webhooks and their deliveries. A delivery is added in
//! the commit of the event it reports; its sender leases it for a while, so that several servers on one
//! database do not send it all at once.

#[cfg(feature = "memory")]
mod memory;
mod sql;

#[cfg(feature = "memory")]
pub(crate) use memory::Tables;
pub(crate) use sql::{
    DELIVERY_COLUMNS, DeliveryColumns, REMOVE_ORPHANED, WEBHOOK_COLUMNS, WebhookColumns, delivery, webhook,
    webhooks_in_sql,
};

use crate::{StoreError, Time};
use async_trait::async_trait;

/// More deliveries than this do not wait for one address: what comes then is not sent there.
pub const MAX_WAITING: usize = 500;

/// Something that concerns a person who may not be looking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoticeRow {
    pub person: String,
    /// What it is: `my-turn` and so on.
    pub notice: String,
    pub game: String,
    /// Which of the games that is.
    pub kind: String,
    /// Tells it from others of its kind in the game.
    pub mark: u64,
    pub at: Time,
}

/// An address that receives a person's notifications.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Webhook {
    pub id: String,
    pub person: String,
    /// The id of the personal token it was made with, and goes with; `None`: it was made in a session.
    pub token: Option<String>,
    pub url: String,
    /// Which notices, with spaces between them.
    pub notices: String,
    /// What is sent is signed by it.
    pub secret: String,
    pub created: Time,
    /// Since when nothing was taken there; `None`: the last try went well.
    pub failing: Option<Time>,
    /// Since when nothing is sent there any more, and why.
    pub off: Option<(Time, String)>,
}

impl Webhook {
    pub(crate) fn wants(&self, notice: &NoticeRow) -> bool {
        self.off.is_none()
            && self.person == notice.person
            && self.notices.split_whitespace().any(|wanted| wanted == notice.notice)
    }
}

/// A notice on its way to an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delivery {
    /// The same at every try.
    pub id: String,
    pub webhook: String,
    pub notice: String,
    /// In which game; empty where it is about none.
    pub game: String,
    /// Which of the games that is.
    pub kind: String,
    pub at: Time,
    /// How often it was tried.
    pub tries: u32,
    /// When it is due, or until when its sender holds it; `None` once it is settled.
    pub due: Option<Time>,
    /// The time and outcome of the last try.
    pub tried: Option<(Time, String)>,
    /// Whether it was taken.
    pub taken: bool,
}

impl Delivery {
    /// A notice that has not been sent yet.
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

/// What came of a try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeliveryOutcome {
    pub at: Time,
    /// What was answered, in a few words.
    pub answer: String,
    pub then: Followup,
}

/// What follows from a try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Followup {
    Taken,
    /// It is tried again at this time.
    Again(Time),
    /// It is never tried again.
    GivenUp,
    /// Nothing is sent to that address any more, for this reason.
    Off(String),
}

/// The part of a store that knows where notices are sent.
#[async_trait]
pub trait Webhooks {
    /// Adds an address, unless its person has `most` already.
    async fn add_webhook(&self, webhook: &Webhook, most: u32) -> Result<bool, StoreError>;
    /// The addresses of a person, the oldest first.
    async fn webhooks_of(&self, person: &str) -> Result<Vec<Webhook>, StoreError>;
    /// Takes away all addresses made with a personal token that is not good at `now` any more.
    async fn remove_orphaned_webhooks(&self, now: Time) -> Result<(), StoreError>;
    /// Takes an address of a person away, with all deliveries; false when there is none.
    async fn remove_webhook(&self, person: &str, id: &str) -> Result<bool, StoreError>;
    /// Sends to an address again that was switched off, beginning with this.
    async fn turn_on_webhook(&self, first: &Delivery) -> Result<(), StoreError>;
    /// The last deliveries to an address, the newest first.
    async fn deliveries_to(&self, webhook: &str, limit: u32) -> Result<Vec<Delivery>, StoreError>;

    /// Whether any delivery is due.
    async fn has_due_deliveries(&self, now: Time) -> Result<bool, StoreError>;
    /// Leases deliveries that are due until then, the oldest of each address first; other senders do not get
    /// them meanwhile. None is for an address in `but`, at most `each` are for any, and
    /// `most` in all.
    async fn claim_deliveries(
        &self,
        now: Time,
        until: Time,
        but: &[String],
        each: u32,
        most: u32,
    ) -> Result<Vec<(Webhook, Delivery)>, StoreError>;
    /// Stores the outcome of trying a delivery leased until then; false when another sender has it
    /// now, or it is gone.
    async fn note_try(&self, delivery: &Delivery, tried: &DeliveryOutcome) -> Result<bool, StoreError>;
    /// Gives a delivery back that was not tried: it is due at this time.
    async fn release_delivery(&self, delivery: &Delivery, due: Time) -> Result<(), StoreError>;
    /// Forgets deliveries that were settled and happened before this time.
    async fn forget_deliveries(&self, before: Time) -> Result<(), StoreError>;
}
