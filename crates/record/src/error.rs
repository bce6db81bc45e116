use crate::Words;
use std::{error, fmt, io};

/// The reason why reading stopped.
#[derive(Debug)]
pub enum Error {
    /// The input failed; nothing more can be read.
    Io(io::Error),
    /// One game is not written as it should be; reading can go on with the next one.
    Syntax(SyntaxError),
}

/// What is wrong in a record, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// The game in the file, counted from 1.
    pub game: u64,
    /// The line in the file, counted from 1.
    pub line: u64,
    /// The character in the line, counted from 1.
    pub column: u64,
    /// What is wrong there.
    pub problem: ErrorKind,
}

/// What can be wrong in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Something else should have stood there.
    Expected {
        /// What should have stood there.
        expected: Words,
        /// What stood there; a line feed is the end of the line, `None` the end of the input.
        found: Option<char>,
    },
    /// A comment is opened but not closed again.
    Unclosed,
    /// The bytes are not UTF-8.
    NotUtf8,
    /// Longer than this crate is willing to hold.
    TooLong {
        /// What is too long.
        what: Words,
        /// How many bytes it may have.
        limit: usize,
    },
    /// Variations stand within variations deeper than [`MAX_DEPTH`](crate::MAX_DEPTH).
    TooDeep,
    /// The line is not JSON, or not of the shape of a record.
    Json(String),
    /// The JSON has the right shape, but no record may contain this.
    Refused(Refused),
}

/// Why a record cannot be written.
#[derive(Debug)]
pub enum WriteError {
    /// Writing the output failed.
    Io(io::Error),
    /// The record holds something that could not be read back; nothing of it was written.
    Refused(Refused),
}

/// A text that has no place in a record, whatever the form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// What the text is meant to be: the move, the comment, the tag name or value ...
    pub what: Words,
    /// The text that was refused.
    pub text: String,
    /// What is wrong with it.
    pub reason: Words,
}

impl Refused {
    /// The text on one line, with what cannot be seen as `\n`. It may be a megabyte long; its beginning is
    /// enough to find it.
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
