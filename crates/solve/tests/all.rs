//! All tests of this crate in one program, which links faster than one program per file.

#[path = "../../search/tests/net/mod.rs"]
mod net;
mod one_piece;
mod random_games;
mod squadro_count;
mod squadro_pairs;
