//! Squadro's table on disk: written pair by pair as it is solved, verified, and queried for values.
//!
//! - [`Store`] is a table under construction: a [`Shelf`](ludoteca_solve::squadro::Shelf) for the solver. It
//!   can be killed at any moment; the next run keeps every pair that was saved completely.
//! - [`Table`] is a finished table. It reads one small chunk per query, and rejects truncated or altered
//!   files.
//! - [`Position`] is a position of any board, in the notation.
//!
//! docs/table.md describes the files.

mod ask;
mod block;
mod bytes;
mod cache;
mod cut;
mod error;
mod half;
mod holes;
mod index;
mod manifest;
mod position;
mod positioned;
mod positions;
mod slots;
mod store;
mod table;
mod tally;

pub use ask::MoveWorth;
pub use bytes::payload_from_bytes;
pub use error::{Place, TableError};
pub use manifest::{Finished, IndexFile, Kind, LevelFile, Manifest};
pub use position::Position;
pub use store::{Found, Opened, Store};
pub use table::{Proof, Table};
pub use tally::Tally;
