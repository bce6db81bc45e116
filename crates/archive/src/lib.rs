//! Finished games and the positions in them: taken in from the log, searched, counted, dumped. Everything
//! here is made from the log of the list of finished games, and can be made again with the same bytes.
//!
//! A store keeps the rows ([`ludoteca_store::Archive`]); what they mean is known here. docs/archive.md tells
//! users of it.

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
mod symmetry;

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
pub use symmetry::{canonical_text, images};
