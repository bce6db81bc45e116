//! Delivers webhooks. A server reserves due deliveries in the store for a while, so that only one of several
//! servers on a database sends them; if it dies meanwhile, they become due again. Delivery is therefore at
//! least once, with the same id at every try.

use super::Webhooks;
use crate::active::time;
use crate::outgoing::{Answer, CallOutcome, Purpose};
use base64::{Engine, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use ludoteca_protocol::WebhookMessage;
use ludoteca_store::{Delivery, DeliveryOutcome, Followup, StoreError, Time, Webhook};
use sha2::Sha256;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{sync::Notify, task::JoinSet};

const SECOND: Time = 1000;
const MINUTE: Time = 60 * SECOND;
const HOUR: Time = 60 * MINUTE;
const DAY: Time = 24 * HOUR;

/// The pause before each retry.
const PAUSES: [Time; 7] = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR];
/// A webhook without a successful delivery for this long is switched off.
const PATIENCE: Time = 5 * DAY;
/// Deliveries to one address per batch, oldest first.
const EACH: u32 = 5;
/// The lifetime of a reservation: longer than all calls of a batch can take.
const HELD: Time = 2 * MINUTE;
/// Addresses called at the same time.
const AT_ONCE: usize = 64;
/// How long finished deliveries are shown.
const SHOWN: Time = 7 * DAY;
/// The polling interval for due deliveries, and the minimum interval under load.
const LOOK: Duration = Duration::from_secs(5);
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// The state of deliveries on this server.
#[derive(Debug, Default)]
pub(crate) struct Sending {
    /// The addresses being called. Each is called by one task, so that a slow one delays only itself.
    busy: Arc<Mutex<BTreeSet<String>>>,
    wake: Notify,
}

impl Sending {
    /// Signals that deliveries may be due.
    pub(crate) fn wake(&self) {
        self.wake.notify_one();
    }

    fn busy(&self) -> std::sync::MutexGuard<'_, BTreeSet<String>> {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Releases an address when its task ends, however it ends.
struct Busy(Arc<Mutex<BTreeSet<String>>>, String);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.1);
    }
}

impl Webhooks {
    pub(crate) async fn send_for_ever(self) {
        let mut calls = JoinSet::new();
        let mut cleaned = 0;
        loop {
            if let Err(error) = self.send_some(&mut calls).await {
                tracing::error!("webhooks cannot be sent: {error}");
            }
            while calls.try_join_next().is_some() {}
            let now = time(self.environment.now());
            if now - cleaned >= HOUR {
                cleaned = now;
                if let Err(error) = self.store.forget_deliveries(now - SHOWN).await {
                    tracing::warn!("old deliveries cannot be removed: {error}");
                }
            }
            tokio::time::sleep(POLL_INTERVAL).await;
            drop(tokio::time::timeout(LOOK, self.sending.wake.notified()).await);
        }
    }

    /// Sends everything that is due; resolves when all of it was tried. A background task calls it every few
    /// seconds.
    pub async fn send_due(&self) {
        let mut calls = JoinSet::new();
        loop {
            match self.send_some(&mut calls).await {
                Ok(true) => while calls.join_next().await.is_some() {},
                Ok(false) => return,
                Err(error) => return tracing::error!("webhooks cannot be sent: {error}"),
            }
        }
    }

    /// Starts to send what is due; returns whether there was anything.
    async fn send_some(&self, calls: &mut JoinSet<()>) -> Result<bool, StoreError> {
        let now = time(self.environment.now());
        if calls.len() >= AT_ONCE || !self.store.has_due_deliveries(now).await? {
            return Ok(false);
        }
        self.store.remove_orphaned_webhooks(now).await?;
        let busy: Vec<String> = self.sending.busy().iter().cloned().collect();
        let most = (AT_ONCE - calls.len()) as u32;
        let claimed = self.store.claim_deliveries(now, now + HELD, &busy, EACH, most).await?;
        let mut by_address: BTreeMap<String, (Webhook, Vec<Delivery>)> = BTreeMap::new();
        for (webhook, delivery) in claimed {
            by_address.entry(webhook.id.clone()).or_insert((webhook, Vec::new())).1.push(delivery);
        }
        let any = !by_address.is_empty();
        for (id, (webhook, deliveries)) in by_address {
            let is_free = self.sending.busy().insert(id.clone());
            if !is_free {
                for delivery in deliveries {
                    self.store.release_delivery(&delivery, now).await?;
                }
                continue;
            }
            let busy = Busy(Arc::clone(&self.sending.busy), id);
            let webhooks = self.clone();
            calls.spawn(async move {
                let sent = tokio::select! {
                    sent = webhooks.send_to(&webhook, deliveries) => sent,
                    () = webhooks.stopping.wait() => Ok(()),
                };
                if let Err(error) = sent {
                    tracing::warn!("the result of a delivery cannot be recorded: {error}");
                }
                drop(busy);
                webhooks.sending.wake();
            });
        }
        Ok(any)
    }

    /// Sends deliveries to one address, one after the other. After a failure the rest waits.
    async fn send_to(&self, webhook: &Webhook, deliveries: Vec<Delivery>) -> Result<(), StoreError> {
        let mut deliveries = deliveries.into_iter();
        while let Some(delivery) = deliveries.next() {
            let called = self.call(webhook, &delivery).await;
            if called == CallOutcome::NotPublic {
                tracing::info!(webhook = webhook.id, "a webhook was not called: its address is not public");
            }
            let now = time(self.environment.now());
            let then = what_follows(called, webhook, &delivery, now);
            let went_well = then == Followup::Taken;
            if let Followup::Off(why) = &then {
                tracing::info!(webhook = webhook.id, "a webhook is switched off: {why}");
            }
            let tried = DeliveryOutcome { at: now, answer: in_words(called), then };
            self.store.note_try(&delivery, &tried).await?;
            if !went_well {
                for waiting in deliveries {
                    self.store.release_delivery(&waiting, now + PAUSES[0]).await?;
                }
                return Ok(());
            }
        }
        Ok(())
    }

