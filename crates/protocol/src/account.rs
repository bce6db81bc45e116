//! Accounts, sessions, personal tokens, bots.

use crate::{PasskeyAnswer, PreviousGuest, UserView};
use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::ToSchema;

/// A password or a code. It is never written anywhere but on the wire.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String, example = "a long walk in the rain")]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// An account to be made.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ada-L", "password": "a long walk in the rain"}))]
pub struct NewAccount {
    /// 2 to 30 letters, digits, `-` and `_`, beginning with a letter. No other account has it, whatever the
    /// case of its letters.
    pub name: String,
    /// 12 to 128 characters of any kind, not easy to guess.
    pub password: Secret,
    /// Only for the case that the password is lost; nobody else sees it, and it is never needed.
    #[serde(default)]
    pub email: Option<String>,
    /// Needed where the server takes new accounts by invite code only (`GET /site`).
    #[serde(default)]
    pub invite_code: Option<String>,
}

/// Somebody who wants to log in.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ada-L", "password": "a long walk in the rain"}))]
pub struct LogIn {
    /// The account's name.
    pub name: String,
    /// Its password.
    pub password: Secret,
}

/// Somebody who is known from now on, and the token by which the server knows them.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "m4tq8wzk2pnc", "name": "Ada-L"}, "token": "ab3cd4ef5gh6ij7km8np9qr2st3uv4wx"}))]
pub struct SignedIn {
    /// Who they are.
    pub user: UserView,
    /// For `Authorization: Bearer …`; shown once. A browser has it as a cookie.
    pub token: String,
    /// The guest who has just logged in, where they have games that can be taken along.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guest: Option<PreviousGuest>,
}

/// What only you see of your account.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"email": null, "recovery_codes": 10, "password": true, "passkeys": 1}))]
pub struct AccountView {
    /// Where mail goes when the password is lost; not shown to personal tokens.
    pub email: Option<String>,
    /// How many recovery codes are left.
    pub recovery_codes: u64,
    /// Whether it has a password.
    #[serde(default)]
    pub password: bool,
    /// How many passkeys it has.
    #[serde(default)]
    pub passkeys: u64,
    /// `moderator` or `admin`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
}

/// A browser or program in which somebody is known.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "q7wn4zk2", "client": "Firefox on Linux", "created": 1789000000000_u64,
    "used": 1789000000000_u64, "expires": 1804552000000_u64, "this": true}))]
pub struct SessionView {
    /// Its name; it lets nobody in.
    pub id: String,
    /// Which browser and system, as far as they say.
    pub client: String,
    /// When it began, in milliseconds since 1970.
    pub created: i64,
    /// When it was last used, to the hour.
    pub used: i64,
    /// When it ends unless it is used before; `null`: never.
    pub expires: Option<i64>,
    /// It is the one that asks.
    pub this: bool,
}

/// All sessions of somebody.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"sessions": [{"id": "q7wn4zk2", "client": "Firefox on Linux", "created": 1789000000000_u64,
    "used": 1789000000000_u64, "expires": 1804552000000_u64, "this": true}]}))]
pub struct SessionList {
    /// The oldest first.
    pub sessions: Vec<SessionView>,
}

/// A password to be changed.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"old": "a long walk in the rain", "new": "a short nap in the sun"}))]
pub struct NewPassword {
    /// As it was.
    #[serde(default)]
    pub old: Option<Secret>,
    /// What one of your passkeys answers to a challenge for `proof`, instead of the old password.
    #[serde(default)]
    pub passkey: Option<PasskeyAnswer>,
    /// As it will be.
    pub new: Secret,
}

/// An address for mail when the password is lost.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"email": "ada@example.org", "password": "a long walk in the rain"}))]
pub struct NewEmail {
    /// Where; `null` takes it away.
    pub email: Option<String>,
    /// The account's password.
    #[serde(default)]
    pub password: Option<Secret>,
    /// What one of your passkeys answers to a challenge for `proof`, instead of the password.
    #[serde(default)]
    pub passkey: Option<PasskeyAnswer>,
}

/// What proves that it is really you.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"password": "a long walk in the rain"}))]
pub struct PasswordProof {
    /// The account's password; a guest has none.
    #[serde(default)]
    pub password: Option<Secret>,
    /// What one of your passkeys answers to a challenge for `proof`, instead of the password.
    #[serde(default)]
    pub passkey: Option<PasskeyAnswer>,
}

/// Codes to be kept on paper.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"codes": ["m4tq-8wzk-2pnc-r7xw"]}))]
pub struct RecoveryCodes {
    /// Each lets you choose a new password once; shown once.
    pub codes: Vec<String>,
}

