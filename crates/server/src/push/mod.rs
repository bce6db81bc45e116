//! Web Push: notices for browsers that are not connected. `seal` encrypts a message for one browser (RFC
//! 8291), `vapid` says who sends it (RFC 8292), `post` brings it to the browser's push service (RFC 8030).
//! Whom to tell what is the hub's business.

mod post;
mod seal;
mod vapid;

pub(crate) use post::{Endpoint, Outcome, Poster, Reach};
pub(crate) use seal::{Recipient, one_time_key};
pub(crate) use vapid::VapidKey;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

/// Bytes as Web Push writes them in text.
fn to_text(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn from_text(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}
