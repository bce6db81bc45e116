//! Web Push: notifications for browsers while the page is closed.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The key that a browser needs to subscribe (`applicationServerKey`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"key": "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"}))]
pub struct PushKey {
    /// The server's public key, in base64url.
    pub key: String,
}

/// A browser's subscription, as `PushSubscription.toJSON()` writes it. Push messages are JSON: `{"notice",
/// "game", "kind"}`, where `kind` is `squadro`, `number-one`, `peak` or `one-piece-for-two`.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"endpoint": "https://push.example.org/send/abc", "expirationTime": null,
    "keys": {"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg"}}))]
pub struct PushSubscription {
    /// The push service's public https address for messages.
    pub endpoint: String,
    /// The subscription's end; not used.
    #[serde(default, rename = "expirationTime")]
    pub expiration_time: Option<f64>,
    /// The keys for encrypting messages.
    pub keys: PushKeys,
}

/// The keys of a subscription.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[schema(example = json!({"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg"}))]
pub struct PushKeys {
    /// The browser's public key, in base64url.
    pub p256dh: String,
    /// The browser's authentication secret, in base64url.
    pub auth: String,
}

/// A subscription to be removed.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"endpoint": "https://push.example.org/send/abc"}))]
pub struct PushUnsubscription {
    /// The endpoint that was subscribed.
    pub endpoint: String,
}
