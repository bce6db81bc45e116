//! A game's entry in the archive, derived from its log.

use crate::{
    counts::{After, NO_MOVE},
    key::{Key, key, shape},
    speed::{SPEEDS, speed},
};
use ludoteca_catalog::{AnyPlay, ForGame, Seat, Status, play_of};
use ludoteca_contest::{Contest, Event, EventKind, Stage};
use ludoteca_core::{Game, Step};
use ludoteca_record::Record;
use ludoteca_store::{ArchivedGame, ArchivedSeat, Finished, StoredEvent};
use serde::Deserialize;
use std::collections::{BTreeSet, HashSet};

/// The number of plies of each game whose positions are indexed. Later positions hardly ever occur twice, and
/// would take up most of the database.
pub const INDEXED_PLIES: usize = 30;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedGame {
    /// The game, numbered as in the list of finished games.
    pub game: ArchivedGame,
    /// The distinct positions it reached, each with the first move played there.
    pub visits: Vec<Visit>,
}

/// A game's visit to a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit {
    pub position: Key,
    /// The position after the move played there.
    pub after: After,
    /// The seat to move; at the end of a game, the winner.
    pub seat: Seat,
}

/// The fields that the archive reads from the server's data stored beside an event.
#[derive(Default, Deserialize)]
#[serde(default)]
struct EventMeta {
    made: Option<GameOrigin>,
    user: Option<User>,
    level: Option<u8>,
    /// The ratings of the seats' holders when a rated game began.
    began: Vec<RatingAtStart>,
}

#[derive(Deserialize)]
struct RatingAtStart {
    #[serde(default)]
    rating: Option<Rating>,
}

#[derive(Deserialize)]
struct Rating {
    value: i64,
}

#[derive(Deserialize)]
struct GameOrigin {
    listed: bool,
}

#[derive(Deserialize)]
struct User {
    id: String,
    name: String,
}

/// The archive entry of a game, if it belongs in the archive: listed, and with a result.
///
/// # Errors
/// If the log is damaged.
pub fn taken(finished: &Finished, log: &[StoredEvent]) -> Result<Option<FinishedGame>, String> {
    let beside = |stored: &StoredEvent| -> Result<EventMeta, String> {
        let text = stored.about.as_deref().unwrap_or("{}");
        serde_json::from_str(text).map_err(|error| format!("event {}: {error}", stored.seq))
    };
    let first = log.first().ok_or("there are no events")?;
    if !beside(first)?.made.is_some_and(|made| made.listed) {
        return Ok(None);
    }
    let events = events(log)?;
    let contest = Contest::replay(&events).map_err(|error| error.to_string())?;
    let Stage::Over(ending) = contest.stage() else { return Ok(None) };
    let Some(standing) = ending.standing else { return Ok(None) };
    let play = contest.game();
    let walked = walk(play, standing.winner().unwrap_or(Seat::FIRST));
    let firsts = standing.iter().filter(|(_, place)| *place == 1).count();
    let mut seats: Vec<ArchivedSeat> = standing
        .iter()
        .zip(&walked.first_moves)
        .map(|((_, place), first_move)| ArchivedSeat {
            person: None,
            level: None,
            name: String::new(),
            rating: None,
            place,
            outcome: match (place, firsts) {
                (1, 1) => "win",
                (1, _) => "draw",
                _ => "loss",
            }
            .to_owned(),
            first_move: first_move.clone(),
        })
        .collect();
    let mut began = first.at;
    for (event, stored) in events.iter().zip(log) {
        match &event.kind {
            EventKind::Started => {
                began = stored.at;
                for (seat, known) in seats.iter_mut().zip(beside(stored)?.began) {
                    seat.rating = known.rating.map(|rating| rating.value);
                }
            }
            EventKind::Joined { seat, name } => {
                let Some(seat) = seats.get_mut(seat.0.index()) else { continue };
                let EventMeta { user, level, .. } = beside(stored)?;
                seat.name = user.as_ref().map_or(name, |user| &user.name).clone();
                seat.person = user.map(|user| user.id);
                seat.level = level;
            }
            _ => {}
        }
    }
    let ratings: Vec<i64> = seats.iter().filter_map(|seat| seat.rating).collect();
    let options: Vec<String> = play.options().chosen().map(|(key, value)| format!("{key}={value}")).collect();
    let clock = contest.terms().clock;
    let game = ArchivedGame {
        number: finished.number,
        game: finished.game.clone(),
        kind: play.game().info().id.to_owned(),
        players: play.seats(),
        options: options.join(" "),
        position: play.first_position(),
        clock: clock.map(|clock| clock.time_control()),
        speed: SPEEDS[usize::from(speed(clock))].to_owned(),
        rated: contest.terms().rated,
        result: contest.result_text(),
        termination: ending.termination.words().to_owned(),
        plies: walked.plies,
        began,
        ended: finished.at,
        rating: (!ratings.is_empty()).then(|| ratings.iter().sum::<i64>() / ratings.len() as i64),
        seats,
    };
    Ok(Some(FinishedGame { game, visits: walked.visits }))
}

