use ludoteca_core::{PerSeat, Position, Seat, Standing};

/// The greatest estimate; proven values lie beyond it.
pub const MOST: i32 = 20_000;

/// Evaluation of unfinished positions, called by searches at their horizon.
pub trait Evaluate<P: Position>: Send + Sync {
    /// The value for the seat to act, in thousandths of a clear advantage: positive is good, between `-MOST`
    /// and `MOST`. In games of more than two seats, the value of the seat to act against all others together.
    fn value(&self, position: &P) -> i32;

    /// The expected share of the victory for each seat, from 0 (last) to 1 (first); see [`shares`].
    fn shares(&self, position: &P) -> PerSeat<f32>;

    /// A change of value that a single ply rarely exceeds. Two-seat searches use it near their horizon to
    /// prune positions whose value is too far away to matter and to reduce the depth of late moves; proven
    /// results stay proven. With `None`, every move is searched to full depth.
    #[inline]
    fn swing(&self) -> Option<i32> {
        None
    }

    /// Whether the seat to act can win the game with a single ply. `true` must be correct, because proofs
    /// rely on it; `false` may also mean "unknown". Implement it only if the check is much faster than trying
    /// every ply.
    #[inline]
    fn wins_at_once(&self, _position: &P) -> bool {
        false
    }

    /// Whether the seat to act has to answer a threat, so that most plies lose at once. Such positions are
    /// searched one ply deeper, so that a forced answer pushes nothing beyond the horizon.
    #[inline]
    fn is_threatened(&self, _position: &P) -> bool {
        false
    }

    /// Positions with fewer plies to go than this are evaluated instead of searched. For positions in which
    /// searching a little further takes long and gains nothing.
    #[inline]
    fn trimmed(&self, _position: &P) -> u32 {
        0
    }

    /// The priority of a move in move ordering; higher moves are searched first. Must be fast rather than
    /// accurate.
    #[inline]
    fn order(&self, _position: &P, _m: P::Move) -> i32 {
        0
    }
}

/// The shares of a finished game: each other seat counts 1 if it finished behind this seat and 0.5 if it
/// tied, divided by the number of other seats. `1,2` gives 1 and 0, a draw of two 0.5 each, `2,1,3` gives
/// 0.5, 1 and 0.
#[must_use]
pub fn shares(standing: &Standing) -> PerSeat<f32> {
    let others = f32::from(standing.seats().saturating_sub(1).max(1));
    PerSeat::new(standing.seats(), |seat: Seat| {
        let of = |wanted: fn(u8, u8) -> bool| {
            standing.iter().filter(|&(rival, place)| rival != seat && wanted(place, standing[seat])).count()
                as f32
        };
        (of(|rival, own| rival > own) + 0.5 * of(|rival, own| rival == own)) / others
    })
}

/// The shares of two seats when the seat to act has this `value`: a logistic curve on which 1000 is about
/// 0.73.
#[must_use]
pub fn shares_of_two(to_act: Seat, value: i32) -> PerSeat<f32> {
    let own = 1.0 / (1.0 + (-value as f32 / 1000.0).exp());
    PerSeat::new(2, |seat| if seat == to_act { own } else { 1.0 - own })
}
