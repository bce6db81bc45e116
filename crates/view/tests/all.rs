//! All tests of this crate in one program, which links faster than one program per file.

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
