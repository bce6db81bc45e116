//! Creating a contest from a record.

use crate::{Contest, Event, Now, Past, PastEnding, PastError, Terms};
use ludoteca_catalog::{AnyPlay, Fault, RecordError, Seat, Status, replay, tag_of};
use ludoteca_record::{GameResult, Record, Termination};
use std::fmt;

/// Why a contest cannot be created from a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FromRecordError {
    /// The game cannot be opened.
    Record(RecordError),
    /// The game's past is not valid.
    Past(PastError),
}

impl fmt::Display for FromRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FromRecordError::Record(error) => error.fmt(f),
            FromRecordError::Past(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FromRecordError {}

impl Contest {
    /// Creates a contest from a record, with its names and its ending, without a clock. Illegal moves are
    /// removed from the record, as by [`replay`], and returned as faults.
    ///
    /// # Errors
    /// If the record does not describe a game.
    pub fn from_record(
        record: &mut Record,
        now: Now,
    ) -> Result<(Contest, Vec<Event>, Vec<Fault>), FromRecordError> {
        let (game, faults) = replay(record).map_err(FromRecordError::Record)?;
        let terms = Terms {
            players: Some(game.seats()),
            options: game.options().chosen().map(|(key, value)| (key.to_owned(), value.to_owned())).collect(),
            position: game.first_position(),
            ..Terms::new(game.game())
        };
        let cut = faults.iter().any(|fault| !fault.in_variation);
        let past = Past {
            names: names(record, &*game),
            moves: game.played().into_iter().map(|(_, text)| text).collect(),
            ending: if cut { None } else { ending(record, &*game) },
            ..Past::default()
        };
        let (contest, events) = Contest::take_up(terms, &past, now).map_err(FromRecordError::Past)?;
        Ok((contest, events, faults))
    }
}

/// The players' names by seat; `?` means unknown.
fn names(record: &Record, game: &dyn AnyPlay) -> Vec<String> {
    let name = |seat: Seat| {
        let tag = tag_of(game.game().info().seat_name(seat));
        record.tag(&tag).filter(|name| *name != "?").unwrap_or_default().to_owned()
    };
    Seat::all(game.seats()).map(name).collect()
}

/// An ending that does not follow from the board. If the record does not say how its result came about, a win
/// counts as a resignation and a draw as an agreement.
fn ending(record: &Record, game: &dyn AnyPlay) -> Option<PastEnding> {
    if matches!(game.status(), Status::Over(_)) {
        return None;
    }
    let termination = record.tag("Termination").and_then(|words| words.parse::<Termination>().ok());
    let places = places(record.result, game.seats());
    let termination = match (termination, record.result) {
        (Some(Termination::Aborted), _) => Termination::Aborted,
        (_, GameResult::Unknown) => return None,
        (
            Some(
                known @ (Termination::Resignation
                | Termination::TimeForfeit
                | Termination::Absence
                | Termination::Agreement
                | Termination::Adjudication),
            ),
            _,
        ) => known,
        (_, GameResult::Draw) => Termination::Agreement,
        _ => Termination::Resignation,
    };
    let leaves =
        matches!(termination, Termination::Resignation | Termination::TimeForfeit | Termination::Absence);
    let leaver = match record.result {
        GameResult::FirstWins if leaves => Some(Seat::SECOND),
        GameResult::SecondWins if leaves => Some(Seat::FIRST),
        GameResult::Ranking(ranking) if leaves && game.seats() == 2 => ranking.seats().last().copied(),
        _ => None,
    };
    let places = if termination == Termination::Aborted { Vec::new() } else { places };
    Some(PastEnding { termination, leaver, places })
}

/// The place of each seat, according to the result.
fn places(result: GameResult, seats: u8) -> Vec<u8> {
    match result {
        GameResult::FirstWins => vec![1, 2],
        GameResult::SecondWins => vec![2, 1],
        GameResult::Draw => vec![1; usize::from(seats)],
        GameResult::Ranking(ranking) => {
            let place = |seat: Seat| ranking.seats().iter().position(|other| *other == seat);
            Seat::all(seats).map(|seat| place(seat).map_or(0, |place| place as u8 + 1)).collect()
        }
        GameResult::Unknown => Vec::new(),
    }
}
