use crate::MOST;
use ludoteca_core::PerSeat;
use std::cmp::Ordering;

/// The result of a two-seat game for one seat.
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
    /// The lower-case word for this outcome in machine-readable output.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Loss => "loss",
            Outcome::Draw => "draw",
            Outcome::Win => "win",
        }
    }
}

/// The value of a move or position for the seat to act at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// A certain result, whatever the other side plays.
    ///
    /// A win or a loss never depends on a repetition of the search's own path; a draw depends neither on such
    /// a repetition nor on an estimate.
    Proven {
        /// The proven result of the game.
        result: Outcome,
        /// Plies to the end of the game: the shortest win or the longest loss as far as searched.
        plies: u32,
    },
    /// An estimate on the scale of [`Evaluate::value`](crate::Evaluate::value), between `-MOST` and `MOST`.
    Estimate(i32),
    /// Three and four seats: each seat's share of the victory, as in
    /// [`Evaluate::shares`](crate::Evaluate::shares).
    Shares {
        /// The share of each seat.
        shares: PerSeat<f32>,
        /// Whether the value is based on finished games only, without estimates. Each seat then reaches its
        /// best place, by one of possibly several equal moves.
        proven: bool,
    },
}

impl Value {
    /// Whether the value is proven rather than estimated.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        matches!(self, Value::Proven { .. } | Value::Shares { proven: true, .. })
    }

    /// A single number to sort values for the same seat, greater is better for the seat to act: a win ranks
    /// above every estimate and the sooner the better, a loss below and the later the better. Shares rank 0,
    /// since they don't tell which seat they are for.
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

/// A possible continuation of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<M> {
    /// The moves, beginning with the one to play; never empty.
    pub moves: Vec<M>,
    /// The value of playing the first move, for the seat to act at the root.
    pub value: Value,
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<M> {
    /// The lines, best first: the requested number, or fewer if there are fewer moves. Empty if the game is
    /// over.
    pub lines: Vec<Line<M>>,
    /// The number of positions searched.
    pub nodes: u64,
    /// The depth of the last completed iteration, in plies.
    pub depth: u32,
}

impl<M: Copy> Answer<M> {
    /// The move to play; `None` if the game is over.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.moves.first().copied())
    }

    /// The value of the position; `None` if the game is over.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        self.lines.first().map(|line| line.value)
    }
}

/// The estimate that corresponds to this share of the victory: the inverse of
/// [`shares_of_two`](crate::shares_of_two).
#[must_use]
pub fn value_of_share(share: f32) -> i32 {
    let share = share.clamp(1e-9, 1.0 - 1e-7);
    ((1000.0 * (share / (1.0 - share)).ln()).round() as i32).clamp(-MOST, MOST)
}

/// Compares in descending order. Shares that cannot be compared (NaN) count as equal.
pub(crate) fn descending(a: f32, b: f32) -> Ordering {
    b.partial_cmp(&a).unwrap_or(Ordering::Equal)
}
