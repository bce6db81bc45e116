//! The archive of finished games and their positions: building it from the log, searching, statistics, dumps.
//! Everything here is derived from the log and the list of finished games, and can be rebuilt byte for byte.
//!
//! The store keeps the rows ([`ludoteca_store::Archive`]); this crate interprets them. docs/archive.md is the
//! user's guide.

pub mod counts;
mod date;
mod dump;
mod explorer;
mod game;
mod ingest;
mod key;
mod people;
mod query;
mod search;
mod speed;

pub use date::{date, read_month, read_time};
pub use dump::{DumpForm, DumpWriter, Lines, game_lines};
pub use explorer::{PositionQuery, explore};
pub use game::{FinishedGame, INDEXED_PLIES, Visit, taken};
pub use ingest::{Ended, REBUILDING, catch_up, rebuild, take_in};
pub use key::{Key, key_of, moves_of};
pub use people::{person_named, profile};
pub use query::{CheckedQuery, QueryError, explorer_question, question};
pub use search::{Found, search, views};
pub use speed::{SPEEDS, speed};
