use ludoteca_core::{Position, Status};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A seeded source of random numbers.
#[derive(Clone, Debug)]
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// The same seed gives the same numbers on every platform and in every version.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    pub fn bits(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A number below `limit`, which must not be 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.0.next_u64() % limit as u64) as usize
    }
}

/// Plays `games` random games of at most `plies` plies from the start. Calls `visit` with each position,
/// including the first and the last, and with the seed to report on failure.
pub fn for_each_random_position<P: Position>(
    rules: &P::Rules,
    games: u64,
    plies: u32,
    mut visit: impl FnMut(&P, u64),
) {
    for seed in 0..games {
        let mut dice = Dice::new(seed);
        let mut now = P::start(rules);
        visit(&now, seed);
        for _ in 0..plies {
            let moves = now.moves();
            if moves.is_empty() {
                break;
            }
            now.play_unchecked(moves[dice.below(moves.len())]);
            visit(&now, seed);
        }
    }
}

/// The position after at most `plies` random plies; never finished unless the starting position is.
#[must_use]
pub fn random_position<P: Position>(rules: &P::Rules, seed: u64, plies: u32) -> P {
    let mut dice = Dice::new(seed);
    let mut now = P::start(rules);
    for _ in 0..plies {
        let moves = now.moves();
        if moves.is_empty() {
            break;
        }
        let next = now.after(moves[dice.below(moves.len())]);
        if matches!(next.status(), Status::Over(_)) {
            break;
        }
        now = next;
    }
    now
}
