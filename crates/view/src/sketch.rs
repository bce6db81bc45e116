//! Positions being set up piece by piece. They may break rules in the meantime; the answer includes what the
//! rules say about them.

use crate::{
    board::{BoardData, first_layers},
    failure::Failure,
    view::{Status, View},
};
use ludoteca_catalog::{GameId, Seat, Setup, SetupError, board::Shape, open, with_game_type};
use ludoteca_core::{self as core, CannotArise, Editing, Game, Options, Sketch};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A request: a position (by default the start) and a change to it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SketchRequest {
    pub game: String,
    #[serde(default)]
    pub players: Option<u8>,
    /// The options that differ from their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The position to change.
    #[serde(default)]
    pub position: Option<String>,
    #[serde(default)]
    pub edit: Option<Edit>,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "camelCase", deny_unknown_fields)]
pub enum Edit {
    /// Uses a tool on a cell.
    Put { cell: usize, tool: String },
    /// Sets the seat to act, or another property beside the board.
    Choose {
        key: String,
        /// One of the choice's values.
        value: String,
    },
    /// Removes everything that can be removed from the board.
    Clear,
}

/// A position being set up.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sketched {
    /// The text of the position, even if it is not valid in the game.
    pub position: String,
    /// The view to draw; without moves, even if the position has some.
    pub view: View,
    /// The pieces and tools that can be used on the board.
    pub tools: Vec<Tool>,
    /// The choices beside the board, the seat to act first.
    pub choices: Vec<Choice>,
    /// Why the position is not valid in the game.
    pub failure: Option<Failure>,
    /// Why a valid position cannot arise in play, as far as is known: a key for the page, and a ruling.
    pub cannot_arise: Option<CannotArise>,
}

/// A piece or tool that can be used on the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tool {
    pub key: String,
    /// The piece that it places; without a piece it removes something, or places a token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<Shape>,
}

/// A choice beside the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    pub key: &'static str,
    pub value: String,
    pub values: Vec<String>,
}

/// Reads a position, applies a change, and returns the result.
///
/// # Errors
/// If the text is not in the notation, or the game, option, cell, tool or choice does not exist.
pub fn sketch(request: SketchRequest) -> Result<Sketched, Failure> {
    let id = request.game.parse::<GameId>()?;
    with_game_type!(id, G => sketch_of::<G>(id, request))
}

fn sketch_of<G: Game + Editing>(id: GameId, request: SketchRequest) -> Result<Sketched, Failure> {
    let SketchRequest { players, options, position, edit, .. } = request;
    let mut setup = Setup { players, options: options.into_iter().collect(), position: None };
    let options = Options::new(&G::INFO, players, setup.options.iter().map(|(key, value)| (key, value)));
    let rules = G::rules(&options.map_err(SetupError::Options)?);
    let mut sketch = match position {
        None => G::Sketch::first(&rules),
        Some(text) => G::Sketch::read(&rules, &text).map_err(|error| SetupError::Position { text, error })?,
    };
    if let Some(edit) = edit {
        change(&mut sketch, edit)?;
    }
    // The text may determine the number of players.
    setup.players = Some(sketch.seats());
    answer(&sketch, id, setup)
}

fn change<S: Sketch>(sketch: &mut S, edit: Edit) -> Result<(), Failure> {
    let none = |what| Failure::request(format!("there is no such {what}"));
    match edit {
        Edit::Put { cell, tool } => {
            if cell >= sketch.board().cells.len() {
                return Err(none("cell"));
            }
            let tool =
                sketch.tools().into_iter().find(|info| info.key == tool).ok_or_else(|| none("tool"))?;
            sketch.put(cell, tool.tool);
        }
        Edit::Choose { key, value } => {
            let choice = sketch.choices().into_iter().find(|choice| choice.key == key);
            let values = choice.map(|choice| choice.values).unwrap_or_default();
            let (_, setting) =
                values.into_iter().find(|(text, _)| *text == value).ok_or_else(|| none("choice"))?;
            sketch.choose(setting);
        }
        Edit::Clear => sketch.clear(),
    }
    Ok(())
}

fn answer<S: Sketch>(sketch: &S, id: GameId, setup: Setup) -> Result<Sketched, Failure> {
    let (position, board) = (sketch.text(), sketch.board());
    let bare = open(id, &setup)?;
    let read = open(id, &Setup { position: Some(position.clone()), ..setup });
    let layers = first_layers(&board);
    let view = View {
        position: position.clone(),
        status: match &read {
            Ok(game) => Status::of(&**game),
            Err(_) => Status { to_act: Some(Seat::FIRST), over: None },
        },
        moves: Vec::new(),
        board: BoardData::new(board, &layers),
        ..View::new(&**read.as_ref().unwrap_or(&bare), &layers)
    };
    Ok(Sketched {
        cannot_arise: if read.is_ok() { sketch.cannot_arise() } else { None },
        position,
        view,
        tools: sketch.tools().into_iter().map(Tool::from).collect(),
        choices: sketch.choices().into_iter().map(Choice::from).collect(),
        failure: read.err().map(Failure::from),
    })
}

impl<T> From<core::ToolInfo<T>> for Tool {
    fn from(info: core::ToolInfo<T>) -> Tool {
        Tool { key: info.key, piece: info.piece }
    }
}

impl<S> From<core::Choice<S>> for Choice {
    fn from(choice: core::Choice<S>) -> Choice {
        let values = choice.values.into_iter().map(|(value, _)| value).collect();
        Choice { key: choice.key, value: choice.value, values }
    }
}
