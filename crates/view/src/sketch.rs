//! Positions being set up piece by piece, which may break rules on the way: the text of a position is read
//! leniently, changed, written, and only then put before the rules' own reader, whose refusal is part of the
//! answer.

mod number_one;
mod one_piece;
mod peak;
mod squadro;

use crate::{
    board::{BoardData, PieceShape, first_layers},
    failure::Failure,
    view::{Status, View},
};
use ludoteca_catalog::{AnyPlay, Board, GameId, Setup, open};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is asked: a position (the start, if none is given) and what to change in it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SketchRequest {
    /// Which game.
    pub game: String,
    /// How many play.
    #[serde(default)]
    pub players: Option<u8>,
    /// The options that are not the usual ones.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The position to change.
    #[serde(default)]
    pub position: Option<String>,
    /// The change.
    #[serde(default)]
    pub edit: Option<Edit>,
}

/// A change.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "camelCase", deny_unknown_fields)]
pub enum Edit {
    /// Uses a tool on a cell.
    Put {
        /// Which cell.
        cell: usize,
        /// The key of the tool.
        tool: String,
    },
    /// Chooses who acts, or something else that stands beside the board.
    Choose {
        /// The key of the choice.
        key: String,
        /// One of its values.
        value: String,
    },
    /// Takes everything off the board that can be taken off.
    Clear,
}

/// A position being set up.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sketched {
    /// Its text, whether or not it is a position of the game.
    pub position: String,
    /// What to draw; without moves, even where the position has some.
    pub view: View,
    /// What can be put on the board.
    pub tools: Vec<Tool>,
    /// What stands beside the board, the seat to act first.
    pub choices: Vec<Choice>,
    /// Why it is no position of the game.
    pub failure: Option<Failure>,
    /// Why it is one that cannot arise in play, as far as is known: a key for the page, and a ruling.
    pub cannot_arise: Option<CannotArise>,
}

/// Something that can be put on the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tool {
    /// Its name.
    pub key: String,
    /// The piece it puts; without one it takes something off, or puts a token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceShape>,
}

/// Something to choose beside the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    /// Its name.
    pub key: &'static str,
    /// What is chosen.
    pub value: String,
    /// What may be.
    pub values: Vec<String>,
}

/// Why a position that breaks no rule cannot arise in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct CannotArise {
    /// A name for the page's own words.
    pub key: &'static str,
    /// The ruling from which it follows.
    pub ruling: &'static str,
}

impl Tool {
    fn new(key: impl Into<String>, piece: Option<PieceShape>) -> Tool {
        Tool { key: key.into(), piece }
    }
}

impl Choice {
    fn of<const N: usize>(key: &'static str, value: impl ToString, values: [&str; N]) -> Choice {
        Choice { key, value: value.to_string(), values: values.map(str::to_owned).into() }
    }
}

/// What the games' sketches have in common.
trait Sketch {
    /// The text, whether or not the game accepts it.
    fn write(&self) -> String;
    /// Puts the pieces on a board that has the right cells.
    fn show(&self, board: &mut Board);
    fn tools(&self) -> Vec<Tool>;
    /// `name` is the cell's.
    fn put(&mut self, name: &str, tool: &str);
    fn choices(&self) -> Vec<Choice>;
    fn choose(&mut self, key: &str, value: &str);
    fn clear(&mut self);
    /// Asked of positions the game accepts.
    fn cannot_arise(&self) -> Option<CannotArise> {
        None
    }
}

/// Reads a position, makes a change, and shows the result.
///
/// # Errors
/// When the text is nothing like a position, or there is no such game or option.
pub fn sketch(request: SketchRequest) -> Result<Sketched, Failure> {
    let SketchRequest { game, players, options, position, edit } = request;
    let id = game.parse::<GameId>()?;
    let mut setup = Setup { players, options: options.into_iter().collect(), position: None };
    let start = open(id, &setup)?;
    let text = position.unwrap_or_else(|| first_position(&*start));
    setup.position = Some(text.clone());
    let mut sketch = sketch_of(id, &mut setup, &*start, &text)?;
    let bare = open(id, &Setup { position: None, ..setup.clone() })?;
    match edit {
        None => {}
        Some(Edit::Put { cell, tool }) => {
            let name = bare.board().cells.get(cell).map(|cell| cell.name.clone());
            sketch.put(&name.ok_or_else(|| Failure::request("there is no such cell"))?, &tool);
        }
        Some(Edit::Choose { key, value }) => sketch.choose(&key, &value),
        Some(Edit::Clear) => sketch.clear(),
    }
    Ok(answer(&*sketch, &*bare, &setup))
}

/// The start; in Number One with the pegs arranged somehow.
fn first_position(start: &dyn AnyPlay) -> String {
    let mut game = start.fork();
    while game.game() == GameId::NumberOne && game.position().starts_with("setup") {
        let arranged = game.legal_moves().first().is_some_and(|first| game.play(first).is_ok());
        if !arranged {
            break;
        }
    }
    game.position()
}

/// The sketch of a text. Number One's text says by itself how many play.
fn sketch_of(
    id: GameId,
    setup: &mut Setup,
    start: &dyn AnyPlay,
    text: &str,
) -> Result<Box<dyn Sketch>, Failure> {
    let sketch: Option<Box<dyn Sketch>> = match id {
        GameId::Squadro => squadro::Tracks::read(text).map(|sketch| Box::new(sketch) as _),
        GameId::Peak => peak::Towers::read(text).map(|sketch| Box::new(sketch) as _),
        GameId::OnePieceForTwo => {
            one_piece::Dominoes::read(text, &start.board()).map(|sketch| Box::new(sketch) as _)
        }
        GameId::NumberOne => number_one::Holes::read(text, setup.players).map(|sketch| {
            setup.players = Some(sketch.players());
            Box::new(sketch) as _
        }),
    };
    if let Some(sketch) = sketch {
        return Ok(sketch);
    }
    // The strict reader knows best what is wrong with it.
    match open(id, setup) {
        Err(error) => Err(error.into()),
        Ok(_) => Err(Failure::request("the position cannot be set up piece by piece")),
    }
}

fn answer(sketch: &dyn Sketch, bare: &dyn AnyPlay, setup: &Setup) -> Sketched {
    let position = sketch.write();
    let mut board = bare.board();
    sketch.show(&mut board);
    let read = open(bare.game(), &Setup { position: Some(position.clone()), ..setup.clone() });
    let layers = first_layers(&board);
    let view = View {
        position: position.clone(),
        status: match &read {
            Ok(game) => Status::of(&**game),
            Err(_) => Status { to_act: Some(0), over: None },
        },
        moves: Vec::new(),
        board: BoardData::new(board, &layers),
        ..View::new(&**read.as_ref().unwrap_or(&bare.fork()), &layers)
    };
    Sketched {
        cannot_arise: if read.is_ok() { sketch.cannot_arise() } else { None },
        position,
        view,
        tools: sketch.tools(),
        choices: sketch.choices(),
        failure: read.err().map(Failure::from),
    }
}
