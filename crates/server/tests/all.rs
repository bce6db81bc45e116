//! All tests of this crate in one program, which is linked sooner than a program for each file.

mod correspondence;
mod cuts;
mod faults;
mod house;
mod http;
mod limits;
mod online;
mod operating;
mod push;
mod simulation;
mod socket;
#[cfg(feature = "table")]
mod table;
