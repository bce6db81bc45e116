//! Messages to addresses that users have entered: notifications for browsers, and webhooks. The server
//! supplies the HTTP client, which never calls our own network unless the operator allows it.

use async_trait::async_trait;
use std::{fmt, time::Duration};

/// What a message is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    Push,
    Webhook,
}

/// The outcome of a call to a receiver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallOutcome {
    /// The receiver's answer, its code for people to read, and how long it asks to wait.
    Answered { answer: Answer, code: u16, retry_after: Option<Duration> },
    /// No answer within the time limit.
    Silence,
    /// Not called, since the address is not public.
    NotPublic,
    /// The message is not a valid request.
    Unfit,
}

/// What a receiver says to a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Accepted,
    /// It wants no more messages.
    Gone,
    /// It accepts no messages at the moment.
    Busy,
    Rejected,
}

/// Posts messages over HTTP.
#[async_trait]
pub trait Poster: fmt::Debug + Send + Sync + 'static {
    /// Scheme, host and port of an address, if it may be called, as far as that is known without a DNS
    /// lookup.
    fn origin(&self, purpose: Purpose, url: &str) -> Option<String>;

    /// Posts a message; `headers` describe it and its sender.
    async fn post(
        &self,
        purpose: Purpose,
        url: &str,
        headers: &[(&'static str, String)],
        body: &[u8],
    ) -> CallOutcome;
}

#[derive(Debug)]
pub(crate) struct NoPoster;

#[async_trait]
impl Poster for NoPoster {
    fn origin(&self, _: Purpose, _: &str) -> Option<String> {
        None
    }

    async fn post(&self, _: Purpose, _: &str, _: &[(&'static str, String)], _: &[u8]) -> CallOutcome {
        CallOutcome::NotPublic
    }
}
