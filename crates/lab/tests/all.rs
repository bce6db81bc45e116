//! All tests of this crate in one binary, which links faster than one per file.

mod archive;
mod bench;
mod bench_server;
mod common;
mod matches;
#[cfg(unix)]
mod output;
mod puzzles;
mod suite;
