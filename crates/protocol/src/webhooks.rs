//! Webhooks: notices sent to an address.

use crate::{PasskeyAnswer, Secret};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A new webhook. In a session it needs your password or one of your passkeys; a personal token with the
/// scope `play` needs neither, and its webhooks are deleted with it.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"url": "https://club.example.org/ludoteca", "notices": ["my-turn", "game-end"],
    "password": "a long walk in the rain"}))]
pub struct NewWebhook {
    /// A public https address.
    pub url: String,
    /// The notices to send: `game-start`, `my-turn`, `challenge`, `game-end`, `rematch`, `reminder`.
    pub notices: Vec<String>,
    /// Lifetime in days: 1 to 366. By default 365 or, with a personal token, until the token ends.
    #[serde(default)]
    pub days: Option<u16>,
    /// The account's password; not with a personal token.
    #[serde(default)]
    pub password: Option<Secret>,
    /// The answer of one of your passkeys to a challenge for `proof`, instead of the password.
    #[serde(default)]
    pub passkey: Option<PasskeyAnswer>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "q7wn4zk2ab", "url": "https://club.example.org/ludoteca",
    "notices": ["game-end", "my-turn"], "created": 1789000000000_u64, "expires": 1820536000000_u64,
    "failing": 1789000100000_u64, "off": null,
    "deliveries": [{"id": "q7wn4zk2ab-my-turn-k3wq8zn2xwvb-17", "notice": "my-turn", "game": "k3wq8zn2xwvb",
        "at": 1789000100000_u64, "taken": false, "tries": 1, "tried": 1789000100000_u64, "answer": "503",
        "next": 1789000105000_u64}]}))]
pub struct WebhookView {
    pub id: String,
    /// The address that notices are sent to.
    pub url: String,
    /// The notices it gets.
    pub notices: Vec<String>,
    /// Time of creation, in milliseconds since 1970.
    pub created: i64,
    /// When it ends, in milliseconds since 1970; `null`: with the token that created it.
    #[schema(required)]
    pub expires: Option<i64>,
    /// Since when deliveries have failed, in milliseconds since 1970; `null`: the last one succeeded.
    #[schema(required)]
    pub failing: Option<i64>,
    /// Present if the webhook was switched off; `POST /webhooks/{id}/test` re-enables it.
    #[schema(required)]
    pub off: Option<WebhookOff>,
    /// Recent deliveries, newest first.
    pub deliveries: Vec<DeliveryView>,
}

/// Why a webhook was switched off.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"since": 1789432000000_u64, "why": "failing"}))]
pub struct WebhookOff {
    /// When, in milliseconds since 1970.
    pub since: i64,
    /// `failing`: no delivery succeeded for five days; `gone`: the address answered 410.
    pub why: String,
}

/// A delivery of a notice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "q7wn4zk2ab-my-turn-k3wq8zn2xwvb-17", "notice": "my-turn", "game": "k3wq8zn2xwvb",
    "at": 1789000100000_u64, "taken": false, "tries": 1, "tried": 1789000100000_u64, "answer": "503",
    "next": 1789000105000_u64}))]
pub struct DeliveryView {
    /// The delivery's id, the same at every try; sent in the header `webhook-id`.
    pub id: String,
    /// The kind of notice.
    pub notice: String,
    /// The game's id; `null` for `test`.
    #[schema(required)]
    pub game: Option<String>,
    /// Time of the notice, in milliseconds since 1970.
    pub at: i64,
    /// Whether it was delivered.
    pub taken: bool,
    /// The number of tries.
    pub tries: u32,
    /// Time of the last try, in milliseconds since 1970.
    #[schema(required)]
    pub tried: Option<i64>,
    /// The result of the last try: a status, or `no-answer`.
    #[schema(required)]
    pub answer: Option<String>,
    /// Time of the next try, in milliseconds since 1970; `null`: there will be none.
    #[schema(required)]
    pub next: Option<i64>,
}

/// A webhook that was just created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"webhook": {"id": "q7wn4zk2ab", "url": "https://club.example.org/ludoteca",
    "notices": ["game-end", "my-turn"], "created": 1789000000000_u64, "expires": 1820536000000_u64,
    "failing": null, "off": null,
    "deliveries": []}, "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="}))]
pub struct CreatedWebhook {
    /// The webhook as lists show it.
    pub webhook: WebhookView,
    /// The key that signs deliveries; shown once.
    pub secret: String,
}

/// The webhooks of a user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"webhooks": [{"id": "q7wn4zk2ab", "url": "https://club.example.org/ludoteca",
    "notices": ["game-end", "my-turn"], "created": 1789000000000_u64, "expires": 1820536000000_u64,
    "failing": null, "off": null,
    "deliveries": []}]}))]
pub struct WebhookList {
    /// Sorted by age, oldest first.
    pub webhooks: Vec<WebhookView>,
}

/// The body of a delivery, in JSON. The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` are
/// those of Standard Webhooks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "q7wn4zk2ab-my-turn-k3wq8zn2xwvb-17", "time": 1789000100000_u64, "notice": "my-turn",
    "user": "r7xw3kqj5vda", "game": "k3wq8zn2xwvb", "kind": "squadro"}))]
pub struct WebhookMessage {
    /// The delivery's id, the same at every try, so that duplicates can be ignored.
    pub id: String,
    /// Time of the notice, in milliseconds since 1970.
    pub time: i64,
    /// The kind of notice; `test` for a test of the webhook.
    pub notice: String,
    /// The id of the user it concerns.
    pub user: String,
    /// The id of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}
