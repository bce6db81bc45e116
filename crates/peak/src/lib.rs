//! Peak: jump over exactly two pieces, land on towers, own what you top. Rules and notation; the numbered
//! rulings (PK-1, PK-2, ...) are those of `docs/rules/peak.md`.
//!
//! ```
//! use ludoteca_core::{Notation, Play, Position, Seat, Status};
//! use ludoteca_peak::{Peak, Rules};
//!
//! let mut game: Play<Peak> = Play::new(Rules::default());
//! assert_eq!(game.position().position_text(), "ddlldd/llddll/ddlldd/llddll/ddlldd/llddll l -");
//! assert_eq!(game.position().moves().len(), 54);
//!
//! game.play_text("a1-d4").unwrap();
//! assert_eq!(game.position().position_text(), "ddlldd/llddll/ddl2ldd/llddll/ddlldd/.lddll d -");
//! assert_eq!(game.position().score(Seat::FIRST), 2);
//! assert_eq!(game.status(), Status::ToAct(Seat::SECOND));
//!
//! let error = game.play_text("a2-e2").unwrap_err();
//! assert_eq!(error.to_string(), "the line from a2 to e2 passes over 3 pieces, it must be exactly 2 (PK-3)");
//! ```

#![warn(missing_docs)]

mod jumps;
mod narration;
mod notation;
mod picture;
mod reader;
mod reasons;
mod sketch;
mod space;

pub use sketch::{Setting, Sketch, Tool};
pub use space::{Move, Space};

use jumps::{Jumps, Sources, Weights};
use ludoteca_core::{
    Game, GameInfo, OptionInfo, Options, Position, ResultForm, Seat, Standing, Status, Values,
};
use std::{cmp::Ordering, ops::ControlFlow};

/// Light, the first seat, who begins.
pub const LIGHT: Seat = Seat::FIRST;
/// Dark, the second seat.
pub const DARK: Seat = Seat::SECOND;
/// PK-1: the pieces of both players together.
pub const PIECES: u32 = 36;

const _: () = assert!(size_of::<Move>() == 2 && size_of::<Peak>() == 64);

/// How the pieces stand at the start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Arrangement {
    /// In pairs along each rank, shifted by one pair from rank to rank.
    #[default]
    Standard,
    /// Light and dark by turns.
    Checkerboard,
}

/// The options of a game of Peak.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rules {
    /// PK-1: only the start depends on it, so positions do not remember it.
    pub setup: Arrangement,
}

/// A position of Peak: the height of every tower, whose piece is on top, who is to move and whether the
/// other player is stuck. What lies beneath the top piece never matters (PK-7).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Peak {
    /// The heights in binary: bit by bit the ones, twos, fours ... of all spaces.
    digits: [u64; 6],
    /// The spaces whose top piece is Light's.
    light: u64,
    mover: Seat,
    turn: Turn,
}

/// What kind of turn it is (PK-6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Turn {
    /// The mover can jump, and the other player is not stuck.
    Usual,
    /// The mover can jump, and does so once more because the other player is stuck.
    Again,
    /// The mover cannot jump: the game has ended. Follows from the board, but is always known when a position
    /// is made.
    Over,
}

impl Peak {
    /// A board without pieces.
    const EMPTY: Peak = Peak { digits: [0; 6], light: 0, mover: LIGHT, turn: Turn::Usual };

    /// The number of pieces on a space: 0 when empty, 1 for a single piece.
    #[must_use]
    pub fn height(&self, space: Space) -> u8 {
        self.pieces(space.set()) as u8
    }

    /// Whose piece is on top; `None` when the space is empty.
    #[must_use]
    pub fn owner(&self, space: Space) -> Option<Seat> {
        (self.height(space) > 0).then_some(if self.light & space.set() != 0 { LIGHT } else { DARK })
    }

    /// The player to move; in a finished game the one who cannot (PK-6).
    #[must_use]
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// Who could not jump, while the other player plays once more (PK-6).
    #[must_use]
    pub fn stuck(&self) -> Option<Seat> {
        (self.turn == Turn::Again).then_some(self.mover.other_of_two())
    }

    /// PK-7: the pieces of all towers with this seat's piece on top; single pieces count nothing.
    #[must_use]
    pub fn score(&self, seat: Seat) -> u32 {
        self.pieces(self.topped_by(seat) & !self.weights().single)
    }

    /// The heights of all spaces in binary: the spaces whose height has the digit 1, 2, 4, ... Sets of spaces
    /// are words with eight bits a rank: bit `8 * rank + column`. For evaluation, which must be quick.
    #[must_use]
    #[inline]
    pub fn height_digits(&self) -> [u64; 6] {
        self.digits
    }

    /// The set of spaces with this seat's piece on top, as in [`height_digits`](Self::height_digits).
    #[must_use]
    #[inline]
    pub fn tops(&self, seat: Seat) -> u64 {
        self.topped_by(seat) & self.digits.iter().fold(0, |all, digit| all | digit)
    }

    /// Where this seat's single pieces can jump to, regardless of whose turn it is: one set for each of the
    /// eight directions. A direction and a landing belong to one jump only.
    #[must_use]
    #[inline]
    pub fn landings(&self, seat: Seat) -> [[u64; 4]; 2] {
        let weights = self.weights();
        weights.landings(self.own_singles(weights, seat))
    }

    /// The number of pieces on these spaces.
    fn pieces(&self, spaces: u64) -> u32 {
        self.digits.iter().enumerate().map(|(i, digit)| (digit & spaces).count_ones() << i).sum()
    }

    /// The spaces with this seat's piece on top; for Dark the empty ones too, and bits of no space.
    fn topped_by(&self, seat: Seat) -> u64 {
        if seat == LIGHT { self.light } else { !self.light }
    }

