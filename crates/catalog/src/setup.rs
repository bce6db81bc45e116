use crate::id::did_you_mean;
use ludoteca_core::{Game, OptionError, Options, PositionError};
use std::fmt;

/// The untrusted setup of a game; validated by [`open`](crate::open).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// The number of players; `None` means that of the position or the game's default.
    pub players: Option<u8>,
    /// Options as key and value.
    pub options: Vec<(String, String)>,
    /// The initial position, if it is not the game's usual start.
    pub position: Option<String>,
}

impl Setup {
    /// Parses a variant in record notation: `standard`, or words that are either `key=value` or one of the
    /// game's short names (`5x5-8`, `checkerboard`).
    ///
    /// # Errors
    /// If a word is neither. [`open`](crate::open) checks whether the game has the option.
    pub fn read_variant<G: Game>(text: &str) -> Result<Vec<(String, String)>, SetupError> {
        let mut options = Vec::new();
        for word in text.split_whitespace() {
            if let Some((key, value)) = word.split_once('=') {
                options.push((key.to_owned(), value.to_owned()));
            } else if let Some(pairs) = G::variant(word) {
                options.extend(pairs.into_iter().map(|(key, value)| (key.to_owned(), value)));
            } else if word != "standard" {
                return Err(SetupError::Variant { game: G::INFO.id, name: word.to_owned() });
            }
        }
        Ok(options)
    }

    pub(crate) fn check<G: Game>(&self) -> Result<(Options, Option<G>), SetupError> {
        let options = Options::new(&G::INFO, self.players, self.options.iter().map(|(k, v)| (k, v)))
            .map_err(SetupError::Options)?;
        let rules = G::rules(&options);
        let position = match &self.position {
            None => None,
            Some(text) => Some(
                G::read_position(&rules, text)
                    .map_err(|error| SetupError::Position { text: text.clone(), error })?,
            ),
        };
        Ok((options, position))
    }
}

/// Why a game cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// An option or the number of players is not valid.
    Options(OptionError),
    /// The game has no variant with this name.
    Variant {
        game: &'static str,
        name: String,
    },
    Position {
        text: String,
        error: PositionError,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Options(error) => {
                error.fmt(f)?;
                let hint = match error {
                    OptionError::Key { key, options, .. } => {
                        did_you_mean(key, &options.iter().map(|option| option.key).collect::<Vec<_>>())
                    }
                    OptionError::Value { option, value } => match option.values {
                        ludoteca_core::Values::Words { words } => did_you_mean(value, words),
                        ludoteca_core::Values::Numbers { .. } => None,
                    },
                    _ => None,
                };
                hint.map_or(Ok(()), |word| write!(f, "; did you mean {word}?"))
            }
            SetupError::Variant { game, name } => {
                write!(f, "unknown variant {name:?} of {game}: expected standard or key=value")
            }
            SetupError::Position { text, error } => write!(f, "position {text:?}: {error}"),
        }
    }
}

impl std::error::Error for SetupError {}
