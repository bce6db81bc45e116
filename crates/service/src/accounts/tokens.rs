//! Tokens: sessions of browsers, a guest's only token, and personal tokens for programs.

use super::{Accounts, Proof, names::LONGEST, notices::Factor};
use crate::{
    active::time,
    error::{AccountError, TokenError, Unavailable, not_kept, not_read},
    people::{Identity, hash},
};
use ludoteca_protocol::{CreatedToken, NewToken, SessionList, SessionView, TokenList, TokenView};
use ludoteca_store::{Time, Token, TokenKind};

const HOUR: Time = 60 * 60 * 1000;
const DAY: Time = 24 * HOUR;
/// A session expires when it is unused for this long.
const SESSION: Time = 180 * DAY;
/// A guest who never returns.
const NEW_GUEST: Time = 7 * DAY;
/// A guest who returned, and has no games.
const GUEST: Time = 30 * DAY;
/// A guest with games: as long as the browser's cookie.
pub(crate) const GUEST_WITH_GAMES: Time = 365 * DAY;
/// Letters in a token: 160 bits.
const TOKEN: usize = 32;
/// Letters in a token's id, which lists show.
const TOKEN_ID: usize = 8;
const MAX_SESSIONS: usize = 50;
pub(crate) const MAX_PERSONAL: u32 = 20;
pub(crate) const MAX_LABEL_LENGTH: usize = 60;
pub(crate) const MAX_DAYS: u16 = 366;
/// Default lifetime of a personal token in days.
const DAYS: u16 = 90;
/// The scopes of personal tokens.
pub(crate) const SCOPES: [&str; 2] = ["play", "read"];

/// An authenticated caller and the token used.
#[derive(Clone, Debug)]
pub struct Session {
    pub who: Identity,
    pub guest: bool,
    pub token: Token,
}

impl Accounts {
    /// The session of a token, if it is valid.
    pub async fn session(&self, token: &str) -> Result<Option<Session>, Unavailable> {
        let found = self.store.token(&hash(token)).await.map_err(not_read)?;
        let now = time(self.environment.now());
        let Some((token, person)) = found else { return Ok(None) };
        if token.expires.is_some_and(|expires| expires <= now) && !self.has_games_to_remember(&token).await? {
            return Ok(None);
        }
        if now - token.used > HOUR {
            let expires = match token.kind {
                TokenKind::Session => Some(now + SESSION),
                TokenKind::Guest => Some(now + GUEST),
                TokenKind::Personal => token.expires,
            };
            // Failing to record the use of a token must not fail the request.
            if let Err(error) = self.store.use_token(&token.hash, now, expires).await {
                tracing::debug!("the use of a token could not be recorded: {error}");
            }
        }
        Ok(Some(Session { guest: person.guest, who: Identity::from(person), token }))
    }

    /// Whether an expired token belongs to a guest with games who was here within a year.
    async fn has_games_to_remember(&self, token: &Token) -> Result<bool, Unavailable> {
        if token.kind != TokenKind::Guest || time(self.environment.now()) - token.used >= GUEST_WITH_GAMES {
            return Ok(false);
        }
        let games = self.store.games_of(&token.person, 1).await.map_err(not_read)?;
        Ok(!games.is_empty())
    }

    /// Creates a token for a person, and the row to store.
    pub(crate) fn new_token(&self, person: &str, kind: TokenKind, label: &str) -> (String, Token) {
        let (text, now) = (self.environment.name(TOKEN), time(self.environment.now()));
        let token = Token {
            hash: hash(&text),
            id: self.environment.name(TOKEN_ID),
            person: person.to_owned(),
            kind,
            label: label.to_owned(),
            scopes: String::new(),
            created: now,
            used: now,
            expires: match kind {
                TokenKind::Session => Some(now + SESSION),
                TokenKind::Guest => Some(now + NEW_GUEST),
                TokenKind::Personal => None,
            },
            passkey: None,
        };
        (text, token)
    }

    pub(crate) async fn tokens_of(
        &self,
        person: &str,
        wanted: impl Fn(TokenKind) -> bool,
    ) -> Result<Vec<Token>, Unavailable> {
        let now = time(self.environment.now());
        let tokens = self.store.tokens_of(person).await.map_err(not_read)?;
        let is_good = |token: &Token| token.expires.is_none_or(|expires| expires > now);
        Ok(tokens.into_iter().filter(|token| wanted(token.kind) && is_good(token)).collect())
    }

    pub async fn sessions(&self, session: &Session) -> Result<SessionList, Unavailable> {
        let tokens = self.tokens_of(&session.who.id, |kind| kind != TokenKind::Personal).await?;
        let view = |token: Token| SessionView {
            this: token.id == session.token.id,
            id: token.id,
            client: token.label,
            created: token.created,
            used: token.used,
            expires: token.expires,
        };
        Ok(SessionList { sessions: tokens.into_iter().map(view).collect() })
    }

