//! The record of a contest.

use crate::{Contest, Ending, Stage};
use ludoteca_catalog::{Seat, is_leaving, record_of, tag_of};
use ludoteca_record::{Record, comment::Clock};
use std::time::Duration;

impl Contest {
    /// The record: names, terms, moves with clocks, departures as words between the plies, result and
    /// termination (TB-10).
    #[must_use]
    pub fn record(&self) -> Record {
        self.record_with_programs(|_| false)
    }

    /// The record, including the seats played by programs as in PGN: `[RedType "program"]`.
    #[must_use]
    pub fn record_with_programs(&self, is_program: impl Fn(Seat) -> bool) -> Record {
        let mut record = record_of(&*self.game);
        let info = self.game.game().info();
        for seat in Seat::all(self.game.seats()) {
            let tag = tag_of(info.seat_name(seat));
            if let Some(name) = self.name(seat).filter(|name| !name.is_empty()) {
                record.set_tag(&tag, name);
            }
            if is_program(seat) {
                record.set_tag(&format!("{tag}Type"), "program");
            }
        }
        if let Stage::Over(Ending { termination, .. }) = self.stage {
            let result = self.result_text();
            record.result = result.parse().unwrap_or_default();
            record.set_tag("Result", result);
            record.set_tag("Termination", termination.words());
        }
        if let Some(clock) = self.terms.clock {
            record.set_tag("TimeControl", clock.time_control());
        }
        if self.take_backs > 0 {
            record.set_tag("TakeBacks", self.take_backs.to_string());
        }
        let readings = self.steps.iter().filter(|step| step.left.is_some() || self.game.seats() > 2);
        for (ply, step) in record.main.plies.iter_mut().zip(readings) {
            if let Some(left) = step.left.filter(|_| !is_leaving(&ply.text)) {
                ply.set_clock(Clock(Duration::from_millis(left)));
            }
        }
        record
    }
}
