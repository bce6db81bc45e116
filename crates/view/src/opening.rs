use crate::Failure;
use ludoteca_catalog::{AnyPlay, GameId, Setup, open};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The setup of a game; only `game` is required.
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    #[cfg_attr(feature = "ts", ts(type = "GameId"))]
    pub game: String,
    /// The number of players; if absent, it follows from the game or the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<u8>,
    /// The options that differ from their defaults.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    pub options: BTreeMap<String, String>,
    /// The first position; none for the game's usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves to play immediately.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    pub moves: Vec<String>,
}

impl Opening {
    /// The standard setup of a game.
    #[must_use]
    pub fn new(game: &str) -> Opening {
        Opening { game: game.to_owned(), ..Opening::default() }
    }

    /// The setup of this play, without its moves.
    pub(crate) fn of(game: &dyn AnyPlay) -> Opening {
        let info = game.game().info();
        let position = game.first_position();
        let fixed = position.is_some() || info.min_players == info.max_players();
        let mut options = BTreeMap::new();
        options.extend(game.options().chosen().map(|(key, value)| (key.to_owned(), value.to_owned())));
        let players = Some(game.seats()).filter(|_| !fixed);
        Opening { game: info.id.to_owned(), players, options, position, moves: Vec::new() }
    }

    /// Opens the game before its first move.
    pub(crate) fn open(&self) -> Result<Box<dyn AnyPlay>, Failure> {
        let options = self.options.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        let setup = Setup { players: self.players, options, position: self.position.clone() };
        Ok(open(self.game.parse::<GameId>()?, &setup)?)
    }
}
