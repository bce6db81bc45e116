//! Generates games of random legal moves between invented players, with all possible ends, to measure the
//! cost of many games and to try out the archive.

use super::{
    active::{ActiveGame, Holder, Originator, time},
    environment::{Millis, name_of},
    rows::RowFreshness,
};
use ludoteca_catalog::{AnyPlay, ForGame, GameId, Seat, play_of};
use ludoteca_contest::{Action, Actor, Clock, Contest, Event, EventKind, Now, SeatNumber, Stage, Terms};
use ludoteca_core::Game;
use ludoteca_protocol::{EventMeta, GameOrigin, RatingAtStart, UserView};
use ludoteca_store::{Append, Person};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// When the first game begins, 1 December 2024; the others follow a minute apart.
const BEGIN: Millis = 1_733_011_200_000;
const APART: Millis = 60_000;
/// In this many plies the same moves are preferred, so that openings recur.
const OPENING: usize = 10;
/// The earliest ply at which a game ends by resignation.
const EARLIEST_END: usize = 6;
/// One in this many plies is followed by a resignation, a draw by agreement, or a time-out.
const RESIGNS: u64 = 20;
const AGREES: u64 = 300;
const RUNS_OUT: u64 = 300;
/// The longest game, in plies.
const LONGEST: usize = 400;
const HOUR: Millis = 60 * 60 * 1000;

/// Generates games from a seed; the same seed gives the same games.
#[derive(Clone, Debug)]
pub struct RandomGames {
    seed: u64,
    games: Vec<GameId>,
    people: u32,
}

impl RandomGames {
    /// Games of these kinds between this many people.
    #[must_use]
    pub fn new(seed: u64, games: Vec<GameId>, people: u32) -> RandomGames {
        RandomGames { seed, games, people }
    }

    #[must_use]
    pub fn people(&self) -> Vec<Person> {
        let created = time(BEGIN);
        let person = |number| {
            let UserView { id, name, bot } = self.person(number);
            Person { id, name, guest: true, created, vacation: None, bot }
        };
        (0..self.people).map(person).collect()
    }

    fn chance(&self, of: u64, number: u64) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(self.seed.rotate_left(40) ^ of.rotate_left(56) ^ number)
    }

    fn name(&self, of: u64, number: u64) -> String {
        let mut chance = self.chance(of, number);
        name_of(&[(); 12].map(|()| (chance.next_u64() >> 40) as u8))
    }

    fn person(&self, number: u32) -> UserView {
        const NAMES: [&str; 12] =
            ["Ada", "Ben", "Cleo", "Dina", "Egon", "Fee", "Gil", "Hana", "Ivo", "Jana", "Kim", "Lou"];
        let name = format!("{} {}", NAMES[number as usize % NAMES.len()], number / NAMES.len() as u32 + 1);
        UserView { id: self.name(1, u64::from(number)), name, bot: false }
    }

    /// A player's rating, always the same.
    fn rating(number: u32) -> i32 {
        900 + (number.wrapping_mul(2_654_435_761) >> 16).cast_signed() * 1500 / 65_536
    }

    /// The game with this number, from 0, as the log stores it; `None` if it could not be played.
    #[must_use]
    pub fn game(&self, number: u64) -> Option<Append> {
        let mut chance = self.chance(2, number);
        let mut one_in = |n: u64| chance.next_u64().is_multiple_of(n);
        let listed = !one_in(100);
        let rated = one_in(2);
        let game = self.games[(chance.next_u64() % self.games.len() as u64) as usize];
        let terms = Terms { rated, ..terms(game, &mut chance) };
        let mut at = BEGIN + number * APART;
        let (mut contest, mut events) = Contest::new(terms.clone(), Now::at(at)).ok()?;
        let seats = contest.game().seats();
        let first = (chance.next_u64() % u64::from(self.people)) as u32;
        let held = |seat: Seat, chance: &mut Xoshiro256PlusPlus| match seat.index() {
            // Some games are against the computer.
            1.. if chance.next_u64().is_multiple_of(20) => (Holder::Level(3), None),
            index => {
                let person = (first + index as u32 * 7) % self.people;
                (Holder::User(self.person(person)), Some(Self::rating(person)))
            }
        };
        let (holders, ratings): (Vec<Holder>, Vec<Option<i32>>) =
            Seat::all(seats).map(|seat| held(seat, &mut chance)).unzip();
        for (seat, holder) in Seat::all(seats).zip(&holders) {
            let name = match holder {
                Holder::User(user) => user.name.clone(),
                _ => "Level 3".to_owned(),
            };
            let join = Action::Join { seat: SeatNumber(seat), name };
            events.extend(contest.apply(Now::at(at), Actor::System, join).ok()?);
        }
        while contest.stage() == Stage::Playing {
            at = go_on(&mut contest, &mut events, &mut chance, at)?;
        }
        let id = self.name(3, number);
        let by = match &holders[0] {
            Holder::User(user) => user.id.clone(),
            _ => String::new(),
        };
        let made = GameOrigin { listed, by, invited: Vec::new(), previous: None, unit: None };
        let (begun, _) = ActiveGame::create(&id, terms, made, None, BEGIN + number * APART).ok()?;
        let game = ActiveGame { contest, holders, ..begun };
        let about = |event: &Event| match &event.kind {
            EventKind::Started => {
                let began = ratings.iter().copied().map(RatingAtStart::with_rating).collect();
                EventMeta { began, ..EventMeta::default() }
            }
            EventKind::Created { .. } | EventKind::Joined { .. } | EventKind::Ended { .. } => {
                game.about(event, at)
            }
            // Data that can be derived from the moves would be most of the database.
            _ => EventMeta::default(),
        };
        let mut append =
            game.prepared(&Originator::System, events.iter().map(|event| (event, about(event)))).append;
        append.row = Some(game.row(RowFreshness::Now));
        Some(append)
    }
}

