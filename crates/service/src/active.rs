//! A game in memory: the contest, the holders of its seats, and who is connected. It decides what happens and
//! prepares what to store; the owner stores that before sending it to anyone.

use super::{
    environment::Millis,
    error::{GameError, SetupError},
    notices::MY_TURN,
    rows::RowFreshness,
};
use ludoteca_catalog::{Seat, is_leaving};
use ludoteca_contest::{Action, Actor, Contest, Event, EventKind, Now, SeatNumber, Stage, Terms};
use ludoteca_protocol::{
    EventMeta, EventView, GameOrigin, GameOverview, RatingAtStart, SeatOverview, UserView,
};
use ludoteca_store::{Append, Fence, GameRow, SeatRow, StoredEvent};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};

/// The holder of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Holder {
    /// Empty, but perhaps reserved.
    Free {
        /// The id of the invited person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invited: Option<String>,
    },
    User(UserView),
    /// The computer, at this level.
    Level(u8),
    /// A player unknown to the server, in an imported game.
    Elsewhere {
        name: String,
    },
}

impl Holder {
    pub(super) fn overview(&self) -> SeatOverview {
        match self {
            Holder::Free { invited } => SeatOverview { invited: invited.clone(), ..SeatOverview::default() },
            Holder::User(user) => SeatOverview { user: Some(user.clone()), ..SeatOverview::default() },
            Holder::Level(level) => SeatOverview { level: Some(*level), ..SeatOverview::default() },
            Holder::Elsewhere { name } => {
                SeatOverview { name: Some(name.clone()), ..SeatOverview::default() }
            }
        }
    }
}

/// The originator of a request.
#[derive(Clone, Debug)]
pub(crate) enum Asker {
    /// The holder of a seat, with the client's own id for the request.
    Player {
        person: String,
        action: Option<String>,
        lag: Millis,
    },
    /// The computer on a seat.
    Computer(Seat),
    House,
}

/// Whether a seat's holder is connected.
#[derive(Clone, Debug, Default)]
pub(crate) struct Presence {
    /// Since when they have no connection; `None`: they are connected.
    pub(crate) away_since: Option<Millis>,
}

/// A decision that is not stored yet.
#[derive(Debug)]
pub(crate) struct PendingCommit {
    pub(crate) append: Append,
    /// Sent to everyone once the decision is stored.
    pub(crate) events: Vec<EventView>,
}

impl PendingCommit {
    /// Appends a later decision in the same game.
    pub(crate) fn and_then(&mut self, next: PendingCommit) {
        self.append.events.extend(next.append.events);
        self.append.seats.extend(next.append.seats);
        self.append.row = next.append.row;
        self.append.finishes |= next.append.finishes;
        // The turn has passed on, so its notice is obsolete.
        self.append.notices.retain(|notice| notice.notice != MY_TURN);
        self.append.notices.extend(next.append.notices);
        self.events.extend(next.events);
    }
}

#[derive(Debug)]
pub(crate) struct ActiveGame {
    pub(crate) id: Arc<str>,
    pub(crate) contest: Contest,
    pub(crate) made: GameOrigin,
    pub(crate) created: Millis,
    pub(crate) holders: Vec<Holder>,
    /// The players' ratings when a rated game began, by seat; empty in other games.
    pub(crate) began: Vec<RatingAtStart>,
    pub(crate) presence: Vec<Presence>,
    /// The next game of the series.
    pub(crate) next: Option<String>,
    /// For each seat, whether its holder has premoves.
    pub(crate) planned: Vec<bool>,
    /// The number of plies when the player to move was last notified.
    pub(crate) told: Option<usize>,
    /// The state of the store's row.
    pub(crate) stored: RowFreshness,
    /// Its deadline in the queue.
    pub(crate) queued: Option<Millis>,
    /// The fencing token for writes, if the database is shared.
    pub(crate) fence: Option<Fence>,
}

