//! All tests of this crate in one program, which is linked sooner than a program for each file.

#[cfg(feature = "contest")]
mod contest;
#[cfg(feature = "share")]
mod faults;
#[cfg(feature = "share")]
mod import;
#[cfg(feature = "engine")]
mod prove;
mod requests;
#[cfg(feature = "engine")]
mod session;
#[cfg(feature = "share")]
mod sketch;
mod tree;
mod types;
