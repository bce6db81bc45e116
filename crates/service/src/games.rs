//! Creating games, taking seats, and acting in games.

use super::{
    Blocks, Computers, Counters, Environment, Identity, Notifications, People, Ratings, Settings, Webhooks,
    active::{ActiveGame, Asker, Holder, view},
    connections::Connections,
    deadlines::Deadlines,
    environment::Millis,
    error::{GameError, SetupError, not_kept, not_read, not_stored},
    followers::Audience,
    moderation::Sanctions,
    ownership::{Operation, Ownership},
    people::Signer,
    quotas::Quotas,
    ratings::WAITS,
    slot::{Slot, SlotState},
    stopping::Stopping,
};
use ludoteca_catalog::{GameId, Seat};
use ludoteca_contest::{Action, SeatNumber, Stage, Terms};
use ludoteca_protocol::{
    ActionDone, ClockRequest, FromServer, GameOrigin, MatchGame, NewAction, NewGame, SeatRequest,
};
use ludoteca_store::{Log, Store};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::Notify;

/// Letters in a game's id: 60 bits, so that an unlisted game cannot be found by guessing.
pub(crate) const GAME_NAME: usize = 12;
pub(crate) const MAX_ACTION_ID_LENGTH: usize = 64;

/// The holder of a seat when a game is created.
#[derive(Debug)]
pub(crate) enum SeatHolder {
    /// Empty, for the first person with the invitation.
    Open,
    /// Empty, reserved for the person with this id.
    Invited(String),
    Person(Identity),
    /// The computer, at a level.
    Level(u8),
}

/// A game's place in a series between the same players.
#[derive(Debug, Default)]
pub(crate) struct Series {
    /// The previous game of the series.
    pub(crate) previous: Option<String>,
    /// The game's place in a match of two that is rated as one.
    pub(crate) unit: Option<MatchGame>,
}

impl Series {
    /// The first game of a series, or of a match of this many games.
    pub(crate) fn beginning(match_of: Option<u8>, rated: bool) -> Result<Series, SetupError> {
        match match_of {
            None => Ok(Series::default()),
            Some(2) if rated => Ok(Series { previous: None, unit: Some(MatchGame::First) }),
            Some(2) => Err(SetupError::UnratedMatch),
            Some(other) => Err(SetupError::MatchLength(other)),
        }
    }
}

/// The next game of a series.
#[derive(Debug, Serialize, Deserialize)]
pub struct Rematch {
    pub id: String,
    /// It was created by this request.
    pub is_new: bool,
}

/// All games: creating them, playing them, and everything that happens in them.
#[derive(Clone)]
pub struct Games(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) log: Log,
    pub(crate) environment: Environment,
    pub(crate) people: People,
    pub(crate) blocks: Blocks,
    pub(crate) settings: Settings,
    pub(crate) sanctions: Sanctions,
    pub(crate) ratings: Ratings,
    pub(crate) quotas: Quotas,
    pub(crate) signer: Signer,
    pub(crate) connections: Connections,
    pub(crate) notifications: Notifications,
    pub(crate) webhooks: Webhooks,
    pub(crate) computers: Option<Arc<dyn Computers>>,
    pub(crate) counters: Counters,
    pub(crate) stopping: Stopping,
    pub(crate) ownership: Arc<dyn Ownership>,
    pub(crate) state: State,
}

/// What is known of the games on this server.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) slots: Mutex<HashMap<Arc<str>, Arc<Slot>>>,
    pub(crate) deadlines: Deadlines,
    /// Games with a damaged log, which has been logged; their deadlines are ignored.
    pub(crate) damaged: Mutex<HashSet<String>>,
    /// Notified when a game has ended.
    pub(crate) ended: Arc<Notify>,
    /// When this server started: a live game whose last event is older waits for its players first.
    pub(crate) begun: Millis,
    /// When the previous server was last known to be alive.
    pub(crate) alive: Option<Millis>,
}

impl fmt::Debug for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Games").field("store", &self.0.store).finish_non_exhaustive()
    }
}

