//! Scopes of personal tokens, as a parameter of the extractors in `caller`. Cookies, sessions and guests may
//! access everything of their own.

use super::ApiError;
use crate::problem::problem;
use ludoteca_protocol::Problem;
use ludoteca_service::Session;
use ludoteca_store::TokenKind;

/// The scope that an endpoint needs.
pub(crate) trait Scope: Send + Sync + 'static {
    /// The name in the API description.
    const NAME: &'static str;

    fn is_met_by(scopes: &str) -> bool;

    /// Rejects a personal token without this scope.
    fn check(session: &Session) -> Result<(), ApiError> {
        if session.token.kind != TokenKind::Personal || Self::is_met_by(&session.token.scopes) {
            return Ok(());
        }
        let detail = match Self::NAME {
            SessionOnly::NAME => "personal tokens cannot do that: log in".to_owned(),
            name => format!("this token lacks the scope {name:?}"),
        };
        Err(Problem { args: vec![Self::NAME.to_owned()], ..problem(403, "scope", detail) }.into())
    }
}

/// Open to every token.
#[derive(Debug)]
pub(crate) enum Public {}

/// Reading one's own data; implied by `Play`.
#[derive(Debug)]
pub(crate) enum Read {}

/// For games, seeks and chat.
#[derive(Debug)]
pub(crate) enum Play {}

/// Closed to personal tokens: accounts, sessions, tokens, personal data.
#[derive(Debug)]
pub(crate) enum SessionOnly {}

fn has(scopes: &str, wanted: &str) -> bool {
    scopes.split_whitespace().any(|scope| scope == wanted)
}

impl Scope for Public {
    const NAME: &'static str = "none";

    fn is_met_by(_: &str) -> bool {
        true
    }
}

impl Scope for Read {
    const NAME: &'static str = "read";

    fn is_met_by(scopes: &str) -> bool {
        has(scopes, "read") || has(scopes, "play")
    }
}

impl Scope for Play {
    const NAME: &'static str = "play";

    fn is_met_by(scopes: &str) -> bool {
        has(scopes, "play")
    }
}

impl Scope for SessionOnly {
    const NAME: &'static str = "session";

    fn is_met_by(_: &str) -> bool {
        false
    }
}
