use crate::MOST;
use ludoteca_core::PerSeat;
use std::cmp::Ordering;

/// How a game of two ends for a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// The other seat is ahead.
    Loss,
    /// Neither seat is ahead.
    Draw,
    /// This seat is ahead.
    Win,
}

impl Outcome {
    /// In a word, for programs.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Loss => "loss",
            Outcome::Draw => "draw",
            Outcome::Win => "win",
        }
    }
}

/// What a move or a position is worth to the seat to act at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// This is certain, whatever the other side does.
    ///
    /// A win or a loss never rests on a repetition of the search's own path; a draw rests neither on that nor
    /// on an estimate.
    Proven {
        /// The proven result of the game.
        result: Outcome,
        /// Plies to the end of the game: the shortest win or the longest loss as far as searched.
        plies: u32,
    },
    /// As [`Evaluate::value`](crate::Evaluate::value) counts, between `-MOST` and `MOST`.
    Estimate(i32),
    /// Three and four seats: for each the share of the victory, as
    /// [`Evaluate::shares`](crate::Evaluate::shares).
    Shares {
        /// The share each seat gets.
        shares: PerSeat<f32>,
        /// Whether only finished games went into it (each seat taking its best place, one such move among
        /// equals), or some estimate.
        proven: bool,
    },
}

impl Value {
    /// Whether it is certain.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        matches!(self, Value::Proven { .. } | Value::Shares { proven: true, .. })
    }

    /// One number to order the values of one seat count by, the greater the better for the seat to act: a win
    /// is above every estimate and the sooner the better, a loss below and the later the better. Of shares it
    /// cannot know whose they are: 0.
    #[must_use]
    pub fn rank(&self) -> i32 {
        match *self {
            Value::Proven { result: Outcome::Win, plies } => i32::MAX - plies.min(1 << 24) as i32,
            Value::Proven { result: Outcome::Loss, plies } => -i32::MAX + plies.min(1 << 24) as i32,
            Value::Estimate(value) => value,
            Value::Proven { result: Outcome::Draw, .. } | Value::Shares { .. } => 0,
        }
    }
}

/// A way the game may go on.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<M> {
    /// The moves, the one to choose first; never empty.
    pub moves: Vec<M>,
    /// The value of choosing it, for the seat to act at the root.
    pub value: Value,
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<M> {
    /// As many as were asked for and there are moves, the best first; none when the game is over.
    pub lines: Vec<Line<M>>,
    /// The number of positions searched.
    pub nodes: u64,
    /// Plies of the last iteration that was finished.
    pub depth: u32,
}

impl<M: Copy> Answer<M> {
    /// The move to play; `None` when the game is over.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.moves.first().copied())
    }

    /// The value of the position; `None` when the game is over.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        self.lines.first().map(|line| line.value)
    }
}

/// The estimate that stands for this share of the victory: the inverse of
/// [`shares_of_two`](crate::shares_of_two).
#[must_use]
pub fn value_of_share(share: f32) -> i32 {
    let share = share.clamp(1e-9, 1.0 - 1e-7);
    ((1000.0 * (share / (1.0 - share)).ln()).round() as i32).clamp(-MOST, MOST)
}

/// Best first; shares that cannot be compared (not a number) count as equal.
pub(crate) fn descending(a: f32, b: f32) -> Ordering {
    b.partial_cmp(&a).unwrap_or(Ordering::Equal)
}
