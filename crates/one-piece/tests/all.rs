//! All integration tests in one binary, which links faster than one binary per file.

mod conformance;
mod rulings;
mod twin;
mod winning;
