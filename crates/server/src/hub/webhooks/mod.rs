//! Webhooks: creating, listing, testing and deleting them. Deliveries are stored together with the events
//! that cause them; `sending` delivers them. docs/webhooks.md is the users' guide.

mod delivery;

pub(crate) use delivery::Sending;

use super::{
    Hub, Proof, Session,
    accounts::{Factor, checked_days, end_of, needs_account},
    active::time,
    errors::{not_kept, not_read},
    people::Identity,
    problem,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use ludoteca_protocol::{
    CreatedWebhook, DeliveryView, NewWebhook, Problem, WebhookList, WebhookOff, WebhookView,
};
use ludoteca_store::{Delivery, NoticeRow, TokenKind, Webhook};

/// The notices that can be sent.
pub(crate) const NOTICES: [&str; 6] =
    ["game-start", "my-turn", "challenge", "game-end", "rematch", "reminder"];
/// The notice for testing a webhook.
const TEST: &str = "test";
/// The most webhooks of one person.
const MAX_OWN: u32 = 5;
/// Default lifetime of a webhook that was created in a session.
const DAYS: u16 = 365;
/// Letters in a webhook's id.
const WEBHOOK_ID: usize = 10;
/// Recent deliveries shown per webhook.
const SHOWN: u32 = 10;
/// The prefix of secrets, by the convention of Standard Webhooks.
const SECRET: &str = "whsec_";

impl Hub {
    /// Creates a webhook. A personal token needs no proof besides its scope; its webhooks are deleted with
    /// it.
    pub(crate) async fn add_webhook(
        &self,
        session: &Session,
        request: &NewWebhook,
        reached: &str,
    ) -> Result<CreatedWebhook, Problem> {
        if session.guest {
            return Err(needs_account());
        }
        if self.0.poster.webhook(&request.url).is_none() {
            let detail =
                "a webhook must be a public https address, such as https://club.example.org/ludoteca";
            return Err(problem(422, "bad-url", detail));
        }
        let mut notices: Vec<&str> = request.notices.iter().map(String::as_str).collect();
        notices.sort_unstable();
        notices.dedup();
        if let Some(unknown) = notices.iter().find(|notice| !NOTICES.contains(notice)) {
            let shown: String = unknown.chars().take(40).collect();
            let detail = format!("unknown notice {shown:?}: expected {}", NOTICES.join(", "));
            return Err(Problem { args: vec![shown], ..problem(422, "unknown-notice", detail) });
        }
        if notices.is_empty() {
            return Err(problem(422, "no-notices", "a webhook must have at least one notice"));
        }
        let by_token = session.token.kind == TokenKind::Personal;
        let days = match request.days {
            None if by_token => None,
            days => Some(checked_days(days, DAYS)?),
        };
        let owner = if by_token {
            None
        } else {
            let proof =
                Proof { password: request.password.as_ref(), passkey: request.passkey.as_ref(), reached };
            Some(self.proved(session, proof).await?)
        };
        let created = time(self.now());
        let webhook = Webhook {
            id: self.0.environment.name(WEBHOOK_ID),
            person: session.who.id.clone(),
            token: by_token.then(|| session.token.id.clone()),
            url: request.url.clone(),
            notices: notices.join(" "),
            secret: format!("{SECRET}{}", STANDARD.encode(self.0.environment.bytes::<32>())),
            created,
            expires: days.map(|days| end_of(created, days)),
            failing: None,
            off: None,
        };
        // Expired ones do not count.
        self.own_webhooks(&session.who).await?;
        let added = self.0.store.add_webhook(&webhook, MAX_OWN).await;
        if !added.map_err(|error| not_kept(&error))? {
            let detail = format!("you can have at most {MAX_OWN} webhooks");
            return Err(problem(422, "too-many-webhooks", detail));
        }
        tracing::info!(person = webhook.person, webhook = webhook.id, "a webhook was created");
        match owner {
            Some(owner) => self.notify_owner(&owner, &session.who.name, &Factor::Webhook(&webhook.url)),
            None => self.notify_owner_of(session, &Factor::Webhook(&webhook.url)).await?,
        }
        let secret = webhook.secret.clone();
        Ok(CreatedWebhook { webhook: view(webhook, Vec::new()), secret })
    }

    /// A person's webhooks, with recent deliveries.
    pub(crate) async fn webhooks(&self, who: &Identity) -> Result<WebhookList, Problem> {
        let mut webhooks = Vec::new();
        for webhook in self.own_webhooks(who).await? {
            let last = self.0.store.deliveries_to(&webhook.id, SHOWN).await;
            webhooks.push(view(webhook, last.map_err(|error| not_read(&error))?));
        }
        Ok(WebhookList { webhooks })
    }

    pub(crate) async fn remove_webhook(&self, who: &Identity, id: &str) -> Result<(), Problem> {
        let gone = self.0.store.remove_webhook(&who.id, id).await.map_err(|error| not_kept(&error))?;
        if gone { Ok(()) } else { Err(no_such_webhook()) }
    }

    /// Sends a test notice to a webhook; one that was switched off is re-enabled.
    pub(crate) async fn test_webhook(&self, who: &Identity, id: &str) -> Result<(), Problem> {
        if self.own_webhooks(who).await?.iter().all(|webhook| webhook.id != id) {
            return Err(no_such_webhook());
        }
        let now = self.now();
        let notice = NoticeRow {
            person: who.id.clone(),
            notice: TEST.to_owned(),
            game: String::new(),
            kind: String::new(),
            mark: now,
            at: time(now),
        };
        let first = Delivery::new(id, &notice);
        self.0.store.turn_on_webhook(&first).await.map_err(|error| not_kept(&error))?;
        self.0.sending.wake();
        Ok(())
    }

    async fn own_webhooks(&self, who: &Identity) -> Result<Vec<Webhook>, Problem> {
        let read = async || self.0.store.webhooks_of(&who.id).await.map_err(|error| not_read(&error));
        let own = read().await?;
        let now = time(self.now());
        let lasts = |webhook: &Webhook| {
            webhook.token.is_none() && webhook.expires.is_none_or(|expires| expires > now)
        };
        if own.iter().all(lasts) {
            return Ok(own);
        }
        let gone = self.0.store.remove_orphaned_webhooks(now).await;
        gone.map_err(|error| not_kept(&error))?;
        read().await
    }
}

fn no_such_webhook() -> Problem {
    problem(404, "no-such-webhook", "you have no such webhook")
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
