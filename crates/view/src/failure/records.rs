//! Errors in records, links and lists of moves: each sentence is a phrase, so that it has words in every
//! language.

use super::{Failure, FailureKind, Sentence};
use crate::phrases::{
    ANOTHER_RESULT, NO_GAME_TAG, NO_NUMBER_OF_PLAYERS, NO_RESULT, OTHER_PLAYERS, RECORD, RECORD_BYTES,
    RECORD_EXPECTED, RECORD_EXPECTED_END, RECORD_EXPECTED_LINE_END, RECORD_JSON, RECORD_REFUSED,
    RECORD_TOO_DEEP, RECORD_TOO_LONG, RECORD_UNCLOSED, REFUSED, TOO_DEEP,
};
use ludoteca_catalog::{Fault, FaultKind as AtPly, RecordError};
use ludoteca_core::{Arg, Reason, ToArg};
use ludoteca_record::{Error, ErrorKind, MAX_DEPTH, NotAResult, Refused, SyntaxError, Words};

/// The tag that names the game in a record; notation, so the same in every language.
pub(crate) const GAME_TAG: &str = "[Game \"…\"]";

impl Failure {
    /// A record that cannot be read or written.
    pub(crate) fn record<const N: usize>(phrase: &'static Reason, args: [&dyn ToArg; N]) -> Failure {
        Failure::with(FailureKind::Record, Sentence::of(phrase, args))
    }

    /// A tree with variations nested too deeply for a record.
    pub(crate) fn too_deep() -> Failure {
        Failure::record(&TOO_DEEP, [&MAX_DEPTH])
    }
}

fn words(words: Words) -> Arg {
    Arg::Words(words.text())
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Io(error) => Failure::record(&RECORD, [&error.to_string()]),
            Error::Syntax(error) => error.into(),
        }
    }
}

impl From<SyntaxError> for Failure {
    fn from(error: SyntaxError) -> Self {
        let SyntaxError { game, line, column, problem } = error;
        match problem {
            ErrorKind::Expected { expected, found: Some('\n') } => {
                Failure::record(&RECORD_EXPECTED_LINE_END, [&game, &line, &column, &words(expected)])
            }
            ErrorKind::Expected { expected, found: Some(found) } => {
                // Invisible characters are written as escapes.
                let found = if found.is_control() { found.escape_debug().to_string() } else { found.into() };
                Failure::record(&RECORD_EXPECTED, [&game, &line, &column, &words(expected), &found])
            }
            ErrorKind::Expected { expected, found: None } => {
                Failure::record(&RECORD_EXPECTED_END, [&game, &line, &column, &words(expected)])
            }
            ErrorKind::Unclosed => Failure::record(&RECORD_UNCLOSED, [&game, &line, &column]),
            ErrorKind::NotUtf8 => Failure::record(&RECORD_BYTES, [&game, &line, &column]),
            ErrorKind::TooLong { what, limit } => {
                Failure::record(&RECORD_TOO_LONG, [&game, &line, &column, &words(what), &limit])
            }
            ErrorKind::TooDeep => Failure::record(&RECORD_TOO_DEEP, [&game, &line, &column, &MAX_DEPTH]),
            ErrorKind::Refused(refused) => {
                let Refused { what, reason, .. } = refused;
                let shown = refused.shown();
                Failure::record(
                    &RECORD_REFUSED,
                    [&game, &line, &column, &words(what), &shown, &words(reason)],
                )
            }
            // The JSON parser's own message cannot be translated.
            problem => Failure::record(&RECORD_JSON, [&game, &line, &column, &problem.to_string()]),
        }
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        Failure::record(&REFUSED, [&words(refused.what), &refused.shown(), &words(refused.reason)])
    }
}

impl From<NotAResult> for Failure {
    fn from(_: NotAResult) -> Self {
        Failure::record(&NO_RESULT, [])
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Game(error) => error.into(),
            RecordError::Setup(error) => error.into(),
            RecordError::NoGame => Failure::record(&NO_GAME_TAG, [&GAME_TAG]),
            RecordError::Players(text) => Failure::record(&NO_NUMBER_OF_PLAYERS, [&text]),
            RecordError::OtherPlayers { stated, others } => {
                Failure::record(&OTHER_PLAYERS, [&format!("[Players \"{stated}\"]"), &others])
            }
        }
    }
}

/// The reason alone: the ply is reported separately.
impl From<&Fault> for Failure {
    fn from(fault: &Fault) -> Self {
        match &fault.what {
            AtPly::Move { error, .. } => error.clone().into(),
            AtPly::Result { written, played } => {
                Failure::record(&ANOTHER_RESULT, [&written.to_string(), &played.to_string()])
            }
        }
    }
}
