//! The crate `minimax` as an external opponent for the engine: its alpha-beta and its Monte Carlo
//! tree search play any game of two seats here, with any [`Evaluate`](ludoteca_search::Evaluate).
//!
//! ```
//! use ludoteca_core::Notation;
//! use ludoteca_evaluate::Network;
//! use ludoteca_peer::{AlphaBeta, Mcts};
//! use ludoteca_squadro::{Rules, Squadro};
//! use std::time::Duration;
//!
//! let position = Squadro::read_position(&Rules::default(), "bccc0/00000 y")?;
//! let time = Duration::from_millis(50);
//! let m = AlphaBeta::new(Network).choose(&position, time).unwrap();
//! assert_eq!(position.move_text(m), "Y1");
//! assert!(Mcts::new().choose(&position, time).is_some());
//! # Ok::<(), ludoteca_core::PositionError>(())
//! ```

mod game;
mod player;
mod strategies;

pub use player::{Strategy, player};
pub use strategies::{AlphaBeta, Mcts};
