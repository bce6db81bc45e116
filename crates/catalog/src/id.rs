use ludoteca_core::{Editing, Game, GameInfo};
use ludoteca_evaluate::Judged;
use ludoteca_number_one::NumberOne;
use ludoteca_one_piece::OnePiece;
use ludoteca_peak::Peak;
use ludoteca_squadro::Squadro;
use std::{fmt, str::FromStr};

/// A game there is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum GameId {
    Squadro,
    NumberOne,
    Peak,
    OnePieceForTwo,
}

/// Something to be done with a game's own types: its rules and what is known of how to play it.
pub trait ForGame {
    /// What comes of it.
    type Output;
    /// Does it.
    fn run<G: Judged + Editing>(self) -> Self::Output;
}

impl GameId {
    /// All games.
    pub const ALL: [GameId; 4] = [GameId::Squadro, GameId::NumberOne, GameId::Peak, GameId::OnePieceForTwo];

    /// Goes from the game's name to its types. The one place that knows both.
    pub fn with<F: ForGame>(self, task: F) -> F::Output {
        match self {
            GameId::Squadro => task.run::<Squadro>(),
            GameId::NumberOne => task.run::<NumberOne>(),
            GameId::Peak => task.run::<Peak>(),
            GameId::OnePieceForTwo => task.run::<OnePiece>(),
        }
    }

    /// Name, seats and options.
    #[must_use]
    pub fn info(self) -> GameInfo {
        struct Info;
        impl ForGame for Info {
            type Output = GameInfo;
            fn run<G: Game>(self) -> GameInfo {
                G::INFO
            }
        }
        self.with(Info)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().id)
    }
}

impl FromStr for GameId {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        GameId::ALL.into_iter().find(|id| id.info().id == text).ok_or_else(|| UnknownGame(text.to_owned()))
    }
}

/// No game has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownGame(pub String);

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids = GameId::ALL.map(|id| id.info().id);
        write!(f, "unknown game {:?}: ", self.0)?;
        match did_you_mean(&self.0, &ids) {
            Some(id) => write!(f, "did you mean {id}?"),
            None => write!(f, "there are {}", ids.join(", ")),
        }
    }
}

impl std::error::Error for UnknownGame {}

/// The word most like `text`, if it is like it at all.
pub(crate) fn did_you_mean<'a>(text: &str, words: &[&'a str]) -> Option<&'a str> {
    let likeness = |word: &str| strsim::jaro_winkler(&text.to_ascii_lowercase(), word);
    words
        .iter()
        .copied()
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
        .filter(|word| likeness(word) > 0.7)
}
