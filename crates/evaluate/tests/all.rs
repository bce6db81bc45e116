//! All tests of this crate in one program, which is linked sooner than a program for each file.

mod common;
mod evaluation;
mod squadro_exact;
mod twins;
mod weights;
