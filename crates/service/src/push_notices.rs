//! Push notifications for people who are not connected. Sending never delays a game, and the queue is not
//! durable: a message that its service does not accept within some minutes is dropped.

use super::{
    Identity, Stopping,
    environment::Environment,
    error::{PushError, Unavailable, not_read},
    to_hex,
};
use crate::{
    outgoing::Purpose,
    push::{Outcome, Recipient, VapidKey, one_time_key},
};
use ludoteca_protocol::PushSubscription;
use ludoteca_store::{Store, StoreError};
use serde::{Deserialize, Serialize};
use std::{sync::Arc, time::Duration};
use tokio::sync::Semaphore;

/// Where the store keeps this server's key.
const KEY: &str = "push key";
/// The most messages in progress or waiting for a retry; further ones are dropped.
const MAX_WAITING: usize = 2000;
/// Concurrent requests to push services.
const AT_ONCE: usize = 32;
/// The most browsers of one person.
pub(crate) const MAX_OWN: usize = 20;
/// The pauses in seconds before each retry, unless the service sets another.
const PAUSES: [u64; 5] = [1, 5, 25, 125, 625];
/// The longest pause that a service may set.
const MAX_PAUSE: Duration = Duration::from_secs(625);
/// How long a service keeps a message for a browser that is offline, in seconds.
const KEPT: u32 = 24 * 60 * 60;

#[derive(Clone, Debug)]
pub struct Notifications {
    store: Arc<dyn Store>,
    environment: Environment,
    stopping: Stopping,
    key: VapidKey,
    waiting: Arc<Semaphore>,
    speaking: Arc<Semaphore>,
}

/// A subscription as it is stored.
#[derive(Debug, Serialize, Deserialize)]
struct Browser {
    endpoint: String,
    p256dh: String,
    auth: String,
    /// The origin of the page that subscribed, if it is public.
    site: Option<String>,
}

/// The content of a notification.
#[derive(Serialize)]
struct Message<'a> {
    notice: &'a str,
    game: &'a str,
    kind: &'a str,
}

impl Notifications {
    /// Reads the server's key from the store, or creates it the first time.
    pub(crate) async fn open(
        store: Arc<dyn Store>,
        environment: Environment,
        stopping: Stopping,
    ) -> Result<Notifications, StoreError> {
        let stored = store.fact(KEY).await?.as_deref().and_then(super::from_hex);
        let key = match stored.as_ref().and_then(VapidKey::from_bytes) {
            Some(key) => key,
            None => {
                let key = VapidKey::new(one_time_key(|| environment.bytes()));
                // Another server may create one at the same moment.
                let kept = store.add_fact(KEY, &to_hex(&key.to_bytes())).await?;
                super::from_hex(&kept).as_ref().and_then(VapidKey::from_bytes).unwrap_or(key)
            }
        };
        Ok(Notifications {
            store,
            environment,
            stopping,
            key,
            waiting: Arc::new(Semaphore::new(MAX_WAITING)),
            speaking: Arc::new(Semaphore::new(AT_ONCE)),
        })
    }

    /// The public key that browsers need to subscribe.
    pub fn push_key(&self) -> String {
        self.key.public()
    }

    /// Stores a browser's subscription; `origin` is that of its page.
    pub async fn subscribe(
        &self,
        who: &Identity,
        request: PushSubscription,
        origin: &str,
    ) -> Result<(), PushError> {
        if self.environment.poster().origin(Purpose::Push, &request.endpoint).is_none() {
            return Err(PushError::BadEndpoint);
        }
        let (p256dh, auth) = (request.keys.p256dh, request.keys.auth);
        if Recipient::read(&p256dh, &auth).is_none() {
            return Err(PushError::BadKeys);
        }
        let own = self.browsers(&who.id).await?;
        if own.len() >= MAX_OWN && own.iter().all(|browser| browser.endpoint != request.endpoint) {
            return Err(PushError::TooMany);
        }
        let site = Some(origin).filter(|origin| origin.starts_with("https://")).map(str::to_owned);
        let browser = Browser { endpoint: request.endpoint, p256dh, auth, site };
        let data = serde_json::to_string(&browser).unwrap_or_default();
        let stored = self.store.add_subscription(&browser.endpoint, &who.id, &data).await;
        Ok(stored.map_err(not_read)?)
    }

