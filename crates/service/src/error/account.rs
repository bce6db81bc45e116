//! Errors of accounts and what belongs to them: names, passwords, passkeys, tokens.

use super::{GameError, LobbyError, RateLimited, Sanctioned, SiteError, Unavailable};
use crate::accounts::{
    MAX_BOTS,
    names::{self, MAX_ACCENTS},
    passkeys::MAX_PASSKEYS,
    passwords,
    tokens::{MAX_DAYS, MAX_LABEL_LENGTH, MAX_PERSONAL, SCOPES},
};
use thiserror::Error;

/// Why a request about an account cannot be granted.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum AccountError {
    #[error("you have an account: log out before you create another")]
    HasAccount,
    #[error("an account is required")]
    NeedsAccount,
    #[error("not a valid e-mail address: expected something like ada@example.org")]
    BadEmail,
    #[error("the name or the password is wrong")]
    WrongLogIn,
    #[error("the name or the code is wrong, or the code was used before")]
    WrongCode,
    #[error("no such account")]
    Unknown,
    #[error("this needs your password or one of your passkeys")]
    NeedsProof,
    #[error("the password is wrong")]
    WrongPassword,
    #[error("an account can have at most {most} bots", most = MAX_BOTS)]
    TooManyBots,
    #[error("you have no such bot")]
    UnknownBot,
    #[error("this server sends no mail: use a recovery code")]
    NoMail,
    #[error("this is not a guest's token")]
    NotAGuest,
    /// A record cannot be written.
    #[error("{0}")]
    NoRecord(String),
    #[error(transparent)]
    Name(#[from] NameError),
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error(transparent)]
    Passkey(#[from] PasskeyError),
    #[error(transparent)]
    Token(#[from] TokenError),
    #[error(transparent)]
    Site(#[from] SiteError),
    #[error(transparent)]
    Sanctioned(#[from] Sanctioned),
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Lobby(#[from] LobbyError),
    #[error(transparent)]
    RateLimited(#[from] RateLimited),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Why a person cannot be called this.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NameError {
    #[error("a name must have at least one character")]
    Empty,
    #[error(
        "an account name must have {least} to {most} characters, not {0}",
        least = names::SHORTEST,
        most = names::LONGEST
    )]
    Length(usize),
    #[error("a name must be one line of at most {most} characters", most = names::LONGEST)]
    GuestLength,
    #[error("an account name can have letters, digits, - and _, but not {0:?}")]
    Sign(char),
    #[error("an account name must begin with a letter")]
    First,
    #[error("a name must not contain invisible characters, such as U+{code:04X}", code = u32::from(*.0))]
    Invisible(char),
    #[error("a name must have at least one visible character")]
    NothingVisible,
    #[error("a name must not begin with a combining mark")]
    CombiningMark,
    #[error("a character can have at most {most} accents", most = MAX_ACCENTS)]
    Accents,
    #[error("all letters of a name must be of one script: Latin, Greek, Cyrillic …")]
    Scripts,
    /// It could be mistaken for the server or its operators.
    #[error("the name {0:?} is reserved: choose another")]
    Reserved(String),
    #[error("the name {0:?} belongs to an account, or looks like one that does: choose another, or log in")]
    Taken(String),
    #[error("the name {0:?} belonged to a deleted account: choose another")]
    Deleted(String),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Why a password is not accepted.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PasswordError {
    #[error("a password must have at least {least} characters of any kind", least = passwords::SHORTEST)]
    TooShort,
    #[error("a password can have at most {most} characters", most = passwords::LONGEST)]
    TooLong,
    #[error("the password must differ from the name")]
    LikeTheName,
    #[error("this password is easy to guess: choose another, such as four words that do not belong together")]
    Guessable,
    #[error("this password cannot be stored")]
    NotHashed,
    /// Too many passwords are being checked.
    #[error(transparent)]
    RateLimited(#[from] RateLimited),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Why a passkey cannot be added, used or removed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PasskeyError {
    #[error("passkeys need a server that knows its name (--site https://…), or a page at http://localhost")]
    NoSite,
    #[error("log in first")]
    NotLoggedIn,
    #[error("passkeys are unavailable at the moment")]
    NoChallenge,
    #[error("the challenge has expired, was used before, or belongs to another session: request a new one")]
    ChallengeOver,
    #[error("malformed credential: {0}")]
    Malformed(String),
    #[error("this passkey was created in a page framed by another site")]
    Framed,
    #[error("this passkey cannot be used here: {0}")]
    Unusable(String),
    #[error("this passkey is already registered")]
    Known,
    #[error("you have no such passkey")]
    Unknown,
    #[error("an account can have at most {most} passkeys", most = MAX_PASSKEYS)]
    TooMany,
    #[error(
        "this is your only way to log in: set a password, create recovery codes or add another passkey before you \
         remove this one"
    )]
    LastWayIn,
    #[error("this passkey is unknown, or belongs to another account")]
    Wrong,
    /// As a proof of identity.
    #[error("this passkey does not belong to your account")]
    NotYours,
    #[error("moderators and admins need a passkey, not the password, to change their passkeys")]
    PasswordIsNotEnough,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Why a session or personal token cannot be created or ended.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TokenError {
    #[error("you have no such session or token")]
    Unknown,
    #[error("unknown scope {0:?}: expected {known}", known = SCOPES.join(" and "))]
    UnknownScope(String),
    #[error("a token needs a scope: {known}", known = SCOPES.join(" or "))]
    NoScope,
    #[error("a lifetime must be 1 to {most} days", most = MAX_DAYS)]
    BadDays,
    #[error("a label must be one line of 1 to {most} characters", most = MAX_LABEL_LENGTH)]
    BadLabel,
    #[error("an account can have at most {most} personal tokens", most = MAX_PERSONAL)]
    TooMany,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}
