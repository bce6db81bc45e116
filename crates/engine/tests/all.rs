//! All tests of this crate in one program, which links faster than one program per file.

mod ending;
mod kept_tree;
mod levels;
mod stops;
