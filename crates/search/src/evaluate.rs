use ludoteca_core::{PerSeat, Position, Seat, Standing};

/// The greatest estimate: proven values lie beyond it.
pub const MOST: i32 = 20_000;

/// Knowledge of a game: how a position that is not over stands. Searches ask it at their horizon.
pub trait Evaluate<P: Position>: Send + Sync {
    /// How the game stands for the seat to act, in thousandths of a clear advantage: positive is good,
    /// between `-MOST` and `MOST`. For games of two seats; with more, how the seat to act stands against all
    /// others together.
    fn value(&self, position: &P) -> i32;

    /// For each seat the share of the victory it can expect, from 0 (last) to 1 (first); see [`shares`].
    fn shares(&self, position: &P) -> PerSeat<f32>;

    /// By how much one ply seldom changes the value. Two-seat searches then leave out, near their horizon,
    /// what lies further than that from mattering, and look at late moves less deeply; what they call proven
    /// stays so. `None`: every move is searched to the full depth.
    #[inline]
    fn swing(&self) -> Option<i32> {
        None
    }

    /// Whether the seat to act has a ply that wins the game for it at once. True must be true, for proofs
    /// rest on it; false may also mean "unknown". Worth it where looking is much quicker than trying
    /// every ply.
    #[inline]
    fn wins_at_once(&self, _position: &P) -> bool {
        false
    }

    /// Whether the seat to act has to answer a threat: most plies would lose at once. Such positions are
    /// searched a ply deeper, so that a forced answer does not push anything beyond the horizon.
    #[inline]
    fn is_threatened(&self, _position: &P) -> bool {
        false
    }

    /// With fewer plies to go than this the position is not searched, only judged: where looking a little
    /// further takes long and shows nothing.
    #[inline]
    fn trimmed(&self, _position: &P) -> u32 {
        0
    }

    /// Which moves to look at first: the higher the sooner. Need not be good, only quick.
    #[inline]
    fn order(&self, _position: &P, _m: P::Move) -> i32 {
        0
    }
}

/// The shares of a finished game: of the other seats, those behind this one count whole, those level with it
/// half. `1,2` gives 1 and 0, a draw of two 0.5 each, `2,1,3` gives 0.5, 1 and 0.
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

/// The shares of two seats when the seat to act stands at `value`: a logistic curve, 1000 being about 73 in
/// 100.
#[must_use]
pub fn shares_of_two(to_act: Seat, value: i32) -> PerSeat<f32> {
    let own = 1.0 / (1.0 + (-value as f32 / 1000.0).exp());
    PerSeat::new(2, |seat| if seat == to_act { own } else { 1.0 - own })
}
