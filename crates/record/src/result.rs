use ludoteca_core::Seat;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// The result of a game: the token that ends its record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum GameResult {
    /// `1-0`: the first seat won.
    FirstWins,
    /// `0-1`: the second seat won.
    SecondWins,
    /// A draw, written `1/2-1/2`.
    Draw,
    /// `b>a>d>c`: the seats from best to worst.
    Ranking(Ranking),
    /// `*`: unknown, or the game is not over.
    #[default]
    Unknown,
}

/// Two to four different seats, from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ranking {
    /// Unused slots hold the first seat, so that derived equality is correct.
    seats: [Seat; Seat::MAX],
    len: u8,
}

impl Ranking {
    /// A ranking of these seats, best first; `None` unless there are two to four, all different.
    #[must_use]
    pub fn new(best_first: &[Seat]) -> Option<Ranking> {
        let mut ranking = Ranking { seats: [Seat::FIRST; Seat::MAX], len: 0 };
        for &seat in best_first {
            if ranking.seats().contains(&seat) {
                return None;
            }
            *ranking.seats.get_mut(usize::from(ranking.len))? = seat;
            ranking.len += 1;
        }
        (ranking.len >= 2).then_some(ranking)
    }

    /// The seats, best first.
    #[must_use]
    pub fn seats(&self) -> &[Seat] {
        &self.seats[..usize::from(self.len)]
    }
}

impl fmt::Debug for Ranking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Ranking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, seat) in self.seats().iter().enumerate() {
            let mark = if i == 0 { "" } else { ">" };
            write!(f, "{mark}{}", char::from(b'a' + seat.index() as u8))?;
        }
        Ok(())
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameResult::FirstWins => f.write_str("1-0"),
            GameResult::SecondWins => f.write_str("0-1"),
            GameResult::Draw => f.write_str("1/2-1/2"),
            GameResult::Ranking(ranking) => ranking.fmt(f),
            GameResult::Unknown => f.write_str("*"),
        }
    }
}

/// The text is neither `1-0`, `0-1`, `1/2-1/2` or `*`, nor a ranking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAResult;

impl fmt::Display for NotAResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected 1-0, 0-1, 1/2-1/2, * or a ranking such as b>a>c")
    }
}

impl std::error::Error for NotAResult {}

impl FromStr for GameResult {
    type Err = NotAResult;

    fn from_str(text: &str) -> Result<GameResult, NotAResult> {
        match text {
            "1-0" => Ok(GameResult::FirstWins),
            "0-1" => Ok(GameResult::SecondWins),
            "1/2-1/2" => Ok(GameResult::Draw),
            "*" => Ok(GameResult::Unknown),
            _ => read_ranking(text).map(GameResult::Ranking).ok_or(NotAResult),
        }
    }
}

fn read_ranking(text: &str) -> Option<Ranking> {
    if text.len() > 2 * Seat::MAX {
        return None;
    }
    let seat = |part: &str| match part.as_bytes() {
        [letter] => letter.checked_sub(b'a').and_then(Seat::new),
        _ => None,
    };
    Ranking::new(&text.split('>').map(seat).collect::<Option<Vec<_>>>()?)
}

impl From<GameResult> for String {
    fn from(result: GameResult) -> String {
        result.to_string()
    }
}

impl TryFrom<String> for GameResult {
    type Error = NotAResult;

    fn try_from(text: String) -> Result<GameResult, NotAResult> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_written_as_it_was_read() {
        for text in ["1-0", "0-1", "1/2-1/2", "*", "b>a", "a>b>c", "d>c>b>a", "a>d"] {
            assert_eq!(text.parse::<GameResult>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn everything_else_is_refused() {
        for text in
            ["", "a", "a>a", "a>b>a", "a>e", "a>", ">a", "a1>", "b > a", "A>B", "1", "1/2", "**", "a>é"]
        {
            assert_eq!(text.parse::<GameResult>(), Err(NotAResult), "{text}");
        }
    }

    #[test]
    fn a_ranking_names_seats() {
        let Ok(GameResult::Ranking(ranking)) = "b>a>d".parse() else { panic!("not a ranking") };
        assert_eq!(ranking.seats().iter().map(|seat| seat.index()).collect::<Vec<_>>(), [1, 0, 3]);
        assert_eq!(Ranking::new(&[Seat::FIRST]), None);
        assert_eq!(Ranking::new(&[Seat::FIRST, Seat::SECOND, Seat::FIRST]), None);
    }
}
