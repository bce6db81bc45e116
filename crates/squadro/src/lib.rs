//! The rules and the notation of Squadro. Numbers such as SQ-6 refer to rulings in `docs/rules/squadro.md`.
//!
//! ```
//! use ludoteca_core::{Notation, Position};
//! use ludoteca_squadro::{Rules, Squadro};
//!
//! let mut game = Squadro::start(&Rules::default());
//! for text in ["Y1", "R2", "Y5"] {
//!     let m = game.read_move(text)?;
//!     game.play_unchecked(m);
//! }
//! assert_eq!(game.position_text(), "30003/03000 r");
//! assert_eq!(game.read_move("Y2").unwrap_err().to_string(), "it is Red's turn, and Y2 is Yellow's (SQ-4)");
//! # Ok::<(), ludoteca_core::MoveError>(())
//! ```

#![warn(missing_docs)]

mod narration;
mod notation;
mod picture;
mod sketch;
mod tracks;

use ludoteca_core::{
    Game, GameInfo, OptionInfo, Options, Position, ResultForm, Seat, Standing, Status, Values,
};
pub use sketch::{Sketch, Tool};
use std::ops::ControlFlow;
pub use tracks::{HOME, TRACKS, TURN, speed};
use tracks::{InTheWay, Lanes};

/// Yellow, the first seat: five rows.
pub const YELLOW: Seat = Seat::FIRST;
/// Red, the second seat: five columns.
pub const RED: Seat = Seat::SECOND;
/// SQ-9: the number of pieces home that wins.
pub const HOME_TO_WIN: u32 = 4;

/// The options of Squadro.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// SQ-3: the seat that moves first.
    pub first: Seat,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { first: YELLOW }
    }
}

/// A ply: moves the mover's piece on this track, 0 to 4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u8);

impl Move {
    /// The move on this track, counted from 0; `None` from 5 on.
    #[must_use]
    pub fn new(track: usize) -> Option<Move> {
        (track < TRACKS).then_some(Move(track as u8))
    }

    /// The track's index, counted from 0.
    #[must_use]
    pub fn track(self) -> usize {
        usize::from(self.0)
    }
}

/// A Squadro position: ten progress numbers and the player to move.
///
/// Stored from the mover's point of view, so that playing a move does not branch on the colour.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Squadro {
    own: Lanes,
    other: Lanes,
    mover: Seat,
}

impl Squadro {
    /// The piece's progress: 0 at the start, 1 to 5 outbound crossings, 6 turned, 7 to 11 on the way back, 12
    /// home.
    #[must_use]
    #[inline]
    pub fn progress(&self, seat: Seat, track: usize) -> u8 {
        self.side(seat).get(track)
    }

    /// The progress of the mover's and the opponent's pieces, four bits per piece. For code that evaluates
    /// millions of positions.
    #[must_use]
    #[inline]
    pub fn lanes(&self) -> [u32; 2] {
        [self.own.packed(), self.other.packed()]
    }

    /// The number of this seat's pieces that are home.
    #[must_use]
    pub fn home(&self, seat: Seat) -> u32 {
        self.side(seat).count_home()
    }

    /// The player to move; in a finished game, the player whose turn would be next.
    #[must_use]
    #[inline]
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// SQ-9: the seat with four pieces home, if any.
    #[inline]
    fn winner(&self) -> Option<Seat> {
        if self.other.count_home() >= HOME_TO_WIN {
            Some(self.mover.other_of_two())
        } else if self.own.count_home() >= HOME_TO_WIN {
            Some(self.mover)
        } else {
            None
        }
    }

    #[inline]
    fn advance(&self, in_the_way: &InTheWay, m: Move) -> Self {
        let (own, other) = in_the_way.advance(self.own, m.track());
        Squadro { own: other, other: own, mover: self.mover.other_of_two() }
    }

    #[inline]
    fn children<const RED_MOVES: bool>(&self, mut visit: impl FnMut(Move, Self)) {
        let in_the_way = InTheWay::new(if RED_MOVES { RED } else { YELLOW }, self.other);
        self.for_each_move(|m| visit(m, self.advance(&in_the_way, m)));
    }

    #[inline]
    fn side(&self, seat: Seat) -> Lanes {
        if seat == self.mover { self.own } else { self.other }
    }

    fn from_sides([yellow, red]: [Lanes; 2], mover: Seat) -> Self {
        let [own, other] = if mover == RED { [red, yellow] } else { [yellow, red] };
        Squadro { own, other, mover }
    }

    /// Whether a simple check of the board leaves it possible that the position arises in a game: a piece
    /// that starts with two or three steps never stops on the first crossing of that leg, and in a won game
    /// the loser is to move. This is necessary but not sufficient; only the solver knows exactly.
    #[must_use]
    pub fn can_arise(&self) -> bool {
        let fits = |seat: Seat| {
            (0..TRACKS).all(|track| match self.progress(seat, track) {
                1 => speed(seat, track, 0) == 1,
                7 => speed(seat, track, TURN) == 1,
                _ => true,
            })
        };
        fits(YELLOW) && fits(RED) && self.winner() != Some(self.mover)
    }
}

impl Position for Squadro {
    type Rules = Rules;
    type Move = Move;

    fn start(rules: &Rules) -> Self {
        Squadro { own: Lanes::START, other: Lanes::START, mover: rules.first }
    }

    fn seats(&self) -> u8 {
        2
    }

    #[inline]
    fn status(&self) -> Status {
        match self.winner() {
            Some(winner) => Status::Over(Standing::win_of_two(winner)),
            None => Status::ToAct(self.mover),
        }
    }

    #[inline]
    fn try_for_each_move<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.winner().is_some() {
            return ControlFlow::Continue(());
        }
        for track in 0..TRACKS {
            if self.own.get(track) != HOME {
                visit(Move(track as u8))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        *self = self.after(m);
    }

    #[inline]
    fn after(&self, m: Move) -> Self {
        self.advance(&InTheWay::new(self.mover, self.other), m)
    }

    #[inline]
    fn for_each_child(&self, visit: impl FnMut(Move, Self)) {
        // Two calls, so that the speeds are constants in each: a third faster.
        if self.mover == RED { self.children::<true>(visit) } else { self.children::<false>(visit) }
    }

    fn third_occurrence(&self) -> Option<Standing> {
        Some(Standing::draw(2)) // SQ-10
    }

    fn after_null_move(&self) -> Option<Self> {
        let next = Squadro { own: self.other, other: self.own, mover: self.mover.other_of_two() };
        self.winner().is_none().then_some(next)
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.winner().is_some() { 0 } else { TRACKS - self.own.count_home() as usize }
    }

    #[inline]
    fn pick_move(&self, random: u32) -> Option<Move> {
        let count = self.count_moves();
        (count > 0).then(|| Move(self.own.nth_not_home(((u64::from(random) * count as u64) >> 32) as u32)))
    }

    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        self.winner().is_none() && self.own.get(m.track()) != HOME
    }
}

impl Game for Squadro {
    const INFO: GameInfo = GameInfo {
        id: "squadro",
        name: "Squadro",
        min_players: 2,
        seats: &["yellow", "red"],
        options: &[OptionInfo {
            key: "first",
            values: Values::Words { words: &["yellow", "red"] },
            default: "yellow",
            ruling: "SQ-3",
        }],
        results: ResultForm::Score,
    };

    fn rules(options: &Options) -> Rules {
        Rules { first: if options.word("first") == "red" { RED } else { YELLOW } }
    }
}
