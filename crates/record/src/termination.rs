use std::{fmt, str::FromStr};

/// Why a game ended, as given by the tag `Termination` (TB-10): a closed list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// The game ended on the board, by its rules.
    Normal,
    /// A player resigned (TB-1).
    Resignation,
    /// A player ran out of time.
    TimeForfeit,
    /// A player was absent for too long.
    Absence,
    /// The players agreed on a draw.
    Agreement,
    /// A position occurred for the third time.
    Repetition,
    /// The game was aborted before every seat had made its first decision; there is no result.
    Aborted,
    /// The game is not over yet.
    Unterminated,
    /// Decided by a moderator or the organiser.
    Adjudication,
}

impl Termination {
    /// All terminations, in a fixed order.
    pub const ALL: [Termination; 9] = [
        Termination::Normal,
        Termination::Resignation,
        Termination::TimeForfeit,
        Termination::Absence,
        Termination::Agreement,
        Termination::Repetition,
        Termination::Aborted,
        Termination::Unterminated,
        Termination::Adjudication,
    ];

    /// The tag's value in records.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::Resignation => "resignation",
            Termination::TimeForfeit => "time forfeit",
            Termination::Absence => "absence",
            Termination::Agreement => "agreement",
            Termination::Repetition => "repetition",
            Termination::Aborted => "aborted",
            Termination::Unterminated => "unterminated",
            Termination::Adjudication => "adjudication",
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// The text is not a valid value of the `Termination` tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotATermination;

impl fmt::Display for NotATermination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<_> = Termination::ALL.iter().map(|termination| termination.words()).collect();
        write!(f, "expected one of: {}", words.join(", "))
    }
}

impl std::error::Error for NotATermination {}

impl FromStr for Termination {
    type Err = NotATermination;

    fn from_str(text: &str) -> Result<Termination, NotATermination> {
        Termination::ALL.into_iter().find(|termination| termination.words() == text).ok_or(NotATermination)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tb_10_the_list_is_closed_and_reads_back() {
        for termination in Termination::ALL {
            assert_eq!(termination.words().parse(), Ok(termination));
        }
        for text in ["", "Normal", "time", "forfeit by b: dead", "rules infraction"] {
            assert_eq!(text.parse::<Termination>(), Err(NotATermination), "{text}");
        }
    }
}
