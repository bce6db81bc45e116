//! Evaluation of positions in the four games. Three of them use a sum of weighted features, whose weights
//! are data (`data/weights`) that crate `tune` fits to self-play games. Squadro uses a small
//! [network](Network) trained on the solved game.
//!
//! ```
//! use ludoteca_core::{Position, Notation};
//! use ludoteca_evaluate::Network;
//! use ludoteca_search::Evaluate;
//! use ludoteca_squadro::{Rules, Squadro};
//!
//! let ahead = Squadro::read_position(&Rules::default(), "ccc66/00000 y").unwrap();
//! assert!(Network.value(&ahead) > 0);
//! assert!(Network.value(&Squadro::read_position(&Rules::default(), "ccc66/00000 r").unwrap()) < 0);
//! ```

mod ending;
mod evaluated;
mod exact;
mod features;
mod number_one;
mod one_piece;
mod peak;
mod squadro;
mod weights;

pub use ending::Ending;
pub use evaluated::Judged;
pub use exact::{Exact, ExactError, read_exact};
pub use features::{Features, Knowledge, logistic};
pub use peak::score as peak_score;
pub use squadro::Network;
pub use weights::{Expected, Group, Weight, WeightsError, read, total, write};
