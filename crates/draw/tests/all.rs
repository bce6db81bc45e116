//! All tests of this crate in one program, which is linked sooner than a program for each file.

mod common;
#[cfg(feature = "gif")]
mod gif;
mod svg;
mod text;
