use ludoteca_core::{Game, GameInfo};
use std::{fmt, str::FromStr};

/// The games in the catalog. In JSON, they are their ids.
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename_all = "kebab-case"))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameId {
    Squadro,
    NumberOne,
    Peak,
    OnePieceForTwo,
}

/// Evaluates an expression with `$G` as the type of the game `$id`. This is the one place that knows both
/// identifiers and types.
///
/// This is a macro because a function's bounds cannot name traits from the crates above: `with_game_type!(id,
/// G => player::<G>())` may require more of `G` than [`Game`], and the compiler checks that every game
/// provides it. Where [`Game`] is enough, [`ForGame`] is simpler.
#[macro_export]
macro_rules! with_game_type {
    ($id:expr, $G:ident => $value:expr) => {
        match $id {
            $crate::GameId::Squadro => {
                type $G = $crate::types::Squadro;
                $value
            }
            $crate::GameId::NumberOne => {
                type $G = $crate::types::NumberOne;
                $value
            }
            $crate::GameId::Peak => {
                type $G = $crate::types::Peak;
                $value
            }
            $crate::GameId::OnePieceForTwo => {
                type $G = $crate::types::OnePiece;
                $value
            }
        }
    };
}

/// Used by [`with_game_type!`] in other crates.
#[doc(hidden)]
pub mod types {
    pub use ludoteca_number_one::NumberOne;
    pub use ludoteca_one_piece::OnePiece;
    pub use ludoteca_peak::Peak;
    pub use ludoteca_squadro::Squadro;
}

/// A task that is generic over the game's type.
pub trait ForGame {
    type Output;
    /// Runs the task for game `G`.
    fn run<G: Game>(self) -> Self::Output;
}

impl GameId {
    pub const ALL: [GameId; 4] = [GameId::Squadro, GameId::NumberOne, GameId::Peak, GameId::OnePieceForTwo];

    /// Runs a generic task with this game's type.
    pub fn with<F: ForGame>(self, task: F) -> F::Output {
        with_game_type!(self, G => task.run::<G>())
    }

    /// The game's name, seats and options.
    #[must_use]
    pub fn info(self) -> GameInfo {
        struct Info;
        impl ForGame for Info {
            type Output = GameInfo;
            fn run<G: Game>(self) -> GameInfo {
                G::INFO
            }
        }
        self.with(Info)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().id)
    }
}

impl FromStr for GameId {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        GameId::ALL.into_iter().find(|id| id.info().id == text).ok_or_else(|| UnknownGame(text.to_owned()))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for GameId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.info().id)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for GameId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<GameId, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The error for an unknown game name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownGame(pub String);

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids = GameId::ALL.map(|id| id.info().id);
        write!(f, "unknown game {:?}: ", self.0)?;
        match did_you_mean(&self.0, &ids) {
            Some(id) => write!(f, "did you mean {id}?"),
            None => write!(f, "there are {}", ids.join(", ")),
        }
    }
}

impl std::error::Error for UnknownGame {}

/// The word most similar to `text`, if any is similar enough.
pub(crate) fn did_you_mean<'a>(text: &str, words: &[&'a str]) -> Option<&'a str> {
    let likeness = |word: &str| strsim::jaro_winkler(&text.to_ascii_lowercase(), word);
    words
        .iter()
        .copied()
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
        .filter(|word| likeness(word) > 0.7)
}