    /// Ends a session, or revokes a personal token.
    pub async fn end_token(
        &self,
        session: &Session,
        id: &str,
        wanted: impl Fn(TokenKind) -> bool,
    ) -> Result<(), TokenError> {
        let person = &session.who.id;
        let is_there = self.tokens_of(person, wanted).await?.iter().any(|token| token.id == id);
        let gone = is_there && self.store.remove_token(person, id).await.map_err(not_kept)?;
        if !gone {
            return Err(TokenError::Unknown);
        }
        self.connections.cut(person);
        Ok(())
    }

    /// Ends the caller's session; with `all` the others too.
    pub async fn log_out(&self, session: &Session, all: bool) -> Result<(), TokenError> {
        if all {
            return Ok(self.end_sessions(&session.who.id, "").await?);
        }
        self.end_token(session, &session.token.id, |_| true).await
    }

    /// Ends all sessions except one. Their connections must authenticate again.
    pub(crate) async fn end_sessions(&self, person: &str, but: &str) -> Result<(), Unavailable> {
        self.store.remove_sessions(person, but).await.map_err(not_kept)?;
        self.connections.cut(person);
        Ok(())
    }

    pub(crate) async fn end_oldest_sessions(&self, person: &str) -> Result<(), Unavailable> {
        let mut tokens = self.tokens_of(person, |kind| kind == TokenKind::Session).await?;
        tokens.sort_by_key(|token| std::cmp::Reverse(token.used));
        for old in tokens.iter().skip(MAX_SESSIONS) {
            self.store.remove_token(person, &old.id).await.map_err(not_kept)?;
        }
        Ok(())
    }

    /// Creates a personal token.
    pub async fn create_token(
        &self,
        session: &Session,
        request: &NewToken,
        reached: &str,
    ) -> Result<CreatedToken, AccountError> {
        if session.guest {
            return Err(AccountError::NeedsAccount);
        }
        let label = checked_label(&request.label)?;
        if let Some(other) = request.scopes.iter().find(|scope| !SCOPES.contains(&scope.as_str())) {
            let shown = other.chars().take(LONGEST).collect();
            return Err(TokenError::UnknownScope(shown).into());
        }
        if request.scopes.is_empty() {
            return Err(TokenError::NoScope.into());
        }
        let days = checked_days(request.days, DAYS)?;
        let proof = Proof { password: request.password.as_ref(), passkey: request.passkey.as_ref(), reached };
        let account = self.proved(session, proof).await?;
        let scopes: Vec<&str> =
            SCOPES.into_iter().filter(|scope| request.scopes.iter().any(|wanted| wanted == scope)).collect();
        let (text, token) = self.new_token(&session.who.id, TokenKind::Personal, label);
        let expires = Some(end_of(token.created, days));
        let token = Token { scopes: scopes.join(" "), expires, ..token };
        let added = self.store.add_personal_token(&token, MAX_PERSONAL, token.created).await;
        if !added.map_err(not_kept)? {
            return Err(TokenError::TooMany.into());
        }
        tracing::info!(person = account.person, token = token.id, "a personal token was created");
        self.notify_owner(&account, &session.who.name, &Factor::Token(label));
        Ok(CreatedToken { view: view(token), token: text })
    }

    pub async fn personal_tokens(&self, session: &Session) -> Result<TokenList, Unavailable> {
        let tokens = self.tokens_of(&session.who.id, |kind| kind == TokenKind::Personal).await?;
        Ok(TokenList { tokens: tokens.into_iter().map(view).collect() })
    }
}

/// Validates a label that a user has chosen.
pub(crate) fn checked_label(label: &str) -> Result<&str, TokenError> {
    let label = label.trim();
    let count = label.chars().count();
    match count == 0 || count > MAX_LABEL_LENGTH || label.chars().any(char::is_control) {
        true => Err(TokenError::BadLabel),
        false => Ok(label),
    }
}

/// Validates a lifetime in days.
pub(crate) fn checked_days(days: Option<u16>, otherwise: u16) -> Result<u16, TokenError> {
    match days.unwrap_or(otherwise) {
        days @ 1..=MAX_DAYS => Ok(days),
        _ => Err(TokenError::BadDays),
    }
}

pub(crate) fn end_of(begun: Time, days: u16) -> Time {
    begun + Time::from(days) * DAY
}

pub(crate) fn view(token: Token) -> TokenView {
    TokenView {
        id: token.id,
        label: token.label,
        scopes: token.scopes.split_whitespace().map(str::to_owned).collect(),
        created: token.created,
        used: token.used,
        expires: token.expires,
    }
}
