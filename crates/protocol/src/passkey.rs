//! Passkeys: challenges, answers and lists.

use crate::{Secret, UserView};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The purpose of a passkey challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PasskeyPurpose {
    /// A new account without a password.
    Account,
    /// Another passkey for your account; needs your password or one of your passkeys.
    Key,
    LogIn,
    /// Proving that you own the account, wherever a password would do.
    Proof,
}

/// A request for a challenge.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"for": "account", "name": "Ada-L"}))]
pub struct PasskeyRequest {
    #[serde(rename = "for")]
    pub purpose: PasskeyPurpose,
    /// For `account`: the new account's name; for `log-in`: the account's name, unless the passkey provides
    /// it.
    #[serde(default)]
    pub name: Option<String>,
    /// For `key`: the account's password.
    #[serde(default)]
    pub password: Option<Secret>,
    /// For `key`: the answer of one of your passkeys to a challenge for `proof`, instead of the password.
    #[serde(default)]
    pub passkey: Option<PasskeyAnswer>,
}

/// A challenge for a passkey. It can be used once, within five minutes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"challenge": "ab3cd4ef5gh6ij7km8np9qr2st3uv4wx", "options": {"rpId": "games.example.org",
    "challenge": "pU1mVgmM0dbKJBwrxEcXO4pM5m0DU5RxNrGA9CjtCn0", "allowCredentials": [], "userVerification": "required"}}))]
pub struct PasskeyChallenge {
    /// The challenge's id, to be sent with the answer.
    pub challenge: String,
    /// `publicKey` of `navigator.credentials.create()` (for `account` and `key`) or `get()`, in the form that
    /// `PublicKeyCredential.parseCreationOptionsFromJSON()` and `parseRequestOptionsFromJSON()` read.
    #[schema(value_type = Object)]
    pub options: serde_json::Value,
}

/// A passkey's answer to a challenge.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"challenge": "ab3cd4ef5gh6ij7km8np9qr2st3uv4wx", "credential": {"id": "AQID",
    "rawId": "AQID", "type": "public-key", "response": {"authenticatorData": "AQID", "clientDataJSON": "AQID",
    "signature": "AQID", "userHandle": "AQID"}}}))]
pub struct PasskeyAnswer {
    /// The id of the challenge.
    pub challenge: String,
    /// The credential as `toJSON()` writes it.
    #[schema(value_type = Object)]
    pub credential: serde_json::Value,
}

/// A new account with a passkey; the challenge contains its name.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"challenge": "ab3cd4ef5gh6ij7km8np9qr2st3uv4wx", "credential": {"id": "AQID",
    "rawId": "AQID", "type": "public-key", "response": {"attestationObject": "AQID", "clientDataJSON": "AQID"}}}))]
pub struct NewPasskeyAccount {
    /// The id of a challenge for `account`.
    pub challenge: String,
    /// The credential as `toJSON()` writes it.
    #[schema(value_type = Object)]
    pub credential: serde_json::Value,
    /// Your name for the passkey; by default the browser's.
    #[serde(default)]
    pub label: Option<String>,
    /// Only for recovering the account if the passkey is lost; optional, and visible only to you.
    #[serde(default)]
    pub email: Option<String>,
    /// Required if the server accepts new accounts by invite code only (`GET /site`).
    #[serde(default)]
    pub invite_code: Option<String>,
}

/// A new passkey for an account.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"challenge": "ab3cd4ef5gh6ij7km8np9qr2st3uv4wx", "label": "my phone", "credential":
    {"id": "AQID", "rawId": "AQID", "type": "public-key", "response": {"attestationObject": "AQID",
    "clientDataJSON": "AQID"}}}))]
pub struct NewPasskey {
    /// The id of a challenge for `key`.
    pub challenge: String,
    /// The credential as `toJSON()` writes it.
    #[schema(value_type = Object)]
    pub credential: serde_json::Value,
    /// Your name for the passkey; by default the browser's.
    #[serde(default)]
    pub label: Option<String>,
}

/// A new label for a passkey.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"label": "my old phone"}))]
pub struct PasskeyLabel {
    /// 1 to 60 characters.
    pub label: String,
}

/// One of your passkeys.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "q7wn4zk2", "label": "my phone", "created": 1789000000000_u64,
    "used": 1789000000000_u64, "synced": true}))]
pub struct PasskeyView {
    /// The passkey's id on this server.
    pub id: String,
    /// Your name for it.
    pub label: String,
    /// When it was added, in milliseconds since 1970.
    pub created: i64,
    /// When it was last used, in milliseconds since 1970.
    pub used: i64,
    /// Whether it reports that it is synced to your other devices.
    pub synced: bool,
}

/// The passkeys of a user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"passkeys": [{"id": "q7wn4zk2", "label": "my phone", "created": 1789000000000_u64,
    "used": 1789000000000_u64, "synced": true}]}))]
pub struct PasskeyList {
    /// Sorted by age, oldest first.
    pub passkeys: Vec<PasskeyView>,
}

/// Where this server's passkeys can be used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"origin": "https://games.example.org"}))]
pub struct PasskeyOrigin {
    /// The required origin of the page; `null`: passkeys are unavailable, since the server has no domain to
    /// bind them to.
    pub origin: Option<String>,
}

/// The guest a user was until they logged in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "k2pncm4tq8wz", "name": "Ada"}, "token": "np9qr2st3uv4wxab3cd4ef5gh6ij7km8",
    "games": 3}))]
pub struct PreviousGuest {
    pub user: UserView,
    /// The guest's token, with which `POST /me/guests` claims the games.
    pub token: String,
    /// The number of the guest's games.
    pub games: u64,
}

/// A guest whose games are to be claimed.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"token": "np9qr2st3uv4wxab3cd4ef5gh6ij7km8"}))]
pub struct GuestClaim {
    /// The token of the guest.
    pub token: Secret,
}

/// The result of claiming a guest's games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"games": 3}))]
pub struct ClaimedGames {
    /// The number of games that are yours now.
    pub games: u64,
}
