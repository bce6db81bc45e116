//! All integration tests in one binary, which links faster than one binary per file.

mod common;
#[cfg(feature = "gif")]
mod gif;
mod svg;
mod text;
