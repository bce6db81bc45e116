//! Accounts, sessions, personal tokens, bots.

use crate::{PasskeyAnswer, PreviousGuest, UserView};
use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::ToSchema;

/// A password or a code. It is never written anywhere but on the wire.
#[derive(Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String, example = "a long walk in the rain")]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ada-L", "password": "a long walk in the rain"}))]
pub struct NewAccount {
    /// 2 to 30 letters, digits, `-` and `_`, beginning with a letter. Unique regardless of case.
    pub name: String,
    /// 12 to 128 characters of any kind, not easy to guess.
    pub password: Secret,
    /// Only for recovering a lost password; optional, and visible only to you.
    #[serde(default)]
    pub email: Option<String>,
    /// Required if the server accepts new accounts by invite code only (`GET /site`).
    #[serde(default)]
    pub invite_code: Option<String>,
}

/// The credentials for a log-in.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ada-L", "password": "a long walk in the rain"}))]
pub struct LogIn {
    /// The name of the account.
    pub name: String,
    pub password: Secret,
}

/// The result of logging in: the user and a session token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "m4tq8wzk2pnc", "name": "Ada-L"}, "token": "ab3cd4ef5gh6ij7km8np9qr2st3uv4wx"}))]
pub struct SignedIn {
    pub user: UserView,
    /// For `Authorization: Bearer …`; shown once. A browser gets it as a cookie.
    pub token: String,
    /// The guest who has just logged in, if they have games that can be claimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guest: Option<PreviousGuest>,
}

/// Private details of your account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"email": null, "recovery_codes": 10, "password": true, "passkeys": 1}))]
pub struct AccountView {
    /// The address for password recovery; hidden from personal tokens.
    #[schema(required)]
    pub email: Option<String>,
    /// The number of unused recovery codes.
    pub recovery_codes: u64,
    /// Whether the account has a password.
    #[serde(default)]
    #[schema(required)]
    pub password: bool,
    /// The number of passkeys.
    #[serde(default)]
    #[schema(required)]
    pub passkeys: u64,
    /// The role: `moderator` or `admin`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
}

/// A session of a browser or program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "q7wn4zk2", "client": "Firefox on Linux", "created": 1789000000000_u64,
    "used": 1789000000000_u64, "expires": 1804552000000_u64, "this": true}))]
pub struct SessionView {
    /// The session's id; it is not a credential.
    pub id: String,
    /// The browser and system, as far as they identify themselves.
    pub client: String,
    /// Start of the session, in milliseconds since 1970.
    pub created: i64,
    /// Last use, to the hour.
    pub used: i64,
    /// When it expires unless it is used before; `null`: never.
    #[schema(required)]
    pub expires: Option<i64>,
    /// Whether it is the session of this request.
    pub this: bool,
}

/// The sessions of a user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"sessions": [{"id": "q7wn4zk2", "client": "Firefox on Linux", "created": 1789000000000_u64,
    "used": 1789000000000_u64, "expires": 1804552000000_u64, "this": true}]}))]
pub struct SessionList {
    /// Sorted by age, oldest first.
    pub sessions: Vec<SessionView>,
}

/// A change of password.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"old": "a long walk in the rain", "new": "a short nap in the sun"}))]
pub struct NewPassword {
    /// The current password; not needed with a passkey.
    #[serde(default)]
    pub old: Option<Secret>,
    /// The answer of one of your passkeys to a challenge for `proof`, instead of the old password.
    #[serde(default)]
    pub passkey: Option<PasskeyAnswer>,
    pub new: Secret,
}

/// A new address for password recovery.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"email": "ada@example.org", "password": "a long walk in the rain"}))]
pub struct NewEmail {
    /// The address; `null` removes it.
    pub email: Option<String>,
    /// The password of the account.
    #[serde(default)]
    pub password: Option<Secret>,
    /// The answer of one of your passkeys to a challenge for `proof`, instead of the password.
    #[serde(default)]
    pub passkey: Option<PasskeyAnswer>,
}

/// Proof that you own the account.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"password": "a long walk in the rain"}))]
pub struct PasswordProof {
    /// The account's password; a guest has none.
    #[serde(default)]
    pub password: Option<Secret>,
    /// The answer of one of your passkeys to a challenge for `proof`, instead of the password.
    #[serde(default)]
    pub passkey: Option<PasskeyAnswer>,
}

/// Recovery codes, to be kept in a safe place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"codes": ["m4tq-8wzk-2pnc-r7xw"]}))]
pub struct RecoveryCodes {
    /// Each sets a new password once. They are shown only once.
    pub codes: Vec<String>,
}

