//! All tests of this crate in one program, which links faster than one program per file.

mod common;
mod evaluation;
mod squadro_exact;
mod twins;
mod weights;
