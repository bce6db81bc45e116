//! One game of a match, and the record of it.

use super::{
    plan::{Plan, Ticket},
    players::Seated,
};
use crate::failure::Failure;
use ludoteca_catalog::{Match, Seat, Standing, Status, record_of};
use ludoteca_record::{Outcome, Record};
use std::{
    collections::HashMap,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

/// No game goes on longer; it is a draw then. Repetition ends nearly all before.
const MOST_PLIES: usize = 5000;
/// Beyond twice its time, a player may take so long before the game is lost for it.
const GRACE: Duration = Duration::from_secs(1);
/// Begins the `Termination` of a game that was lost without the board.
const FORFEIT: &str = "forfeit by ";

/// How a game went, as far as tables of results need it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Outline {
    pub(super) ticket: Ticket,
    pub(super) places: Standing,
    /// Who lost it by a crash, an illegal move or too much time.
    pub(super) forfeit: Option<Seat>,
}

/// The players at the chairs, made when they are needed.
#[derive(Default)]
pub(super) struct Chairs {
    pairing: usize,
    players: HashMap<usize, Seated>,
}

impl Chairs {
    fn player(&mut self, plan: &Plan, ticket: Ticket, chair: usize) -> Result<&mut Seated, Failure> {
        let spec = &plan.entrants[plan.pairings[ticket.pairing][chair]];
        match self.players.entry(chair) {
            std::collections::hash_map::Entry::Occupied(entry) => Ok(entry.into_mut()),
            std::collections::hash_map::Entry::Vacant(entry) => {
                Ok(entry.insert(Seated::new(plan.game, spec, plan.movetime)?))
            }
        }
    }

    /// Plays a game; `None` when it was abandoned.
    pub(super) fn play(
        &mut self,
        plan: &Plan,
        ticket: Ticket,
        abandon: &AtomicBool,
    ) -> Result<Option<(Outline, Record)>, Failure> {
        if self.pairing != ticket.pairing {
            *self = Chairs { pairing: ticket.pairing, ..Chairs::default() };
        }
        for chair in 0..plan.pairings[ticket.pairing].len() {
            self.player(plan, ticket, chair)?.new_game();
        }
        let mut game = plan.begin(ticket)?;
        while let Status::ToAct(seat) = game.status() {
            if abandon.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if game.played().len() >= MOST_PLIES {
                let places = Standing::draw(game.seats());
                return Ok(Some(finish(plan, ticket, &*game, places, "ply limit", None)));
            }
            let chair = plan.chair(ticket, seat);
            let player = self.player(plan, ticket, chair)?;
            if let Err(reason) = make_move(player, &mut *game, plan.player_seed(ticket, seat)) {
                // Whatever state it is in: the next game has a new one.
                self.players.remove(&chair);
                let places =
                    Standing::new(game.seats(), |other| if other == seat { game.seats() } else { 1 });
                let name = plan.game.info().seat_name(seat);
                let why = format!("{FORFEIT}{name}: {}", short(&reason));
                return Ok(Some(finish(plan, ticket, &*game, places, &why, Some(seat))));
            }
        }
        let Status::Over(places) = game.status() else { return Ok(None) };
        let why = if game.ended_by_repetition() { "repetition" } else { "normal" };
        Ok(Some(finish(plan, ticket, &*game, places, why, None)))
    }
}

/// Asks for a move and plays it, or says why the game is lost.
fn make_move(player: &mut Seated, game: &mut dyn Match, seed: u64) -> Result<(), String> {
    let begin = Instant::now();
    let deadline = player.time.and_then(|time| begin.checked_add(time));
    let stop = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let chosen = player.choose(game, seed, &stop)?;
    let (taken, time) = (begin.elapsed(), player.time);
    if let Some(time) = time.filter(|time| taken > *time * 2 + GRACE) {
        return Err(format!("it took {} ms of {} ms", taken.as_millis(), time.as_millis()));
    }
    game.play(&chosen).map_err(|error| format!("illegal move {chosen:?}: {error}"))
}

/// What came from outside, in one line that is not too long.
fn short(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(300).collect()
}

fn finish(
    plan: &Plan,
    ticket: Ticket,
    game: &dyn Match,
    places: Standing,
    termination: &str,
    forfeit: Option<Seat>,
) -> (Outline, Record) {
    let played = record_of(game);
    let info = plan.game.info();
    let result = info.result(&places);
    // First the match, so that its file can be recognised by how it begins.
    let mut record = Record { outcome: result.parse().unwrap_or_default(), ..Record::default() };
    record.set_tag("Event", plan.header());
    record.set_tag("Round", format!("{}.{}", ticket.pairing + 1, ticket.game + 1));
    for (name, value) in played.tags {
        record.set_tag(&name, value);
    }
    for seat in Seat::all(game.seats()) {
        let mut name = info.seat_name(seat).to_owned();
        name[..1].make_ascii_uppercase();
        record.set_tag(&name, plan.entrants[plan.entrant(ticket, seat)].to_string());
    }
    record.set_tag("Result", result);
    record.set_tag("Termination", termination);
    let numbers: Vec<String> = places.as_slice().iter().map(u8::to_string).collect();
    record.set_tag("Places", numbers.join(" "));
    record.main = played.main;
    (Outline { ticket, places, forfeit }, record)
}

/// The outline of a game from its record; `None` when it is not a whole game of this match.
pub(super) fn outline(plan: &Plan, record: &Record) -> Option<Outline> {
    let whole = record.outcome != Outcome::Unknown && record.tag("Result")? == record.outcome.to_string();
    let (pairing, game) = record.tag("Round")?.split_once('.')?;
    let pairing: usize = pairing.parse().ok()?;
    let game: u32 = game.parse().ok()?;
    let ticket = Ticket { pairing: pairing.checked_sub(1)?, game: game.checked_sub(1)? };
    let numbers: Vec<u8> =
        record.tag("Places")?.split(' ').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let right = whole
        && record.tag("Event")? == plan.header()
        && ticket.pairing < plan.pairings.len()
        && numbers.len() == usize::from(plan.seats);
    let seats = plan.game.info().seats;
    let forfeit = record
        .tag("Termination")?
        .strip_prefix(FORFEIT)
        .and_then(|rest| seats.iter().position(|name| rest.starts_with(&format!("{name}:"))))
        .and_then(|index| Seat::new(index as u8));
    let places = Standing::new(plan.seats, |seat| numbers.get(seat.index()).copied().unwrap_or(1));
    right.then_some(Outline { ticket, places, forfeit })
}
