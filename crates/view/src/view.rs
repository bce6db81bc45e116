//! Everything a client needs to draw a game and let a player move.

use crate::{
    board::{BoardData, Layers},
    facts::{Facts, facts},
    failure::Sentence,
};
use ludoteca_catalog::{AnyPlay, GameId, Place, ResultForm, Seat, Status as GameStatus, is_leaving};
use ludoteca_core::OptionInfo;
use serde::{Serialize, Serializer};

#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameInfo {
    /// The name in links and records.
    pub id: GameId,
    /// The name on the box.
    pub name: &'static str,
    pub min_players: u8,
    pub max_players: u8,
    /// The seats' names in the notation, in order.
    pub seats: &'static [&'static str],
    /// Whether the game can end in a draw on the board, so that a draw can be agreed (TB-4).
    pub draws: bool,
    /// The options, in display order.
    pub options: &'static [OptionInfo],
}

#[must_use]
pub fn games() -> Vec<GameInfo> {
    GameId::ALL.map(game_info).into()
}

fn game_info(id: GameId) -> GameInfo {
    let info = id.info();
    GameInfo {
        id,
        name: info.name,
        min_players: info.min_players,
        max_players: info.max_players(),
        seats: info.seats,
        draws: info.results == ResultForm::Score,
        options: info.options,
    }
}

/// The seat to act, or how the game ended.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// The seat to act; `null` if the game is over.
    pub to_act: Option<Seat>,
    /// How the game ended; `null` while it is in progress.
    pub over: Option<Over>,
}

/// How a game ended.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Over {
    /// The place of each seat; equal numbers share a place.
    pub places: Vec<Place>,
    /// The result as written in records.
    pub result: String,
    pub reason: Sentence,
}

impl Status {
    pub(crate) fn of(game: &dyn AnyPlay) -> Status {
        match game.status() {
            GameStatus::ToAct(seat) => Status { to_act: Some(seat), over: None },
            GameStatus::Over(standing) => {
                let over = Over {
                    places: standing.as_slice().to_vec(),
                    result: game.game().info().result(&standing),
                    reason: game.ending().map(Sentence::from).unwrap_or_default(),
                };
                Status { to_act: None, over: Some(over) }
            }
        }
    }
}

#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LegalMove {
    #[serde(rename = "move")]
    pub text: String,
    /// The cells to point at, in order, to choose the move; unique to each move.
    pub targets: Vec<usize>,
}

/// A move that was played, or a seat leaving the game.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayedStep {
    pub seat: Seat,
    #[serde(rename = "move")]
    pub text: String,
    /// Whether the seat left the game instead of moving.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    pub leaves: bool,
}

/// A game at one of its plies.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct View {
    pub game: GameId,
    pub players: u8,
    /// All options with their values, in the game's order.
    #[serde(serialize_with = "as_map")]
    #[cfg_attr(feature = "ts", ts(type = "Record<string, string>"))]
    pub options: Vec<(&'static str, String)>,
    pub position: String,
    /// The position in which the game began, if it was not the usual start.
    pub first_position: Option<String>,
    /// The moves so far.
    pub played: Vec<PlayedStep>,
    /// The seat to act, or how the game ended.
    pub status: Status,
    /// The legal moves, in a fixed order.
    pub moves: Vec<LegalMove>,
    pub board: BoardData,
    /// The information shown beside the board.
    pub facts: Facts,
}

fn as_map<S: Serializer>(options: &[(&'static str, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(options.iter().map(|(key, value)| (key, value)))
}

impl View {
    pub(crate) fn new(game: &dyn AnyPlay, layers: &Layers) -> View {
        let info = game.game().info();
        let board = game.board();
        let targets = game.targets();
        let options =
            info.options.iter().map(|option| (option.key, game.options().word(option.key).to_owned()));
        View {
            game: game.game(),
            players: game.seats(),
            options: options.collect(),
            position: game.position(),
            first_position: game.first_position(),
            played: game
                .played()
                .into_iter()
                .map(|(seat, text)| PlayedStep { seat, leaves: is_leaving(&text), text })
                .collect(),
            status: Status::of(game),
            facts: facts(game, &board, &targets),
            board: BoardData::new(board, layers),
            moves: targets.into_iter().map(|(text, targets)| LegalMove { text, targets }).collect(),
        }
    }
}
