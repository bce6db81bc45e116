//! What went wrong, as data and as an English sentence.

use crate::phrases::{
    ANOTHER_RESULT, BAD_REQUEST, GAME_OVER, MOVE_SYNTAX, OPTION_TWICE, OPTION_VALUE, PLAYERS,
    POSITION_SYNTAX, RECORD, UNKNOWN_GAME, UNKNOWN_OPTION, UNKNOWN_VARIANT,
};
use ludoteca_catalog::{
    Fault, MoveError, OptionError, PositionError, Problem, RecordError, SetupError, UnknownGame,
};
use ludoteca_core::{Reason, Refusal, SyntaxError};
use serde::Serialize;

/// Something said to a person: the page may have its own words for `key`, with `args` in their places.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Sentence {
    /// A name for translators; keys of the games' own reasons are unique within the game.
    pub key: &'static str,
    /// Cells, pieces, seats or numbers, as the notation names them.
    pub args: Vec<String>,
    /// The ruling that says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<&'static str>,
    /// The sentence in English.
    pub text: String,
}

impl Sentence {
    /// A reason with its arguments.
    pub(crate) fn of<const N: usize>(reason: &'static Reason, args: [&dyn std::fmt::Display; N]) -> Sentence {
        reason.refuse(args).into()
    }
}

impl From<Refusal> for Sentence {
    fn from(refusal: Refusal) -> Self {
        let mut text = refusal.reason.text.to_owned();
        for (i, arg) in refusal.args.iter().enumerate() {
            text = text.replace(&format!("{{{i}}}"), arg);
        }
        let ruling = Some(refusal.reason.ruling).filter(|ruling| !ruling.is_empty());
        Sentence { key: refusal.reason.key, args: refusal.args, ruling, text }
    }
}

/// What kind of thing went wrong, so that a page knows what to do about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// The page asked in a way this crate does not know: a fault of the page.
    Request,
    /// No such game, option, variant or number of players.
    Setup,
    /// The position is not one of the game's.
    Position,
    /// The text is not a move in the notation.
    Syntax,
    /// The move breaks a rule.
    Illegal,
    /// The game has ended.
    Over,
    /// The record cannot be read or written.
    Record,
}

/// Why something was not done. Nothing has changed then.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failure {
    /// What kind of thing.
    pub kind: Kind,
    /// Where in the text, in characters from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
    /// Why.
    #[serde(flatten)]
    pub why: Sentence,
}

impl Failure {
    /// Takes its key from a phrase, so that there is none translators have not seen.
    fn new(kind: Kind, phrase: &'static Reason, args: Vec<String>, text: String) -> Failure {
        Failure { kind, at: None, why: Sentence { key: phrase.key, args, ruling: None, text } }
    }

    fn syntax(kind: Kind, phrase: &'static Reason, error: &SyntaxError) -> Failure {
        let found = error.found.map(String::from).unwrap_or_default();
        let args = vec![(error.at + 1).to_string(), error.expected.to_owned(), found];
        Failure { at: Some(error.at), ..Failure::new(kind, phrase, args, error.to_string()) }
    }

    /// The page's own mistake.
    pub(crate) fn request(error: impl ToString) -> Failure {
        let text = error.to_string();
        Failure::new(Kind::Request, &BAD_REQUEST, vec![text.clone()], format!("not understood: {text}"))
    }

    /// A record that cannot be read or written.
    pub(crate) fn record(error: impl ToString) -> Failure {
        let text = error.to_string();
        Failure::new(Kind::Record, &RECORD, vec![text.clone()], text)
    }
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Self {
        match error {
            MoveError::Syntax(error) => Failure::syntax(Kind::Syntax, &MOVE_SYNTAX, &error),
            MoveError::Illegal(refusal) => Failure { kind: Kind::Illegal, at: None, why: refusal.into() },
            MoveError::GameOver => {
                Failure::new(Kind::Over, &GAME_OVER, Vec::new(), "the game is over".to_owned())
            }
        }
    }
}

impl From<SetupError> for Failure {
    fn from(error: SetupError) -> Self {
        let text = error.to_string();
        match error {
            SetupError::Position { error: PositionError::Syntax(error), .. } => {
                Failure::syntax(Kind::Position, &POSITION_SYNTAX, &error)
            }
            SetupError::Position { error: PositionError::Impossible { refusal, at }, .. } => {
                Failure { kind: Kind::Position, at: Some(at), why: refusal.into() }
            }
            SetupError::Variant { game, name } => {
                Failure::new(Kind::Setup, &UNKNOWN_VARIANT, vec![game.to_owned(), name], text)
            }
            SetupError::Options(error) => option_failure(error, text),
        }
    }
}

fn option_failure(error: OptionError, text: String) -> Failure {
    let (phrase, args, ruling) = match error {
        OptionError::Players { game, players, min, max } => {
            let args = vec![game.to_owned(), players.to_string(), min.to_string(), max.to_string()];
            (&PLAYERS, args, None)
        }
        OptionError::Key { game, key, .. } => (&UNKNOWN_OPTION, vec![game.to_owned(), key], None),
        OptionError::Value { option, value } => {
            let args = vec![option.key.to_owned(), value, option.values.to_string()];
            (&OPTION_VALUE, args, Some(option.ruling))
        }
        OptionError::Twice { option } => (&OPTION_TWICE, vec![option.key.to_owned()], None),
    };
    let mut failure = Failure::new(Kind::Setup, phrase, args, text);
    failure.why.ruling = ruling;
    failure
}

impl From<UnknownGame> for Failure {
    fn from(error: UnknownGame) -> Self {
        Failure::new(Kind::Setup, &UNKNOWN_GAME, vec![error.0.clone()], error.to_string())
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Game(error) => error.into(),
            RecordError::Setup(error) => error.into(),
            RecordError::NoGame | RecordError::Players(_) => Failure::record(error),
        }
    }
}

impl From<&Fault> for Failure {
    fn from(fault: &Fault) -> Self {
        let text = fault.to_string();
        match &fault.what {
            Problem::Move { error, .. } => {
                let failure = Failure::from(error.clone());
                Failure { why: Sentence { text, ..failure.why }, ..failure }
            }
            Problem::Result { written, played } => {
                let args = vec![written.to_string(), played.to_string()];
                Failure::new(Kind::Record, &ANOTHER_RESULT, args, text)
            }
        }
    }
}
