//! One game of a match, and the record of it.

use super::{
    plan::{Plan, Ticket},
    players::Seated,
};
use ludoteca_catalog::{AnyPlay, Seat, Standing};
use ludoteca_contest::{Action, Actor, Claim, Contest, Ending, Millis, Now, Refusal, Stage, Terms};
use ludoteca_record::{GameResult, Record};
use ludoteca_shell::Failure;
use std::{
    collections::HashMap,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

/// The maximum length of a game, after which it is a draw. Repetition ends nearly all games earlier.
const MAX_PLIES: usize = 5000;
/// How far a player may exceed twice its time before it loses the game.
const GRACE: Duration = Duration::from_secs(1);
/// The tag with the reason why a player had to leave.
const FORFEIT: &str = "Forfeit";

/// The outcome of a game, as far as result tables need it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Outline {
    pub(super) ticket: Ticket,
    pub(super) places: Standing,
    /// The seats that had to leave because of a crash, an illegal move or a timeout.
    pub(super) forfeits: Vec<Seat>,
}

/// The players at the chairs, created when needed.
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

    /// Plays a game; `None` if it was abandoned.
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
        let opening = plan.begin(ticket)?;
        let mut table = MatchTable::new(plan, &*opening)?;
        let mut forfeits = Vec::new();
        while let Some(seat) = table.contest.to_act() {
            if abandon.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if table.contest.game().steps() >= MAX_PLIES {
                let places = vec![1; usize::from(plan.seats)];
                table.act(Actor::System, Action::Adjudicate { places }).map_err(Failure::other)?;
                break;
            }
            let chair = plan.chair(ticket, seat);
            let player = self.player(plan, ticket, chair)?;
            if let Err(reason) = table.make_move(player, plan.player_seed(ticket, seat)) {
                // Its state is unknown: use a new player next time.
                self.players.remove(&chair);
                table.leave(seat).map_err(Failure::other)?;
                if !table.contest.is_in(seat) || table.contest.to_act().is_none() {
                    forfeits.push((seat, short(&reason)));
                }
            }
        }
        Ok(Some(finish(plan, ticket, &table.contest, &forfeits)))
    }
}

/// A game of a match, under the same rules as games between people.
struct MatchTable {
    contest: Contest,
    begun: Instant,
}

impl MatchTable {
    /// The game with all players seated and the opening played.
    fn new(plan: &Plan, opening: &dyn AnyPlay) -> Result<MatchTable, Failure> {
        let options = plan.setup.options.iter().cloned().collect();
        let terms = Terms {
            players: Some(plan.seats),
            options,
            position: plan.setup.position.clone(),
            ..Terms::new(plan.game)
        };
        let (mut contest, _) = Contest::new(terms, Now::default()).map_err(Failure::other)?;
        contest.seat_all(Now::default());
        let mut table = MatchTable { contest, begun: Instant::now() };
        for (seat, text) in opening.played() {
            table.act(Actor::Seat(seat), Action::Move(text)).map_err(Failure::other)?;
        }
        Ok(table)
    }

    fn now(&self) -> Now {
        Now::at(self.begun.elapsed().as_millis().try_into().unwrap_or(Millis::MAX))
    }

    fn act(&mut self, actor: Actor, action: Action) -> Result<(), Refusal> {
        self.contest.apply(self.now(), actor, action).map(|_| ())
    }

    /// Asks for a move and plays it, or returns why the player has to leave.
    fn make_move(&mut self, player: &mut Seated, seed: u64) -> Result<(), String> {
        let begin = Instant::now();
        let deadline = player.time.and_then(|time| begin.checked_add(time));
        let stop = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let chosen = player.choose(self.contest.game(), seed, &stop)?;
        let (taken, time) = (begin.elapsed(), player.time);
        if let Some(time) = time.filter(|time| taken > *time * 2 + GRACE) {
            return Err(format!("it took {} ms of {} ms", taken.as_millis(), time.as_millis()));
        }
        let actor = self.contest.to_act().map_or(Actor::System, Actor::Seat);
        let played = self.act(actor, Action::Move(chosen.clone()));
        played.map_err(|refusal| format!("illegal move {chosen:?}: {refusal}"))
    }

    /// A player without a legal move counts as absent (TB-8): it leaves, and the others play on. If some
    /// seats have not made their first decision yet, when leaving would abort the game (TB-3), that decision
    /// is made for them.
    fn leave(&mut self, seat: Seat) -> Result<(), Refusal> {
        let game = self.contest.game();
        if self.contest.departure_aborts()
            && let Some(text) = game.legal_moves().into_iter().next()
        {
            return self.act(Actor::Seat(seat), Action::Move(text));
        }
        let others = Seat::all(game.seats()).find(|other| *other != seat && self.contest.is_in(*other));
        let claimant = others.map_or(Actor::System, Actor::Seat);
        let now = Now { absent: Millis::MAX, ..self.now() };
        self.contest.apply(now, claimant, Action::Claim(Claim::Leave)).map(|_| ())
    }
}

/// Shortens external text to one line of limited length.
fn short(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(300).collect()
}

fn finish(plan: &Plan, ticket: Ticket, contest: &Contest, forfeits: &[(Seat, String)]) -> (Outline, Record) {
    let played = contest.record();
    let info = plan.game.info();
    let places = match contest.stage() {
        Stage::Over(Ending { standing: Some(standing), .. }) => standing,
        _ => Standing::draw(plan.seats),
    };
    // The match comes first, so that its file can be recognised by its beginning.
    let mut record = Record { result: played.result, ..Record::default() };
    record.set_tag("Event", plan.header());
    record.set_tag("Round", format!("{}.{}", ticket.pairing + 1, ticket.game + 1));
    for (name, value) in played.tags {
        record.set_tag(&name, value);
    }
    for seat in Seat::all(plan.seats) {
        let mut name = info.seat_name(seat).to_owned();
        name[..1].make_ascii_uppercase();
        record.set_tag(&name, plan.entrants[plan.entrant(ticket, seat)].to_string());
    }
    let numbers: Vec<String> = places.as_slice().iter().map(u8::to_string).collect();
    record.set_tag("Places", numbers.join(" "));
    for (seat, reason) in forfeits {
        record.tags.push((FORFEIT.to_owned(), format!("{}: {reason}", info.seat_name(*seat))));
    }
    record.main = played.main;
    let forfeits = forfeits.iter().map(|(seat, _)| *seat).collect();
    (Outline { ticket, places, forfeits }, record)
}

/// The outline of a game from its record; `None` if it is not a complete game of this match.
pub(super) fn outline(plan: &Plan, record: &Record) -> Option<Outline> {
    let whole = record.result != GameResult::Unknown && record.tag("Result")? == record.result.to_string();
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
    let info = plan.game.info();
    let forfeits = record
        .tags
        .iter()
        .filter(|(name, _)| name == FORFEIT)
        .filter_map(|(_, value)| info.seat_named(value.split_once(':')?.0))
        .collect();
    let places = Standing::new(plan.seats, |seat| numbers.get(seat.index()).copied().unwrap_or(1));
    right.then_some(Outline { ticket, places, forfeits })
}
