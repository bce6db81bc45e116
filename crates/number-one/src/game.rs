use crate::NumberOne;
use ludoteca_core::{Game, GameInfo, Options, ResultForm};

/// The rules of a game: the number of players is the only option (NO-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    /// `None` if not given: a new game is then for two players, and positions for any number are accepted.
    pub players: Option<Players>,
}

/// The number of players (NO-1).
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
    /// All supported numbers of players.
    pub const ALL: [Players; 3] = [Players::Two, Players::Three, Players::Four];

    /// `None` unless `number` is two, three or four.
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
