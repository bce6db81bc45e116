//! Exact answers for games of two seats, generic over [`Position`](ludoteca_core::Position).
//!
//! [`Judge`] proves the value of a position and of each of its moves by proof-number search, where that is near
//! enough to the end.

mod judge;

pub use judge::{Judge, Judged};
