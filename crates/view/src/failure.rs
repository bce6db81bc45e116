//! Failures as data and as English sentences.

pub(crate) mod records;

use crate::phrases::{
    BAD_REQUEST, GAME_OVER, MOVE_SYNTAX, OPTION_TWICE, OPTION_VALUE, PLAYERS, POSITION_SYNTAX, UNKNOWN_GAME,
    UNKNOWN_OPTION, UNKNOWN_VARIANT,
};
use ludoteca_catalog::{GameId, MoveError, OptionError, PositionError, SetupError, UnknownGame};
use ludoteca_core::{Arg, Reason, Refusal, SyntaxError, ToArg};
use serde::Serialize;

/// A sentence for people. The page may have its own words for `key`, with `args` in their placeholders.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Sentence {
    /// The key for translators; keys of the games' own reasons are unique within the game.
    pub key: &'static str,
    /// The arguments for the placeholders.
    pub args: Vec<Arg>,
    /// The ruling on which the sentence is based.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub ruling: Option<&'static str>,
    /// The sentence in English.
    pub text: String,
}

impl Sentence {
    fn new(reason: &Reason, args: Vec<Arg>) -> Sentence {
        let text = reason.in_english(&args);
        let ruling = Some(reason.ruling).filter(|ruling| !ruling.is_empty());
        Sentence { key: reason.key, args, ruling, text }
    }

    /// Fills in a reason with its arguments.
    pub(crate) fn of<const N: usize>(reason: &'static Reason, args: [&dyn ToArg; N]) -> Sentence {
        reason.refuse(args).into()
    }
}

impl From<Refusal> for Sentence {
    fn from(refusal: Refusal) -> Self {
        Sentence::new(refusal.reason, refusal.args)
    }
}

impl From<ludoteca_core::Sentence> for Sentence {
    fn from(sentence: ludoteca_core::Sentence) -> Self {
        Sentence::new(sentence.reason, sentence.args)
    }
}

/// The kind of a failure, so that a page knows how to react to it.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum FailureKind {
    /// The request is not one this crate supports: a bug in the caller.
    Request,
    /// No such game, option, variant or number of players.
    Setup,
    /// The position is not valid in the game.
    Position,
    /// The text is not a move in the notation.
    Syntax,
    /// The move breaks a rule.
    Illegal,
    /// A ruling for play at the table forbids it.
    Table,
    /// The game has already ended.
    Over,
    /// The record cannot be read or written.
    Record,
}

/// Why a request failed. Nothing has changed then.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failure {
    pub kind: FailureKind,
    /// The offset in the text, in characters from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub at: Option<usize>,
    /// The game to which the words belong, if the caller could not know it: for imported text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub game: Option<GameId>,
    #[serde(flatten)]
    pub sentence: Sentence,
}

impl Failure {
    /// Takes key and arguments from a phrase, so that every failure is known to translators. The English text
    /// may contain more detail.
    fn new<const N: usize>(
        kind: FailureKind,
        phrase: &'static Reason,
        args: [&dyn ToArg; N],
        text: String,
    ) -> Failure {
        Failure::with(kind, Sentence { text, ..Sentence::of(phrase, args) })
    }

    /// A failure for which the sentence's English words are sufficient.
    pub(crate) fn with(kind: FailureKind, sentence: Sentence) -> Failure {
        Failure { kind, at: None, game: None, sentence }
    }

    fn syntax(kind: FailureKind, phrase: &'static Reason, error: &SyntaxError) -> Failure {
        let found = error.found.map(String::from).unwrap_or_default();
        let expected = ludoteca_core::Arg::Words(error.expected);
        let args: [&dyn ToArg; 3] = [&(error.at + 1), &expected, &found];
        Failure { at: Some(error.at), ..Failure::new(kind, phrase, args, error.to_string()) }
    }

    /// The request itself is invalid.
    #[must_use]
    pub fn request(error: impl ToString) -> Failure {
        Failure::with(FailureKind::Request, Sentence::of(&BAD_REQUEST, [&error.to_string()]))
    }
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Self {
        match error {
            MoveError::Syntax(error) => Failure::syntax(FailureKind::Syntax, &MOVE_SYNTAX, &error),
            MoveError::Illegal(refusal) => Failure::with(FailureKind::Illegal, refusal.into()),
            MoveError::GameOver => Failure::with(FailureKind::Over, Sentence::of(&GAME_OVER, [])),
        }
    }
}

impl From<SetupError> for Failure {
    fn from(error: SetupError) -> Self {
        let text = error.to_string();
        match error {
            SetupError::Position { error: PositionError::Syntax(error), .. } => {
                Failure::syntax(FailureKind::Position, &POSITION_SYNTAX, &error)
            }
            SetupError::Position { error: PositionError::Impossible { refusal, at }, .. } => {
                Failure { at: Some(at), ..Failure::with(FailureKind::Position, refusal.into()) }
            }
            SetupError::Variant { game, name } => {
                Failure::new(FailureKind::Setup, &UNKNOWN_VARIANT, [&game, &name], text)
            }
            SetupError::Options(error) => option_failure(error, text),
        }
    }
}

fn option_failure(error: OptionError, text: String) -> Failure {
    match error {
        OptionError::Players { game, players, min, max } => {
            Failure::new(FailureKind::Setup, &PLAYERS, [&game, &players, &min, &max], text)
        }
        OptionError::Key { game, key, .. } => {
            Failure::new(FailureKind::Setup, &UNKNOWN_OPTION, [&game, &key], text)
        }
        OptionError::Value { option, value } => {
            let args: [&dyn ToArg; 3] = [&option.key, &value, &option.values.to_string()];
            let mut failure = Failure::new(FailureKind::Setup, &OPTION_VALUE, args, text);
            failure.sentence.ruling = Some(option.ruling);
            failure
        }
        OptionError::Twice { option } => Failure::new(FailureKind::Setup, &OPTION_TWICE, [&option.key], text),
    }
}

impl From<UnknownGame> for Failure {
    fn from(error: UnknownGame) -> Self {
        Failure::new(FailureKind::Setup, &UNKNOWN_GAME, [&error.0], error.to_string())
    }
}
