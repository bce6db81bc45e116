//! All tests of this crate in one program, which is linked sooner than a program for each file.

mod bringing;
mod correspondence;
mod cuts;
mod description;
mod house;
mod http;
mod online;
mod push;
mod socket;
#[cfg(feature = "table")]
mod table;