/// A new password for somebody who has lost theirs.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ada-L", "code": "m4tq-8wzk-2pnc-r7xw", "password": "a short nap in the sun"}))]
pub struct Recovery {
    /// The account's name.
    pub name: String,
    /// One of its recovery codes, or the code of a mail.
    pub code: Secret,
    /// The new password.
    pub password: Secret,
}

/// Whose password is lost.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ada-L"}))]
pub struct RecoveryMail {
    /// The account's name.
    pub name: String,
}

/// A personal token to be made. It needs your password or one of your passkeys.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"label": "my analysis", "scopes": ["read"], "days": 90,
    "password": "a long walk in the rain"}))]
pub struct NewToken {
    /// What it is for, in your words: 1 to 60 characters.
    pub label: String,
    /// `play`: games, seeks, chat, webhooks; `read`: reading what is yours.
    pub scopes: Vec<String>,
    /// For how many days it is good: 1 to 366, and 90 without it.
    #[serde(default)]
    pub days: Option<u16>,
    /// The account's password.
    #[serde(default)]
    pub password: Option<Secret>,
    /// What one of your passkeys answers to a challenge for `proof`, instead of the password.
    #[serde(default)]
    pub passkey: Option<PasskeyAnswer>,
}

/// A personal token in a list.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "q7wn4zk2", "label": "my analysis", "scopes": ["read"], "created": 1789000000000_u64,
    "used": 1789000000000_u64, "expires": 1796776000000_u64}))]
pub struct TokenView {
    /// Its name; it lets nobody in.
    pub id: String,
    /// What it is for.
    pub label: String,
    /// What it may do.
    pub scopes: Vec<String>,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When it was last used, to the hour.
    pub used: i64,
    /// Until when it is good. A new password and a recovery end it before.
    pub expires: Option<i64>,
}

/// A personal token that was just made.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "q7wn4zk2", "label": "my analysis", "scopes": ["read"], "created": 1789000000000_u64,
    "used": 1789000000000_u64, "expires": 1796776000000_u64, "token": "ab3cd4ef5gh6ij7km8np9qr2st3uv4wx"}))]
pub struct CreatedToken {
    /// As it will be in the list.
    #[serde(flatten)]
    pub view: TokenView,
    /// For `Authorization: Bearer …`; shown once.
    pub token: String,
}

/// All personal tokens of somebody.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"tokens": [{"id": "q7wn4zk2", "label": "my analysis", "scopes": ["read"],
    "created": 1789000000000_u64, "used": 1789000000000_u64, "expires": 1796776000000_u64}]}))]
pub struct TokenList {
    /// The oldest first.
    pub tokens: Vec<TokenView>,
}

/// A bot to be made. It needs your password or one of your passkeys.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ada-Bot", "password": "a long walk in the rain"}))]
pub struct NewBot {
    /// Its name: the same rules as for accounts.
    pub name: String,
    /// For how many days its token is good: 1 to 366, and 366 without it.
    #[serde(default)]
    pub days: Option<u16>,
    /// Your account's password.
    #[serde(default)]
    pub password: Option<Secret>,
    /// What one of your passkeys answers to a challenge for `proof`, instead of the password.
    #[serde(default)]
    pub passkey: Option<PasskeyAnswer>,
}

/// A new token for a bot. It needs your password or one of your passkeys.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"days": 366, "password": "a long walk in the rain"}))]
pub struct NewBotToken {
    /// For how many days it is good: 1 to 366, and 366 without it.
    #[serde(default)]
    pub days: Option<u16>,
    /// Your account's password.
    #[serde(default)]
    pub password: Option<Secret>,
    /// What one of your passkeys answers to a challenge for `proof`, instead of the password.
    #[serde(default)]
    pub passkey: Option<PasskeyAnswer>,
}

/// A bot in a list.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "r7xw3kqj5vda", "name": "Ada-Bot", "bot": true, "expires": 1820620000000_u64}))]
pub struct BotView {
    /// Who it is.
    #[serde(flatten)]
    pub user: UserView,
    /// Until when its token is good; `null`: it has none, so `POST /accounts/bot/{id}/token` makes one.
    pub expires: Option<i64>,
}

/// The bots of somebody.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"bots": [{"id": "r7xw3kqj5vda", "name": "Ada-Bot", "bot": true,
    "expires": 1820620000000_u64}]}))]
pub struct BotList {
    /// The oldest first.
    pub bots: Vec<BotView>,
}
