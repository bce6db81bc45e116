//! Web Push: notifications for browsers that are not connected. `seal` encrypts a message for one browser
//! (RFC 8291), `vapid` identifies the sender (RFC 8292), and this module interprets the push service's
//! answers (RFC 8030). The services decide what is sent to whom.

mod seal;
mod vapid;

pub(crate) use seal::{Recipient, one_time_key};
pub(crate) use vapid::VapidKey;

use crate::outgoing::{Answer, CallOutcome};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use std::time::Duration;

/// The outcome of sending a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// The service accepted the message.
    Taken,
    /// The subscription has ended.
    Gone,
    /// The service is busy; it may have said how long to wait.
    Later(Option<Duration>),
    /// The service will never accept the message; its code, if it was asked.
    Refused(Option<u16>),
    /// Not called, since the address is not public.
    NotPublic,
}

impl From<CallOutcome> for Outcome {
    fn from(called: CallOutcome) -> Outcome {
        match called {
            CallOutcome::Answered { answer, code, retry_after } => match answer {
                Answer::Accepted => Outcome::Taken,
                Answer::Gone => Outcome::Gone,
                Answer::Busy => Outcome::Later(retry_after),
                Answer::Rejected => Outcome::Refused(Some(code)),
            },
            CallOutcome::Silence => Outcome::Later(None),
            CallOutcome::NotPublic => Outcome::NotPublic,
            CallOutcome::Unfit => Outcome::Refused(None),
        }
    }
}

/// Base64 as used by Web Push.
fn to_text(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn from_text(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}
