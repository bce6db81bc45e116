use crate::NumberOne;
use ludoteca_core::{Game, GameInfo, Options, ResultForm};

/// How a game is set up: the number of players is the only choice (NO-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    /// `None`, not said: a new game is for two, and positions of any number are read.
    pub players: Option<Players>,
}

/// How many play (NO-1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Players {
    /// Two players on 61 holes.
    #[default]
    Two,
    /// Three players on 61 holes.
    Three,
    /// Four players on 91 holes.
    Four,
}

impl Players {
    /// Every number of players.
    pub const ALL: [Players; 3] = [Players::Two, Players::Three, Players::Four];

    /// `None` unless it is two, three or four.
    #[must_use]
    pub fn new(number: u8) -> Option<Players> {
        Self::ALL.into_iter().find(|players| players.number() == number)
    }

    /// The number of players.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 2
    }
}

impl Game for NumberOne {
    const INFO: GameInfo = GameInfo {
        id: "number-one",
        name: "Number One",
        min_players: 2,
        seats: &["a", "b", "c", "d"],
        options: &[],
        results: ResultForm::Ranking,
    };

    fn rules(options: &Options) -> Rules {
        Rules { players: options.players().and_then(Players::new) }
    }
}
