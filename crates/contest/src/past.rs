//! Games that started elsewhere: stored before event logs existed, or imported from a record.

use crate::{
    Action, Actor, Contest, Event, EventKind, LeavingWord, Millis, Now, Refusal, SeatNumber, Stage, Terms,
    TermsError,
    decide::{MAX_NAME_LENGTH, ended},
};
use ludoteca_catalog::{Leaving, Seat, is_leaving};
use ludoteca_record::Termination;
use std::fmt;

/// The known history of a game that started elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Past {
    /// The players' names by seat; a missing seat has no name.
    pub names: Vec<String>,
    /// The plies, with departures as words in their places.
    pub moves: Vec<String>,
    /// The reading of each seat's clock after each ply; may be shorter than `moves`.
    pub readings: Vec<Vec<Millis>>,
    /// The current reading of each seat's clock.
    pub left: Option<Vec<Millis>>,
    /// How the game ended, if that does not follow from the moves.
    pub ending: Option<PastEnding>,
}

/// An ending that does not follow from the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastEnding {
    /// The reason why the game ended.
    pub termination: Termination,
    /// The seat that left, if any.
    pub leaver: Option<Seat>,
    /// The final place of each seat; empty if the game was aborted.
    pub places: Vec<u8>,
}

/// Why a game cannot be continued.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PastError {
    /// No game can be played on its terms.
    Terms(TermsError),
    /// A ply cannot be played.
    Ply {
        /// The number of the ply, counted from 1.
        ply: usize,
        /// Why it is not possible.
        why: Refusal,
    },
    /// The ending is not possible in this game.
    Ending(Refusal),
}

impl fmt::Display for PastError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PastError::Terms(error) => error.fmt(f),
            PastError::Ply { ply, why } => write!(f, "ply {ply}: {why}"),
            PastError::Ending(why) => write!(f, "the end: {why}"),
        }
    }
}

impl std::error::Error for PastError {}

impl Contest {
    /// Continues a game that started elsewhere. Its moves are not charged to any clock, beyond what the
    /// readings show.
    ///
    /// # Errors
    /// If the moves cannot be played in order.
    pub fn take_up(terms: Terms, past: &Past, now: Now) -> Result<(Contest, Vec<Event>), PastError> {
        let (mut contest, mut log) = Contest::new(terms, now).map_err(PastError::Terms)?;
        for seat in Seat::all(contest.game.seats()) {
            let name = past.names.get(seat.index()).map_or_else(String::new, |name| on_one_line(name));
            let joined = contest.apply(now, Actor::System, Action::Join { seat: SeatNumber(seat), name });
            log.extend(joined.map_err(PastError::Ending)?);
        }
        for (at, text) in past.moves.iter().enumerate() {
            let named = |why| PastError::Ply { ply: at + 1, why };
            let kind = contest.past_step(text).map_err(named)?;
            log.extend(contest.happen(now, vec![kind]).map_err(named)?);
            log.extend(past.readings.get(at).map_or(Vec::new(), |left| contest.set_clocks(now, left)));
        }
        log.extend(past.left.as_ref().map_or(Vec::new(), |left| contest.set_clocks(now, left)));
        if let Some(ending) = past.ending.as_ref().filter(|_| contest.stage == Stage::Playing) {
            log.extend(contest.past_ending(now, ending).map_err(PastError::Ending)?);
        }
        Ok((contest, log))
    }

    /// The event for a past ply or departure.
    fn past_step(&self, text: &str) -> Result<EventKind, Refusal> {
        if is_leaving(text) {
            let mut then = self.game.fork();
            then.play(text).map_err(Refusal::Move)?;
            if let Some((seat, how)) = then.last_leaving() {
                return Ok(EventKind::Left { seat: SeatNumber(seat), how: LeavingWord(how), used: 0 });
            }
        }
        let seat = self.to_act().ok_or(Refusal::Move(ludoteca_catalog::MoveError::GameOver))?;
        Ok(EventKind::Moved { seat: SeatNumber(seat), text: text.to_owned(), used: 0, lag: 0 })
    }

    /// Sets the clocks if their readings differ; if they cannot be set, leaves them unchanged.
    fn set_clocks(&mut self, now: Now, left: &[Millis]) -> Vec<Event> {
        let shows = |(seat, left): (Seat, &Millis)| {
            self.reading(seat, now).is_some_and(|reading| reading.left == *left)
        };
        if self.stage != Stage::Playing || Seat::all(self.game.seats()).zip(left).all(shows) {
            return Vec::new();
        }
        self.apply(now, Actor::System, Action::SetClocks { left: left.to_vec() }).unwrap_or_default()
    }

    fn past_ending(&mut self, now: Now, ending: &PastEnding) -> Result<Vec<Event>, Refusal> {
        let leaves =
            ending.leaver.filter(|seat| self.game.seats() == 2 && !self.game.departure_aborts(*seat));
        let how = match ending.termination {
            Termination::TimeForfeit => Leaving::Time,
            Termination::Absence => Leaving::Absent,
            _ => Leaving::Resigns,
        };
        let standing = self.standing(&ending.places);
        let kind = match leaves {
            Some(seat) => EventKind::Left { seat: SeatNumber(seat), how: LeavingWord(how), used: 0 },
            None if standing.is_none() => ended(Termination::Aborted, None),
            None => ended(ending.termination, standing.as_ref()),
        };
        self.happen(now, vec![kind])
    }
}

/// Replaces control characters by spaces and truncates long names, as a contest requires.
fn on_one_line(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MAX_NAME_LENGTH).collect()
}