impl ActiveGame {
    /// A new game without players.
    pub(crate) fn make(
        id: &str,
        terms: Terms,
        made: GameOrigin,
        fence: Option<Fence>,
        now: Millis,
    ) -> Result<(ActiveGame, PendingCommit), SetupError> {
        let (contest, events) =
            Contest::new(terms, Now::at(now)).map_err(|error| SetupError::Terms(error.to_string()))?;
        let seats = usize::from(contest.game().seats());
        let holder = |seat: usize| Holder::Free { invited: made.invited.get(seat).cloned().flatten() };
        let mut game = ActiveGame {
            id: id.into(),
            contest,
            holders: (0..seats).map(holder).collect(),
            began: Vec::new(),
            presence: vec![Presence::default(); seats],
            made,
            created: now,
            next: None,
            planned: vec![false; seats],
            told: None,
            stored: RowFreshness::Now,
            queued: None,
            fence,
        };
        let by = Asker::Player { person: game.made.by.clone(), action: None, lag: 0 };
        let decided = game.decided(&by, &events, now);
        Ok((game, decided))
    }

    /// Rebuilds a game from its events.
    pub(crate) fn load(id: &str, stored: &[StoredEvent]) -> Result<ActiveGame, String> {
        let read = |event: &StoredEvent| {
            serde_json::from_str::<Event>(&event.data)
                .map_err(|error| format!("event {}: {error}", event.seq))
        };
        let events: Vec<Event> = stored.iter().map(read).collect::<Result<_, _>>()?;
        let contest = Contest::replay(&events).map_err(|error| error.to_string())?;
        let about = |event: &StoredEvent| -> Result<EventMeta, String> {
            let text = event.about.as_deref().unwrap_or("{}");
            serde_json::from_str(text).map_err(|error| format!("event {}: {error}", event.seq))
        };
        let first = stored.first().ok_or("there are no events")?;
        let made = about(first)?.made.ok_or("the first event does not name the game's creator")?;
        let seats = usize::from(contest.game().seats());
        let holder = |seat: usize| Holder::Free { invited: made.invited.get(seat).cloned().flatten() };
        let mut holders: Vec<Holder> = (0..seats).map(holder).collect();
        let mut began = Vec::new();
        for (event, stored) in events.iter().zip(stored) {
            if event.kind == EventKind::Started {
                began = about(stored)?.began;
            }
            if let EventKind::Joined { seat: SeatNumber(seat), name } = &event.kind {
                let about = about(stored)?;
                let holder = match (about.user, about.level) {
                    (Some(user), _) => Holder::User(user),
                    (None, Some(level)) => Holder::Level(level),
                    (None, None) if about.elsewhere => Holder::Elsewhere { name: name.clone() },
                    (None, None) => return Err(format!("event {}: no player joined", event.seq)),
                };
                if let Some(place) = holders.get_mut(seat.index()) {
                    *place = holder;
                }
            }
        }
        let told = (contest.stage() == Stage::Playing).then(|| contest.game().played().len());
        Ok(ActiveGame {
            id: id.into(),
            contest,
            told,
            // A live game that has left memory has left its deadline there.
            stored: RowFreshness::Behind,
            queued: None,
            fence: None,
            made,
            created: first.at.unsigned_abs(),
            presence: vec![Presence::default(); holders.len()],
            planned: vec![false; holders.len()],
            holders,
            began,
            next: None,
        })
    }

    pub(crate) fn seat_of(&self, person: &str) -> Option<Seat> {
        let index = self
            .holders
            .iter()
            .position(|holder| matches!(holder, Holder::User(user) if user.id == person))?;
        Seat::new(index as u8)
    }

    /// The caller's own seat. If the caller may not see the game, the error does not reveal that it exists.
    pub(crate) fn own_seat(&self, person: &str) -> Result<Seat, GameError> {
        self.seat_of(person).ok_or_else(|| match self.is_visible_to(Some(person)) {
            true => GameError::NotSeated,
            false => GameError::unknown(&self.id),
        })
    }

    /// Whether a person may see the game without an invitation.
    pub(crate) fn is_visible_to(&self, person: Option<&str>) -> bool {
        self.made.listed
            || person.is_some_and(|person| {
                self.made.by == person
                    || self.seat_of(person).is_some()
                    || self.made.invited.iter().flatten().any(|invited| invited == person)
            })
    }

