//! All tests of this crate in one program, which is linked sooner than a program for each file.

mod cuts;
mod faults;
mod house;
mod http;
mod online;
mod security;
mod simulation;
mod socket;
#[cfg(feature = "table")]
mod table;
