//! The services of the server, without HTTP: games, lobby, accounts, moderation, ratings, puzzles, webhooks,
//! notifications. Called by the server's handlers, by tests and by simulations.
//!
//! Every game has one owner, its slot: one request at a time makes a decision and stores it, and only then is
//! it sent to anyone. A game without players or spectators online is not in memory at all; its deadline is in
//! the store.
//!
//! Errors are exact enums. The server turns them into responses.

mod accounts;
mod active;
mod archive;
mod computers;
mod connections;
mod consumers;
mod counters;
mod data_check;
mod deadlines;
mod directory;
mod environment;
mod error;
mod fair_play;
mod fair_queue;
mod followers;
mod following;
mod games;
mod imports;
mod lobby;
mod moderation;
pub mod network;
mod notices;
mod outgoing;
pub mod ownership;
mod people;
mod plans;
mod push;
mod push_notices;
mod puzzles;
mod quotas;
mod random_games;
pub mod rate_limit;
mod ratings;
mod rows;
mod scheduler;
mod services;
mod settings;
mod slot;
mod stopping;
mod subscribers;
mod vacation;
mod visibility;
mod webhooks;

pub use accounts::{
    Accounts, BROWSER, Entry, KnownOwner, Mail, PersonalData, Proof, QueueKey, Session, Site, name_key,
};
pub use archive::Archive;
pub use computers::Computers;
pub use connections::Connections;
pub use counters::{Counters, times};
pub use directory::People;
pub use environment::{Environment, Millis};
pub use error::{
    AccountError, ArchiveError, ChatError, GameError, ImportError, LobbyError, ModerationError, NameError,
    PasskeyError, PasswordError, PersonError, PushError, PuzzleError, RateLimited, RatingError, RoleError,
    RuleViolation, Sanctioned, SetupError, SiteError, TokenError, Unavailable, VacationError, WebhookError,
};
pub use fair_play::Decision;
pub use followers::{Audience, Crowd};
pub use games::{Games, Rematch};
pub use imports::{ImportedGame, Imports};
pub use lobby::Lobby;
pub use moderation::{Blocks, Moderation, ReportFound, ReportedGame};
pub use notices::Reminders;
pub use outgoing::{Answer, CallOutcome, Poster, Purpose};
pub use people::Identity;
pub use push_notices::Notifications;
pub use puzzles::Puzzles;
pub use random_games::RandomGames;
pub use ratings::Ratings;
pub use services::Services;
pub use settings::Settings;
pub use stopping::Stopping;
pub use subscribers::{Frame, LONGEST_FRAME, Subscriber};
pub use vacation::Vacations;
pub use webhooks::Webhooks;

pub(crate) fn to_hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn from_hex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * i..2 * i + 2)?, 16).ok()?;
    }
    (text.len() == 64).then_some(bytes)
}
