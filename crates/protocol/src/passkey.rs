//! Passkeys: what one is asked, what it answers, and those that somebody has.

use crate::{Secret, UserView};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a passkey is to be asked for.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PasskeyPurpose {
    /// A new account, which has no password.
    Account,
    /// A further passkey for your account; needs your password or one of your passkeys.
    Key,
    /// Logging in.
    LogIn,
    /// Proving that it is really you, where others say their password.
    Proof,
}

/// Something to be asked of a passkey.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"for": "account", "name": "Ada-L"}))]
pub struct PasskeyRequest {
    /// What for.
    #[serde(rename = "for")]
    pub purpose: PasskeyPurpose,
    /// For `account` the name it is to have; for `log-in` the account's, unless the passkey is to say it.
    #[serde(default)]
    pub name: Option<String>,
    /// For `key`: the account's password.
    #[serde(default)]
    pub password: Option<Secret>,
    /// For `key`: what one of your passkeys answers to a challenge for `proof`, instead of the password.
    #[serde(default)]
    pub passkey: Option<PasskeyAnswer>,
}

/// What a passkey is asked. It is good once, for five minutes.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"challenge": "ab3cd4ef5gh6ij7km8np9qr2st3uv4wx", "options": {"rpId": "games.example.org",
    "challenge": "pU1mVgmM0dbKJBwrxEcXO4pM5m0DU5RxNrGA9CjtCn0", "allowCredentials": [], "userVerification": "required"}}))]
pub struct PasskeyChallenge {
    /// Its name, to be sent with the answer.
    pub challenge: String,
    /// `publicKey` of `navigator.credentials.create()` (for `account` and `key`) or `get()`, in the form that
    /// `PublicKeyCredential.parseCreationOptionsFromJSON()` and `parseRequestOptionsFromJSON()` read.
    #[schema(value_type = Object)]
    #[cfg_attr(feature = "ts", ts(type = "object"))]
    pub options: serde_json::Value,
}

/// What a passkey answers.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"challenge": "ab3cd4ef5gh6ij7km8np9qr2st3uv4wx", "credential": {"id": "AQID",
    "rawId": "AQID", "type": "public-key", "response": {"authenticatorData": "AQID", "clientDataJSON": "AQID",
    "signature": "AQID", "userHandle": "AQID"}}}))]
pub struct PasskeyAnswer {
    /// The challenge's name.
    pub challenge: String,
    /// The credential as `toJSON()` writes it.
    #[schema(value_type = Object)]
    #[cfg_attr(feature = "ts", ts(type = "object"))]
    pub credential: serde_json::Value,
}

/// An account to be made with a passkey; its name stands in the challenge.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"challenge": "ab3cd4ef5gh6ij7km8np9qr2st3uv4wx", "credential": {"id": "AQID",
    "rawId": "AQID", "type": "public-key", "response": {"attestationObject": "AQID", "clientDataJSON": "AQID"}}}))]
pub struct NewPasskeyAccount {
    /// The name of a challenge for `account`.
    pub challenge: String,
    /// The credential as `toJSON()` writes it.
    #[schema(value_type = Object)]
    #[cfg_attr(feature = "ts", ts(type = "object"))]
    pub credential: serde_json::Value,
    /// What you call the passkey; otherwise it is called after the browser.
    #[serde(default)]
    pub label: Option<String>,
    /// Only for the case that the passkey is lost; nobody else sees it, and it is never needed.
    #[serde(default)]
    pub email: Option<String>,
    /// Needed where the server takes new accounts by invite code only (`GET /site`).
    #[serde(default)]
    pub invite_code: Option<String>,
}

/// A passkey to be added to an account.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"challenge": "ab3cd4ef5gh6ij7km8np9qr2st3uv4wx", "label": "my phone", "credential":
    {"id": "AQID", "rawId": "AQID", "type": "public-key", "response": {"attestationObject": "AQID",
    "clientDataJSON": "AQID"}}}))]
pub struct NewPasskey {
    /// The name of a challenge for `key`.
    pub challenge: String,
    /// The credential as `toJSON()` writes it.
    #[schema(value_type = Object)]
    #[cfg_attr(feature = "ts", ts(type = "object"))]
    pub credential: serde_json::Value,
    /// What you call it; otherwise it is called after the browser.
    #[serde(default)]
    pub label: Option<String>,
}

/// Another name for a passkey.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"label": "my old phone"}))]
pub struct PasskeyLabel {
    /// 1 to 60 characters.
    pub label: String,
}

/// One of your passkeys.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "q7wn4zk2", "label": "my phone", "created": 1789000000000_u64,
    "used": 1789000000000_u64, "synced": true}))]
pub struct PasskeyView {
    /// Its name here.
    pub id: String,
    /// What you call it.
    pub label: String,
    /// When it was added, in milliseconds since 1970.
    pub created: i64,
    /// When it was last used.
    pub used: i64,
    /// Whether it is also on other devices of yours, by what it says itself.
    pub synced: bool,
}

/// All passkeys of somebody.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"passkeys": [{"id": "q7wn4zk2", "label": "my phone", "created": 1789000000000_u64,
    "used": 1789000000000_u64, "synced": true}]}))]
pub struct PasskeyList {
    /// The oldest first.
    pub passkeys: Vec<PasskeyView>,
}

/// Where passkeys of this server can be used.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"origin": "https://games.example.org"}))]
pub struct PasskeyOrigin {
    /// The beginning of the page's address; `null`: nowhere, because the server has no name that passkeys
    /// could belong to.
    pub origin: Option<String>,
}

/// The guest somebody was until they logged in.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "k2pncm4tq8wz", "name": "Ada"}, "token": "np9qr2st3uv4wxab3cd4ef5gh6ij7km8",
    "games": 3}))]
pub struct PreviousGuest {
    /// Who it was.
    pub user: UserView,
    /// The guest's token, by which `POST /me/guests` takes the games along.
    pub token: String,
    /// How many games the guest has.
    pub games: u64,
}

/// A guest whose games are to be taken along.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"token": "np9qr2st3uv4wxab3cd4ef5gh6ij7km8"}))]
pub struct GuestClaim {
    /// The guest's token.
    pub token: Secret,
}

/// What was taken along.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"games": 3}))]
pub struct ClaimedGames {
    /// How many games are yours now.
    pub games: u64,
}
