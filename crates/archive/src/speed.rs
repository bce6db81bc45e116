//! The speed of a game as an index: 0 for games without a clock, then as in ratings.

use ludoteca_contest::Clock;
use ludoteca_rating::Speed;

/// The names, by index.
pub const SPEEDS: [&str; 6] = ["untimed", "bullet", "blitz", "rapid", "classical", "correspondence"];

/// The index of a game's speed in [`SPEEDS`].
#[must_use]
pub fn speed(clock: Option<Clock>) -> u8 {
    Speed::of(clock.as_ref()).and_then(|speed| speed_of_word(speed.word())).unwrap_or(0)
}

/// The index of a name in [`SPEEDS`].
pub(crate) fn speed_of_word(word: &str) -> Option<u8> {
    SPEEDS.iter().position(|one| *one == word).map(|at| at as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_speed_of_ratings_has_a_number() {
        let numbers = Speed::ALL.map(|speed| speed_of_word(speed.word()));
        assert_eq!(numbers, [1, 2, 3, 4, 5].map(Some));
    }
}
