//! Imports finished games that were played on a device, so that they appear among their owner's games
//! everywhere.

use super::{
    Environment, Identity,
    active::{ActiveGame, Holder, Originator, PendingCommit},
    environment::Millis,
    error::{ImportError, SetupError, Unavailable, not_read},
    people::Signer,
    quotas::{ImportCount, Quotas},
    rows::RowFreshness,
};
use ludoteca_catalog::Seat;
use ludoteca_contest::{Contest, Event, EventKind, Now, Stage};
use ludoteca_protocol::{EventMeta, GameImport, GameOrigin};
use ludoteca_record::Record;
use ludoteca_store::{Log, LogError, Store};
use std::sync::Arc;

const MAX_PLIES: usize = 2000;

#[derive(Debug)]
pub struct ImportedGame {
    pub id: String,
    /// It was not imported before.
    pub is_new: bool,
}

/// Imports games from devices.
#[derive(Clone, Debug)]
pub struct Imports {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) log: Log,
    pub(crate) environment: Environment,
    pub(crate) signer: Signer,
    pub(crate) quotas: Quotas,
}

impl Imports {
    /// Imports a finished game. Repeating an import does nothing: the game's id is derived from the owner's
    /// id and the client's own name for it.
    pub async fn import(&self, who: &Identity, request: &GameImport) -> Result<ImportedGame, ImportError> {
        if request.id.is_empty() || request.id.len() > super::games::MAX_ACTION_ID_LENGTH {
            return Err(ImportError::IdLength);
        }
        let id = self.signer.id_from(&["brought", &who.id, &request.id]);
        let now = self.environment.now();
        let (contest, events) = read(&request.record, now)?;
        let seats = contest.game().seats();
        if request.seat >= seats {
            return Err(ImportError::NoSuchSeat(request.seat));
        }
        let holder = |seat: Seat| match seat.index() == usize::from(request.seat) {
            true => Holder::User(who.view()),
            false => Holder::Elsewhere { name: contest.name(seat).unwrap_or_default().to_owned() },
        };
        let holders = Seat::all(seats).map(holder).collect();
        let made =
            GameOrigin { listed: false, by: who.id.clone(), invited: Vec::new(), previous: None, unit: None };
        let decided = taken_over(&id, contest, &events, holders, made, now)?;
        let counted = self.quotas.count_import(who).await?;
        if let ImportCount::TooMany(most) = counted {
            let is_there = self.store.game(&id).await.map_err(not_read)?.is_some();
            return if is_there {
                Ok(ImportedGame { id, is_new: false })
            } else {
                Err(ImportError::TooMany(most))
            };
        }
        let kept = self.log.append(decided.append).await;
        if kept.is_err() && counted == ImportCount::Yes {
            self.quotas.uncount_import(who).await;
        }
        match kept {
            Ok(()) => Ok(ImportedGame { id, is_new: true }),
            Err(LogError::Conflict) => Ok(ImportedGame { id, is_new: false }),
            Err(LogError::Store(why)) => Err(Unavailable::NotConfirmed(why.to_string()).into()),
            Err(LogError::Closed) => Err(Unavailable::LogClosed.into()),
        }
    }
}

/// Parses a record and checks that its game is over.
fn read(text: &str, now: Millis) -> Result<(Contest, Vec<Event>), ImportError> {
    let wrong = ImportError::BadRecord;
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
        return Err(ImportError::NotOver);
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
) -> Result<PendingCommit, SetupError> {
    let by = Originator::Player { person: made.by.clone(), action: None, lag: 0 };
    let (begun, _) = ActiveGame::create(id, contest.terms().clone(), made, None, now)?;
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
