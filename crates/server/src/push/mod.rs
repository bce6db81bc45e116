//! Web Push: notices for browsers that are not connected. `seal` encrypts a message for one browser (RFC
//! 8291), `vapid` says who sends it (RFC 8292), and what the browser's push service answers has its meaning
//! here (RFC 8030). Whom to tell what is the hub's business.

mod seal;
mod vapid;

pub(crate) use seal::{Recipient, one_time_key};
pub(crate) use vapid::VapidKey;

use crate::http_client::CallOutcome;
use axum::http::StatusCode;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use std::time::Duration;

/// What came of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// The service has the message.
    Taken,
    /// The browser takes no messages any more.
    Gone,
    /// The service does not take it now; perhaps it says how long to wait.
    Later(Option<Duration>),
    /// The service will never take it.
    Refused(StatusCode),
    /// It was not called: its address is one of a closed network.
    NotPublic,
}

impl From<CallOutcome> for Outcome {
    fn from(called: CallOutcome) -> Outcome {
        match called {
            CallOutcome::Answered(status, _) if status.is_success() => Outcome::Taken,
            CallOutcome::Answered(StatusCode::NOT_FOUND | StatusCode::GONE, _) => Outcome::Gone,
            CallOutcome::Answered(status, wait)
                if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS =>
            {
                Outcome::Later(wait)
            }
            CallOutcome::Answered(status, _) => Outcome::Refused(status),
            CallOutcome::Silence => Outcome::Later(None),
            CallOutcome::NotPublic => Outcome::NotPublic,
            CallOutcome::Unfit => Outcome::Refused(StatusCode::BAD_REQUEST),
        }
    }
}

/// Bytes as Web Push writes them in text.
fn to_text(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn from_text(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}
