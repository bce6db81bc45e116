//! All tests of this crate in one program, which links faster than one program per file.

mod alpha_beta;
mod many_seats;
mod mcts;
mod net;
mod proof;
