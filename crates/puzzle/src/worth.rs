//! The worth of a move.

use std::{fmt, str::FromStr};

/// The result of a game with best play, for the seat that moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    Win,
    Draw,
    Loss,
}

impl Value {
    const ALL: [Value; 3] = [Value::Win, Value::Draw, Value::Loss];

    /// The word for this value in a file.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Value::Win => "win",
            Value::Draw => "draw",
            Value::Loss => "loss",
        }
    }
}

/// The worth of a move to the seat that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    pub value: Value,
    /// Plies to the end, including the move: the winner plays for the shortest win, the loser for the longest
    /// loss. `None` for a draw, and for a wrong move that is too far from the end to be counted.
    pub plies: Option<u32>,
}

impl Worth {
    /// A sort key that puts the best first.
    #[must_use]
    pub fn rank(self) -> (u8, i64) {
        let plies = self.plies.map_or(i64::from(u32::MAX), i64::from);
        match self.value {
            Value::Win => (0, plies),
            Value::Draw => (1, 0),
            Value::Loss => (2, -plies),
        }
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.value.word())?;
        self.plies.map_or(Ok(()), |plies| write!(f, " {plies}"))
    }
}

impl FromStr for Worth {
    type Err = String;

    fn from_str(text: &str) -> Result<Worth, String> {
        let fault = || format!("expected win, draw or loss and plies, found {text:?}");
        let (word, plies) = text.split_once(' ').map_or((text, None), |(word, plies)| (word, Some(plies)));
        let value = Value::ALL.into_iter().find(|value| value.word() == word).ok_or_else(fault)?;
        let plies = plies.map(|plies| plies.parse().map_err(|_| fault())).transpose()?;
        if value == Value::Draw && plies.is_some() {
            return Err(fault());
        }
        Ok(Worth { value, plies })
    }
}
