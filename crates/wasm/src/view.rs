//! All a page needs to draw a game and to let somebody move.

use crate::{
    facts::{Facts, facts},
    failure::Sentence,
    picture::{BoardJson, Layers},
};
use ludoteca_catalog::{AnyPlay, GameId, Place, ResultForm, Status, Values, is_leaving};
use ludoteca_core::GameInfo;
use serde::Serialize;
use serde_json::{Map, Value};

/// A game there is.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameJson {
    /// Its name in links and records.
    pub id: &'static str,
    /// Its name on the box.
    pub name: &'static str,
    /// The fewest players.
    pub min_players: u8,
    /// The most players.
    pub max_players: u8,
    /// The seats' names in the notation, in order.
    pub seats: &'static [&'static str],
    /// Whether it can end drawn on the board, so that a draw can be agreed (TB-4).
    pub draws: bool,
    /// Its options, in order.
    pub options: Vec<OptionJson>,
}

/// An option of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OptionJson {
    /// Its name.
    pub key: &'static str,
    /// What it may be: `words`, or whole numbers `from` and `to`.
    #[serde(flatten)]
    pub values: ValuesJson,
    /// What it is when nothing is said.
    pub default: &'static str,
    /// The ruling that speaks of it.
    pub ruling: &'static str,
}

/// What an option may be.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "as ludoteca_core::Values")]
pub enum ValuesJson {
    Words { words: &'static [&'static str] },
    Numbers { from: u32, to: u32 },
}

/// All games.
#[must_use]
pub fn games() -> Vec<GameJson> {
    GameId::ALL.map(|id| game_json(&id.info())).into()
}

fn game_json(info: &GameInfo) -> GameJson {
    let option = |option: &ludoteca_core::OptionInfo| OptionJson {
        key: option.key,
        values: match option.values {
            Values::Words(words) => ValuesJson::Words { words },
            Values::Numbers(from, to) => ValuesJson::Numbers { from, to },
        },
        default: option.default,
        ruling: option.ruling,
    };
    GameJson {
        id: info.id,
        name: info.name,
        min_players: info.min_players,
        max_players: info.max_players(),
        seats: info.seats,
        draws: info.results == ResultForm::Score,
        options: info.options.iter().map(option).collect(),
    }
}

/// Who must decide, or how the game ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusJson {
    /// The seat to act; `null` when the game is over.
    pub to_act: Option<usize>,
    /// How it ended; `null` while it goes on.
    pub over: Option<Over>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Over {
    /// For each seat its place; equal numbers share one.
    pub places: Vec<Place>,
    /// As records write it.
    pub result: String,
    /// What decided it.
    pub reason: Sentence,
}

impl StatusJson {
    pub(crate) fn of(game: &dyn AnyPlay) -> StatusJson {
        match game.status() {
            Status::ToAct(seat) => StatusJson { to_act: Some(seat.index()), over: None },
            Status::Over(standing) => {
                let over = Over {
                    places: standing.as_slice().to_vec(),
                    result: game.game().info().result(&standing),
                    reason: game
                        .ending()
                        .map(|why| Sentence::new(&why, &game.game().info()))
                        .unwrap_or_default(),
                };
                StatusJson { to_act: None, over: Some(over) }
            }
        }
    }
}

/// A legal move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveJson {
    /// In the notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The cells one points at, in order, to choose it; no two moves have the same.
    pub targets: Vec<usize>,
}

/// A move that was played, or a leaving.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayedJson {
    /// Who.
    pub seat: usize,
    /// In the notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The seat left: this is no move.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub leaves: bool,
}

/// A game at one of its plies.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// Which game.
    pub game: &'static str,
    /// How many play.
    pub players: u8,
    /// All options with their values.
    pub options: Map<String, Value>,
    /// The position.
    pub position: String,
    /// The position the game began with, when that was not the start.
    pub first_position: Option<String>,
    /// The moves so far.
    pub played: Vec<PlayedJson>,
    /// Who must decide, or how the game ended.
    pub status: StatusJson,
    /// The legal moves, in a fixed order.
    pub moves: Vec<MoveJson>,
    /// The board.
    pub board: BoardJson,
    /// What there is beside the board.
    pub facts: Facts,
}

impl View {
    pub(crate) fn new(game: &dyn AnyPlay, layers: &Layers) -> View {
        let info = game.game().info();
        let board = game.board();
        let targets = game.targets();
        let word = |key: &str| Value::from(game.options().word(key));
        View {
            game: info.id,
            players: game.seats(),
            options: info.options.iter().map(|option| (option.key.to_owned(), word(option.key))).collect(),
            position: game.position(),
            first_position: game.first_position(),
            played: game
                .played()
                .into_iter()
                .map(|(seat, text)| PlayedJson { seat: seat.index(), leaves: is_leaving(&text), text })
                .collect(),
            status: StatusJson::of(game),
            facts: facts(game, &board, &targets),
            board: BoardJson::new(board, layers),
            moves: targets.into_iter().map(|(text, targets)| MoveJson { text, targets }).collect(),
        }
    }
}
