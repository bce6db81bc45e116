use crate::{Board, Notation, Position, PositionError, board::Shape};
use std::fmt;

/// A game with a position editor.
pub trait Editing: Notation {
    /// A position of this game under construction.
    type Sketch: Sketch<Position = Self>;
}

/// The contents of an editor or a parsed text: the pieces and the seat to act. Unlike a position, it may
/// break rules; [`build`](Self::build) checks them.
///
/// The game's position parser reads a sketch and builds it, so there is one grammar and one set of checks.
pub trait Sketch: Clone + Eq + fmt::Debug {
    /// The position type that is edited.
    type Position: Position;
    /// An action on a cell.
    type Tool: Copy;
    /// One value of a choice offered beside the board.
    type Setting: Copy;

    /// The editor's initial contents: the start of a game, with the pieces on the board.
    fn first(rules: &<Self::Position as Position>::Rules) -> Self;

    /// Parses the text of a position. Writing the sketch gives the same text, except in phases in which the
    /// pieces are not yet on the board: those are read as a board.
    ///
    /// # Errors
    /// If the text is not in the notation, or describes something that cannot be shown on a board.
    fn read(rules: &<Self::Position as Position>::Rules, text: &str) -> Result<Self, PositionError>;

    /// Writes the text, even if the sketch is not a valid position.
    ///
    /// # Errors
    /// Only if `out` fails.
    fn write(&self, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Builds the position from the sketch.
    ///
    /// # Errors
    /// If it breaks a rule that can be checked on the board alone. The error's location refers to
    /// [`text`](Self::text).
    fn build(&self) -> Result<Self::Position, PositionError>;

    /// The number of seats.
    fn seats(&self) -> u8;

    /// The board in its current state.
    fn board(&self) -> Board;

    /// The editor's tools, in display order.
    fn tools(&self) -> Vec<ToolInfo<Self::Tool>>;

    /// Applies a tool to a cell, given as an index into the board's cells.
    fn put(&mut self, cell: usize, tool: Self::Tool);

    /// The choices beside the board; the seat to act comes first.
    fn choices(&self) -> Vec<Choice<Self::Setting>>;

    /// Applies one of the values of [`choices`](Self::choices).
    fn choose(&mut self, setting: Self::Setting);

    /// Removes all pieces from the board; pieces that never leave it return to their starting cells.
    fn clear(&mut self);

    /// Why this position cannot arise in a game, if that is known. Called only if [`build`](Self::build)
    /// succeeds.
    fn cannot_arise(&self) -> Option<CannotArise> {
        None
    }

    /// The text, even if the sketch is not a valid position.
    fn text(&self) -> String {
        let mut text = String::new();
        let _ = self.write(&mut text);
        text
    }
}

/// A tool of an editor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToolInfo<T> {
    /// The tool's key, unique within the game.
    pub key: String,
    /// The piece it puts on a cell; `None` if it removes something or places a token.
    pub piece: Option<Shape>,
    /// The tool to apply to a cell.
    pub tool: T,
}

/// A choice offered beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice<S> {
    /// The choice's key, unique within the game.
    pub key: &'static str,
    /// The current value, as the notation writes it.
    pub value: String,
    /// All values, each with the setting that selects it.
    pub values: Vec<(String, S)>,
}

/// Why a valid position cannot arise in a game.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CannotArise {
    /// A translation key, unique within the game.
    pub key: &'static str,
    /// The ruling that implies it.
    pub ruling: &'static str,
}

impl<T> ToolInfo<T> {
    /// A tool that places a piece.
    pub fn piece(key: impl Into<String>, piece: Shape, tool: T) -> Self {
        ToolInfo { key: key.into(), piece: Some(piece), tool }
    }

    /// A tool that removes something or places something other than a piece.
    pub fn plain(key: &str, tool: T) -> Self {
        ToolInfo { key: key.to_owned(), piece: None, tool }
    }
}

impl<S> Choice<S> {
    /// A choice between values, labelled as in the notation.
    pub fn new(key: &'static str, value: impl ToString, values: impl IntoIterator<Item = (char, S)>) -> Self {
        let values = values.into_iter().map(|(sign, setting)| (sign.to_string(), setting)).collect();
        Choice { key, value: value.to_string(), values }
    }
}
