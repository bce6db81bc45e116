use crate::{BLUE, LEAST_SIDE, MAX_PIECES, MAX_SIDE, OnePiece, Piece, RED};
use ludoteca_core::{Game, GameInfo, NextGame, OptionInfo, Options, ResultForm, Seat, Standing, Values};

/// The options of One Piece for Two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    pub(crate) width: u8,
    pub(crate) height: u8,
    pub(crate) pieces: u8,
    pub(crate) first: Seat,
}

impl Rules {
    /// OP-1, OP-4: the grid's size, the number of pieces in the box, and the starting seat. `None` if the
    /// game does not allow them.
    #[must_use]
    pub fn new(width: u8, height: u8, pieces: u8, first: Seat) -> Option<Rules> {
        let sides = LEAST_SIDE..=MAX_SIDE;
        let known = sides.contains(&width)
            && sides.contains(&height)
            && (1..=MAX_PIECES).contains(&pieces)
            && (first == RED || first == BLUE);
        known.then_some(Rules { width, height, pieces, first })
    }

    /// Whether the entire piece fits on the grid.
    pub(crate) fn has_room_for(&self, piece: Piece) -> bool {
        [piece.red(), piece.blue()]
            .into_iter()
            .all(|cell| cell.column() < self.width && cell.rank() < self.height)
    }

    /// OP-4: the seat that starts.
    #[must_use]
    pub fn first(&self) -> Seat {
        self.first
    }

    /// OP-8: the rules of the next game of a series. The loser starts it; after a draw, the player who did
    /// not start this one.
    #[must_use]
    pub fn next_game(&self, result: &Standing) -> Rules {
        let first = result.winner().unwrap_or(self.first).other_of_two();
        Rules { first, ..self.clone() }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Rules { width: 8, height: 8, pieces: 20, first: RED }
    }
}

impl Game for OnePiece {
    const INFO: GameInfo = GameInfo {
        id: "one-piece-for-two",
        name: "One Piece for Two",
        min_players: 2,
        seats: &["red", "blue"],
        options: &[
            OptionInfo { key: "width", values: SIDES, default: "8", ruling: "OP-1" },
            OptionInfo { key: "height", values: SIDES, default: "8", ruling: "OP-1" },
            OptionInfo {
                key: "pieces",
                values: Values::Numbers { from: 1, to: MAX_PIECES as u32 },
                default: "20",
                ruling: "OP-1",
            },
            OptionInfo {
                key: "first",
                values: Values::Words { words: &["red", "blue"] },
                default: "red",
                ruling: "OP-4",
            },
        ],
        results: ResultForm::Score,
    };

    fn rules(options: &Options) -> Rules {
        let number = |key| options.number(key) as u8;
        let first = if options.word("first") == "blue" { BLUE } else { RED };
        Rules::new(number("width"), number("height"), number("pieces"), first).unwrap_or_default()
    }

    /// OP-8: both players keep their colours, and the loser starts.
    fn next_in_series(options: &Options, standing: &Standing) -> NextGame {
        let first = OnePiece::rules(options).next_game(standing).first();
        NextGame {
            seats: Seat::all(2).collect(),
            options: vec![("first", OnePiece::INFO.seat_name(first).to_owned())],
        }
    }

    /// Accepts `5x5-8` (width, height, pieces) and `standard`.
    fn variant(name: &str) -> Option<Vec<(&'static str, String)>> {
        if name == "standard" {
            return Some(Vec::new());
        }
        let (size, pieces) = name.split_once('-')?;
        let (width, height) = size.split_once('x')?;
        let numbers = [("width", width), ("height", height), ("pieces", pieces)];
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        numbers
            .iter()
            .all(|(_, number)| is_number(number))
            .then(|| numbers.map(|(key, number)| (key, number.to_owned())).to_vec())
    }
}

const SIDES: Values = Values::Numbers { from: LEAST_SIDE as u32, to: MAX_SIDE as u32 };
