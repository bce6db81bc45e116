use crate::Words;
use std::{error, fmt, io};

/// The reason why reading stopped.
#[derive(Debug)]
pub enum Error {
    /// Reading the input failed; nothing more can be read.
    Io(io::Error),
    /// A game is malformed; reading can continue with the next one.
    Syntax(SyntaxError),
}

/// A problem in a record, with its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// The game's number in the file, counted from 1.
    pub game: u64,
    /// The line number in the file, counted from 1.
    pub line: u64,
    /// The character's column in the line, counted from 1.
    pub column: u64,
    /// The problem at this location.
    pub problem: ErrorKind,
}

/// The possible problems in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Something else was expected here.
    Expected {
        /// What the parser expected here.
        expected: Words,
        /// The character found here; a line feed means the end of the line, `None` the end of the input.
        found: Option<char>,
    },
    /// A comment is opened but never closed.
    Unclosed,
    /// The bytes are not UTF-8.
    NotUtf8,
    /// An item exceeds the size limits of this crate.
    TooLong {
        /// The kind of item that is too long.
        what: Words,
        /// The limit in bytes.
        limit: usize,
    },
    /// Variations are nested deeper than [`MAX_DEPTH`](crate::MAX_DEPTH).
    TooDeep,
    /// The line is not JSON, or does not have the structure of a record.
    Json(String),
    /// The JSON has the right structure, but contains something that no record may contain.
    Refused(Refused),
}

/// Why a record cannot be written.
#[derive(Debug)]
pub enum WriteError {
    /// Writing the output failed.
    Io(io::Error),
    /// The record contains something that could not be read back; none of it was written.
    Refused(Refused),
}

/// A text that is not allowed in a record of any format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The role of the text: move, comment, tag name, tag value, ...
    pub what: Words,
    /// The text that was rejected.
    pub text: String,
    /// Why the text is rejected.
    pub reason: Words,
}

impl Refused {
    /// The text on one line, with invisible characters as escapes such as `\n`. Long texts (up to a megabyte)
    /// are truncated, since the beginning is enough to find them.
    #[must_use]
    pub fn shown(&self) -> String {
        let beginning: String = self.text.chars().take(40).collect();
        let dots = if beginning.len() < self.text.len() { "…" } else { "" };
        format!("{}{dots}", beginning.escape_debug())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => error.fmt(f),
            Error::Syntax(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}, column {}: {}", self.game, self.line, self.column, self.problem)
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::Expected { expected, found } => {
                write!(f, "expected {expected}, found ")?;
                match found {
                    Some('\n') => f.write_str("the end of the line"),
                    Some(c) => write!(f, "{c:?}"),
                    None => f.write_str("the end"),
                }
            }
            ErrorKind::Unclosed => f.write_str("the comment that begins here is never closed: expected '}'"),
            ErrorKind::NotUtf8 => f.write_str("expected UTF-8, found other bytes"),
            ErrorKind::TooLong { what, limit } => write!(f, "{what} longer than {limit} bytes"),
            ErrorKind::TooDeep => {
                write!(f, "variations within variations more than {} deep", crate::MAX_DEPTH)
            }
            ErrorKind::Json(message) => f.write_str(message),
            ErrorKind::Refused(refused) => refused.fmt(f),
        }
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Io(error) => error.fmt(f),
            WriteError::Refused(refused) => refused.fmt(f),
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} \"{}\" cannot be in a record: {}", self.what, self.shown(), self.reason)
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Error::Io(error) => Some(error),
            Error::Syntax(error) => Some(error),
        }
    }
}

impl error::Error for WriteError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            WriteError::Io(error) => Some(error),
            WriteError::Refused(refused) => Some(refused),
        }
    }
}

impl error::Error for SyntaxError {}
impl error::Error for Refused {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Io(error)
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        WriteError::Io(error)
    }
}

impl From<Refused> for WriteError {
    fn from(refused: Refused) -> Self {
        WriteError::Refused(refused)
    }
}
