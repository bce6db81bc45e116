//! Webhooks: notices that are sent to an address.

use crate::{PasskeyAnswer, Secret};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An address to which notices are to be sent. In a session it needs your password or one of your passkeys; a
/// personal token with the scope `play` needs neither, and its webhooks go with it.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"url": "https://club.example.org/ludoteca", "notices": ["my-turn", "game-end"],
    "password": "a long walk in the rain"}))]
pub struct NewWebhook {
    /// A public https address.
    pub url: String,
    /// Which notices: `game-start`, `my-turn`, `challenge`, `game-end`, `rematch`, `reminder`.
    pub notices: Vec<String>,
    /// The account's password; none with a personal token.
    #[serde(default)]
    pub password: Option<Secret>,
    /// What one of your passkeys answers to a challenge for `proof`, instead of the password.
    #[serde(default)]
    pub passkey: Option<PasskeyAnswer>,
}

/// An address to which notices are sent.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "q7wn4zk2ab", "url": "https://club.example.org/ludoteca",
    "notices": ["game-end", "my-turn"], "created": 1789000000000_u64, "failing": 1789000100000_u64, "off": null,
    "deliveries": [{"id": "q7wn4zk2ab-my-turn-k3wq8zn2xwvb-17", "notice": "my-turn", "game": "k3wq8zn2xwvb",
        "at": 1789000100000_u64, "taken": false, "tries": 1, "tried": 1789000100000_u64, "answer": "503",
        "next": 1789000105000_u64}]}))]
pub struct WebhookView {
    /// Its name.
    pub id: String,
    /// Where notices are sent.
    pub url: String,
    /// Which.
    pub notices: Vec<String>,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// Since when nothing was taken there; `null`: the last try went well.
    pub failing: Option<i64>,
    /// Nothing is sent there any more; `POST /webhooks/{id}/test` begins again.
    pub off: Option<WebhookOff>,
    /// The last ones, the newest first.
    pub deliveries: Vec<DeliveryView>,
}

/// Why nothing is sent to an address any more.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"since": 1789432000000_u64, "why": "failing"}))]
pub struct WebhookOff {
    /// Since when.
    pub since: i64,
    /// `failing`: nothing was taken for five days; `gone`: it answered 410.
    pub why: String,
}

/// A notice on its way to an address.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "q7wn4zk2ab-my-turn-k3wq8zn2xwvb-17", "notice": "my-turn", "game": "k3wq8zn2xwvb",
    "at": 1789000100000_u64, "taken": false, "tries": 1, "tried": 1789000100000_u64, "answer": "503",
    "next": 1789000105000_u64}))]
pub struct DeliveryView {
    /// The same at every try; the header `webhook-id`.
    pub id: String,
    /// What it is.
    pub notice: String,
    /// In which game; `null` for `test`.
    pub game: Option<String>,
    /// When it happened.
    pub at: i64,
    /// Whether it was taken.
    pub taken: bool,
    /// How often it was tried.
    pub tries: u32,
    /// When it was last tried.
    pub tried: Option<i64>,
    /// What was answered then: a status, or `no-answer`.
    pub answer: Option<String>,
    /// When it is tried next; `null`: never again.
    pub next: Option<i64>,
}

/// An address that was just added.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"webhook": {"id": "q7wn4zk2ab", "url": "https://club.example.org/ludoteca",
    "notices": ["game-end", "my-turn"], "created": 1789000000000_u64, "failing": null, "off": null,
    "deliveries": []}, "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="}))]
pub struct CreatedWebhook {
    /// As it will be in the list.
    pub webhook: WebhookView,
    /// What is sent is signed by it; shown once.
    pub secret: String,
}

/// All addresses of somebody.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"webhooks": [{"id": "q7wn4zk2ab", "url": "https://club.example.org/ludoteca",
    "notices": ["game-end", "my-turn"], "created": 1789000000000_u64, "failing": null, "off": null,
    "deliveries": []}]}))]
pub struct WebhookList {
    /// The oldest first.
    pub webhooks: Vec<WebhookView>,
}

/// What is sent to an address, as JSON. The headers `webhook-id`, `webhook-timestamp` and `webhook-signature`
/// are those of Standard Webhooks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "q7wn4zk2ab-my-turn-k3wq8zn2xwvb-17", "time": 1789000100000_u64, "notice": "my-turn",
    "user": "r7xw3kqj5vda", "game": "k3wq8zn2xwvb", "kind": "squadro"}))]
pub struct WebhookMessage {
    /// The same at every try: what has come before can be left out.
    pub id: String,
    /// When it happened, in milliseconds since 1970.
    pub time: i64,
    /// What it is; `test` when somebody tries the address out.
    pub notice: String,
    /// Whom it concerns.
    pub user: String,
    /// In which game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Which of the games that is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}
