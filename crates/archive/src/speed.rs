//! How fast a game is played, in a word.

use ludoteca_contest::Clock;

/// All words, in the order of their numbers.
pub const SPEEDS: [&str; 6] = ["untimed", "bullet", "blitz", "rapid", "classical", "correspondence"];

/// A seat makes about so many turns.
const TURNS: u64 = 40;

/// The number of a game's speed in [`SPEEDS`]: by the time that a seat has for forty turns.
#[must_use]
pub fn speed(clock: Option<Clock>) -> u8 {
    let millis = match clock {
        None => return 0,
        Some(Clock::Correspondence { .. }) => return 5,
        Some(Clock::SuddenDeath { initial }) => initial,
        Some(Clock::Increment { initial, increment }) => initial + TURNS * increment,
        Some(Clock::Delay { initial, delay }) => initial + TURNS * delay,
        Some(Clock::ByoYomi { initial, period, periods }) => {
            initial + TURNS.max(u64::from(periods)) * period / 2
        }
        Some(Clock::PerTurn { time }) => TURNS * time / 2,
    };
    match millis / 60_000 {
        0..=2 => 1,
        3..=7 => 2,
        8..=24 => 3,
        _ => 4,
    }
}

/// The number of a word.
pub(crate) fn speed_of_word(word: &str) -> Option<u8> {
    SPEEDS.iter().position(|one| *one == word).map(|at| at as u8)
}