    /// Removes a browser's subscription.
    pub async fn unsubscribe(&self, who: &Identity, endpoint: &str) -> Result<(), PushError> {
        if self.browsers(&who.id).await?.iter().all(|browser| browser.endpoint != endpoint) {
            return Err(PushError::Unknown);
        }
        Ok(self.store.remove_subscription(endpoint).await.map_err(not_read)?)
    }

    async fn browsers(&self, person: &str) -> Result<Vec<Browser>, Unavailable> {
        let stored = self.store.subscriptions(person).await.map_err(not_read)?;
        Ok(stored.iter().filter_map(|data| serde_json::from_str(data).ok()).collect())
    }

    /// Pushes a notice to all browsers of a person, in background tasks.
    pub fn push(&self, person: &str, notice: &str, game: &str, kind: &str) {
        let Ok(place) = Arc::clone(&self.waiting).try_acquire_owned() else {
            return tracing::warn!("a notice is not pushed: {MAX_WAITING} others are waiting");
        };
        let message = serde_json::to_string(&Message { notice, game, kind }).unwrap_or_default();
        // A browser that was offline gets only the last notice of each kind per game.
        let topic = format!("{notice}-{game}");
        let (notifications, person) = (self.clone(), person.to_owned());
        tokio::spawn(async move {
            let browsers = notifications.browsers(&person).await.unwrap_or_default();
            let all = browsers.iter().map(|browser| notifications.bring(browser, &message, &topic));
            tokio::select! {
                _ = futures_util::future::join_all(all) => {}
                () = notifications.stopping.wait() => {}
            }
            drop(place);
        });
    }

    /// Sends a message to one browser, with retries.
    async fn bring(&self, browser: &Browser, message: &str, topic: &str) {
        let (poster, Notifications { key, speaking, .. }) = (self.environment.poster(), self);
        let (Some(service), Some(recipient)) = (
            poster.origin(Purpose::Push, &browser.endpoint),
            Recipient::read(&browser.p256dh, &browser.auth),
        ) else {
            return;
        };
        let environment = &self.environment;
        let one_time = one_time_key(|| environment.bytes());
        let Some(sealed) = recipient.seal(message.as_bytes(), &one_time, environment.bytes()) else { return };
        for pause in PAUSES.map(Some).into_iter().chain([None]) {
            let headers = [
                (
                    "authorization",
                    key.authorization(&service, browser.site.as_deref(), self.environment.now() / 1000),
                ),
                ("content-encoding", "aes128gcm".to_owned()),
                ("content-type", "application/octet-stream".to_owned()),
                ("ttl", KEPT.to_string()),
                ("topic", topic.to_owned()),
            ];
            let Ok(turn) = speaking.acquire().await else { return };
            let outcome =
                Outcome::from(poster.post(Purpose::Push, &browser.endpoint, &headers, &sealed).await);
            drop(turn);
            match (outcome, pause) {
                (Outcome::Taken, _) => return,
                (Outcome::Gone, _) => {
                    if let Err(error) = self.store.remove_subscription(&browser.endpoint).await {
                        tracing::warn!("an expired subscription could not be removed: {error}");
                    }
                    return;
                }
                (Outcome::Later(wait), Some(pause)) => {
                    let pause = wait.unwrap_or(Duration::from_secs(pause)).min(MAX_PAUSE);
                    tokio::time::sleep(pause).await;
                }
                (Outcome::Later(_), None) => {
                    tracing::info!(service, "a push service accepts no messages");
                    return;
                }
                (Outcome::NotPublic, _) => {
                    tracing::info!(service, "a push service is not called: its address is not public");
                    return;
                }
                (Outcome::Refused(code), _) => {
                    tracing::warn!(service, code, "a push service rejected a message");
                    return;
                }
            }
        }
    }
}
