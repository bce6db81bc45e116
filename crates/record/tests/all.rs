//! All tests of this crate in one program, which is linked sooner than a program for each file.

mod docs;
mod errors;
mod lines;
mod round_trip;
mod streaming;
mod text;
mod writer;
