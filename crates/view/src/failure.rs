//! What went wrong, as data and as an English sentence.

pub(crate) mod records;

use crate::phrases::{
    BAD_REQUEST, GAME_OVER, MOVE_SYNTAX, OPTION_TWICE, OPTION_VALUE, PLAYERS, POSITION_SYNTAX, UNKNOWN_GAME,
    UNKNOWN_OPTION, UNKNOWN_VARIANT,
};
use ludoteca_catalog::{MoveError, OptionError, PositionError, SetupError, UnknownGame};
use ludoteca_core::{GameInfo, Reason, Refusal, SyntaxError};
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
    /// What a game says.
    pub(crate) fn new(sentence: &ludoteca_core::Sentence, info: &GameInfo) -> Sentence {
        let args: Vec<String> = sentence.args.iter().map(|arg| arg.text(info)).collect();
        Refusal { reason: sentence.reason, args }.into()
    }

    /// A reason with its arguments.
    pub(crate) fn of<const N: usize>(reason: &'static Reason, args: [&dyn std::fmt::Display; N]) -> Sentence {
        reason.refuse(args).into()
    }
}

impl From<Refusal> for Sentence {
    fn from(refusal: Refusal) -> Self {
        let text = filled(refusal.reason.text, &refusal.args);
        let ruling = Some(refusal.reason.ruling).filter(|ruling| !ruling.is_empty());
        Sentence { key: refusal.reason.key, args: refusal.args, ruling, text }
    }
}

/// A sentence with its arguments in their places. An argument may be anything a person wrote, so it is not
/// looked through for places of its own.
fn filled(text: &str, args: &[String]) -> String {
    let mut parts = text.split('{');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let place = part.split_once('}').and_then(|(place, rest)| Some((place.parse::<usize>().ok()?, rest)));
        match place.and_then(|(place, rest)| Some((args.get(place)?, rest))) {
            Some((arg, rest)) => whole.extend([arg, rest]),
            None => whole.extend(["{", part]),
        }
    }
    whole
}

/// What kind of thing went wrong, so that a page knows what to do about it.
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failure {
    /// What kind of thing.
    pub kind: FailureKind,
    /// Where in the text, in characters from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
    /// The game whose words these are, where whoever asked could not know it: a text that was brought in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<&'static str>,
    /// Why.
    #[serde(flatten)]
    pub sentence: Sentence,
}

impl Failure {
    /// Takes its key from a phrase, so that there is none translators have not seen.
    fn new(kind: FailureKind, phrase: &'static Reason, args: Vec<String>, text: String) -> Failure {
        Failure::with(kind, Sentence { key: phrase.key, args, ruling: None, text })
    }

    /// A sentence whose English words are all there is to say.
    pub(crate) fn with(kind: FailureKind, sentence: Sentence) -> Failure {
        Failure { kind, at: None, game: None, sentence }
    }

    fn syntax(kind: FailureKind, phrase: &'static Reason, error: &SyntaxError) -> Failure {
        let found = error.found.map(String::from).unwrap_or_default();
        let args = vec![(error.at + 1).to_string(), error.expected.to_owned(), found];
        Failure { at: Some(error.at), ..Failure::new(kind, phrase, args, error.to_string()) }
    }

    /// Whoever asks made a mistake in the request itself.
    #[must_use]
    pub fn request(error: impl ToString) -> Failure {
        let text = error.to_string();
        Failure::new(
            FailureKind::Request,
            &BAD_REQUEST,
            vec![text.clone()],
            format!("not understood: {text}"),
        )
    }
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Self {
        match error {
            MoveError::Syntax(error) => Failure::syntax(FailureKind::Syntax, &MOVE_SYNTAX, &error),
            MoveError::Illegal(refusal) => Failure::with(FailureKind::Illegal, refusal.into()),
            MoveError::GameOver => {
                Failure::new(FailureKind::Over, &GAME_OVER, Vec::new(), "the game is over".to_owned())
            }
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
                Failure::new(FailureKind::Setup, &UNKNOWN_VARIANT, vec![game.to_owned(), name], text)
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
    let mut failure = Failure::new(FailureKind::Setup, phrase, args, text);
    failure.sentence.ruling = ruling;
    failure
}

impl From<UnknownGame> for Failure {
    fn from(error: UnknownGame) -> Self {
        Failure::new(FailureKind::Setup, &UNKNOWN_GAME, vec![error.0.clone()], error.to_string())
    }
}