    /// Whether the seat's holder is connected; computers always are.
    pub(crate) fn is_connected(&self, seat: usize) -> bool {
        match self.holders[seat] {
            Holder::User(_) => self.presence[seat].away_since.is_none(),
            Holder::Level(_) => true,
            Holder::Free { .. } | Holder::Elsewhere { .. } => false,
        }
    }

    /// Whether both sides are expected to be present.
    pub(crate) fn is_live(&self) -> bool {
        !self.contest.terms().clock.is_some_and(|clock| clock.is_correspondence())
    }

    /// Whether its players get no hints while it lasts: it is rated, or live with several people.
    pub(crate) fn closes_help(&self) -> bool {
        let people = self.holders.iter().filter(|holder| matches!(holder, Holder::User(user) if !user.bot));
        self.contest.stage() == Stage::Playing
            && (self.contest.terms().rated || (self.is_live() && people.count() > 1))
    }

    /// The user who holds a seat, by id.
    pub(crate) fn user(&self, person: &str) -> Option<&UserView> {
        self.holders.iter().find_map(|holder| match holder {
            Holder::User(user) if user.id == person => Some(user),
            _ => None,
        })
    }

    /// The seat and level of the computer to move.
    pub(crate) fn computer_to_act(&self) -> Option<(Seat, u8)> {
        let seat = self.contest.to_act()?;
        match self.holders[seat.index()] {
            Holder::Level(level) => Some((seat, level)),
            _ => None,
        }
    }

    /// The circumstances in which a request is made.
    fn now(&self, at: Millis, lag: Millis) -> Now {
        let absent = self.contest.to_act().map_or(0, |seat| {
            self.presence[seat.index()].away_since.map_or(0, |since| at.saturating_sub(since))
        });
        Now { at, lag, absent }
    }

    pub(crate) fn join(
        &mut self,
        seat: Seat,
        holder: Holder,
        name: &str,
        at: Millis,
    ) -> Result<PendingCommit, GameError> {
        let join = Action::Join { seat: SeatNumber(seat), name: name.to_owned() };
        let events = self.contest.apply(Now::at(at), Actor::System, join)?;
        let asker = match &holder {
            Holder::User(user) => Asker::Player { person: user.id.clone(), action: None, lag: 0 },
            _ => Asker::House,
        };
        // The contest has accepted the seat, so it exists.
        self.holders[seat.index()] = holder;
        // A player who is not connected when a game begins has been away since then.
        self.presence[seat.index()].away_since.get_or_insert(at);
        Ok(self.decided(&asker, &events, at))
    }

    /// Applies an action. The caller must have called `tick` before.
    pub(crate) fn act(
        &mut self,
        asker: &Asker,
        action: Action,
        at: Millis,
    ) -> Result<PendingCommit, GameError> {
        let (actor, lag) = match asker {
            Asker::Player { person, lag, .. } => (Actor::Seat(self.own_seat(person)?), *lag),
            Asker::Computer(seat) => (Actor::Seat(*seat), 0),
            Asker::House => (Actor::System, 0),
        };
        if matches!(asker, Asker::Player { .. }) && action.is_of_host() {
            return Err(GameError::OnlySystem);
        }
        let now = self.now(at, lag);
        let events = self.contest.apply(now, actor, action)?;
        Ok(self.decided(asker, &events, at))
    }

    /// Whether a move of the seat to act may be in transit on a connection whose lag is credited (TB-7).
    fn awaits_arrival(&self) -> bool {
        self.is_live()
            && self.contest.to_act().is_some_and(|seat| {
                matches!(self.holders[seat.index()], Holder::User(_)) && self.is_connected(seat.index())
            })
    }

