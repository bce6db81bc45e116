//! Imports finished games that were played on a device, so that they appear among their owner's games
//! everywhere.

use super::{
    Hub, Who,
    active::{About, ActiveGame, Asker, Decided, Holder, Made},
    opening::{Counted, too_many_imports},
    outside::Millis,
    problem,
    rows::RowSays,
    trouble::{not_read, not_stored},
};
use ludoteca_catalog::Seat;
use ludoteca_contest::{Contest, Event, EventKind, Now, Stage};
use ludoteca_protocol::{GameToBring, Problem};
use ludoteca_record::Record;
use ludoteca_store::LogError;

const MOST_PLIES: usize = 2000;

#[derive(Debug)]
pub(crate) struct Brought {
    pub(crate) id: String,
    /// It was not imported before.
    pub(crate) is_new: bool,
}

impl Hub {
    /// Imports a finished game. Repeating an import does nothing: the game's id is derived from the owner's
    /// id and the client's own name for it.
    pub(crate) async fn bring_game(&self, who: &Who, wish: &GameToBring) -> Result<Brought, Problem> {
        if wish.id.is_empty() || wish.id.len() > super::games::LONGEST_ACTION_ID {
            let detail = format!("the id of a game must have 1 to {} bytes", super::games::LONGEST_ACTION_ID);
            return Err(problem(422, "bad-game-id", detail));
        }
        let id = self.name_made_from(&["brought", &who.id, &wish.id]);
        let now = self.now();
        let (contest, events) = read(&wish.record, now)?;
        let seats = contest.game().seats();
        if wish.seat >= seats {
            return Err(problem(422, "not-a-seat", format!("this game has no seat {}", wish.seat)));
        }
        let holder = |seat: Seat| match seat.index() == usize::from(wish.seat) {
            true => Holder::User(who.view()),
            false => Holder::Elsewhere { name: contest.name(seat).unwrap_or_default().to_owned() },
        };
        let holders = Seat::all(seats).map(holder).collect();
        let made =
            Made { listed: false, by: who.id.clone(), invited: Vec::new(), previous: None, unit: None };
        let decided = taken_over(&id, contest, &events, holders, made, now)?;
        let counted = self.count_import(who).await?;
        if let Counted::TooMany(most) = counted {
            let is_there = self.0.store.game(&id).await.map_err(|error| not_read(&error))?.is_some();
            return if is_there { Ok(Brought { id, is_new: false }) } else { Err(too_many_imports(most)) };
        }
        let kept = self.0.log.append(decided.append).await;
        if kept.is_err() && counted == Counted::Yes {
            self.uncount_import(who).await;
        }
        match kept {
            Ok(()) => Ok(Brought { id, is_new: true }),
            Err(LogError::Conflict) => Ok(Brought { id, is_new: false }),
            Err(error) => Err(not_stored(&error)),
        }
    }
}

/// Parses a record and checks that its game is over.
fn read(text: &str, now: Millis) -> Result<(Contest, Vec<Event>), Problem> {
    let wrong = |why: String| problem(422, "bad-record", format!("the record: {why}"));
    let mut record = Record::from_text(text).map_err(|error| wrong(error.to_string()))?;
    if record.main.plies.len() > MOST_PLIES {
        return Err(wrong(format!("it has more than {MOST_PLIES} plies")));
    }
    let (contest, events, faults) =
        Contest::from_record(&mut record, Now::at(now)).map_err(|error| wrong(error.to_string()))?;
    if let Some(fault) = faults.first() {
        return Err(wrong(fault.to_string()));
    }
    if !matches!(contest.stage(), Stage::Over(_)) {
        let detail = "only finished games can be imported: one person may act for all seats on a device, but \
                      here all players act for themselves";
        return Err(problem(422, "not-over", detail));
    }
    Ok((contest, events))
}

/// The events are the contest's; the data stored with each describes that moment, not the end.
fn taken_over(
    id: &str,
    contest: Contest,
    events: &[Event],
    holders: Vec<Holder>,
    made: Made,
    now: Millis,
) -> Result<Decided, Problem> {
    let by = Asker::Player { person: made.by.clone(), action: None, lag: 0 };
    let (begun, _) = ActiveGame::make(id, contest.terms().clone(), made, None, now)?;
    let mut board = begun.contest.game().fork();
    let game = ActiveGame { contest, holders, ..begun };
    let about = |event: &Event| {
        let played = match &event.kind {
            EventKind::Moved { text, .. } => board.play(text).is_ok(),
            EventKind::Left { seat, how, .. } => board.leave(seat.0, how.0).is_ok(),
            _ => false,
        };
        match played {
            true => About { position: Some(board.position()), ..About::default() },
            false => game.about(event, now),
        }
    };
    let abouts: Vec<About> = events.iter().map(about).collect();
    let mut decided = game.prepared(&by, events.iter().zip(abouts));
    decided.append.row = Some(game.row(RowSays::Now));
    Ok(decided)
}
