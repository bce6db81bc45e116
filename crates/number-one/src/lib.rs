//! The rules and the notation of Number One, a game for two to four players by Leo Colovini, Renato De Rosa,
//! Dario De Toffoli and Alex Randolph (2004).
//!
//! Each player has a small, a medium and a large peg on a hexagon of holes full of tokens, and every move
//! sinks a token. The player whose small peg moves last wins.
//!
//! ```
//! use ludoteca_core::{Game, Notation, Play, Seat, Status};
//! use ludoteca_number_one::{NumberOne, Rules};
//!
//! let mut game = Play::<NumberOne>::new(Rules::default());
//! game.play_text("LSM")?; // player a's pegs on a2, a1 and b1
//! game.play_text("LSM")?; // player b's on i8, i9 and h9
//! assert_eq!(
//!     game.position().position_text(),
//!     "ooob3b1/ooooob2/ooooooo/oooooooo/ooooooooo/oooooooo/ooooooo/a2ooooo/a1a3ooo a - -"
//! );
//!
//! // A turn is one move with each peg, in any order: player a stays to act.
//! game.play_text("Ld5")?;
//! assert_eq!(game.position().status(), Status::ToAct(Seat::FIRST));
//!
//! let refused = game.play_text("Ma3").unwrap_err();
//! assert_eq!(refused.to_string(), "M moves exactly 2, and a3 is 3 away from b1 (NO-5)");
//! # use ludoteca_core::Position;
//! # Ok::<(), ludoteca_core::MoveError>(())
//! ```
//!
//! The numbers in brackets refer to rulings in `docs/rules/number-one.md`.

#![warn(missing_docs)]

mod check;
mod cursor;
mod field;
mod game;
mod moves;
mod narration;
mod notation;
mod path;
mod picture;
mod position;
mod reach;
mod read_move;
mod read_position;
mod reasons;
mod sketch;
mod symmetry;

pub use field::Hole;
pub use game::{Players, Rules};
pub use moves::{Arrangement, Move, Size};
pub use position::{NumberOne, Peg};
pub use sketch::{Setting, Sketch, Tool};
