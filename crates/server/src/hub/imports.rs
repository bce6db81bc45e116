//! Imports finished games that were played on a device, so that they appear among their owner's games
//! everywhere.

use super::{
    Hub, Identity,
    active::{ActiveGame, Asker, EventMeta, GameOrigin, Holder, PendingCommit},
    environment::Millis,
    errors::{not_read, not_stored},
    problem,
    quotas::{ImportCount, too_many_imports},
    rows::RowFreshness,
};
use ludoteca_catalog::Seat;
use ludoteca_contest::{Contest, Event, EventKind, Now, Stage};
use ludoteca_protocol::{GameImport, Problem};
use ludoteca_record::Record;
use ludoteca_store::LogError;

const MAX_PLIES: usize = 2000;

#[derive(Debug)]
pub(crate) struct ImportedGame {
    pub(crate) id: String,
    /// It was not imported before.
    pub(crate) is_new: bool,
}

impl Hub {
    /// Imports a finished game. Repeating an import does nothing: the game's id is derived from the owner's
    /// id and the client's own name for it.
    pub(crate) async fn import_game(
        &self,
        who: &Identity,
        request: &GameImport,
    ) -> Result<ImportedGame, Problem> {
        if request.id.is_empty() || request.id.len() > super::games::MAX_ACTION_ID_LENGTH {
            let detail =
                format!("the id of a game must have 1 to {} bytes", super::games::MAX_ACTION_ID_LENGTH);
            return Err(problem(422, "bad-game-id", detail));
        }
        let id = self.name_made_from(&["brought", &who.id, &request.id]);
        let now = self.now();
        let (contest, events) = read(&request.record, now)?;
        let seats = contest.game().seats();
        if request.seat >= seats {
            return Err(problem(422, "not-a-seat", format!("this game has no seat {}", request.seat)));
        }
        let holder = |seat: Seat| match seat.index() == usize::from(request.seat) {
            true => Holder::User(who.view()),
            false => Holder::Elsewhere { name: contest.name(seat).unwrap_or_default().to_owned() },
        };
        let holders = Seat::all(seats).map(holder).collect();
        let made =
            GameOrigin { listed: false, by: who.id.clone(), invited: Vec::new(), previous: None, unit: None };
        let decided = taken_over(&id, contest, &events, holders, made, now)?;
        let counted = self.count_import(who).await?;
        if let ImportCount::TooMany(most) = counted {
            let is_there = self.0.store.game(&id).await.map_err(|error| not_read(&error))?.is_some();
            return if is_there {
                Ok(ImportedGame { id, is_new: false })
            } else {
                Err(too_many_imports(most))
            };
        }
        let kept = self.0.log.append(decided.append).await;
        if kept.is_err() && counted == ImportCount::Yes {
            self.uncount_import(who).await;
        }
        match kept {
            Ok(()) => Ok(ImportedGame { id, is_new: true }),
            Err(LogError::Conflict) => Ok(ImportedGame { id, is_new: false }),
            Err(error) => Err(not_stored(&error)),
        }
    }
}

/// Parses a record and checks that its game is over.
fn read(text: &str, now: Millis) -> Result<(Contest, Vec<Event>), Problem> {
    let wrong = |why: String| problem(422, "bad-record", format!("the record: {why}"));
    let mut record = Record::from_text(text).map_err(|error| wrong(error.to_string()))?;
    if record.main.plies.len() > MAX_PLIES {
        return Err(wrong(format!("it has more than {MAX_PLIES} plies")));
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
    made: GameOrigin,
    now: Millis,
) -> Result<PendingCommit, Problem> {
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
            true => EventMeta { position: Some(board.position()), ..EventMeta::default() },
            false => game.about(event, now),
        }
    };
    let abouts: Vec<EventMeta> = events.iter().map(about).collect();
    let mut decided = game.prepared(&by, events.iter().zip(abouts));
    decided.append.row = Some(game.row(RowFreshness::Now));
    Ok(decided)
}
