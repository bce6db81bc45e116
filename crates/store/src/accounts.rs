//! Accounts, the tokens that authenticate people, and password recovery.

use crate::{Message, PasskeyRow, Person, StoreError, Time};
use async_trait::async_trait;
use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// The only credential of a guest.
    Guest,
    /// Created by logging in.
    Session,
    /// For a program, limited to its scopes.
    Personal,
}

impl TokenKind {
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            TokenKind::Guest => "guest",
            TokenKind::Session => "session",
            TokenKind::Personal => "personal",
        }
    }

    /// An unknown kind is treated as the one with the fewest rights.
    pub(crate) fn of_word(word: &str) -> TokenKind {
        let all = [TokenKind::Guest, TokenKind::Session];
        all.into_iter().find(|kind| kind.word() == word).unwrap_or(TokenKind::Personal)
    }
}

/// A session or personal token. Only the token's hash is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub hash: String,
    /// Its id in lists, which grants no access.
    pub id: String,
    pub person: String,
    pub kind: TokenKind,
    /// The program that uses it.
    pub label: String,
    /// The scopes of a personal token, separated by spaces.
    pub scopes: String,
    pub created: Time,
    /// When it was last used, rounded to the hour.
    pub used: Time,
    /// `None`: valid until revoked.
    pub expires: Option<Time>,
    /// When a passkey was last verified in this session.
    pub passkey: Option<Time>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Account {
    pub person: String,
    /// The name folded for comparison; unique among accounts.
    pub folded: String,
    /// The name's skeleton: equal for names that look alike, unique among accounts. Write-only.
    pub skeleton: Option<String>,
    /// The password's hash; `None` if the account has no password.
    pub password: Option<String>,
    /// Where recovery mail is sent.
    pub email: Option<String>,
    /// For a bot, its owner.
    pub owner: Option<String>,
    /// Empty, `moderator` or `admin`.
    pub role: String,
    pub created: Time,
}

/// A recovery code sent by mail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailCode {
    pub hash: String,
    pub person: String,
    pub email: String,
    pub expires: Time,
}

/// The outcome of adding a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotAdded {
    /// The bot and its token were added.
    Done,
    /// The owner already has the maximum number of bots.
    TooMany,
    /// The name belongs to another account.
    Taken,
}

/// The name of a deleted account, which others cannot take for a while.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReservedName {
    /// An irreversible form of the name.
    pub name: String,
    /// The person who may take it anyway.
    pub owner: Option<String>,
    pub until: Time,
}

/// The account operations of a store.
#[async_trait]
pub trait Accounts: fmt::Debug + Send + Sync + 'static {
    async fn add_token(&self, token: &Token) -> Result<(), StoreError>;
    /// Adds a personal token if the person has fewer than `most` that are valid at `now`; otherwise returns
    /// false. The check and the insert are one commit.
    async fn add_personal_token(&self, token: &Token, most: u32, now: Time) -> Result<bool, StoreError>;
    /// Revokes all tokens of a person, deletes the webhooks created with them, and adds this token, all in
    /// one commit.
    async fn replace_tokens(&self, token: &Token) -> Result<(), StoreError>;
    /// Records when a passkey was verified in a session.
    async fn prove_token(&self, hash: &str, at: Time) -> Result<(), StoreError>;
    /// The token with this hash, and its owner.
    async fn token(&self, hash: &str) -> Result<Option<(Token, Person)>, StoreError>;
    /// The tokens of a person, oldest first.
    async fn tokens_of(&self, person: &str) -> Result<Vec<Token>, StoreError>;
    /// Records that a token was used, and its new expiry.
    async fn use_token(&self, hash: &str, at: Time, expires: Option<Time>) -> Result<(), StoreError>;
    /// Revokes a person's token by id and deletes the webhooks created with it; false if there is none.
    async fn remove_token(&self, person: &str, id: &str) -> Result<bool, StoreError>;
    /// Revokes all tokens of a person except personal ones and the one with this id.
    async fn remove_sessions(&self, person: &str, but: &str) -> Result<(), StoreError>;

    /// Creates an account with this name for a person, who is added if they are new. False if the name is
    /// taken; then nothing changes. If a passkey is given, it is added in the same commit.
    async fn add_account(
        &self,
        account: &Account,
        person: &Person,
        passkey: Option<&PasskeyRow>,
    ) -> Result<bool, StoreError>;
    async fn account(&self, person: &str) -> Result<Option<Account>, StoreError>;
    /// The account with this folded name.
    async fn account_by_name(&self, folded: &str) -> Result<Option<Account>, StoreError>;
    /// Renames a person with an account; false if the name is taken.
    async fn rename_account(
        &self,
        person: &str,
        name: &str,
        folded: &str,
        skeleton: Option<&str>,
    ) -> Result<bool, StoreError>;
    /// Creates a bot account and its token in one commit, if the owner has fewer than `most` bots.
    async fn add_bot(
        &self,
        account: &Account,
        person: &Person,
        token: &Token,
        most: u32,
    ) -> Result<BotAdded, StoreError>;
    /// Changes the hash of a password. The same commit deletes all mailed codes, all tokens except the one
    /// with the id `keep`, the tokens of the person's bots, and the webhooks created with any of these
    /// tokens.
    async fn set_password(&self, person: &str, password: &str, keep: &str) -> Result<(), StoreError>;
    /// Changes the email address; codes mailed before become void.
    async fn set_email(&self, person: &str, email: Option<&str>) -> Result<(), StoreError>;
    /// The bots of an account, oldest first.
    async fn bots_of(&self, owner: &str) -> Result<Vec<Person>, StoreError>;

    /// Replaces a person's recovery codes, of which only hashes are stored. Mailed codes become void.
    async fn set_recovery_codes(&self, person: &str, hashes: &[String]) -> Result<(), StoreError>;
    /// The number of unused recovery codes.
    async fn count_recovery_codes(&self, person: &str) -> Result<u64, StoreError>;
    /// Consumes a recovery code or a mailed code and changes the hash of the password. Returns false, and
    /// changes nothing, if the code is not this person's, was already used, or has expired. The same commit
    /// deletes all mailed codes, all tokens of the person and their bots, and all their webhooks; a mailed
    /// code deletes the recovery codes too.
    async fn recover(&self, person: &str, code: &str, password: &str, now: Time) -> Result<bool, StoreError>;
    /// Stores a code that is being mailed to a person, unless they have `most` that are still valid at `now`,
    /// or their email address has changed.
    async fn add_mail_code(&self, code: &MailCode, now: Time, most: u32) -> Result<bool, StoreError>;

    /// Reserves a name, and deletes reservations that have expired at `now`.
    async fn reserve_name(&self, name: &ReservedName, now: Time) -> Result<(), StoreError>;
    /// The reservation of a name, if it is valid at `now`.
    async fn reserved_name(&self, name: &str, now: Time) -> Result<Option<ReservedName>, StoreError>;

    /// A person's chat messages, each with its game.
    async fn messages_of(&self, person: &str) -> Result<Vec<(String, Message)>, StoreError>;
    /// Changes a name in an event of a game and in its overview. Nothing else in an event is ever changed.
    async fn rewrite_name(
        &self,
        game: &str,
        seq: u64,
        data: &str,
        about: Option<&str>,
        overview: &str,
    ) -> Result<(), StoreError>;
    /// Deletes everything about a person except the id, which games and events refer to, and sets this name
    /// instead.
    async fn forget_person(&self, person: &str, name: &str) -> Result<(), StoreError>;
    /// Makes sure that deleted data is no longer in the database's files.
    async fn scrub(&self) -> Result<(), StoreError>;
}
