use crate::{Arg, Leaving, NamedSeat, Narration, Notation, Seat, Standing};
use std::fmt;

/// A game as used by the shell, the page and the server: its name, seats and options.
pub trait Game: Notation + Narration {
    /// The game's name, seats and options.
    const INFO: GameInfo;

    /// Converts options to rules. This never fails: [`Options`] are validated against [`Self::INFO`] on
    /// construction.
    fn rules(options: &Options) -> Self::Rules;

    /// The next game of a series between the same players (TB-9), after a game with these options and this
    /// result. By default the seats rotate by one place, so that each player starts once.
    fn next_in_series(_options: &Options, standing: &Standing) -> NextGame {
        let seats = standing.seats();
        let before = |seat: Seat| Seat::new((seat.index() as u8 + 1) % seats).unwrap_or(Seat::FIRST);
        NextGame { seats: Seat::all(seats).map(before).collect(), options: Vec::new() }
    }

    /// The options for a named variant (`5x5-8`, `checkerboard`); `None` for an unknown name.
    fn variant(_name: &str) -> Option<Vec<(&'static str, String)>> {
        None
    }
}

/// The next game of a series.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextGame {
    /// For each seat, the seat its player had in the previous game.
    pub seats: Vec<Seat>,
    /// The options that change, as key and value.
    pub options: Vec<(&'static str, String)>,
}

/// Static information about a game.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The identifier used on the command line and in links.
    pub id: &'static str,
    /// The game's published name.
    pub name: &'static str,
    /// The smallest number of players.
    pub min_players: u8,
    /// The seats' names in the notation, in order; one for each possible player.
    pub seats: &'static [&'static str],
    /// The options, in a fixed order.
    pub options: &'static [OptionInfo],
    /// How results are written.
    pub results: ResultForm,
}

impl GameInfo {
    /// The largest number of players.
    #[must_use]
    pub fn max_players(&self) -> u8 {
        self.seats.len() as u8
    }

    /// The seat's name in the notation.
    #[must_use]
    pub fn seat_name(&self, seat: Seat) -> &'static str {
        self.seats.get(seat.index()).copied().unwrap_or("?")
    }

    /// The seat as an argument of a sentence.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> Arg {
        Arg::Seat(NamedSeat { seat, name: self.seat_name(seat) })
    }

    /// Finds a seat by its name in the notation or by the name's first letter.
    #[must_use]
    pub fn seat_named(&self, text: &str) -> Option<Seat> {
        let named = |name: &&str| *name == text || (text.len() == 1 && name.starts_with(text));
        self.seats.iter().position(named).and_then(|index| Seat::new(index as u8))
    }

    /// The notation of a departure among the moves: `b:resigns`, `red:time`.
    #[must_use]
    pub fn leaving_text(&self, seat: Seat, how: Leaving) -> String {
        format!("{}:{how}", self.seat_name(seat))
    }

    /// The result in record notation: `1-0`, `0-1`, `1/2-1/2`, or a ranking such as `b>a>c`.
    #[must_use]
    pub fn result(&self, standing: &Standing) -> String {
        match self.results {
            ResultForm::Score => match standing.winner() {
                Some(Seat::FIRST) => "1-0".to_owned(),
                Some(_) => "0-1".to_owned(),
                None => "1/2-1/2".to_owned(),
            },
            ResultForm::Ranking => {
                let places = 1..=standing.seats();
                let at = |place| standing.iter().filter(move |(_, other)| *other == place);
                places.flat_map(at).map(|(seat, _)| self.seat_name(seat)).collect::<Vec<_>>().join(">")
            }
        }
    }
}

/// The notation of a game's results in records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultForm {
    /// `1-0`, `0-1` or `1/2-1/2`, with the first seat's score first.
    Score,
    /// The seats, best first: `b>a>d>c`.
    Ranking,
}

/// One option of a game.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// The option's key in settings and records.
    pub key: &'static str,
    /// The values it accepts.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub values: Values,
    /// The value used if none is given.
    pub default: &'static str,
    /// The ruling that defines the option.
    pub ruling: &'static str,
}

/// The values an option accepts.
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "OptionValues"))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// One of these words.
    Words {
        /// In the order of display.
        words: &'static [&'static str],
    },
    /// A whole number in this inclusive range.
    Numbers {
        /// The smallest number it accepts.
        from: u32,
        /// The largest number it accepts.
        to: u32,
    },
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Words { words } => f.write_str(&words.join("|")),
            Values::Numbers { from, to } => write!(f, "{from}..{to}"),
        }
    }
}

