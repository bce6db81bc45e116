//! Exact answers for games of two seats, generic over [`Position`](ludoteca_core::Position).
//!
//! - [`Prover`] proves the value of a position and of each of its moves by proof-number search, if the
//!   position is near enough to the end.
//! - [`Graph`] holds every relevant position from a start on, with value and distance, solved backwards
//!   from the ends: for games small enough to be enumerated, with or without cycles.
//! - [`squadro`] numbers every Squadro position, so that a table holds one byte for each, and fills it.
//!
//! In this game the seats move one walker on ten steps, one or two up or one down. The seat that brings it to
//! the top wins:
//!
//! ```
//! use ludoteca_core::{Position, Seat, Standing, Status};
//! use ludoteca_search::Outcome;
//! use ludoteca_solve::{Graph, Worth};
//! use std::ops::ControlFlow;
//!
//! #[derive(Clone, PartialEq, Eq, Hash, Debug)]
//! struct Steps { at: u8, mover: Seat }
//!
//! impl Position for Steps {
//!     type Rules = ();
//!     type Move = i8;
//!     fn start(_: &()) -> Self { Steps { at: 0, mover: Seat::FIRST } }
//!     fn seats(&self) -> u8 { 2 }
//!     fn status(&self) -> Status {
//!         if self.at < 10 { return Status::ToAct(self.mover); }
//!         Status::Over(Standing::win_of_two(self.mover.other_of_two()))
//!     }
//!     fn try_for_each_move<B>(&self, visit: impl FnMut(i8) -> ControlFlow<B>) -> ControlFlow<B> {
//!         [-1, 1, 2].into_iter().filter(|&m| self.at as i8 + m >= 0 && self.at < 10).try_for_each(visit)
//!     }
//!     fn play_unchecked(&mut self, m: i8) {
//!         self.at = self.at.saturating_add_signed(m).min(10);
//!         self.mover = self.mover.other_of_two();
//!     }
//!     fn third_occurrence(&self) -> Option<Standing> { Some(Standing::draw(2)) }
//! }
//!
//! // Steps 8 and 9 win at once, so on step 7 the seat steps down; neither side ever has to go further up.
//! let graph = Graph::new(&Steps::start(&()), 1 << 20, &mut |_| true).unwrap();
//! assert_eq!(graph.worth(&Steps::start(&())), Some(Worth { value: Outcome::Draw, plies: None }));
//! let last = Steps { at: 8, mover: Seat::SECOND };
//! assert_eq!(graph.worth(&last), Some(Worth { value: Outcome::Win, plies: Some(1) }));
//! ```

mod graph;
mod prover;
pub mod squadro;

pub use graph::{Graph, Stage, Unsolved, Worth};
pub use prover::{Proved, Prover};
