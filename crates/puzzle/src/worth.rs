//! What a move is worth.

use std::{fmt, str::FromStr};

/// How a game ends with best play, for the seat that moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    Win,
    Draw,
    Loss,
}

impl Value {
    const ALL: [Value; 3] = [Value::Win, Value::Draw, Value::Loss];

    /// Its word in a file.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Value::Win => "win",
            Value::Draw => "draw",
            Value::Loss => "loss",
        }
    }
}

/// What a move is worth to the seat that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    pub value: Value,
    /// Plies to the end, the move among them: the winner makes haste, the loser plays on as long as possible.
    /// `None` for a draw, and where a wrong move is too far from the end to be counted.
    pub plies: Option<u32>,
}

impl Worth {
    /// Sorts the best first.
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
