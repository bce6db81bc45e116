//! All tests of this crate in one program, which is linked sooner than a program for each file.

mod alpha_beta;
mod many_seats;
mod mcts;
mod net;
mod proof;
