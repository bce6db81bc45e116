//! The only list of all games, and a game in progress without type parameters: text in, text out.
//!
//! ```
//! use ludoteca_catalog::{GameId, Setup, open};
//!
//! let mut game = open(GameId::Peak, &Setup::default())?;
//! game.play("a1-d1")?;
//! assert_eq!(game.position(), "ddlldd/llddll/ddlldd/llddll/ddlldd/.ld2lll d -");
//! assert_eq!(game.legal_moves().len(), 51);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any_play;
mod id;
mod records;
mod setup;

pub use any_play::{AnyPlay, Narrated, leaves, open, play_of};
#[doc(hidden)]
pub use id::types;
pub use id::{ForGame, GameId, UnknownGame};
pub use ludoteca_core::{
    Board, GameInfo, LeaveError, Leaving, MoveError, OptionError, PerSeat, Place, PositionError, ResultForm,
    Seat, Standing, Status, Values, board, perft,
};
pub use records::{
    Fault, FaultKind, RecordError, is_leaving, move_list, move_list_of, open_record, record_of,
    record_of_moves, replay, replay_each, tag_of, termination_of,
};
pub use setup::{Setup, SetupError};

/// Compiles and runs the examples in the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
