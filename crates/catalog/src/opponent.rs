use ludoteca_core::{Position, Seat, Standing, Status, perft::playout};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random games tried after each move.
const TRIALS: u32 = 50;
/// Plies after which a random game is called even.
const PLIES: u32 = 200;

/// A move of the simple built-in opponent: it tries each legal move in a few random games and takes the one
/// that did best. The same seed gives the same move. `None` when the game is over.
pub(crate) fn choose<P: Position>(now: &P, seed: u64) -> Option<P::Move> {
    let Status::ToAct(mover) = now.status() else { return None };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut best = None;
    now.for_each_child(|m, child| {
        let games = (0..TRIALS).map(|_| playout(&child, PLIES, || random.next_u32()).0.status());
        let share: f64 = games.map(|status| share_of(mover, status)).sum();
        if best.is_none_or(|(most, _)| share > most) {
            best = Some((share, m));
        }
    });
    best.map(|(_, m)| m)
}

/// 1 for the first place, 0 for the last, shared places in between; 0.5 for a game that was broken off.
fn share_of(seat: Seat, status: Status) -> f64 {
    let Status::Over(standing) = status else { return 0.5 };
    let rivals = |better: fn(u8, u8) -> bool, standing: &Standing| {
        standing.iter().filter(|&(rival, place)| rival != seat && better(standing[seat], place)).count()
            as f64
    };
    (rivals(|own, place| own < place, &standing) + 0.5 * rivals(|own, place| own == place, &standing))
        / f64::from(standing.seats() - 1)
}
