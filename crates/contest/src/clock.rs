//! Clock arithmetic (TB-6). Nothing here reads the current time.

use crate::flat::FlatClock;
use serde::{Deserialize, Serialize};

/// A point in time or a duration in milliseconds.
pub type Millis = u64;

/// A time control, with all times in milliseconds. Times are per seat; increments and periods apply to turns,
/// not plies.
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "ClockSettings"))]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(
        as = ClockSettings,
        example = json!({"system": "increment", "initial": 300_000, "increment": 3000})
    )
)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "system", rename_all = "kebab-case", try_from = "FlatClock")]
pub enum Clock {
    /// A fixed amount for the whole game.
    SuddenDeath {
        /// The time for the whole game.
        initial: Millis,
    },
    /// An increment is added after each finished turn (Fischer).
    Increment {
        /// The main time at the start.
        initial: Millis,
        /// The time added after each finished turn.
        increment: Millis,
    },
    /// The clock starts to run only after a delay in each turn (simple or US delay).
    Delay {
        /// The main time at the start.
        initial: Millis,
        /// The delay in each turn before the clock runs.
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
    /// A number of days per turn, and a bank for turns that take longer.
    Correspondence {
        /// The time for each turn.
        #[serde(rename = "perTurn")]
        per_turn: Millis,
        /// The reserve of each seat for turns that take longer; none if missing.
        #[cfg_attr(feature = "openapi", schema(required = false))]
        #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
        bank: Millis,
    },
}

/// The upper limit for all times, low enough that sums of times cannot overflow.
pub const LONGEST: Millis = 10 * 366 * 24 * 60 * 60 * 1000;
/// TB-6: the time limit for a seat's first decision in a live game. Its clock does not run during that time.
pub const FIRST_DECISION: Millis = 30_000;

/// A seat's remaining time between its turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SeatTime {
    /// The main time or the bank.
    pub main: Millis,
    /// The remaining byo-yomi periods.
    pub periods: u16,
}

/// The displayed state of a clock.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Reading {
    /// Milliseconds left of the main time or of the running period.
    pub left: Millis,
    /// Periods left, including the running one.
    pub periods: u16,
}

impl Clock {
    /// Whether the times are usable: at least one is not zero, and none exceeds [`LONGEST`].
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

    /// Whether seats have time beyond that of the turn, so that time can be given and clocks can be set.
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

    /// The initial time of each seat.
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

    /// The time that each turn has of its own, before main time is used.
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

    /// The maximum duration of a turn.
    #[must_use]
    pub fn budget(&self, account: SeatTime) -> Millis {
        let periods = self.period().saturating_mul(Millis::from(account.periods));
        self.free().saturating_add(account.main).saturating_add(periods)
    }

    /// The account after a turn, or part of an abandoned turn, has used this time.
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

    /// The account after a finished turn that used this time.
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

    /// The clock's reading after the current turn has used this time.
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

    /// The record notation: seconds, and the time each turn adds.
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