/// A new password for an account whose password is lost.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ada-L", "code": "m4tq-8wzk-2pnc-r7xw", "password": "a short nap in the sun"}))]
pub struct Recovery {
    /// The name of the account.
    pub name: String,
    /// One of its recovery codes, or the code from a mail.
    pub code: Secret,
    /// The new password to set.
    pub password: Secret,
}

/// A request for a recovery code by mail.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ada-L"}))]
pub struct RecoveryMail {
    /// The name of the account.
    pub name: String,
}

/// A new personal token. It needs your password or one of your passkeys.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"label": "my analysis", "scopes": ["read"], "days": 90,
    "password": "a long walk in the rain"}))]
pub struct NewToken {
    /// A description in your own words: 1 to 60 characters.
    pub label: String,
    /// `play`: games, seeks, chat, webhooks; `read`: reading your own data.
    pub scopes: Vec<String>,
    /// Lifetime in days: 1 to 366, by default 90.
    #[serde(default)]
    pub days: Option<u16>,
    /// The password of the account.
    #[serde(default)]
    pub password: Option<Secret>,
    /// The answer of one of your passkeys to a challenge for `proof`, instead of the password.
    #[serde(default)]
    pub passkey: Option<PasskeyAnswer>,
}

/// A personal token in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "q7wn4zk2", "label": "my analysis", "scopes": ["read"], "created": 1789000000000_u64,
    "used": 1789000000000_u64, "expires": 1796776000000_u64}))]
pub struct TokenView {
    /// The token's id; it is not a credential.
    pub id: String,
    /// Your description of it.
    pub label: String,
    /// `play`, `read`, or both.
    pub scopes: Vec<String>,
    /// Time of creation, in milliseconds since 1970.
    pub created: i64,
    /// Last use, to the hour.
    pub used: i64,
    /// When it expires. A new password or a recovery revokes it earlier.
    #[schema(required)]
    pub expires: Option<i64>,
}

/// A personal token that was just created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "q7wn4zk2", "label": "my analysis", "scopes": ["read"], "created": 1789000000000_u64,
    "used": 1789000000000_u64, "expires": 1796776000000_u64, "token": "ab3cd4ef5gh6ij7km8np9qr2st3uv4wx"}))]
pub struct CreatedToken {
    /// The token as lists show it.
    #[serde(flatten)]
    pub view: TokenView,
    /// For `Authorization: Bearer …`; shown once.
    pub token: String,
}

/// The personal tokens of a user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"tokens": [{"id": "q7wn4zk2", "label": "my analysis", "scopes": ["read"],
    "created": 1789000000000_u64, "used": 1789000000000_u64, "expires": 1796776000000_u64}]}))]
pub struct TokenList {
    /// Sorted by age, oldest first.
    pub tokens: Vec<TokenView>,
}

/// A new bot account. It needs your password or one of your passkeys.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ada-Bot", "password": "a long walk in the rain"}))]
pub struct NewBot {
    /// The bot's name, by the same rules as for accounts.
    pub name: String,
    /// Lifetime of its token in days: 1 to 366, by default 366.
    #[serde(default)]
    pub days: Option<u16>,
    /// The password of your account.
    #[serde(default)]
    pub password: Option<Secret>,
    /// The answer of one of your passkeys to a challenge for `proof`, instead of the password.
    #[serde(default)]
    pub passkey: Option<PasskeyAnswer>,
}

/// A new token for a bot. It needs your password or one of your passkeys.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"days": 366, "password": "a long walk in the rain"}))]
pub struct NewBotToken {
    /// Lifetime in days: 1 to 366, by default 366.
    #[serde(default)]
    pub days: Option<u16>,
    /// The password of your account.
    #[serde(default)]
    pub password: Option<Secret>,
    /// The answer of one of your passkeys to a challenge for `proof`, instead of the password.
    #[serde(default)]
    pub passkey: Option<PasskeyAnswer>,
}

/// A bot in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "r7xw3kqj5vda", "name": "Ada-Bot", "bot": true, "expires": 1820620000000_u64}))]
pub struct BotView {
    #[serde(flatten)]
    pub user: UserView,
    /// When its token expires; `null`: it has none, and `POST /accounts/bot/{id}/token` creates one.
    #[schema(required)]
    pub expires: Option<i64>,
}

/// The bots of a user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"bots": [{"id": "r7xw3kqj5vda", "name": "Ada-Bot", "bot": true,
    "expires": 1820620000000_u64}]}))]
pub struct BotList {
    /// Sorted by age, oldest first.
    pub bots: Vec<BotView>,
}
