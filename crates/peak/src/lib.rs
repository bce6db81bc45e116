//! Peak: jump over exactly two pieces, land on towers, own every tower you top. Rules and notation; rulings
//! such as PK-1 are defined in `docs/rules/peak.md`.
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
mod symmetry;

pub use sketch::{Setting, Sketch, Tool};
pub use space::{Move, Space};

use jumps::{Jumps, Sources, Weights};
use ludoteca_core::{
    Game, GameInfo, OptionInfo, Options, Position, ResultForm, Seat, Standing, Status, Values,
};
use std::{cmp::Ordering, ops::ControlFlow};

/// Light, the first seat, which moves first.
pub const LIGHT: Seat = Seat::FIRST;
/// Dark, the second seat.
pub const DARK: Seat = Seat::SECOND;
/// PK-1: the total number of pieces of both players.
pub const PIECES: u32 = 36;

const _: () = assert!(size_of::<Move>() == 2 && size_of::<Peak>() == 64);

/// The arrangement of the pieces at the start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Arrangement {
    /// In pairs along each rank, shifted by one pair from rank to rank.
    #[default]
    Standard,
    /// Light and dark pieces alternate.
    Checkerboard,
}

/// The options of a game of Peak.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rules {
    /// PK-1: it affects only the start, so positions do not store it.
    pub setup: Arrangement,
}

/// A position of Peak: the height of every tower, the owner of its top piece, the player to move and whether
/// the other player is stuck. The pieces beneath the top one never matter (PK-7).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Peak {
    /// The heights in binary: for each bit (ones, twos, fours, ...), the spaces where it is set.
    digits: [u64; 6],
    /// The spaces whose top piece belongs to Light.
    light: u64,
    mover: Seat,
    turn: Turn,
}

/// The kind of turn (PK-6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Turn {
    /// The mover can jump, and the other player is not stuck.
    Usual,
    /// The mover can jump, and has an extra turn because the other player is stuck.
    Again,
    /// The mover cannot jump, so the game is over. This follows from the board, but is always known when a
    /// position is created.
    Over,
}

impl Peak {
    const EMPTY: Peak = Peak { digits: [0; 6], light: 0, mover: LIGHT, turn: Turn::Usual };

    /// The number of pieces on a space: 0 if empty, 1 for a single piece.
    #[must_use]
    pub fn height(&self, space: Space) -> u8 {
        self.pieces(space.set()) as u8
    }

    /// The owner of the top piece; `None` if the space is empty.
    #[must_use]
    pub fn owner(&self, space: Space) -> Option<Seat> {
        (self.height(space) > 0).then_some(if self.light & space.set() != 0 { LIGHT } else { DARK })
    }

    /// The player to move; in a finished game, the player who cannot (PK-6).
    #[must_use]
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// The player who could not jump while the other player has an extra turn (PK-6).
    #[must_use]
    pub fn stuck(&self) -> Option<Seat> {
        (self.turn == Turn::Again).then_some(self.mover.other_of_two())
    }

    /// PK-7: the number of pieces in all towers topped by this seat; single pieces do not count.
    #[must_use]
    pub fn score(&self, seat: Seat) -> u32 {
        self.pieces(self.topped_by(seat) & !self.weights().single)
    }

    /// The heights of all spaces in binary: the sets of spaces whose height has the digit 1, 2, 4, ... Sets
    /// of spaces are words with eight bits per rank: bit `8 * rank + column`. For fast evaluation.
    #[must_use]
    #[inline]
    pub fn height_digits(&self) -> [u64; 6] {
        self.digits
    }

    /// The set of spaces whose top piece belongs to this seat, in the layout of
    /// [`height_digits`](Self::height_digits).
    #[must_use]
    #[inline]
    pub fn tops(&self, seat: Seat) -> u64 {
        self.topped_by(seat) & self.digits.iter().fold(0, |all, digit| all | digit)
    }

    /// The landings of this seat's single pieces, regardless of whose turn it is: one set for each of the
    /// eight directions. A direction and a landing identify one jump.
    #[must_use]
    #[inline]
    pub fn landings(&self, seat: Seat) -> [[u64; 4]; 2] {
        let weights = self.weights();
        weights.landings(self.own_singles(weights, seat))
    }

    /// The total number of pieces on these spaces.
    fn pieces(&self, spaces: u64) -> u32 {
        self.digits.iter().enumerate().map(|(i, digit)| (digit & spaces).count_ones() << i).sum()
    }

    /// The spaces topped by this seat; for Dark, the set also includes empty spaces and bits outside the
    /// board.
    fn topped_by(&self, seat: Seat) -> u64 {
        if seat == LIGHT { self.light } else { !self.light }
    }

    #[inline]
    fn weights(&self) -> Weights {
        let [ones, twos, fours @ ..] = self.digits;
        let high = fours[0] | fours[1] | fours[2] | fours[3];
        Weights { occupied: ones | twos | high, single: ones & !(twos | high), double: twos & !(ones | high) }
    }

    /// PK-2: the pieces with which this seat may jump.
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

    /// PK-4: the piece leaves its space and is put on top of another.
    #[inline(always)]
    fn jump(&mut self, m: Move) {
        let (from, to) = (m.from.set(), m.to.set());
        self.digits[0] &= !from;
        let mut carry = to;
        for digit in &mut self.digits[..2] {
            carry = add(digit, carry);
        }
        // Few jumps make a tower of four, eight, ..., so the higher digits rarely change.
        if carry != 0 {
            for digit in &mut self.digits[2..] {
                carry = add(digit, carry);
            }
        }
        self.light = (self.light & !(from | to)) | if self.mover == LIGHT { to } else { 0 };
    }

    /// The result of the current board (PK-7).
    fn standing(&self) -> Standing {
        let (light, dark) = (self.score(LIGHT), self.score(DARK));
        match light.cmp(&dark) {
            Ordering::Greater => Standing::win_of_two(LIGHT),
            Ordering::Less => Standing::win_of_two(DARK),
            Ordering::Equal => Standing::draw(2),
        }
    }
}

/// Adds to one binary digit of all heights; returns the carry into the next digit.
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

    /// PK-6: the other player is next, even if they cannot jump and the game is over; only a player who has
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

    /// PK-8: the board is scored in its current state.
    fn third_occurrence(&self) -> Option<Standing> {
        Some(self.standing())
    }

    /// Light is to move; of the eight images of the board, the one with the smallest text.
    fn canonical(&self) -> Self {
        self.images().min_by_key(Peak::text_order).unwrap_or_else(|| self.clone())
    }

    /// Makes no sense if the next player is stuck.
    fn after_null_move(&self) -> Option<Self> {
        let next = Peak { mover: self.mover.other_of_two(), ..self.clone() };
        (self.turn == Turn::Usual && next.can_jump(next.mover)).then_some(next)
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
            values: Values::Words { words: &["standard", "checkerboard"] },
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