/// Plays one more ply or ends the game; returns the time after it.
fn go_on(
    contest: &mut Contest,
    events: &mut Vec<Event>,
    chance: &mut Xoshiro256PlusPlus,
    at: Millis,
) -> Option<Millis> {
    let (seat, plies) = (contest.to_act()?, contest.game().steps());
    let thinks = match contest.terms().clock {
        Some(clock) if clock.is_correspondence() => chance.next_u64() % (5 * HOUR),
        _ => 300 + chance.next_u64() % 3000,
    };
    let at = at + thinks;
    let mut one_in = |n: u64| chance.next_u64().is_multiple_of(n);
    let mut ask = |contest: &mut Contest, actor: Seat, action: Action| {
        let done = contest.apply(Now::at(at), Actor::Seat(actor), action);
        done.map(|more| events.extend(more)).is_ok()
    };
    if plies == 0 && one_in(200) {
        ask(contest, seat, Action::Abort);
        return Some(at);
    }
    if plies >= EARLIEST_END {
        if plies >= LONGEST || one_in(RESIGNS) {
            ask(contest, seat, Action::Resign);
            return Some(at);
        }
        if one_in(AGREES) && ask(contest, seat, Action::OfferDraw) {
            for other in Seat::all(contest.game().seats()).filter(|other| *other != seat) {
                ask(contest, other, Action::Accept);
            }
            return Some(at);
        }
        if contest.terms().clock.is_some() && one_in(RUNS_OUT) {
            let late = contest.next_deadline()?.at;
            events.extend(contest.tick(Now::at(late)));
            return Some(late);
        }
    }
    let late = contest.tick(Now::at(at));
    if !late.is_empty() {
        events.extend(late);
        return Some(at);
    }
    let random = chance.next_u64() >> 32;
    let random = if plies < OPENING { (u128::from(random).pow(3) >> 64) as u64 } else { random };
    let text = contest.game().game().with(Pick(contest.game(), random as u32))?;
    let moved = contest.apply(Now::at(at), Actor::Seat(seat), Action::Move(text)).ok()?;
    events.extend(moved);
    Some(at)
}

struct Pick<'a>(&'a dyn AnyPlay, u32);

impl ForGame for Pick<'_> {
    type Output = Option<String>;

    fn run<G: Game>(self) -> Option<String> {
        let position = play_of::<G>(self.0)?.position();
        Some(position.move_text(position.pick_move(self.1)?))
    }
}

/// The default options, and now and then others.
fn terms(game: GameId, chance: &mut Xoshiro256PlusPlus) -> Terms {
    let random = chance.next_u64();
    let clock = match random % 8 {
        0 => None,
        1 => Some(Clock::Increment { initial: 120_000, increment: 1000 }),
        2..=4 => Some(Clock::Increment { initial: 300_000, increment: 3000 }),
        5 | 6 => Some(Clock::Increment { initial: 900_000, increment: 10_000 }),
        _ => Some(Clock::Correspondence { per_turn: 72 * HOUR, bank: 0 }),
    };
    let mut terms = Terms { clock, ..Terms::new(game) };
    let other = (random >> 8).is_multiple_of(8);
    let mut set = |key: &str, value: &str| drop(terms.options.insert(key.to_owned(), value.to_owned()));
    match game {
        GameId::Squadro if other => set("first", "red"),
        GameId::OnePieceForTwo if other => {
            set("width", "5");
            set("height", "5");
            set("pieces", "8");
        }
        GameId::NumberOne => terms.players = Some(2 + ((random >> 8) % 3) as u8),
        _ => {}
    }
    terms
}