fn events(log: &[StoredEvent]) -> Result<Vec<Event>, String> {
    let read = |stored: &StoredEvent| {
        serde_json::from_str::<Event>(&stored.data).map_err(|error| format!("event {}: {error}", stored.seq))
    };
    log.iter().map(read).collect()
}

/// The record of an archived game, with the names as in the archive. Computers and these bots are marked.
///
/// # Errors
/// If the log is damaged.
pub(crate) fn record(
    game: &ArchivedGame,
    log: &[StoredEvent],
    bots: &BTreeSet<String>,
) -> Result<Record, String> {
    let contest = Contest::replay(&events(log)?).map_err(|error| error.to_string())?;
    let is_bot = |holder: &ArchivedSeat| holder.person.as_ref().is_some_and(|person| bots.contains(person));
    let mut record = contest.record_with_programs(|seat| {
        game.seats.get(seat.index()).is_some_and(|holder| holder.level.is_some() || is_bot(holder))
    });
    let info = contest.game().game().info();
    for (seat, holder) in Seat::all(contest.game().seats()).zip(&game.seats) {
        let tag = ludoteca_catalog::tag_of(info.seat_name(seat));
        if !holder.name.is_empty() {
            record.set_tag(&tag, holder.name.clone());
        }
        if let Some(rating) = holder.rating {
            record.set_tag(&format!("{tag}Rating"), rating.to_string());
        }
    }
    record.set_tag("Date", crate::date::date(game.ended, '.'));
    record.set_tag("GameId", game.game.clone());
    Ok(record)
}

#[derive(Default)]
struct Replayed {
    visits: Vec<Visit>,
    plies: u32,
    first_moves: Vec<Option<String>>,
}

fn walk(play: &dyn AnyPlay, first: Seat) -> Replayed {
    struct Replay<'a>(&'a dyn AnyPlay, Seat);
    impl ForGame for Replay<'_> {
        type Output = Option<Replayed>;
        fn run<G: Game>(self) -> Option<Replayed> {
            let Replay(any, first) = self;
            let (game, play) = (any.game(), play_of::<G>(any)?);
            let shape = shape(game, any.options());
            let mut walked =
                Replayed { first_moves: vec![None; usize::from(any.seats())], ..Replayed::default() };
            walked.plies = play.steps().filter(|step| matches!(step, Step::Ply(_))).count() as u32;
            let mut seen = HashSet::new();
            let mut before: Option<(Key, Seat, bool)> = None;
            let mut come = |walked: &mut Replayed, before: Option<(Key, Seat, bool)>, now: Key| {
                if let Some((position, seat, moved)) = before
                    && seen.insert(position)
                {
                    walked.visits.push(Visit { position, after: if moved { now } else { NO_MOVE }, seat });
                }
            };
            for (position, step) in play.past().take(INDEXED_PLIES) {
                let now = key(&shape, &position);
                come(&mut walked, before, now);
                let Status::ToAct(seat) = position.status() else { break };
                before = Some((now, seat, matches!(step, Step::Ply(_))));
                if let (Step::Ply(m), Some(slot)) = (step, walked.first_moves.get_mut(seat.index()))
                    && slot.is_none()
                {
                    *slot = Some(position.move_text(m));
                }
            }
            let whole = play.steps().len() <= INDEXED_PLIES;
            let next = match whole {
                true => play.position().clone(),
                false => play.past().nth(INDEXED_PLIES)?.0,
            };
            let now = key(&shape, &next);
            come(&mut walked, before, now);
            if whole {
                let seat = match next.status() {
                    Status::ToAct(seat) => seat,
                    Status::Over(_) => first,
                };
                come(&mut walked, Some((now, seat, false)), NO_MOVE);
            }
            Some(walked)
        }
    }
    play.game().with(Replay(play, first)).unwrap_or_default()
}
