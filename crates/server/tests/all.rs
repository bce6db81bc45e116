//! All tests of this crate in one binary, which links faster than one per file.

mod accounts;
mod accounts_delete;
mod accounts_limits;
mod accounts_recovery;
mod accounts_tokens;
mod archive;
mod authenticator;
mod claim_guest_games;
mod correspondence;
mod cuts;
mod description;
mod faults;
mod hostile;
mod http;
mod imports;
mod limits;
mod moderation;
mod moderation_reports;
mod online;
mod online_rules;
mod openapi;
mod operations;
mod passkeys;
mod push;
mod puzzles;
mod ratings;
mod security;
mod simulation;
mod socket;
#[cfg(feature = "table")]
mod table;
mod test_server;
mod webhooks;
