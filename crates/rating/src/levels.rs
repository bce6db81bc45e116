//! The computer's levels: their ratings were measured and do not change with games (docs/ratings.md).

use crate::Rating;
use ludoteca_catalog::GameId;
use std::sync::LazyLock;

/// Written by `cargo xtask level-ratings`: game, players, level, rating, half of its 95 % interval, games.
const FILE: &str = include_str!("../../../data/ratings/levels.txt");

/// The strength of one of the computer's levels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LevelRating {
    pub game: GameId,
    /// The number of players.
    pub players: u8,
    /// The level, from 1 to 10.
    pub level: u8,
    pub rating: Rating,
}

static LEVELS: LazyLock<Vec<LevelRating>> = LazyLock::new(|| FILE.lines().filter_map(read).collect());

/// The measured ratings of all levels.
#[must_use]
pub fn levels() -> &'static [LevelRating] {
    &LEVELS
}

/// The rating of a level in a game with this number of players.
#[must_use]
pub fn level(game: GameId, players: u8, level: u8) -> Option<Rating> {
    let is_meant = |one: &&LevelRating| (one.game, one.players, one.level) == (game, players, level);
    levels().iter().find(is_meant).map(|one| one.rating)
}

/// The minimum deviation: a level does not consider the same moves as people do.
const LEAST: f64 = 30.0;

fn read(line: &str) -> Option<LevelRating> {
    let line = line.split('#').next()?;
    let mut words = line.split_whitespace();
    let game = words.next()?.parse().ok()?;
    let players = words.next()?.parse().ok()?;
    let level = words.next()?.parse().ok()?;
    let value = words.next()?.parse().ok()?;
    let error: f64 = words.next()?.parse().ok()?;
    let rating = Rating { value, deviation: (error / 1.96).max(LEAST), volatility: Rating::NEW.volatility };
    Some(LevelRating { game, players, level, rating })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_of_every_game_is_rated() {
        for game in GameId::ALL {
            for players in game.info().min_players..=game.info().max_players() {
                let first = level(game, players, 1).map(|rating| rating.value);
                assert_eq!(first, Some(800.0), "{game} {players}: where the scale is fixed");
                let all: Vec<f64> =
                    (1..=10).map(|number| level(game, players, number).expect("a rating").value).collect();
                assert!(all.iter().all(|value| (700.0..3000.0).contains(value)), "{game} {players}: {all:?}");
                assert!(all[9] > all[0], "{game} {players}: {all:?}");
            }
        }
        assert_eq!(level(GameId::Squadro, 2, 11), None);
        let lines = FILE.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).count();
        assert_eq!(lines, levels().len(), "every line is read");
    }
}
