//! All tests of this crate in one program, which links faster than one program per file.

mod common;
mod faults;
mod small_boards;
