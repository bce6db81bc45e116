//! Web Push: browsers that want to be told things while their page is closed.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a browser needs to subscribe (`applicationServerKey`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PushKey {
    /// The server's public key, in base64url.
    pub key: String,
}

/// A browser's subscription, as `PushSubscription.toJSON()` writes it. What is pushed is JSON: `{"notice",
/// "game", "kind"}`, where `kind` says which of the games it is.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PushSubscription {
    /// Where messages are taken: a public https address.
    pub endpoint: String,
    /// Until when; it is not used.
    #[serde(default, rename = "expirationTime")]
    pub expiration_time: Option<f64>,
    /// What messages are encrypted with.
    pub keys: PushKeys,
}

/// The keys of a subscription.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub struct PushKeys {
    /// The browser's public key, in base64url.
    pub p256dh: String,
    /// Its secret, in base64url.
    pub auth: String,
}

/// A subscription to be forgotten.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PushUnsubscription {
    /// The endpoint that was subscribed.
    pub endpoint: String,
}
