//! Games between players, implemented once for the page, the terminal, engine matches and the server: seats,
//! clocks, offers, departures, takebacks and series (rulings TB-1 to TB-11 and NO-14 in
//! `docs/rules/table.md`).
//!
//! Pure and deterministic: actions with timestamps go in, events come out, and the state is the fold of the
//! events. It reads no clock, uses no randomness and stores nothing.
//!
//! ```
//! use ludoteca_contest::{Action, Actor, Contest, Now, Terms};
//! use ludoteca_catalog::{GameId, Seat};
//!
//! let (mut contest, mut log) = Contest::new(Terms::new(GameId::Squadro), Now::at(0))?;
//! log.extend(contest.seat_all(Now::at(0)));
//! log.extend(contest.apply(Now::at(3000), Actor::Seat(Seat::FIRST), Action::Move("Y1".to_owned()))?);
//!
//! let refused = contest.apply(Now::at(4000), Actor::Seat(Seat::FIRST), Action::Move("Y2".to_owned()));
//! assert_eq!(refused.unwrap_err().to_string(), "it is red's turn (TB-6)");
//!
//! // Before both have moved, leaving would abort the game (TB-3).
//! log.extend(contest.apply(Now::at(5000), Actor::Seat(Seat::SECOND), Action::Move("R1".to_owned()))?);
//! log.extend(contest.apply(Now::at(6000), Actor::Seat(Seat::SECOND), Action::Resign)?);
//! assert_eq!(contest.result_text(), "1-0");
//! assert_eq!(Contest::replay(&log)?.result_text(), "1-0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

mod clock;
mod clock_text;
mod contest;
mod decide;
mod event;
mod flat;
mod fold;
mod from_record;
mod past;
mod record;
mod refusal;
mod terms;

pub use clock::{Clock, FIRST_DECISION, LONGEST, Millis, Reading, SeatTime};
pub use clock_text::ClockTextError;
pub use contest::{Contest, Deadline, Ending, Pending, Stage};
pub use event::{
    Abort, AbortReason, Action, Actor, Answer, Claim, Event, EventKind, LeavingWord, Now, Offer, SeatNumber,
    TerminationWord,
};
pub use fold::BrokenLog;
pub use from_record::FromRecordError;
pub use past::{Past, PastEnding, PastError};
pub use refusal::{REASONS, Refusal};
pub use terms::{Terms, TermsError};
