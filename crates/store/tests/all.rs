//! All tests of this crate in one binary, which links faster than one per file.

#[cfg(feature = "memory")]
mod memory;
mod postgres;
mod server;
mod sqlite;
mod suite;