    async fn call(&self, webhook: &Webhook, delivery: &Delivery) -> CallOutcome {
        let message = WebhookMessage {
            id: delivery.id.clone(),
            time: delivery.at,
            notice: delivery.notice.clone(),
            user: webhook.person.clone(),
            game: Some(delivery.game.clone()).filter(|game| !game.is_empty()),
            kind: Some(delivery.kind.clone()).filter(|kind| !kind.is_empty()),
        };
        let body = serde_json::to_string(&message).unwrap_or_default();
        let timestamp = (self.environment.now() / 1000).to_string();
        let Some(signature) = signature(&webhook.secret, &delivery.id, &timestamp, &body) else {
            return CallOutcome::Unfit;
        };
        let headers = [
            ("content-type", "application/json".to_owned()),
            ("user-agent", concat!("Ludoteca/", env!("CARGO_PKG_VERSION")).to_owned()),
            ("webhook-id", delivery.id.clone()),
            ("webhook-timestamp", timestamp),
            ("webhook-signature", signature),
        ];
        self.environment.poster().post(Purpose::Webhook, &webhook.url, &headers, body.as_bytes()).await
    }
}

/// By the convention of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`.
fn signature(secret: &str, id: &str, timestamp: &str, body: &str) -> Option<String> {
    let key = STANDARD.decode(secret.strip_prefix(super::SECRET)?).ok()?;
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).ok()?;
    mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
    Some(format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes())))
}

fn what_follows(called: CallOutcome, webhook: &Webhook, delivery: &Delivery, now: Time) -> Followup {
    match called {
        CallOutcome::Answered { answer: Answer::Accepted, .. } => return Followup::Taken,
        CallOutcome::Answered { answer: Answer::Gone, .. } => return Followup::Off("gone".to_owned()),
        _ => {}
    }
    if webhook.failing.is_some_and(|since| now - since >= PATIENCE) {
        return Followup::Off("failing".to_owned());
    }
    let Some(pause) = PAUSES.get(delivery.tries as usize) else { return Followup::GivenUp };
    let asked = match called {
        CallOutcome::Answered { retry_after: Some(wait), .. } => {
            Time::try_from(wait.as_millis()).unwrap_or(Time::MAX)
        }
        _ => 0,
    };
    // The receiver may not make us wait longer than our own schedule would.
    Followup::Again(now + asked.clamp(*pause, DAY))
}

/// The result as shown to users.
fn in_words(called: CallOutcome) -> String {
    match called {
        CallOutcome::Answered { code, .. } => code.to_string(),
        // Do not reveal which names and addresses our own network has.
        CallOutcome::Silence | CallOutcome::NotPublic => "no-answer".to_owned(),
        CallOutcome::Unfit => "unfit".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example from the Standard Webhooks specification.
    #[test]
    fn the_signature_is_that_of_the_conventions_example() {
        let signed = signature(
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "1614265330",
            r#"{"test": 2432232314}"#,
        );
        assert_eq!(signed.as_deref(), Some("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
    }

    #[test]
    fn pauses_grow_and_patience_ends() {
        let answered = |answer, retry_after| CallOutcome::Answered { answer, code: 0, retry_after };
        let failed = answered(Answer::Busy, None);
        let webhook = |failing| Webhook {
            id: String::new(),
            person: String::new(),
            token: None,
            url: String::new(),
            notices: String::new(),
            secret: String::new(),
            created: 0,
            expires: None,
            failing,
            off: None,
        };
        let delivery = |tries| {
            let notice = ludoteca_store::NoticeRow {
                person: String::new(),
                notice: String::new(),
                game: String::new(),
                kind: String::new(),
                mark: 0,
                at: 0,
            };
            Delivery { tries, ..Delivery::new("", &notice) }
        };
        let follows = |called, failing, tries| what_follows(called, &webhook(failing), &delivery(tries), DAY);
        assert_eq!(follows(failed, None, 0), Followup::Again(DAY + 5 * SECOND));
        assert_eq!(follows(failed, Some(1), 6), Followup::Again(2 * DAY));
        assert_eq!(follows(failed, Some(1), 7), Followup::GivenUp);
        assert_eq!(
            follows(CallOutcome::Silence, Some(DAY - PATIENCE), 0),
            Followup::Off("failing".to_owned())
        );
        let gone = answered(Answer::Gone, None);
        assert_eq!(follows(gone, None, 0), Followup::Off("gone".to_owned()));
        let busy = |seconds| answered(Answer::Busy, Some(Duration::from_secs(seconds)));
        assert_eq!(follows(busy(60), None, 0), Followup::Again(DAY + MINUTE));
        assert_eq!(follows(busy(1), None, 1), Followup::Again(DAY + 30 * SECOND));
        assert_eq!(follows(busy(u64::MAX), None, 0), Followup::Again(2 * DAY));
        let moved = answered(Answer::Rejected, None);
        assert_eq!(
            follows(moved, None, 0),
            Followup::Again(DAY + 5 * SECOND),
            "nothing is followed elsewhere"
        );
    }
}
