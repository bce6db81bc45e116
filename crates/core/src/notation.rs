use crate::{Arg, Position, ToArg};
use std::fmt;

/// One text format for shells, tests, engines, files and the wire. Parsing and writing are inverses.
pub trait Notation: Position {
    /// All reasons for which this game rejects a position or a move, for translators and tests.
    const REASONS: &'static [&'static Reason];
    /// All `expected` values of this game's [`SyntaxError`]s, for translators and tests.
    const EXPECTED: &'static [&'static str];

    /// Strictly parses a position from untrusted input.
    ///
    /// # Errors
    /// If the text is not a position, or breaks a rule that can be checked on the board alone.
    fn read_position(rules: &Self::Rules, text: &str) -> Result<Self, PositionError>;

    /// Writes the position to `out`.
    ///
    /// # Errors
    /// Only if `out` fails.
    fn write_position(&self, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Parses a move and checks that it is legal here.
    ///
    /// # Errors
    /// If the text is not a move, or the move is illegal; the error names the ruling and the cell.
    fn read_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// Writes a legal move to `out`.
    ///
    /// # Errors
    /// Only if `out` fails.
    fn write_move(&self, m: Self::Move, out: &mut dyn fmt::Write) -> fmt::Result;

    /// The position as text.
    fn position_text(&self) -> String {
        let mut text = String::new();
        let _ = self.write_position(&mut text);
        text
    }

    /// A legal move as text.
    fn move_text(&self, m: Self::Move) -> String {
        let mut text = String::new();
        let _ = self.write_move(m, &mut text);
        text
    }
}

/// A reason for a rejection, as data: a client may show its own text for `key`.
#[derive(PartialEq, Eq, Debug)]
pub struct Reason {
    /// The ruling's number, such as `SQ-8`.
    pub ruling: &'static str,
    /// A translation key, unique within the game.
    pub key: &'static str,
    /// The English sentence; `{0}` and `{1}` are placeholders for the refusal's arguments.
    pub text: &'static str,
}

impl Reason {
    /// A refusal with this reason and these arguments.
    pub fn refuse<const N: usize>(&'static self, args: [&dyn ToArg; N]) -> Refusal {
        Refusal { reason: self, args: args.iter().map(|arg| arg.to_arg()).collect() }
    }
}

/// A [`Reason`] with the cells and pieces it refers to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Why the input is rejected.
    pub reason: &'static Reason,
    /// The seats, cells, pieces or numbers named in the sentence.
    pub args: Vec<Arg>,
}

impl Refusal {
    /// The error for a position rejected at this location in its text (a character offset from 0).
    #[must_use]
    pub fn at(self, at: usize) -> PositionError {
        PositionError::Impossible { refusal: self, at }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason.in_english(&self.args), self.reason.ruling)
    }
}

/// The text is not in the notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// The location as a character offset from 0.
    pub at: usize,
    /// What the parser expected there.
    pub expected: &'static str,
    /// The character found there; `None` at the end of the text.
    pub found: Option<char>,
}

impl SyntaxError {
    /// An error at the byte offset `at` of `text`.
    #[must_use]
    pub fn new(text: &str, at: usize, expected: &'static str) -> Self {
        let head = text.get(..at).unwrap_or(text);
        SyntaxError {
            at: head.chars().count(),
            expected,
            found: text.get(at..).and_then(|t| t.chars().next()),
        }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: expected {}, found ", self.at + 1, self.expected)?;
        match self.found {
            Some(c) => write!(f, "{c:?}"),
            None => f.write_str("the end"),
        }
    }
}

/// Why a text is not a valid position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// The text is not in the notation.
    Syntax(SyntaxError),
    /// The board breaks a rule.
    Impossible {
        /// The broken rule and its location on the board.
        refusal: Refusal,
        /// The location in the text, as a character offset from 0.
        at: usize,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Syntax(error) => error.fmt(f),
            PositionError::Impossible { refusal, at } => write!(f, "column {}: {refusal}", at + 1),
        }
    }
}

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// The text is not in the notation.
    Syntax(SyntaxError),
    /// The move breaks a rule.
    Illegal(Refusal),
    /// The game is already over.
    GameOver,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Syntax(error) => error.fmt(f),
            MoveError::Illegal(refusal) => refusal.fmt(f),
            MoveError::GameOver => f.write_str("the game is over"),
        }
    }
}

impl std::error::Error for SyntaxError {}
impl std::error::Error for PositionError {}
impl std::error::Error for MoveError {}

impl From<SyntaxError> for PositionError {
    fn from(error: SyntaxError) -> Self {
        PositionError::Syntax(error)
    }
}

impl From<SyntaxError> for MoveError {
    fn from(error: SyntaxError) -> Self {
        MoveError::Syntax(error)
    }
}

impl From<Refusal> for MoveError {
    fn from(refusal: Refusal) -> Self {
        MoveError::Illegal(refusal)
    }
}
