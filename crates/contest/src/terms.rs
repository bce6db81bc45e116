//! The terms agreed before a game.

use crate::Clock;
use ludoteca_catalog::{GameId, Setup, SetupError};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt};

/// The terms agreed before a game; only `game` is required.
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Terms {
    /// The game to be played.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub game: GameId,
    /// The number of players; if missing, that of the position or the game's default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<u8>,
    /// Options of the game, by key.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    pub options: BTreeMap<String, String>,
    /// The initial position; if missing, the game's start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The clock; if missing, the game is untimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// Rated games forbid taking back and giving time (TB-5).
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    pub rated: bool,
    /// Whether takebacks are allowed (TB-5).
    #[serde(default = "yes")]
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    pub take_back: bool,
    /// The first ply, counted from 0, at which a draw may be offered (TB-4).
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    pub draw_offers_from: usize,
}

fn yes() -> bool {
    true
}

impl Terms {
    /// The default terms of this game: without a clock, unrated, takebacks allowed.
    #[must_use]
    pub fn new(game: GameId) -> Terms {
        Terms {
            game,
            players: None,
            options: BTreeMap::new(),
            position: None,
            clock: None,
            rated: false,
            take_back: true,
            draw_offers_from: 0,
        }
    }

    pub(crate) fn setup(&self) -> Setup {
        let options = self.options.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        Setup { players: self.players, options, position: self.position.clone() }
    }
}

/// Why no game can be created on these terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TermsError {
    /// The options or the position are not valid for the game.
    Setup(SetupError),
    /// The clock's times are all zero, or longer than ten years.
    Clock,
    /// The position is already finished.
    Over,
}

impl fmt::Display for TermsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TermsError::Setup(error) => error.fmt(f),
            TermsError::Clock => f.write_str("the clock gives no time at all, or more than ten years (TB-6)"),
            TermsError::Over => f.write_str("the game is over in this position"),
        }
    }
}

impl std::error::Error for TermsError {}
