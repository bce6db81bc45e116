//! Knowledge of the four games: how a position stands, as a sum of weighted features. Weights are data
//! (`data/weights`), found by the [tuner](tune()) from games the evaluation plays against itself.
//!
//! ```
//! use ludoteca_core::{Position, Notation};
//! use ludoteca_evaluate::Knowledge;
//! use ludoteca_search::Evaluate;
//! use ludoteca_squadro::{Rules, Squadro};
//!
//! let knowledge = Knowledge::<Squadro>::default();
//! let ahead = Squadro::read_position(&Rules::default(), "ccc66/00000 y").unwrap();
//! assert!(knowledge.value(&ahead) > 0);
//! assert!(knowledge.value(&Squadro::read_position(&Rules::default(), "ccc66/00000 r").unwrap()) < 0);
//! ```

mod features;
mod number_one;
mod one_piece;
mod peak;
mod squadro;
mod tune;
mod weights;

pub use features::{Features, Knowledge};
pub use tune::{
    Budget, Exact, ExactError, Files, Loss, Progress, Report, Tally, TuneError, compare, read_exact, tune,
    tune_game,
};
pub use weights::{Expected, Group, Weight, WeightsError, read, total, write};