    #[inline]
    fn weights(&self) -> Weights {
        let [ones, twos, fours @ ..] = self.digits;
        let high = fours[0] | fours[1] | fours[2] | fours[3];
        Weights { occupied: ones | twos | high, single: ones & !(twos | high), double: twos & !(ones | high) }
    }

    /// PK-2: the pieces this seat may jump with.
    #[inline]
    fn own_singles(&self, weights: Weights, seat: Seat) -> u64 {
        weights.single & self.topped_by(seat)
    }

    #[inline(always)]
    fn can_jump(&self, seat: Seat) -> bool {
        let weights = self.weights();
        weights.any_jump(self.own_singles(weights, seat))
    }

    #[inline]
    fn jumps(&self, weights: Weights) -> Jumps {
        weights.jumps(self.own_singles(weights, self.mover))
    }

    /// Puts a tower of this height on an empty space.
    fn set_tower(&mut self, space: Space, height: u8, seat: Seat) {
        for (i, digit) in self.digits.iter_mut().enumerate() {
            if height >> i & 1 == 1 {
                *digit |= space.set();
            }
        }
        if seat == LIGHT {
            self.light |= space.set();
        }
    }

    /// PK-4: the piece leaves its space and goes on top of what is on another.
    #[inline(always)]
    fn jump(&mut self, m: Move) {
        let (from, to) = (m.from.set(), m.to.set());
        self.digits[0] &= !from;
        let mut carry = to;
        for digit in &mut self.digits[..2] {
            carry = add(digit, carry);
        }
        // Few jumps make a tower of four, eight, ...: the other digits are mostly left alone.
        if carry != 0 {
            for digit in &mut self.digits[2..] {
                carry = add(digit, carry);
            }
        }
        self.light = (self.light & !(from | to)) | if self.mover == LIGHT { to } else { 0 };
    }

    /// The result of the board as it stands (PK-7).
    fn standing(&self) -> Standing {
        let (light, dark) = (self.score(LIGHT), self.score(DARK));
        match light.cmp(&dark) {
            Ordering::Greater => Standing::win_of_two(LIGHT),
            Ordering::Less => Standing::win_of_two(DARK),
            Ordering::Equal => Standing::draw(2),
        }
    }
}

/// Adds to one binary digit of all heights; returns what carries over into the next.
#[inline(always)]
fn add(digit: &mut u64, ones: u64) -> u64 {
    let carry = *digit & ones;
    *digit ^= ones;
    carry
}

impl Position for Peak {
    type Rules = Rules;
    type Move = Move;

    fn start(rules: &Rules) -> Self {
        let mut start = Peak::EMPTY;
        for space in Space::all() {
            let from_top = Space::SIDE - 1 - space.rank();
            let dark = match rules.setup {
                Arrangement::Standard => (from_top + space.column() / 2).is_multiple_of(2),
                Arrangement::Checkerboard => (from_top + space.column()).is_multiple_of(2),
            };
            start.set_tower(space, 1, if dark { DARK } else { LIGHT });
        }
        start
    }

    fn seats(&self) -> u8 {
        2
    }

    #[inline]
    fn status(&self) -> Status {
        if self.turn == Turn::Over { Status::Over(self.standing()) } else { Status::ToAct(self.mover) }
    }

    #[inline]
    fn try_for_each_move<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let weights = self.weights();
        let sources = Sources::new(weights);
        for (i, mut word) in self.jumps(weights).words().into_iter().enumerate() {
            while word != 0 {
                visit(sources.jump(i, word.trailing_zeros()))?;
                word &= word - 1;
            }
        }
        ControlFlow::Continue(())
    }

    /// PK-6: the other player is next, also when they cannot jump and the game has ended; only one who has
    /// just become stuck is passed over.
    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        let (mover, other) = (self.mover, self.mover.other_of_two());
        self.jump(m);
        let turn = if self.can_jump(other) {
            Turn::Usual
        } else if self.turn == Turn::Usual && self.can_jump(mover) {
            Turn::Again
        } else {
            Turn::Over
        };
        self.mover = if turn == Turn::Again { mover } else { other };
        self.turn = turn;
    }

    /// PK-8: the board is scored as it stands.
    fn third_occurrence(&self) -> Option<Standing> {
        Some(self.standing())
    }

    #[inline]
    fn count_moves(&self) -> usize {
        self.jumps(self.weights()).count()
    }

    #[inline]
    fn pick_move(&self, random: u32) -> Option<Move> {
        let weights = self.weights();
        let (word, bit) = self.jumps(weights).pick(random)?;
        Some(Sources::new(weights).jump(word, bit))
    }

    fn is_legal(&self, m: Move) -> bool {
        let own = self.own_singles(self.weights(), self.mover);
        own & m.from.set() != 0 && m.from.between(m.to).is_some_and(|between| self.pieces(between) == 2)
    }
}

impl Game for Peak {
    const INFO: GameInfo = GameInfo {
        id: "peak",
        name: "Peak",
        min_players: 2,
        seats: &["light", "dark"],
        options: &[OptionInfo {
            key: "setup",
            values: Values::Words(&["standard", "checkerboard"]),
            default: "standard",
            ruling: "PK-1",
        }],
        results: ResultForm::Score,
    };

    fn rules(options: &Options) -> Rules {
        let setup = if options.word("setup") == "checkerboard" {
            Arrangement::Checkerboard
        } else {
            Arrangement::Standard
        };
        Rules { setup }
    }

    fn variant(name: &str) -> Option<Vec<(&'static str, String)>> {
        match name {
            "standard" => Some(Vec::new()),
            "checkerboard" => Some(vec![("setup", name.to_owned())]),
            _ => None,
        }
    }
}
