//! All tests of this crate in one program, which is linked sooner than a program for each file.

mod conformance;
mod rulings;
mod twin;
mod winning;