    /// Applies the consequences of time; `None` if nothing was due. `lag` is the transit time of a move that
    /// is about to be played; without one, a move may still be in transit.
    pub(crate) fn tick(&mut self, at: Millis, lag: Option<Millis>) -> Option<PendingCommit> {
        let most = if self.awaits_arrival() { Millis::MAX } else { 0 };
        let events = self.contest.tick(self.now(at, lag.unwrap_or(most)));
        (!events.is_empty()).then(|| self.decided(&Asker::House, &events, at))
    }

    /// When time acts next, unless a player acts before.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        self.contest.next_deadline().map(|deadline| deadline.at)
    }

    /// When the deadline can be decided: until then, a move made in time may still arrive (TB-7).
    pub(crate) fn decided_at(&self) -> Option<Millis> {
        match self.awaits_arrival() {
            true => self.contest.last_arrival().map(|deadline| deadline.at),
            false => self.deadline(),
        }
    }

    /// Whether its row is only written now and then, and its deadline is in the queue.
    pub(crate) fn is_live_and_played(&self) -> bool {
        self.is_live() && self.contest.stage() == Stage::Playing
    }

    /// The game's row for the store.
    pub(crate) fn row(&self, says: RowFreshness) -> GameRow {
        let at = self.contest.last_at();
        let looked_after = self.is_live_and_played() && says != RowFreshness::NowAndDeadline;
        let stage = match self.contest.stage() {
            Stage::Waiting => ludoteca_store::Stage::Waiting,
            Stage::Playing => ludoteca_store::Stage::Playing,
            Stage::Over(_) => ludoteca_store::Stage::Over,
        };
        let to_act = self.contest.to_act().and_then(|seat| match &self.holders[seat.index()] {
            Holder::User(user) => Some(user.id.clone()),
            _ => None,
        });
        GameRow {
            id: self.id.to_string(),
            kind: self.contest.game().game().info().id.to_owned(),
            stage,
            live: self.is_live(),
            listed: self.made.listed,
            seq: self.contest.seq(),
            created: time(self.created),
            changed: time(at),
            to_act,
            deadline: self.deadline().filter(|_| !looked_after).map(time),
            overview: serde_json::to_string(&self.overview()).unwrap_or_default(),
        }
    }

    fn overview(&self) -> GameOverview {
        let (contest, play) = (&self.contest, self.contest.game());
        let number = |seat: Seat| seat.index() as u8;
        let ending = match contest.stage() {
            Stage::Over(ending) => Some(ending),
            _ => None,
        };
        GameOverview {
            players: play.seats(),
            options: self.options(),
            clock: contest.terms().clock.map(Into::into),
            rated: contest.terms().rated,
            seats: (0..self.holders.len()).map(|seat| self.seat_overview(seat)).collect(),
            to_act: contest.to_act().map(number),
            position: play.position(),
            plies: play.played().iter().filter(|(_, text)| !is_leaving(text)).count() as u32,
            places: ending
                .and_then(|ending| ending.standing)
                .map_or_else(Vec::new, |standing| standing.as_slice().to_vec()),
            leaver: contest.leaver().map(number),
            result: ending.map(|_| contest.result_text()),
            termination: ending.map(|ending| ending.termination.words().to_owned()),
            aborted: contest.aborted().map(Into::into),
        }
    }

    /// All options with their values.
    pub(crate) fn options(&self) -> BTreeMap<String, String> {
        let play = self.contest.game();
        let options = play.game().info().options.iter();
        options.map(|option| (option.key.to_owned(), play.options().word(option.key).to_owned())).collect()
    }

    fn decided(&mut self, asker: &Asker, events: &[Event], at: Millis) -> PendingCommit {
        let mut decided = self.prepared(asker, events.iter().map(|event| (event, self.about(event, at))));
        let seated =
            |event: &Event| matches!(event.kind, EventKind::Created { .. } | EventKind::Joined { .. });
        if self.is_live_and_played() && !events.iter().any(seated) {
            self.stored = RowFreshness::Behind;
        } else {
            self.stored = RowFreshness::Now;
            decided.append.row = Some(self.row(self.stored));
        }
        decided.append.notices = self.notices(events, at);
        decided
    }

    /// Events with their additional data, without a row.
    pub(super) fn prepared<'a>(
        &self,
        asker: &Asker,
        events: impl Iterator<Item = (&'a Event, EventMeta)>,
    ) -> PendingCommit {
        let (actor, action) = match asker {
            Asker::Player { person, action, .. } => (Some(person.clone()), action.clone()),
            Asker::Computer(_) | Asker::House => (None, None),
        };
        let (mut seats, mut rows, mut views) = (Vec::new(), Vec::new(), Vec::new());
        let mut finishes = false;
        for (event, about) in events {
            finishes |= matches!(event.kind, EventKind::Ended { .. });
            if let EventKind::Created { .. } = event.kind {
                let kept = self
                    .made
                    .invited
                    .iter()
                    .zip(0..)
                    .filter_map(|(invited, seat)| invited.clone().map(|person| SeatRow { seat, person }));
                seats.extend(kept);
            }
            if let (EventKind::Joined { seat, .. }, Some(user)) = (&event.kind, &about.user) {
                seats.push(SeatRow { seat: seat.0.index() as u8, person: user.id.clone() });
            }
            // Only maps with keys that are not text fail to serialize, and neither has one.
            let data = serde_json::to_string(event).unwrap_or_default();
            let about = serde_json::to_string(&about).ok().filter(|text| text != "{}");
            let stored = StoredEvent {
                seq: event.seq,
                at: time(event.at),
                actor: actor.clone(),
                action: action.clone(),
                data,
                about,
            };
            views.extend(view(&stored));
            rows.push(stored);
        }
        let (game, fence) = (self.id.to_string(), self.fence.clone());
        let append = Append { game, events: rows, finishes, seats, fence, ..Append::default() };
        PendingCommit { append, events: views }
    }

    pub(super) fn about(&self, event: &Event, at: Millis) -> EventMeta {
        let lefts = || {
            let now = Now::at(at);
            Seat::all(self.contest.game().seats())
                .map(|seat| self.contest.reading(seat, now).map(|reading| reading.left))
                .collect::<Option<Vec<_>>>()
        };
        match &event.kind {
            EventKind::Created { .. } => EventMeta { made: Some(self.made.clone()), ..EventMeta::default() },
            EventKind::Joined { seat, .. } => match self.holders.get(seat.0.index()) {
                Some(Holder::User(user)) => EventMeta { user: Some(user.clone()), ..EventMeta::default() },
                Some(Holder::Level(level)) => EventMeta { level: Some(*level), ..EventMeta::default() },
                Some(Holder::Elsewhere { .. }) => EventMeta { elsewhere: true, ..EventMeta::default() },
                _ => EventMeta::default(),
            },
            EventKind::Moved { .. } | EventKind::TakenBack { .. } | EventKind::Left { .. } => EventMeta {
                position: Some(self.contest.game().position()),
                left_ms: lefts(),
                ..EventMeta::default()
            },
            EventKind::Started => {
                EventMeta { left_ms: lefts(), began: self.began.clone(), ..EventMeta::default() }
            }
            EventKind::TimeGiven { .. } | EventKind::Resumed { .. } | EventKind::Vacation { .. } => {
                EventMeta { left_ms: lefts(), ..EventMeta::default() }
            }
            EventKind::Ended { .. } => {
                EventMeta { result: Some(self.contest.result_text()), ..EventMeta::default() }
            }
            _ => EventMeta::default(),
        }
    }
}

/// The public form of an event: the contest's fields and the additional ones in one object. `None` if it is
/// damaged.
pub(crate) fn view(stored: &StoredEvent) -> Option<EventView> {
    let json = match &stored.about {
        None => stored.data.clone(),
        Some(about) => {
            let fields = about.strip_prefix('{')?;
            format!("{},{fields}", stored.data.strip_suffix('}')?)
        }
    };
    EventView::new(json).ok()
}

pub(crate) fn time(millis: Millis) -> ludoteca_store::Time {
    ludoteca_store::Time::try_from(millis).unwrap_or(ludoteca_store::Time::MAX)
}

#[cfg(test)]
mod tests;
