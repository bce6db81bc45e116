//! What all Ludoteca games share: [`Seat`]s, [`Position`]s, their [`Notation`], a game in progress
//! ([`Play`]), [`perft`], and the [`board`] as data for drawing.
//!
//! No I/O, no clock, no randomness and no concrete game: those live in the crates above.
//!
//! A whole game fits in a few lines. In *Countdown*, two seats take turns removing one or two items from a
//! heap, and the seat that takes the last one wins:
//!
//! ```
//! use ludoteca_core::{Place, Position, Seat, Standing, Status, perft};
//! use std::ops::ControlFlow;
//!
//! #[derive(Clone, PartialEq, Eq, Hash, Debug)]
//! struct Countdown { heap: u8, mover: Seat }
//!
//! impl Position for Countdown {
//!     type Rules = ();
//!     type Move = u8;
//!     fn start(_: &()) -> Self { Countdown { heap: 5, mover: Seat::FIRST } }
//!     fn seats(&self) -> u8 { 2 }
//!     fn status(&self) -> Status {
//!         if self.heap > 0 { return Status::ToAct(self.mover); }
//!         Status::Over(Standing::win_of_two(self.mover.other_of_two()))
//!     }
//!     fn try_for_each_move<B>(&self, mut visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
//!         (1..=self.heap.min(2)).try_for_each(|n| visit(n))
//!     }
//!     fn play_unchecked(&mut self, n: u8) {
//!         self.heap -= n;
//!         self.mover = self.mover.other_of_two();
//!     }
//!     fn third_occurrence(&self) -> Option<Standing> { None }
//! }
//!
//! let mut game = Countdown::start(&());
//! assert_eq!(perft::count(&game, 3), 7);
//! game.play(2).unwrap();
//! assert!(game.play(3).is_err());
//! assert_eq!(game.moves(), [1, 2]);
//! ```

#![warn(missing_docs)]

mod argument;
pub mod board;
mod editing;
mod game;
mod leaving;
mod narration;
mod notation;
pub mod perft;
mod play;
mod position;
mod seat;

pub use argument::{Arg, NamedSeat, ToArg};
pub use board::{Board, Picture};
pub use editing::{CannotArise, Choice, Editing, Sketch, ToolInfo};
pub use game::{Game, GameInfo, NextGame, OptionError, OptionInfo, Options, ResultForm, Values};
pub use leaving::{
    ALREADY_OUT, Departure, EXPECTED_LEAVING, EXPECTED_SEAT, LEAVING_ABORTS, LEAVING_REASONS,
    LEAVING_SENTENCES, LeaveError, Leaving, NotLeaving, Step,
};
pub use narration::{MoveEffect, Narration, Sentence};
pub use notation::{MoveError, Notation, PositionError, Reason, Refusal, SyntaxError};
pub use play::Play;
pub use position::{IllegalMove, Position, Status};
pub use seat::{PerSeat, Place, Seat, Standing};
