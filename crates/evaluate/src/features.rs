use crate::weights::{Group, Weight, WeightsError, read, write};
use ludoteca_core::{Game, PerSeat, Seat};
use ludoteca_search::{Evaluate, MOST, shares_of_two};
use std::fmt;

/// The features of a game's positions, as numbers. A seat's score is the weighted sum of its features.
pub trait Features: Game {
    /// The weights: an array of [`Weight`].
    type Weights: Copy + AsRef<[Weight]> + AsMut<[Weight]> + Send + Sync + 'static;

    /// The groups of weights, in order.
    const GROUPS: &'static [Group];

    /// The number of parts into which one unit of a feature is divided.
    const UNIT: i32 = 1;

    /// A change of value that a single ply rarely exceeds: see [`Evaluate::swing`].
    const SWING: Option<i32> = None;

    /// The built-in weights, from `data/weights`.
    fn built_in() -> &'static Self::Weights;

    /// Calls `visit` with a seat, the index of a weight and the seat's amount of that feature, in parts of
    /// [`UNIT`](Self::UNIT). Features not visited are 0; repeated visits add up.
    fn visit(&self, visit: impl FnMut(Seat, usize, i32));

    /// The seat to act, without checking whether the game is over.
    fn to_act(&self) -> Seat;

    /// For a seat that is already out of the game: the number of seats that went out before it.
    #[inline]
    fn out_after(&self, _seat: Seat) -> Option<usize> {
        None
    }

    #[inline]
    fn wins_at_once(&self) -> bool {
        false
    }

    #[inline]
    fn is_threatened(&self) -> bool {
        false
    }

    #[inline]
    fn trimmed(&self) -> u32 {
        0
    }

    /// The priority in move ordering: see [`Evaluate::order`].
    #[inline]
    fn order(&self, _m: Self::Move) -> i32 {
        0
    }

    /// The rules to tune for, each as often as it is listed.
    fn tuned_for() -> Vec<Self::Rules>;
}

/// Evaluation of a game by weighted [`Features`].
#[derive(Clone)]
pub struct Knowledge<G: Features> {
    weights: G::Weights,
}

impl<G: Features> Default for Knowledge<G> {
    /// With the built-in weights.
    fn default() -> Self {
        Knowledge { weights: *G::built_in() }
    }
}

impl<G: Features> fmt::Debug for Knowledge<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Knowledge({}, {} weights)", G::INFO.id, self.weights().len())
    }
}

impl<G: Features> Knowledge<G> {
    /// Without knowledge: every weight is 0.
    #[must_use]
    pub fn none() -> Self {
        let mut knowledge = Knowledge::default();
        knowledge.weights_mut().fill(0);
        knowledge
    }

    /// Reads weights from text.
    ///
    /// # Errors
    /// If the text does not hold this game's weights.
    pub fn read(text: &str) -> Result<Self, WeightsError> {
        let mut knowledge = Self::none();
        read(G::GROUPS, text, knowledge.weights_mut())?;
        Ok(knowledge)
    }

    /// The weights in the format of [`read`](Self::read), below the lines of `about` as comments.
    #[must_use]
    pub fn write(&self, about: &str) -> String {
        write(G::GROUPS, about, self.weights())
    }

    /// All weights, in the order of the groups.
    #[must_use]
    pub fn weights(&self) -> &[Weight] {
        self.weights.as_ref()
    }

    pub fn weights_mut(&mut self) -> &mut [Weight] {
        self.weights.as_mut()
    }

    /// The score of each seat, in thousandths of a clear advantage; only differences are meaningful.
    #[inline]
    fn scores(&self, position: &G) -> [i32; Seat::MAX] {
        let weights = self.weights();
        let mut scores = [0; Seat::MAX];
        position.visit(|seat, feature, amount| {
            scores[seat.index() % Seat::MAX] += i32::from(weights[feature]) * amount
        });
        scores.map(|score| score / G::UNIT)
    }
}

impl<G: Features> Evaluate<G> for Knowledge<G> {
    #[inline]
    fn value(&self, position: &G) -> i32 {
        let scores = self.scores(position);
        let own = position.to_act();
        let value = if position.seats() == 2 {
            scores[own.index()] - scores[own.other_of_two().index()]
        } else {
            let rivals = |seat: &Seat| *seat != own && position.out_after(*seat).is_none();
            let (sum, count) = Seat::all(position.seats())
                .filter(rivals)
                .fold((0, 0), |(sum, count), rival| (sum + scores[rival.index()], count + 1));
            scores[own.index()] - sum / count.max(1)
        };
        value.clamp(-MOST, MOST)
    }

    fn shares(&self, position: &G) -> PerSeat<f32> {
        let seats = position.seats();
        if seats == 2 {
            return shares_of_two(position.to_act(), self.value(position));
        }
        let scores = self.scores(position);
        PerSeat::new(seats, |seat| {
            let ahead_of = |rival: Seat| match (position.out_after(seat), position.out_after(rival)) {
                (None, None) => logistic((scores[seat.index()] - scores[rival.index()]) as f32 / 1000.0),
                (own, theirs) => f32::from(own.unwrap_or(usize::MAX) > theirs.unwrap_or(usize::MAX)),
            };
            let others = Seat::all(seats).filter(|&rival| rival != seat);
            others.map(ahead_of).sum::<f32>() / f32::from(seats - 1)
        })
    }

    #[inline]
    fn swing(&self) -> Option<i32> {
        G::SWING
    }

    #[inline]
    fn wins_at_once(&self, position: &G) -> bool {
        position.wins_at_once()
    }

    #[inline]
    fn is_threatened(&self, position: &G) -> bool {
        position.is_threatened()
    }

    #[inline]
    fn trimmed(&self, position: &G) -> u32 {
        position.trimmed()
    }

    #[inline]
    fn order(&self, position: &G, m: G::Move) -> i32 {
        position.order(m)
    }
}

/// Converts a difference in clear advantages to a share of the victory.
#[must_use]
pub fn logistic(advantage: f32) -> f32 {
    1.0 / (1.0 + (-advantage).exp())
}
