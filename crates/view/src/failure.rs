//! What went wrong, as data and as an English sentence.

pub(crate) mod records;

use crate::phrases::{
    BAD_REQUEST, GAME_OVER, MOVE_SYNTAX, OPTION_TWICE, OPTION_VALUE, PLAYERS, POSITION_SYNTAX, UNKNOWN_GAME,
    UNKNOWN_OPTION, UNKNOWN_VARIANT,
};
use ludoteca_catalog::{MoveError, OptionError, PositionError, SetupError, UnknownGame};
use ludoteca_core::{Reason, Refusal, SyntaxError, ToArg};
use serde::Serialize;

/// Something said to a person: the page may have its own words for `key`, with `args` in their places.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Sentence {
    /// A name for translators; keys of the games' own reasons are unique within the game.
    pub key: &'static str,
    /// What stands in its places.
    pub args: Vec<Arg>,
    /// The ruling that says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub ruling: Option<&'static str>,
    /// The sentence in English.
    pub text: String,
}

/// What a sentence is about.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", content = "value", rename_all = "camelCase")]
pub enum Arg {
    /// A seat, counted from 0.
    Seat(usize),
    /// A cell, by its name.
    Cell(String),
    /// A piece, by its name in the notation.
    Piece(String),
    Number(u32),
    /// English words that translators know: see [`words`](crate::words).
    Words(&'static str),
    /// Any other text, such as what a person typed.
    Text(String),
}

impl From<ludoteca_core::Arg> for Arg {
    fn from(arg: ludoteca_core::Arg) -> Arg {
        match arg {
            ludoteca_core::Arg::Seat(seat, _) => Arg::Seat(seat.index()),
            ludoteca_core::Arg::Cell(name) => Arg::Cell(name),
            ludoteca_core::Arg::Piece(name) => Arg::Piece(name),
            ludoteca_core::Arg::Number(number) => Arg::Number(number),
            ludoteca_core::Arg::Words(words) => Arg::Words(words),
            ludoteca_core::Arg::Text(text) => Arg::Text(text),
        }
    }
}

impl Sentence {
    fn new(reason: &Reason, args: Vec<ludoteca_core::Arg>) -> Sentence {
        let text = reason.in_english(&args);
        let ruling = Some(reason.ruling).filter(|ruling| !ruling.is_empty());
        Sentence { key: reason.key, args: args.into_iter().map(Arg::from).collect(), ruling, text }
    }

    /// A reason with its arguments.
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

/// What kind of thing went wrong, so that a page knows what to do about it.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum FailureKind {
    /// The request is not one this crate knows: a mistake of the program that asks.
    Request,
    /// No such game, option, variant or number of players.
    Setup,
    /// The position is not one of the game's.
    Position,
    /// The text is not a move in the notation.
    Syntax,
    /// The move breaks a rule.
    Illegal,
    /// A ruling of the table forbids it.
    Table,
    /// The game has ended.
    Over,
    /// The record cannot be read or written.
    Record,
}

/// Why something was not done. Nothing has changed then.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failure {
    /// What kind of thing.
    pub kind: FailureKind,
    /// Where in the text, in characters from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub at: Option<usize>,
    /// The game whose words these are, where the caller could not know it: an imported text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "GameId"))]
    pub game: Option<&'static str>,
    #[serde(flatten)]
    pub sentence: Sentence,
}

impl Failure {
    /// Takes its key and its arguments from a phrase, so that there is none translators have not seen. The
    /// English text may tell more.
    fn new<const N: usize>(
        kind: FailureKind,
        phrase: &'static Reason,
        args: [&dyn ToArg; N],
        text: String,
    ) -> Failure {
        Failure::with(kind, Sentence { text, ..Sentence::of(phrase, args) })
    }

    /// A sentence whose English words are all there is to say.
    pub(crate) fn with(kind: FailureKind, sentence: Sentence) -> Failure {
        Failure { kind, at: None, game: None, sentence }
    }

    fn syntax(kind: FailureKind, phrase: &'static Reason, error: &SyntaxError) -> Failure {
        let found = error.found.map(String::from).unwrap_or_default();
        let expected = ludoteca_core::Arg::Words(error.expected);
        let args: [&dyn ToArg; 3] = [&(error.at + 1), &expected, &found];
        Failure { at: Some(error.at), ..Failure::new(kind, phrase, args, error.to_string()) }
    }

    /// The request itself is wrong.
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
