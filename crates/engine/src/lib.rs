//! Players for every game, without type parameters: moves are text.
//!
//! ```
//! use ludoteca_catalog::{GameId, Setup, open};
//! use ludoteca_engine::{Budget, Level, Watch, engine};
//!
//! let setup = Setup { position: Some("bccc5/0cccb y".to_owned()), ..Setup::default() };
//! let game = open(GameId::Squadro, &setup)?;
//! let mut player = engine(GameId::Squadro, Level::FULL, 1 << 20, 1);
//! let budget = Budget { nodes: Some(10_000), ..Budget::default() };
//! let mut watch = Watch { stop: &|| false, report: &mut |_| {} };
//! assert_eq!(player.think(&*game, &budget, &mut watch).unwrap().best(), "Y1");
//! # Ok::<(), ludoteca_catalog::SetupError>(())
//! ```

mod full;
mod kept_tree;
mod level;
mod player;
mod random;
mod thinker;
#[cfg(not(target_arch = "wasm32"))]
mod ugi_client;

pub use level::{Level, Sight};
pub use ludoteca_search::{Leaf, Outcome, Value};
pub use player::{Analysis, Budget, Line, Player, Watch};
pub use random::Random;
pub use thinker::{DEFAULT_TABLE_BYTES, engine, engine_with_sight, monte_carlo, plain_uct};
#[cfg(not(target_arch = "wasm32"))]
pub use ugi_client::{UgiClient, UgiError};
