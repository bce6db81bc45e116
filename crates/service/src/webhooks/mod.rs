//! Webhooks: creating, listing, testing and deleting them. Deliveries are stored together with the events
//! that cause them; `sending` delivers them. docs/webhooks.md is the users' guide.

mod delivery;

use delivery::Sending;

use super::{
    Accounts, Environment, Proof, Session, Stopping,
    accounts::{Factor, checked_days, end_of},
    active::time,
    error::{AccountError, Unavailable, WebhookError, not_kept, not_read, shown},
    outgoing::Purpose,
    people::Identity,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use ludoteca_protocol::{CreatedWebhook, DeliveryView, NewWebhook, WebhookList, WebhookOff, WebhookView};
use ludoteca_store::{Delivery, NoticeRow, Store, TokenKind, Webhook};
use std::sync::Arc;

/// The notices that can be sent.
pub(crate) const NOTICES: [&str; 6] =
    ["game-start", "my-turn", "challenge", "game-end", "rematch", "reminder"];
/// The notice for testing a webhook.
const TEST: &str = "test";
/// The most webhooks of one person.
pub(crate) const MAX_OWN: u32 = 5;
/// Default lifetime of a webhook that was created in a session.
const DAYS: u16 = 365;
/// Letters in a webhook's id.
const WEBHOOK_ID: usize = 10;
/// Recent deliveries shown per webhook.
const SHOWN: u32 = 10;
/// The prefix of secrets, by the convention of Standard Webhooks.
const SECRET: &str = "whsec_";

/// Webhooks and their deliveries.
#[derive(Clone, Debug)]
pub struct Webhooks {
    store: Arc<dyn Store>,
    environment: Environment,
    accounts: Accounts,
    stopping: Stopping,
    sending: Arc<Sending>,
}

impl Webhooks {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        environment: Environment,
        accounts: Accounts,
        stopping: Stopping,
    ) -> Webhooks {
        Webhooks { store, environment, accounts, stopping, sending: Arc::default() }
    }

    /// Signals that deliveries may be due.
    pub(crate) fn wake(&self) {
        self.sending.wake();
    }

    /// Creates a webhook. A personal token needs no proof besides its scope; its webhooks are deleted with
    /// it.
    pub async fn add(
        &self,
        session: &Session,
        request: &NewWebhook,
        reached: &str,
    ) -> Result<CreatedWebhook, WebhookError> {
        if session.guest {
            return Err(AccountError::NeedsAccount.into());
        }
        if self.environment.poster().origin(Purpose::Webhook, &request.url).is_none() {
            return Err(WebhookError::BadUrl);
        }
        let mut notices: Vec<&str> = request.notices.iter().map(String::as_str).collect();
        notices.sort_unstable();
        notices.dedup();
        if let Some(unknown) = notices.iter().find(|notice| !NOTICES.contains(notice)) {
            return Err(WebhookError::UnknownNotice(shown(unknown)));
        }
        if notices.is_empty() {
            return Err(WebhookError::NoNotices);
        }
        let by_token = session.token.kind == TokenKind::Personal;
        let days = match request.days {
            None if by_token => None,
            days => Some(checked_days(days, DAYS).map_err(AccountError::from)?),
        };
        let owner = if by_token {
            None
        } else {
            let proof =
                Proof { password: request.password.as_ref(), passkey: request.passkey.as_ref(), reached };
            Some(self.accounts.proved(session, proof).await?)
        };
        let created = time(self.environment.now());
        let webhook = Webhook {
            id: self.environment.name(WEBHOOK_ID),
            person: session.who.id.clone(),
            token: by_token.then(|| session.token.id.clone()),
            url: request.url.clone(),
            notices: notices.join(" "),
            secret: format!("{SECRET}{}", STANDARD.encode(self.environment.bytes::<32>())),
            created,
            expires: days.map(|days| end_of(created, days)),
            failing: None,
            off: None,
        };
        // Expired ones do not count.
        self.own_webhooks(&session.who).await?;
        let added = self.store.add_webhook(&webhook, MAX_OWN).await;
        if !added.map_err(not_kept)? {
            return Err(WebhookError::TooMany);
        }
        tracing::info!(person = webhook.person, webhook = webhook.id, "a webhook was created");
        match owner {
            Some(owner) => {
                self.accounts.notify_owner(&owner, &session.who.name, &Factor::Webhook(&webhook.url))
            }
            None => self.accounts.notify_owner_of(session, &Factor::Webhook(&webhook.url)).await?,
        }
        let secret = webhook.secret.clone();
        Ok(CreatedWebhook { webhook: view(webhook, Vec::new()), secret })
    }

    /// A person's webhooks, with recent deliveries.
    pub async fn list(&self, who: &Identity) -> Result<WebhookList, Unavailable> {
        let mut webhooks = Vec::new();
        for webhook in self.own_webhooks(who).await? {
            let last = self.store.deliveries_to(&webhook.id, SHOWN).await;
            webhooks.push(view(webhook, last.map_err(not_read)?));
        }
        Ok(WebhookList { webhooks })
    }

    pub async fn remove(&self, who: &Identity, id: &str) -> Result<(), WebhookError> {
        let gone = self.store.remove_webhook(&who.id, id).await.map_err(not_kept)?;
        if gone { Ok(()) } else { Err(WebhookError::Unknown) }
    }

    /// Sends a test notice to a webhook; one that was switched off is re-enabled.
    pub async fn test(&self, who: &Identity, id: &str) -> Result<(), WebhookError> {
        if self.own_webhooks(who).await?.iter().all(|webhook| webhook.id != id) {
            return Err(WebhookError::Unknown);
        }
        let now = self.environment.now();
        let notice = NoticeRow {
            person: who.id.clone(),
            notice: TEST.to_owned(),
            game: String::new(),
            kind: String::new(),
            mark: now,
            at: time(now),
        };
        let first = Delivery::new(id, &notice);
        self.store.turn_on_webhook(&first).await.map_err(not_kept)?;
        self.sending.wake();
        Ok(())
    }

    async fn own_webhooks(&self, who: &Identity) -> Result<Vec<Webhook>, Unavailable> {
        let read = async || self.store.webhooks_of(&who.id).await.map_err(not_read);
        let own = read().await?;
        let now = time(self.environment.now());
        let lasts = |webhook: &Webhook| {
            webhook.token.is_none() && webhook.expires.is_none_or(|expires| expires > now)
        };
        if own.iter().all(lasts) {
            return Ok(own);
        }
        let gone = self.store.remove_orphaned_webhooks(now).await;
        gone.map_err(not_kept)?;
        read().await
    }
}

/// All fields except the secret.
fn view(webhook: Webhook, last: Vec<Delivery>) -> WebhookView {
    let delivery = |one: Delivery| DeliveryView {
        id: one.id,
        notice: one.notice,
        game: Some(one.game).filter(|game| !game.is_empty()),
        at: one.at,
        taken: one.taken,
        tries: one.tries,
        tried: one.tried.as_ref().map(|(at, _)| *at),
        answer: one.tried.map(|(_, answer)| answer),
        next: one.due,
    };
    WebhookView {
        id: webhook.id,
        url: webhook.url,
        notices: webhook.notices.split_whitespace().map(str::to_owned).collect(),
        created: webhook.created,
        expires: webhook.expires,
        failing: webhook.failing,
        off: webhook.off.map(|(since, why)| WebhookOff { since, why }),
        deliveries: last.into_iter().map(delivery).collect(),
    }
}
