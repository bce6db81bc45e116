//! Search algorithms for any game, generic over [`Position`](ludoteca_core::Position) for the rules and
//! [`Evaluate`] for the evaluation. They know no game by name.
//!
//! | search | seats | for |
//! | --- | --- | --- |
//! | [`AlphaBeta`] | 2 | playing and analysing; [`Team`] adds helper threads |
//! | [`ProofSearch`] | 2 | exact answers: can this seat force a win, or a draw? |
//! | [`Mcts`] | 2 to 4 | playing with a weak evaluation; plain UCT as a baseline |
//! | [`MaxN`] | 2 to 4 | every seat plays for itself |
//! | [`Paranoid`] | 2 to 4 | one against all others, deeper |
//!
//! No clock, no threads (but for `Team`), no I/O: a caller ends a search by [`Limits`] or [`Stop`], and with
//! a seed and a node limit the [`Answer`] is always the same. The next seat to act may be the same one again;
//! scores are turned only when it is not.
//!
//! In this game players take one to three counters from a pile, and the player who takes the last one
//! wins:
//!
//! ```
//! use ludoteca_core::{Position, Seat, Standing, Status};
//! use ludoteca_search::{AlphaBeta, Blank, Limits, Outcome, Stop, Value};
//! use std::ops::ControlFlow;
//!
//! #[derive(Clone, PartialEq, Eq, Hash, Debug)]
//! struct Pile { left: u8, mover: Seat }
//!
//! impl Position for Pile {
//!     type Rules = ();
//!     type Move = u8;
//!     fn start(_: &()) -> Self { Pile { left: 10, mover: Seat::FIRST } }
//!     fn seats(&self) -> u8 { 2 }
//!     fn status(&self) -> Status {
//!         if self.left > 0 { return Status::ToAct(self.mover); }
//!         Status::Over(Standing::win_of_two(self.mover.other_of_two()))
//!     }
//!     fn try_for_each_move<B>(&self, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
//!         (1..=self.left.min(3)).try_for_each(visit)
//!     }
//!     fn play_unchecked(&mut self, n: u8) {
//!         self.left -= n;
//!         self.mover = self.mover.other_of_two();
//!     }
//!     fn third_occurrence(&self) -> Option<Standing> { None }
//! }
//!
//! let pile = Pile::start(&());
//! let mut search = AlphaBeta::new(1 << 20); // a table of 1 MiB
//! let answer = search.search(&pile, &[], &Blank, &Limits::depth(20), Stop::never(), &mut |_| ());
//! assert_eq!(answer.best(), Some(2)); // leaves eight, a multiple of four
//! assert_eq!(answer.value(), Some(Value::Proven { result: Outcome::Win, plies: 5 }));
//! ```

#![warn(missing_docs)]

mod alpha_beta;
mod answer;
mod blank;
mod evaluate;
mod hash;
mod limits;
mod max_n;
mod mcts;
mod parallel;
mod paranoid;
mod path;
mod proof;
mod score;
mod table;

pub use alpha_beta::AlphaBeta;
pub use answer::{Answer, Line, Outcome, Value, value_of_share};
pub use blank::Blank;
pub use evaluate::{Evaluate, MOST, shares, shares_of_two};
pub use limits::{Limits, Stop};
pub use max_n::MaxN;
pub use mcts::{Leaf, Mcts, MctsOptions};
pub use parallel::Team;
pub use paranoid::Paranoid;
pub use proof::{Goal, Proof, ProofSearch, Verdict};
pub use table::TranspositionTable;
