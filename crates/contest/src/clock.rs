//! The clock as numbers (TB-6). Nothing here reads the time.

use crate::flat::FlatClock;
use serde::{Deserialize, Serialize};

/// A time or a length of time in milliseconds.
pub type Millis = u64;

/// A time system. Times are for each seat; increments and periods belong to the turn, not the ply.
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(rename = "ClockSettings", tag = "system", rename_all = "kebab-case", rename_all_fields = "camelCase")
)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "FlatClock", into = "FlatClock")]
pub enum Clock {
    /// One amount for the whole game.
    SuddenDeath {
        /// The time for the whole game.
        initial: Millis,
    },
    /// Each finished turn adds an increment (Fischer).
    Increment {
        /// The time at the start.
        initial: Millis,
        /// Added after each finished turn.
        increment: Millis,
    },
    /// The clock begins to run only after the delay, each turn (simple, US).
    Delay {
        /// The time at the start.
        initial: Millis,
        /// How long the clock waits in each turn before it runs.
        delay: Millis,
    },
    /// Main time, then periods; a period that is not used up is available again in the next turn.
    ByoYomi {
        /// The main time before the periods.
        initial: Millis,
        /// The length of one period.
        period: Millis,
        /// The number of periods at the start.
        periods: u16,
    },
    /// A fixed time for each turn.
    PerTurn {
        /// The time for each turn.
        time: Millis,
    },
    /// Days for each turn, and a bank for turns that take longer.
    Correspondence {
        /// The time for each turn.
        per_turn: Millis,
        /// Shared by all turns that take longer.
        bank: Millis,
    },
}

/// No time is longer: sums of times stay far from the largest number.
pub const LONGEST: Millis = 10 * 366 * 24 * 60 * 60 * 1000;
/// TB-6: how long a seat has for its first decision in a live game. Its clock does not run meanwhile.
pub const FIRST_DECISION: Millis = 30_000;

/// What a seat has left between its turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SeatTime {
    /// Main time, or the bank.
    pub main: Millis,
    /// Periods of byo-yomi that are left.
    pub periods: u16,
}

/// What a clock shows.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Reading {
    /// Milliseconds left: of the main time, or of the period that runs.
    pub left: Millis,
    /// Periods left, the running one included.
    pub periods: u16,
}

impl Clock {
    /// Whether the times make sense: not all are zero, and none is longer than [`LONGEST`].
    #[must_use]
    pub fn is_sensible(&self) -> bool {
        let times = match *self {
            Clock::SuddenDeath { initial } => [initial, 0],
            Clock::Increment { initial, increment } => [initial, increment],
            Clock::Delay { initial, delay } => [initial, delay],
            Clock::ByoYomi { initial, period, periods } => {
                if (period == 0) != (periods == 0) {
                    return false;
                }
                [initial, period.saturating_mul(Millis::from(periods))]
            }
            Clock::PerTurn { time } => [time, 0],
            Clock::Correspondence { per_turn, bank } => [per_turn, bank],
        };
        self.budget(self.start()) > 0 && times.iter().all(|time| *time <= LONGEST)
    }

    /// Whether a seat has time of its own beside that of the turn, so that it can be given some or its clock
    /// be set.
    #[must_use]
    pub fn can_be_set(&self) -> bool {
        match *self {
            Clock::SuddenDeath { .. }
            | Clock::Increment { .. }
            | Clock::Delay { .. }
            | Clock::ByoYomi { .. } => true,
            Clock::PerTurn { .. } | Clock::Correspondence { .. } => false,
        }
    }

    /// Whether turns take days, so that players do not wait at the board.
    #[must_use]
    pub fn is_correspondence(&self) -> bool {
        matches!(self, Clock::Correspondence { .. })
    }