impl Games {
    /// The server's time, in milliseconds since 1970.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.0.environment.now()
    }

    #[must_use]
    pub fn games_in_memory(&self) -> usize {
        self.slots().len()
    }

    pub(crate) fn slots(&self) -> MutexGuard<'_, HashMap<Arc<str>, Arc<Slot>>> {
        self.0.state.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn damaged(&self) -> MutexGuard<'_, HashSet<String>> {
        self.0.state.damaged.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Creates a game and seats the players it begins with.
    pub async fn create(&self, who: &Identity, request: &NewGame) -> Result<String, GameError> {
        let players = request.players.or(u8::try_from(request.seats.len()).ok().filter(|seats| *seats > 0));
        let players = if request.position.is_some() { request.players } else { players };
        let terms = Terms {
            players,
            position: request.position.clone(),
            rated: request.rated,
            take_back: request.take_back,
            ..game_terms(&request.game, &request.options, request.clock.as_ref())?
        };
        let mut seats = Vec::with_capacity(request.seats.len());
        for seat in &request.seats {
            let sitter = match seat {
                SeatRequest::You => SeatHolder::Person(who.clone()),
                SeatRequest::Open => SeatHolder::Open,
                SeatRequest::User(name) => {
                    let person = self.0.people.person_by_name(name).await.map_err(SetupError::from)?;
                    if request.rated && !self.0.people.has_account(&person).await? {
                        return Err(SetupError::ChallengedGuest.into());
                    }
                    self.0.blocks.may_challenge(who, &person, name).await?;
                    SeatHolder::Invited(person)
                }
                SeatRequest::Level(level) => SeatHolder::Level(*level),
            };
            let person = |sitter: &SeatHolder| match sitter {
                SeatHolder::Person(person) => Some(person.id.clone()),
                SeatHolder::Invited(person) => Some(person.clone()),
                SeatHolder::Open | SeatHolder::Level(_) => None,
            };
            let new = person(&sitter);
            if new.is_some() && seats.iter().any(|other| person(other) == new) {
                return Err(SetupError::SeatedTwice.into());
            }
            seats.push(sitter);
        }
        let series = Series::beginning(request.match_of, request.rated)?;
        self.make(who, terms, seats, request.listed, series, Vec::new()).await
    }

    /// Creates a game with its players and the seeks it fulfils, in one commit: all of it is stored or none.
    pub(crate) async fn make(
        &self,
        who: &Identity,
        terms: Terms,
        mut seats: Vec<SeatHolder>,
        listed: bool,
        series: Series,
        seeks: Vec<String>,
    ) -> Result<String, GameError> {
        let now = self.now();
        let id = self.0.environment.name(GAME_NAME);
        let level = |seat: &SeatHolder| matches!(seat, SeatHolder::Level(_));
        let _computers =
            if seats.iter().any(level) { self.0.quotas.reserve_computers(&who.id)? } else { None };
        let is_own = |seat: &SeatHolder| matches!(seat, SeatHolder::Person(person) if person.id == who.id);
        if !seats.is_empty() && !seats.iter().any(is_own) && !self.0.people.has_account(&who.id).await? {
            return Err(SetupError::GuestDoesNotPlay.into());
        }
        let players: Vec<String> = seats
            .iter()
            .filter_map(|seat| match seat {
                SeatHolder::Person(person) => Some(person.id.clone()),
                _ => None,
            })
            .collect();
        let players: Vec<&str> = players.iter().map(String::as_str).chain([who.id.as_str()]).collect();
        let opening = self.0.quotas.open_one_more(&players).await?;
        let kept_for = |seat: &SeatHolder| match seat {
            SeatHolder::Invited(person) => Some(person.clone()),
            _ => None,
        };
        let invited: Vec<Option<String>> = seats.iter().map(kept_for).collect();
        let Series { previous, unit } = series;
        let made = GameOrigin { listed, by: who.id.clone(), invited: invited.clone(), previous, unit };
        let (mut game, mut decided) =
            ActiveGame::make(&id, terms, made, self.0.ownership.fence_of_new()?, now)?;
        let count = game.holders.len();
        if unit.is_some() && count != 2 {
            return Err(SetupError::MatchPlayers.into());
        }
        if seats.is_empty() {
            // The creator first, all others by invitation.
            seats.push(SeatHolder::Person(who.clone()));
            seats.resize_with(count, || SeatHolder::Open);
        }
        if seats.len() != count {
            return Err(SetupError::SeatCount { seats: count, listed: seats.len() }.into());
        }
        if game.contest.terms().rated {
            let person = |sitter: &SeatHolder| match sitter {
                SeatHolder::Person(person) => Some(person.id.clone()),
                SeatHolder::Invited(person) => Some(person.clone()),
                SeatHolder::Open | SeatHolder::Level(_) => None,
            };
            let people: Vec<String> = seats.iter().filter_map(person).collect();
            for person in &people {
                self.not_against_own_bot(person, &people).await?;
            }
        }
        for (seat, sitter) in Seat::all(count as u8).zip(seats) {
            if let SeatHolder::Person(person) = &sitter
                && game.contest.terms().rated
            {
                self.may_be_rated(&person.id).await?;
            }
            let (holder, name) = match sitter {
                SeatHolder::Person(person) if game.seat_of(&person.id).is_some() => {
                    return Err(SetupError::TwoOwnSeats.into());
                }
                SeatHolder::Person(person) => (Holder::User(person.view()), person.name),
                SeatHolder::Level(level) => {
                    self.check_level(game.contest.game().game(), level)?;
                    (Holder::Level(level), format!("Level {level}"))
                }
                SeatHolder::Open | SeatHolder::Invited(_) => continue,
            };
            self.0.ratings.keep_beginning(&mut game, seat, &holder).await?;
            let joined = game.join(seat, holder, &name, now)?;
            decided.and_then(joined);
        }
        decided.append.seeks = seeks;
        self.0.ownership.append(&self.0.log, decided.append).await.map_err(|error| not_stored(&error))?;
        drop(opening);
        self.0.webhooks.wake();
        self.place(game);
        self.with_game(&id, async |inside| {
            self.keep_vacations(inside).await?;
            self.after(inside);
            let game = inside.game()?;
            invited.iter().flatten().for_each(|person| self.notify(person, "challenge", game));
            Ok(())
        })
        .await?;
        tracing::info!(game = id, by = who.id, "a game was created");
        Ok(id)
    }

    fn check_level(&self, game: GameId, level: u8) -> Result<(), SetupError> {
        let highest = self.0.computers.as_ref().ok_or(SetupError::NoComputers)?.highest(game);
        match (1..=highest).contains(&level) {
            true => Ok(()),
            false => Err(SetupError::BadLevel { highest, level }),
        }
    }

    /// Denies guests a seat in a rated game, since guests have no rating.
    pub(crate) async fn may_be_rated(&self, person: &str) -> Result<(), SetupError> {
        match self.0.people.has_account(person).await? {
            true => Ok(()),
            false => Err(SetupError::RatedNeedsAccount),
        }
    }

    /// Rejects a rated game between a person and their own bot, or between two of their bots.
    pub(crate) async fn not_against_own_bot(
        &self,
        person: &str,
        others: &[String],
    ) -> Result<(), SetupError> {
        let own = self.0.people.own_bots(person).await?;
        match others.iter().any(|other| own.contains(other)) {
            true => Err(SetupError::OwnBot),
            false => Ok(()),
        }
    }

    /// Takes a seat. A player of the game keeps their seat.
    pub async fn join(
        &self,
        id: &str,
        who: &Identity,
        seat: Option<u8>,
        invitation: Option<&str>,
    ) -> Result<(), GameError> {
        let ask = || Operation::Join { who: who.clone(), seat, invitation: invitation.map(str::to_owned) };
        self.at_owner(id, ask, || self.join_here(id, who, seat, invitation)).await
    }

    pub(super) async fn join_here(
        &self,
        id: &str,
        who: &Identity,
        seat: Option<u8>,
        invitation: Option<&str>,
    ) -> Result<(), GameError> {
        let apart = self.0.blocks.apart_from(&who.id).await?;
        self.with_game(id, async |inside| {
            let game = inside.game_mut()?;
            if game.seat_of(&who.id).is_some() {
                return Ok(());
            }
            let is_apart = |holder: &Holder| matches!(holder, Holder::User(user) if apart.contains(&user.id));
            let may_meet = !game.holders.iter().any(is_apart);
            let invited = |seat: usize| match &game.holders[seat] {
                Holder::Free { invited } => invited.as_deref(),
                _ => None,
            };
            let kept = (0..game.holders.len()).find(|seat| invited(*seat) == Some(who.id.as_str()));
            let is_invited =
                kept.is_some() || invitation.is_some_and(|shown| self.0.signer.is_invitation(id, shown));
            // Do not reveal that a player has blocked the caller.
            if !is_invited || !may_meet {
                return Err(if game.is_visible_to(Some(&who.id)) {
                    GameError::NotInvited
                } else {
                    GameError::unknown(id)
                });
            }
            let open = |seat: usize| game.holders[seat] == Holder::Free { invited: None };
            let seat = match (seat.map(usize::from), kept) {
                (Some(seat), _) if seat >= game.holders.len() => {
                    return Err(GameError::NoSuchSeat(seat));
                }
                (Some(seat), kept) if kept == Some(seat) || open(seat) => seat,
                (Some(seat), _) => return Err(GameError::SeatTaken(seat)),
                (None, Some(kept)) => kept,
                (None, None) => {
                    (0..game.holders.len()).find(|seat| open(*seat)).ok_or(GameError::NoFreeSeat)?
                }
            };
            let Some(seat) = Seat::new(seat as u8) else { return Err(GameError::unknown(id)) };
            if game.contest.terms().rated {
                self.may_be_rated(&who.id).await?;
                let user = |holder: &Holder| match holder {
                    Holder::User(user) => Some(user.id.clone()),
                    _ => None,
                };
                let others: Vec<String> = game.holders.iter().filter_map(user).collect();
                self.not_against_own_bot(&who.id, &others).await?;
            }
            let opening = self.0.quotas.open_one_more(&[&who.id]).await?;
            let holder = Holder::User(who.view());
            self.0.ratings.keep_beginning(game, seat, &holder).await?;
            let decided = game.join(seat, holder, &who.name, self.now())?;
            self.commit(inside, decided).await?;
            drop(opening);
            // They may have been spectators.
            inside.look_around(self.now());
            self.keep_vacations(inside).await?;
            self.notify_start(inside.game()?, who);
            Ok(())
        })
        .await
    }

    /// Declines a reserved seat: the game is aborted, and the other players are notified.
    pub async fn decline(&self, id: &str, who: &Identity) -> Result<(), GameError> {
        let ask = || Operation::Decline { who: who.clone() };
        self.at_owner(id, ask, || self.decline_here(id, who)).await
    }

    pub(super) async fn decline_here(&self, id: &str, who: &Identity) -> Result<(), GameError> {
        self.with_game(id, async |inside| {
            let game = inside.game_mut()?;
            let kept = Holder::Free { invited: Some(who.id.clone()) };
            if !game.holders.contains(&kept) {
                return Err(if game.is_visible_to(Some(&who.id)) {
                    GameError::NotChallenged
                } else {
                    GameError::unknown(id)
                });
            }
            let seat = game.holders.iter().position(|holder| *holder == kept);
            let seat = seat.and_then(|seat| Seat::new(seat as u8)).ok_or_else(|| GameError::unknown(id))?;
            let action = Action::TurnDown { seat: SeatNumber(seat) };
            let decided = game.act(&Asker::House, action, self.now())?;
            self.commit(inside, decided).await.map(|_| ())
        })
        .await
    }

    /// Notifies the other players when the last seat is taken, as they may not be watching the game.
    fn notify_start(&self, game: &ActiveGame, last: &Identity) {
        if game.contest.stage() != Stage::Playing {
            return;
        }
        for holder in &game.holders {
            if let Holder::User(user) = holder
                && user.id != last.id
            {
                self.notify(&user.id, "game-start", game);
            }
        }
    }

    /// Applies a seat holder's action, once, however often it is sent.
    pub async fn act(
        &self,
        id: &str,
        who: &Identity,
        request: &NewAction,
        lag: Millis,
    ) -> Result<ActionDone, GameError> {
        if request.id.is_empty() || request.id.len() > MAX_ACTION_ID_LENGTH {
            return Err(GameError::ActionIdLength);
        }
        let ask = || Operation::Act { who: who.clone(), request: request.clone(), lag };
        self.at_owner(id, ask, || self.act_here(id, who, request, lag)).await
    }

    pub(super) async fn act_here(
        &self,
        id: &str,
        who: &Identity,
        request: &NewAction,
        lag: Millis,
    ) -> Result<ActionDone, GameError> {
        self.with_game(id, async |inside| {
            let game = inside.game()?;
            game.own_seat(&who.id)?;
            // Every action raises the number, so only then can it be a repetition.
            if request.seq < game.contest.seq() {
                let done = self.0.store.events_of_action(id, &who.id, &request.id).await;
                let done = done.map_err(not_read)?;
                if let Some(last) = done.last() {
                    return Ok(ActionDone { seq: last.seq, events: done.iter().filter_map(view).collect() });
                }
            }
            self.act_now(inside, id, who, request, lag).await
        })
        .await
    }

    async fn act_now(
        &self,
        inside: &mut SlotState,
        id: &str,
        who: &Identity,
        request: &NewAction,
        lag: Millis,
    ) -> Result<ActionDone, GameError> {
        let now = self.now();
        let known = inside.game()?.contest.seq();
        // TB-7: transit time is credited to the mover, so time must not act before it is known.
        let in_time = matches!(request.action, Action::Move(_))
            && inside.game()?.seat_of(&who.id) == inside.game()?.contest.to_act();
        self.tick_with_lag(inside, now, in_time.then_some(lag)).await?;
        let seq = inside.game()?.contest.seq();
        // Resigning is valid whatever has happened.
        let always = matches!(request.action, Action::Resign);
        if (request.seq != known || seq != known) && !always {
            return Err(GameError::OldNumber { seq, events: self.events_since(id, request.seq).await? });
        }
        let game = inside.game()?;
        let answered = matches!(request.action, Action::Move(_))
            && game.holders.iter().any(|holder| matches!(holder, Holder::Level(_)));
        let _computers = if answered { self.0.quotas.reserve_computers(&game.made.by)? } else { None };
        let asker = Asker::Player { person: who.id.clone(), action: Some(request.id.clone()), lag };
        let decided = inside.game_mut()?.act(&asker, request.action.clone(), now)?;
        let events = self.commit(inside, decided).await?;
        Ok(ActionDone { seq: inside.game()?.contest.seq(), events })
    }

    /// Creates the next game of a series between the same players (TB-9), or returns the existing one.
    pub async fn rematch(&self, id: &str, who: &Identity) -> Result<Rematch, GameError> {
        let ask = || Operation::Rematch { who: who.clone() };
        self.at_owner(id, ask, || self.rematch_here(id, who)).await
    }

    pub(super) async fn rematch_here(&self, id: &str, who: &Identity) -> Result<Rematch, GameError> {
        // The previous game stays locked meanwhile, so concurrent requests get the same game.
        self.with_game(id, async |inside| {
            let game = inside.game()?;
            game.own_seat(&who.id)?;
            if let Some(next) = &game.next {
                return Ok(Rematch { id: next.clone(), is_new: false });
            }
            let aborted = game.contest.again();
            if aborted.is_some() && !game.may_ask_again(&who.id) {
                return Err(GameError::CausedAbort);
            }
            let was_aborted = aborted.is_some();
            let next = aborted.or_else(|| game.contest.next_in_series());
            let (terms, from) = next.ok_or(GameError::NoNextGame)?;
            let sitter = |seat: &Seat| match &game.holders[seat.index()] {
                Holder::User(user) if user.id == who.id => SeatHolder::Person(who.clone()),
                Holder::User(user) => SeatHolder::Invited(user.id.clone()),
                Holder::Level(level) => SeatHolder::Level(*level),
                Holder::Free { .. } | Holder::Elsewhere { .. } => SeatHolder::Open,
            };
            let seats: Vec<SeatHolder> = from.iter().map(sitter).collect();
            for holder in &game.holders {
                if let Holder::User(user) = holder {
                    self.0.blocks.may_challenge(who, &user.id, &user.name).await?;
                }
            }
            let in_time = self.now() <= game.contest.last_at() + WAITS;
            let unit = match game.made.unit {
                // A match of two starts over.
                Some(MatchGame::First) if was_aborted => Some(MatchGame::First),
                Some(MatchGame::First) if in_time => Some(MatchGame::Second),
                _ => None,
            };
            let series = Series { previous: Some(id.to_owned()), unit };
            let next = self.make(who, terms, seats, game.made.listed, series, Vec::new()).await?;
            let noted = self.0.store.set_fact(&super::slot::next_game(id), &next).await;
            noted.map_err(not_kept)?;
            inside.game_mut()?.next = Some(next.clone());
            let from = Some(who.view());
            let notice = FromServer::Notice { notice: "rematch".to_owned(), game: next.clone(), from };
            self.notify_followers(id, inside, &notice, &Audience::default());
            Ok(Rematch { id: next, is_new: true })
        })
        .await
    }
}

