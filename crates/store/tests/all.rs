//! All tests of this crate in one program, which is linked sooner than a program for each file.

#[cfg(feature = "memory")]
mod memory;
mod postgres;
mod server;
mod sqlite;
mod suite;