impl Values {
    fn admit(&self, value: &str) -> bool {
        match self {
            Values::Words { words } => words.contains(&value),
            // Accept only the canonical form: writing must reproduce the input.
            Values::Numbers { from, to } => {
                value.parse().is_ok_and(|n: u32| (*from..=*to).contains(&n) && n.to_string() == value)
            }
        }
    }
}

/// The options for one game, validated against its [`GameInfo`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    players: Option<u8>,
    /// One value per option, in the order of `GameInfo::options`.
    values: Vec<(&'static OptionInfo, String)>,
}

impl Options {
    /// Validates the number of players (`None` if not given) and the key-value pairs.
    ///
    /// # Errors
    /// If the game does not have the option, the value or the number of players, or if a key is repeated.
    pub fn new<K: AsRef<str>, V: AsRef<str>>(
        info: &GameInfo,
        players: Option<u8>,
        pairs: impl IntoIterator<Item = (K, V)>,
    ) -> Result<Options, OptionError> {
        if let Some(players) = players
            && !(info.min_players..=info.max_players()).contains(&players)
        {
            let (min, max) = (info.min_players, info.max_players());
            return Err(OptionError::Players { game: info.id, players, min, max });
        }
        let mut values: Vec<_> = info.options.iter().map(|option| (option, None)).collect();
        for (key, value) in pairs {
            let (key, value) = (key.as_ref(), value.as_ref());
            let Some((option, slot)) = values.iter_mut().find(|(option, _)| option.key == key) else {
                return Err(OptionError::Key { game: info.id, key: key.to_owned(), options: info.options });
            };
            if !option.values.admit(value) {
                return Err(OptionError::Value { option, value: value.to_owned() });
            }
            if slot.replace(value.to_owned()).is_some() {
                return Err(OptionError::Twice { option });
            }
        }
        let values = values
            .into_iter()
            .map(|(option, value)| (option, value.unwrap_or_else(|| option.default.to_owned())))
            .collect();
        Ok(Options { players, values })
    }

    /// The number of players, if given.
    #[must_use]
    pub fn players(&self) -> Option<u8> {
        self.players
    }

    /// The value of an option; empty if the game has no such key.
    #[must_use]
    pub fn word(&self, key: &str) -> &str {
        self.values.iter().find(|(option, _)| option.key == key).map_or("", |(_, value)| value)
    }

    /// The value of a numeric option; 0 if the game has no such key.
    #[must_use]
    pub fn number(&self, key: &str) -> u32 {
        self.word(key).parse().unwrap_or(0)
    }

    /// The options that differ from their defaults, as key and value.
    pub fn chosen(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.values
            .iter()
            .filter(|(option, value)| value != option.default)
            .map(|(option, value)| (option.key, value.as_str()))
    }
}

/// Why options are rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// The game does not support this number of players.
    Players {
        /// The name of the game.
        game: &'static str,
        /// The number of players requested.
        players: u8,
        /// The smallest number allowed.
        min: u8,
        /// The largest number allowed.
        max: u8,
    },
    /// The game has no option with this key.
    Key {
        /// The name of the game.
        game: &'static str,
        /// The key that was given.
        key: String,
        /// The game's actual options.
        options: &'static [OptionInfo],
    },
    /// The option does not accept this value.
    Value {
        /// The option being set.
        option: &'static OptionInfo,
        /// The value that was given.
        value: String,
    },
    /// The option was given more than once.
    Twice {
        /// The option that was repeated.
        option: &'static OptionInfo,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Players { game, players, min, max } if min == max => {
                write!(f, "{game} is for {min} players, not {players}")
            }
            OptionError::Players { game, players, min, max } => {
                write!(f, "{game} is for {min} to {max} players, not {players}")
            }
            OptionError::Key { game, key, options: [] } => {
                write!(f, "unknown option {key:?}: {game} has none")
            }
            OptionError::Key { game, key, options } => {
                let keys: Vec<_> = options.iter().map(|option| option.key).collect();
                write!(f, "unknown option {key:?}: {game} has {}", keys.join(", "))
            }
            OptionError::Value { option, value } => write!(
                f,
                "option {} cannot be {value:?}: expected {} ({})",
                option.key, option.values, option.ruling
            ),
            OptionError::Twice { option } => write!(f, "option {} is given twice", option.key),
        }
    }
}

impl std::error::Error for OptionError {}