/// Reads the terms that all requests to play have in common: game, options, clock.
pub(crate) fn game_terms(
    game: &str,
    options: &BTreeMap<String, serde_json::Value>,
    clock: Option<&ClockRequest>,
) -> Result<Terms, SetupError> {
    let unknown = |error: ludoteca_catalog::UnknownGame| SetupError::UnknownGame(error.to_string());
    let game: GameId = game.parse().map_err(unknown)?;
    let clock = clock.map(ClockRequest::clock).transpose();
    let clock = clock.map_err(|error| SetupError::BadClock(error.to_string()))?;
    Ok(Terms { options: plain_options(options)?, clock, ..Terms::new(game) })
}

/// Options are strings; a number or boolean stands for its text.
fn plain_options(
    options: &BTreeMap<String, serde_json::Value>,
) -> Result<BTreeMap<String, String>, SetupError> {
    let word = |(key, value): (&String, &serde_json::Value)| match value {
        serde_json::Value::String(word) => Ok((key.clone(), word.clone())),
        serde_json::Value::Number(number) => Ok((key.clone(), number.to_string())),
        serde_json::Value::Bool(truth) => Ok((key.clone(), truth.to_string())),
        _ => Err(SetupError::OptionValue(key.clone())),
    };
    options.iter().map(word).collect()
}
