//! People who come back: accounts, the tokens they are known by, and what helps them when they have lost
//! their password.

use crate::{Message, PasskeyRow, Person, StoreError, Time};
use async_trait::async_trait;
use std::fmt;

/// What a token is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// All that a guest has.
    Guest,
    /// A person has logged in.
    Session,
    /// For a program, which may do only what its scopes say.
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

    /// What is not known may do the least.
    pub(crate) fn of_word(word: &str) -> TokenKind {
        let all = [TokenKind::Guest, TokenKind::Session];
        all.into_iter().find(|kind| kind.word() == word).unwrap_or(TokenKind::Personal)
    }
}

/// A session or personal token. Only the token's hash is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub hash: String,
    /// Its id in lists, which gives no access.
    pub id: String,
    pub person: String,
    /// What it is for.
    pub kind: TokenKind,
    /// Which program uses it.
    pub label: String,
    /// What a personal one may do: words with spaces between them.
    pub scopes: String,
    /// When it was made.
    pub created: Time,
    /// When it was last used, to the hour.
    pub used: Time,
    /// Until when it is good; `None`: until it is taken away.
    pub expires: Option<Time>,
    /// When a passkey last proved in this session that it is its owner's.
    pub passkey: Option<Time>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Account {
    pub person: String,
    /// The name in the form in which names are compared; no two accounts have the same.
    pub folded: String,
    /// The form in which names that look alike are the same; no two accounts have the same. It is written
    /// and never read back.
    pub skeleton: Option<String>,
    /// The password's hash; `None` if there is no log-in by password.
    pub password: Option<String>,
    /// Where mail goes when the password is lost.
    pub email: Option<String>,
    /// Whose bot it is.
    pub owner: Option<String>,
    /// Empty, `moderator` or `admin`.
    pub role: String,
    /// Since when there is the account.
    pub created: Time,
}

/// A code that is being mailed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailCode {
    pub hash: String,
    pub person: String,
    pub email: String,
    /// Until when it is good.
    pub expires: Time,
}

/// The outcome of adding a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotAdded {
    /// It is there, with its token.
    Done,
    /// Its owner has as many as one may have.
    TooMany,
    /// The name is another's.
    Taken,
}

/// The name of a deleted account, which others cannot take for some time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReservedName {
    /// A form of the name from which it cannot be read.
    pub name: String,
    /// Who may take it all the same.
    pub owner: Option<String>,
    pub until: Time,
}

