//! All integration tests in one binary, which links faster than one binary per file.

mod docs;
mod errors;
mod lines;
mod round_trip;
mod streaming;
mod text;
mod writer;
