use crate::{Board, Notation, Position, PositionError, board::Shape};
use std::fmt;

/// A game whose positions can be set up piece by piece.
pub trait Editing: Notation {
    /// A position of this game while it is set up.
    type Sketch: Sketch<Position = Self>;
}

/// What stands where and who is to act, as a text or an editor has it. Unlike a position it may break rules:
/// [`build`](Self::build) checks them.
///
/// The game's own reader of positions reads a sketch and builds it, so there is one grammar and one check.
pub trait Sketch: Clone + Eq + fmt::Debug {
    /// The position type that is edited.
    type Position: Position;
    /// What can be done to a cell.
    type Tool: Copy;
    /// One value of something that is chosen beside the board.
    type Setting: Copy;

    /// What an editor begins with: the start of a game, with the pieces on the board.
    fn first(rules: &<Self::Position as Position>::Rules) -> Self;

    /// Reads the text of a position. Writing gives the same text again, but for phases of a game in which the
    /// pieces do not stand on the board yet: these are read as a board.
    ///
    /// # Errors
    /// When the text is not in the notation, or says something that no board can show.
    fn read(rules: &<Self::Position as Position>::Rules, text: &str) -> Result<Self, PositionError>;

    /// Writes the text, whether or not it is a position of the game.
    ///
    /// # Errors
    /// Only when `out` fails.
    fn write(&self, out: &mut dyn fmt::Write) -> fmt::Result;

    /// The position.
    ///
    /// # Errors
    /// When it breaks a rule that can be checked on the board alone. The error's place is one in
    /// [`text`](Self::text).
    fn build(&self) -> Result<Self::Position, PositionError>;

    /// How many seats take part.
    fn seats(&self) -> u8;

    /// The board as edited so far.
    fn board(&self) -> Board;

    /// The tools an editor offers, in order.
    fn tools(&self) -> Vec<ToolInfo<Self::Tool>>;

    /// Uses a tool on a cell: an index into the board's cells.
    fn put(&mut self, cell: usize, tool: Self::Tool);

    /// What is chosen beside the board; the seat to act comes first.
    fn choices(&self) -> Vec<Choice<Self::Setting>>;

    /// Sets one of the values of [`choices`](Self::choices).
    fn choose(&mut self, setting: Self::Setting);

    /// Takes all pieces off the board; those that never leave it go back to their start.
    fn clear(&mut self);

    /// Why this cannot arise in a game, as far as is known. Asked only where [`build`](Self::build) finds
    /// nothing wrong.
    fn cannot_arise(&self) -> Option<CannotArise> {
        None
    }

    /// The text, whether or not it is a position of the game.
    fn text(&self) -> String {
        let mut text = String::new();
        let _ = self.write(&mut text);
        text
    }
}

/// A tool of an editor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToolInfo<T> {
    /// Its name, unique within the game.
    pub key: String,
    /// The piece it puts on a cell; `None` when it takes something off or puts a token.
    pub piece: Option<Shape>,
    /// The tool behind the button.
    pub tool: T,
}

/// Something to choose beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice<S> {
    /// Its name, unique within the game.
    pub key: &'static str,
    /// The value now, as the notation writes it.
    pub value: String,
    /// Every value, with the setting that chooses it.
    pub values: Vec<(String, S)>,
}

/// Why a position that breaks no rule cannot arise in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CannotArise {
    /// A name for translators, unique within the game.
    pub key: &'static str,
    /// The ruling from which it follows.
    pub ruling: &'static str,
}

impl<T> ToolInfo<T> {
    /// A tool that puts a piece.
    pub fn piece(key: impl Into<String>, piece: Shape, tool: T) -> Self {
        ToolInfo { key: key.into(), piece: Some(piece), tool }
    }

    /// A tool that takes something off, or puts something that is not a piece.
    pub fn plain(key: &str, tool: T) -> Self {
        ToolInfo { key: key.to_owned(), piece: None, tool }
    }
}

impl<S> Choice<S> {
    /// A choice between values that the notation writes with these signs.
    pub fn new(key: &'static str, value: impl ToString, values: impl IntoIterator<Item = (char, S)>) -> Self {
        let values = values.into_iter().map(|(sign, setting)| (sign.to_string(), setting)).collect();
        Choice { key, value: value.to_string(), values }
    }
}
