//! All tests of this crate in one binary, which links faster than one per file.

mod accounts;
mod accounts_leaving;
mod accounts_limits;
mod accounts_recovery;
mod accounts_tokens;
mod archive;
mod authenticator;
mod bringing;
mod correspondence;
mod cuts;
mod description;
mod faults;
mod hostile;
mod house;
mod http;
mod limits;
mod moderation;
mod moderation_reports;
mod online;
mod online_rules;
mod openapi;
mod operating;
mod passkeys;
mod push;
mod puzzles;
mod ratings;
mod security;
mod simulation;
mod socket;
#[cfg(feature = "table")]
mod table;
mod taking_along;
mod webhooks;
