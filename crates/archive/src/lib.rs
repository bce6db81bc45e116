//! Finished games and the positions in them: taken in from the log, searched, counted, dumped. Everything
//! here is made from the log of the list of finished games, and can be made again with the same bytes.
//!
//! A store keeps the rows ([`ludoteca_store::Archive`]); what they mean is known here. docs/archive.md tells
//! users of it.

mod asking;
pub mod counts;
mod date;
mod dump;
mod explorer;
mod game;
mod key;
mod people;
mod search;
mod speed;
mod symmetry;
mod taking_in;

pub use asking::{Question, Wrong, explorer_question, question};
pub use date::{date, read_month, read_time};
pub use dump::{DumpForm, DumpWriter, Lines, game_lines};
pub use explorer::{Asked, explore};
pub use game::{INDEXED_PLIES, Taken, Visit, taken};
pub use key::{Key, key_of, moves_of};
pub use people::{person_named, profile};
pub use search::{Found, search, views};
pub use speed::{SPEEDS, speed};
pub use symmetry::{canonical_text, images};
pub use taking_in::{Ended, REBUILDING, catch_up, rebuild, take_in};
