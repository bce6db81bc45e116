//! Rating pools: groups of players who are compared with each other. A player has one rating in each pool.

use ludoteca_catalog::GameId;
use ludoteca_contest::{Clock, Millis};
use std::{fmt, str::FromStr};

/// The speed of a game, by the time that one side is expected to need.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Speed {
    /// Less than three minutes.
    Bullet,
    /// Less than eight minutes.
    Blitz,
    /// Less than twenty-five minutes.
    Rapid,
    /// Longer, but in one sitting.
    Classical,
    /// Days for each turn.
    Correspondence,
}

/// The expected number of turns of one side in a game.
const TURNS: Millis = 40;
/// The number of these turns that are expected to use a byo-yomi period.
const TURNS_IN_PERIODS: Millis = 25;
const MINUTE: Millis = 60_000;

impl Speed {
    /// All speeds, fastest first.
    pub const ALL: [Speed; 5] =
        [Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classical, Speed::Correspondence];

    /// The speed of a game with this clock; a game without a clock has no speed and is not rated.
    #[must_use]
    pub fn of(clock: Option<&Clock>) -> Option<Speed> {
        let length = match *clock? {
            Clock::Correspondence { .. } => return Some(Speed::Correspondence),
            Clock::SuddenDeath { initial } => initial,
            Clock::Increment { initial, increment } => initial + TURNS * increment,
            Clock::Delay { initial, delay } => initial + TURNS * delay,
            Clock::ByoYomi { initial, period, .. } => initial + TURNS_IN_PERIODS * period,
            Clock::PerTurn { time } => TURNS * time,
        };
        Some(match length {
            length if length < 3 * MINUTE => Speed::Bullet,
            length if length < 8 * MINUTE => Speed::Blitz,
            length if length < 25 * MINUTE => Speed::Rapid,
            _ => Speed::Classical,
        })
    }

    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
        }
    }
}

/// The players of a pool: people are separate from bots and the engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Population {
    People,
    /// At least one player is a bot.
    Bots,
    /// At least one player is a level of the computer.
    Engine,
}

impl Population {
    pub const ALL: [Population; 3] = [Population::People, Population::Bots, Population::Engine];

    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Population::People => "people",
            Population::Bots => "bots",
            Population::Engine => "engine",
        }
    }
}

/// A rating pool. Its text form is `squadro.2.blitz.people`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pool {
    pub game: GameId,
    pub players: u8,
    pub speed: Speed,
    pub apart: Population,
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pool { game, players, speed, apart } = self;
        write!(f, "{}.{players}.{}.{}", game.info().id, speed.word(), apart.word())
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongPool(String);

impl fmt::Display for WrongPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no pool {:?}: expected one such as squadro.2.blitz.people", self.0)
    }
}

impl std::error::Error for WrongPool {}

impl FromStr for Pool {
    type Err = WrongPool;

    fn from_str(text: &str) -> Result<Pool, WrongPool> {
        let wrong = || WrongPool(text.chars().take(60).collect());
        let [game, players, speed, apart] = text.split('.').collect::<Vec<_>>()[..] else {
            return Err(wrong());
        };
        let game: GameId = game.parse().map_err(|_| wrong())?;
        let players = players.parse().map_err(|_| wrong())?;
        if !(game.info().min_players..=game.info().max_players()).contains(&players) {
            return Err(wrong());
        }
        let speed = Speed::ALL.into_iter().find(|known| known.word() == speed).ok_or_else(wrong)?;
        let apart = Population::ALL.into_iter().find(|known| known.word() == apart).ok_or_else(wrong)?;
        Ok(Pool { game, players, speed, apart })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_has_a_speed() {
        let increment = |initial: u64, increment: u64| Clock::Increment {
            initial: initial * 1000,
            increment: increment * 1000,
        };
        for (clock, speed) in [
            (increment(60, 0), Speed::Bullet),
            (increment(120, 1), Speed::Bullet),
            (increment(180, 0), Speed::Blitz),
            (increment(300, 3), Speed::Blitz),
            (increment(300, 5), Speed::Rapid),
            (increment(900, 10), Speed::Rapid),
            (increment(1500, 0), Speed::Classical),
            (Clock::PerTurn { time: 5000 }, Speed::Blitz),
            (Clock::ByoYomi { initial: 600_000, period: 30_000, periods: 3 }, Speed::Rapid),
            (Clock::Delay { initial: 170_000, delay: 1000 }, Speed::Blitz),
            (Clock::Correspondence { per_turn: 1, bank: 0 }, Speed::Correspondence),
        ] {
            assert_eq!(Speed::of(Some(&clock)), Some(speed), "{clock:?}");
        }
        assert_eq!(Speed::of(None), None);
    }

    #[test]
    fn a_pool_is_read_as_it_is_written() {
        for game in GameId::ALL {
            for players in game.info().min_players..=game.info().max_players() {
                for speed in Speed::ALL {
                    for apart in Population::ALL {
                        let pool = Pool { game, players, speed, apart };
                        assert_eq!(pool.to_string().parse(), Ok(pool));
                    }
                }
            }
        }
        for wrong in
            ["", "squadro", "squadro.3.blitz.people", "squadro.2.slow.people", "chess.2.blitz.people"]
        {
            assert!(wrong.parse::<Pool>().is_err(), "{wrong}");
        }
    }
}