    /// What each seat begins with.
    #[must_use]
    pub fn start(&self) -> SeatTime {
        match *self {
            Clock::SuddenDeath { initial }
            | Clock::Increment { initial, .. }
            | Clock::Delay { initial, .. } => SeatTime { main: initial, periods: 0 },
            Clock::ByoYomi { initial, periods, .. } => SeatTime { main: initial, periods },
            Clock::PerTurn { .. } => SeatTime::default(),
            Clock::Correspondence { bank, .. } => SeatTime { main: bank, periods: 0 },
        }
    }

    /// What each turn has of its own, before the main time is touched.
    fn free(&self) -> Millis {
        match *self {
            Clock::Delay { delay, .. } => delay,
            Clock::PerTurn { time } => time,
            Clock::Correspondence { per_turn, .. } => per_turn,
            Clock::SuddenDeath { .. } | Clock::Increment { .. } | Clock::ByoYomi { .. } => 0,
        }
    }

    fn period(&self) -> Millis {
        match *self {
            Clock::ByoYomi { period, .. } => period,
            _ => 0,
        }
    }

    /// How long a turn may take.
    #[must_use]
    pub fn budget(&self, account: SeatTime) -> Millis {
        let periods = self.period().saturating_mul(Millis::from(account.periods));
        self.free().saturating_add(account.main).saturating_add(periods)
    }

    /// The account after a turn, or a part of one that will not go on, has used this time.
    #[must_use]
    pub fn charged(&self, account: SeatTime, used: Millis) -> SeatTime {
        let beyond_free = used.saturating_sub(self.free());
        let over = beyond_free.saturating_sub(account.main);
        let used_up = over.checked_div(self.period()).unwrap_or(0).min(Millis::from(account.periods));
        SeatTime {
            main: account.main.saturating_sub(beyond_free),
            periods: account.periods.saturating_sub(used_up as u16),
        }
    }

    /// The account after a finished turn.
    #[must_use]
    pub fn finished(&self, account: SeatTime, used: Millis) -> SeatTime {
        let account = self.charged(account, used);
        match *self {
            Clock::Increment { increment, .. } => {
                SeatTime { main: account.main.saturating_add(increment), ..account }
            }
            _ => account,
        }
    }

    /// What the clock shows when the turn has used this time.
    #[must_use]
    pub fn reading(&self, account: SeatTime, used: Millis) -> Reading {
        let after = self.charged(account, used);
        match *self {
            Clock::SuddenDeath { .. } | Clock::Increment { .. } | Clock::Delay { .. } => {
                Reading { left: after.main, periods: 0 }
            }
            Clock::ByoYomi { period, .. } if after.main == 0 && after.periods > 0 => {
                let over = used.saturating_sub(account.main);
                Reading { left: period - over % period.max(1), periods: after.periods }
            }
            Clock::ByoYomi { .. } => Reading { left: after.main, periods: after.periods },
            Clock::PerTurn { .. } | Clock::Correspondence { .. } => {
                Reading { left: self.budget(account).saturating_sub(used), periods: 0 }
            }
        }
    }

    /// As records write it: seconds, and what each turn adds.
    #[must_use]
    pub fn time_control(&self) -> String {
        let seconds = |millis: Millis| match millis % 1000 {
            0 => (millis / 1000).to_string(),
            rest => format!("{}.{rest:03}", millis / 1000).trim_end_matches('0').to_owned(),
        };
        match *self {
            Clock::SuddenDeath { initial } => seconds(initial),
            Clock::Increment { initial, increment } => format!("{}+{}", seconds(initial), seconds(increment)),
            Clock::Delay { initial, delay } => format!("{} d{}", seconds(initial), seconds(delay)),
            Clock::ByoYomi { initial, period, periods } => {
                format!("{} {periods}x{}", seconds(initial), seconds(period))
            }
            Clock::PerTurn { time } => format!("1/{}", seconds(time)),
            Clock::Correspondence { per_turn, bank: 0 } => format!("1/{}", seconds(per_turn)),
            Clock::Correspondence { per_turn, bank } => format!("1/{}+{}", seconds(per_turn), seconds(bank)),
        }
    }
}
