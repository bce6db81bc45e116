//! Game records in a PGN-like format: tags, moves with turn numbers, comments, variations, a result.
//!
//! This crate implements the format but no game: a move is a word, and its legality is checked by the crates
//! above.
//!
//! ```
//! use ludoteca_record::Record;
//!
//! let text = "\
//! [Game \"squadro\"]
//! [Yellow \"Ada\"]
//! [Red \"Max\"]
//!
//! 1. Y3! {[%clk 0:04:59]} 1... R2 (1... R5 {slower} 2. Y1) 2. Y1 R4 1-0
//! ";
//! let record = Record::from_text(text)?;
//! assert_eq!(record.tag("Yellow"), Some("Ada"));
//! assert_eq!(record.moves().collect::<Vec<_>>(), ["Y3", "R2", "Y1", "R4"]);
//! assert_eq!(record.main.plies[0].clock()?.unwrap().to_string(), "0:04:59");
//!
//! print!("{}", record.to_text()?);
//! assert_eq!(record.to_text()?, text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | To | use |
//! | --- | --- |
//! | look through large files, holding nothing | [`Reader`] with a [`Visitor`] |
//! | have each game as a tree | [`Reader::records`], [`Record`] |
//! | write | [`Writer`], [`Record::to_text`] |
//! | exchange with programs | [`JsonReader`], [`JsonWriter`]: one game a line, nothing lost |
//! | keep bare moves | [`MoveListReader`], [`MoveListWriter`]: one game a line, main line only |
//! | look into comments | [`comment`] |
//!
//! Errors contain the game, line and column, and what was expected there. Reading then continues with the
//! next game. Whatever was read can be written, and reading it again gives the same record.

#![warn(missing_docs)]

mod check;
pub mod comment;
mod error;
mod json;
mod lines;
mod moves;
mod reader;
mod records;
mod result;
mod source;
mod termination;
mod text;
mod tokens;
mod tree;
mod visitor;
mod words;
mod writer;

pub use error::{Error, ErrorKind, Refused, SyntaxError, WriteError};
pub use json::{JsonReader, JsonWriter};
pub use lines::MAX_LINE;
pub use moves::{MoveList, MoveListReader, MoveListWriter};
pub use reader::Reader;
pub use records::Records;
pub use result::{GameResult, NotAResult, Ranking};
pub use termination::{NotATermination, Termination};
pub use tokens::{MAX_COMMENT, MAX_DEPTH, MAX_GAME, MAX_TOKEN, Turn, glyph_of_mark, mark_of_glyph};
pub use tree::{Line, Ply, Record};
pub use visitor::{ReadOrSkip, Visitor};
pub use words::Words;
pub use writer::Writer;
