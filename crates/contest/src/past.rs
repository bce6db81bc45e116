//! A game that began elsewhere: stored before there was a log of it, or brought in as a record.

use crate::{
    Action, Actor, Contest, Event, EventKind, LeavingWord, Millis, Now, Refusal, SeatNumber, Stage, Terms,
    TermsError,
    decide::{MAX_NAME_LENGTH, ended},
};
use ludoteca_catalog::{Leaving, Seat, is_leaving};
use ludoteca_record::Termination;
use std::fmt;

/// What is known of a game that began elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Past {
    /// Who sits where; a seat that is missing here has no name.
    pub names: Vec<String>,
    /// Its plies, and its words of leaving where they happened.
    pub moves: Vec<String>,
    /// What each seat's clock showed after each ply; may be shorter than `moves`.
    pub readings: Vec<Vec<Millis>>,
    /// What each seat's clock shows now.
    pub left: Option<Vec<Millis>>,
    /// How it ended, where the moves do not say so.
    pub ending: Option<PastEnding>,
}

/// An end that is not on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastEnding {
    /// How the game ended.
    pub termination: Termination,
    /// The seat that left, if any.
    pub leaver: Option<Seat>,
    /// A place for each seat; none when it was aborted.
    pub places: Vec<u8>,
}

/// Why a game cannot be taken up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PastError {
    /// No game can be played on its terms.
    Terms(TermsError),
    /// This ply cannot be played, counted from 1.
    Ply {
        /// The number of the ply.
        ply: usize,
        /// Why it is not possible.
        why: Refusal,
    },
    /// Its end is none of this game's.
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
    /// Continues a game that began elsewhere. Its moves are not charged to any clock, except for what
    /// the readings say.
    ///
    /// # Errors
    /// When the moves do not lead through the game.
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

    /// A ply or a word of leaving as it happened then.
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

    /// Sets the clocks where they show something else; where that cannot be done they stay as they are.
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

/// A name as a contest takes it.
fn on_one_line(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MAX_NAME_LENGTH).collect()
}