/// The part of a store that knows accounts.
#[async_trait]
pub trait Accounts: fmt::Debug + Send + Sync + 'static {
    /// Adds a token for a person.
    async fn add_token(&self, token: &Token) -> Result<(), StoreError>;
    /// Adds a personal token to a person who has fewer than `most` that are good at `now`; false when they
    /// have as many. Counted and added in one commit.
    async fn add_personal_token(&self, token: &Token, most: u32, now: Time) -> Result<bool, StoreError>;
    /// Takes all tokens of a person away, with the webhooks made by them, and adds this one, in one commit.
    async fn replace_tokens(&self, token: &Token) -> Result<(), StoreError>;
    /// Notes when a passkey proved in a session that it is its owner's.
    async fn prove_token(&self, hash: &str, at: Time) -> Result<(), StoreError>;
    /// The token with this hash, and whose it is.
    async fn token(&self, hash: &str) -> Result<Option<(Token, Person)>, StoreError>;
    /// The tokens of a person, the oldest first.
    async fn tokens_of(&self, person: &str) -> Result<Vec<Token>, StoreError>;
    /// Notes that a token was used, and until when it is good now.
    async fn use_token(&self, hash: &str, at: Time, expires: Option<Time>) -> Result<(), StoreError>;
    /// Takes a token of a person away, by its id, with the webhooks made by it; false when there is none.
    async fn remove_token(&self, person: &str, id: &str) -> Result<bool, StoreError>;
    /// Takes all tokens of a person away but personal ones and the one with this id.
    async fn remove_sessions(&self, person: &str, but: &str) -> Result<(), StoreError>;

    /// Makes an account for a person, who is called by this name from now on; the person is added when they
    /// are new. False when the name is another's already; then nothing has changed. With a passkey the
    /// account is there with it or not at all.
    async fn add_account(
        &self,
        account: &Account,
        person: &Person,
        passkey: Option<&PasskeyRow>,
    ) -> Result<bool, StoreError>;
    /// The account of a person.
    async fn account(&self, person: &str) -> Result<Option<Account>, StoreError>;
    /// The account with this name, in the form in which names are compared.
    async fn account_by_name(&self, folded: &str) -> Result<Option<Account>, StoreError>;
    /// Renames a person with an account; false when the name is taken.
    async fn rename_account(
        &self,
        person: &str,
        name: &str,
        folded: &str,
        skeleton: Option<&str>,
    ) -> Result<bool, StoreError>;
    /// Makes an account for a bot whose owner has fewer than `most`, and its token, in one commit.
    async fn add_bot(
        &self,
        account: &Account,
        person: &Person,
        token: &Token,
        most: u32,
    ) -> Result<BotAdded, StoreError>;
    /// Changes the hash of a password. In the same commit all mailed codes, all tokens but the one with the
    /// id `keep`, the tokens of the person's bots, and the webhooks made by any of them are gone.
    async fn set_password(&self, person: &str, password: &str, keep: &str) -> Result<(), StoreError>;
    /// Changes where mail goes; codes mailed before are good no more.
    async fn set_email(&self, person: &str, email: Option<&str>) -> Result<(), StoreError>;
    /// The bots of an account, the oldest first.
    async fn bots_of(&self, owner: &str) -> Result<Vec<Person>, StoreError>;

    /// Replaces a person's recovery codes by others, of which only the hashes come here. Mailed codes are
    /// void.
    async fn set_recovery_codes(&self, person: &str, hashes: &[String]) -> Result<(), StoreError>;
    /// The number of recovery codes a person has left.
    async fn count_recovery_codes(&self, person: &str) -> Result<u64, StoreError>;
    /// Uses a recovery code or a mailed one up and changes the hash of the password; false, and nothing has
    /// changed, when the code is none of theirs, was used before, or is too old. In the same commit all
    /// mailed codes, all tokens of the person and their bots and all their webhooks are gone; after a mailed
    /// code the recovery codes too.
    async fn recover(&self, person: &str, code: &str, password: &str, now: Time) -> Result<bool, StoreError>;
    /// Keeps a code that is being mailed to a person, unless they have `most` that are good after `now`, or
    /// mail goes to another address by now.
    async fn add_mail_code(&self, code: &MailCode, now: Time, most: u32) -> Result<bool, StoreError>;

    /// Keeps others from taking a name; those whose time is over at `now` are forgotten.
    async fn reserve_name(&self, name: &ReservedName, now: Time) -> Result<(), StoreError>;
    /// A name that is reserved at `now`.
    async fn reserved_name(&self, name: &str, now: Time) -> Result<Option<ReservedName>, StoreError>;

    /// What a person has said beside games, with the game of each.
    async fn messages_of(&self, person: &str) -> Result<Vec<(String, Message)>, StoreError>;
    /// Changes the name in an event of a game and in what lists show of it. Nothing else of an event is ever
    /// changed.
    async fn rewrite_name(
        &self,
        game: &str,
        seq: u64,
        data: &str,
        about: Option<&str>,
        overview: &str,
    ) -> Result<(), StoreError>;
    /// Forgets everything about a person but their id, which games and events hold, and calls them by this
    /// name.
    async fn forget_person(&self, person: &str, name: &str) -> Result<(), StoreError>;
    /// Makes sure that what was forgotten is not in the database's file any more.
    async fn scrub(&self) -> Result<(), StoreError>;
}
