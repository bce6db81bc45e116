//! The lobby: open seeks and how players are paired.

use super::{
    Blocks, Environment, Games, Identity, People, Ratings,
    active::time,
    connections::Connections,
    environment::Millis,
    error::{GameError, LobbyError, SetupError, not_kept, not_read},
    games::{SeatHolder, Series, game_terms},
    ownership::{Message, Ownership},
    quotas::Quotas,
    subscribers::{Subscriber, lobby_message},
};
use ludoteca_contest::{Contest, Terms};
use ludoteca_protocol::{NewSeek, RatingRange, RatingView, SeekView, UserView};
use ludoteca_store::{Seek, Store, StoreError};
use serde::{Deserialize, Serialize};
use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Lifetime of a seek for a live game; by then its creator has left.
const LIVE_FOR: Millis = 15 * 60 * 1000;
const CORRESPONDENCE_FOR: Millis = 14 * 24 * 60 * 60 * 1000;
/// The largest difference between the ratings of two players that are paired, at first,
const APART: Millis = 200;
/// how much it grows after each of these periods,
const WIDER: Millis = 100;
const WIDENS_EVERY: Millis = 10 * 1000;
/// and the time after which any rating fits.
const ANYONE_AFTER: Millis = 60 * 1000;
/// The upper end of rating ranges.
pub(crate) const HIGHEST: i32 = 4000;
/// The most open seeks per person.
pub(crate) const MAX_OWN: usize = 5;
const MOST: usize = 5000;

/// The open seeks; pairs players and starts their games.
#[derive(Clone, Debug)]
pub struct Lobby {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) environment: Environment,
    pub(crate) people: People,
    pub(crate) blocks: Blocks,
    pub(crate) ratings: Ratings,
    pub(crate) quotas: Quotas,
    pub(crate) connections: Connections,
    pub(crate) ownership: Arc<dyn Ownership>,
    pub(crate) games: Games,
    pub(crate) seeks: OpenSeeks,
}

#[derive(Clone, Debug)]
pub(crate) struct OpenSeeks(Arc<Mutex<Vec<OpenSeek>>>);

#[derive(Clone, Debug, Serialize, Deserialize)]
struct OpenSeek {
    #[serde(skip)]
    id: String,
    #[serde(skip)]
    created: Millis,
    #[serde(rename = "wish", deserialize_with = "ludoteca_protocol::stored_seek")]
    request: NewSeek,
    /// Whether a guest created it.
    #[serde(default)]
    guest: bool,
    /// The rating of the creator.
    #[serde(default)]
    rating: Option<RatingView>,
    players: u8,
    /// The creator, then those who have joined.
    people: Vec<UserView>,
}

impl OpenSeek {
    fn view(&self) -> Option<SeekView> {
        Some(SeekView {
            id: self.id.clone(),
            user: self.people.first()?.clone(),
            seek: self.request.clone(),
            guest: self.guest,
            rating: self.rating,
            missing: self.players.saturating_sub(self.people.len() as u8),
            started: None,
        })
    }

    fn is_full(&self) -> bool {
        self.people.len() >= usize::from(self.players)
    }

    fn has(&self, person: &str) -> bool {
        self.people.iter().any(|user| user.id == person)
    }

    fn owner(&self) -> &str {
        self.people.first().map_or("", |user| user.id.as_str())
    }

    /// The largest acceptable rating difference at this time.
    fn reach(&self, now: Millis) -> Millis {
        let waited = now.saturating_sub(self.created);
        if waited >= ANYONE_AFTER { Millis::MAX } else { APART + waited / WIDENS_EVERY * WIDER }
    }

    /// Whether two seeks are for the same game and accept each other.
    fn fits(&self, other: &OpenSeek, now: Millis) -> bool {
        let terms =
            |request: &NewSeek| NewSeek { seat: None, rated: None, rating_range: None, ..request.clone() };
        let seats_differ = self.request.seat.is_none()
            || other.request.seat.is_none()
            || self.request.seat != other.request.seat;
        let rated = match (self.request.rated, other.request.rated) {
            (Some(one), Some(two)) if one != two => return false,
            (one, two) => one.or(two).unwrap_or(true),
        };
        let in_range = |one: &OpenSeek, two: &OpenSeek| {
            one.request.rating_range.is_none_or(|range| is_in(range, two.rating))
        };
        let free = self.request.rating_range.is_none() && other.request.rating_range.is_none();
        let near = match (self.rating, other.rating) {
            (Some(one), Some(two)) if free && rated => {
                let apart = Millis::from(one.value.abs_diff(two.value));
                apart <= self.reach(now).max(other.reach(now))
            }
            _ => true,
        };
        terms(&self.request) == terms(&other.request)
            && seats_differ
            && near
            && in_range(self, other)
            && in_range(other, self)
    }

    fn stored(&self) -> Seek {
        Seek {
            id: self.id.clone(),
            person: self.owner().to_owned(),
            created: time(self.created),
            data: serde_json::to_string(self).unwrap_or_default(),
        }
    }
}

impl OpenSeeks {
    pub(crate) async fn load(store: &dyn Store) -> Result<OpenSeeks, StoreError> {
        Ok(OpenSeeks(Arc::new(Mutex::new(read(store.seeks().await?)))))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<OpenSeek>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes a person from another's seek.
    fn leave(&self, id: &str, person: &str) {
        if let Some(seek) = self.lock().iter_mut().find(|seek| seek.id == id) {
            seek.people.retain(|user| user.id != person);
        }
    }
}

impl Lobby {
    #[must_use]
    pub fn seeks(&self) -> Vec<SeekView> {
        self.seeks.lock().iter().filter_map(OpenSeek::view).collect()
    }

    /// Sends a connection all seeks, now and whenever they change.
    pub fn watch(&self, subscriber: &Subscriber) {
        self.connections.subscribers.watch_lobby(subscriber);
        subscriber.say(&lobby_message(self.seeks()));
    }

    fn notify(&self) {
        self.connections.subscribers.notify_lobby(&lobby_message(self.seeks()));
        self.ownership.broadcast(&Message::Lobby);
    }

    /// Another server has changed the seeks.
    pub(crate) fn changed_elsewhere(&self) {
        let lobby = self.clone();
        tokio::spawn(async move {
            lobby.refresh().await;
            lobby.connections.subscribers.notify_lobby(&lobby_message(lobby.seeks()));
        });
    }

    /// Reads the seeks again if the store is shared, since only the store knows all of them.
    async fn refresh(&self) {
        if !self.ownership.is_only_writer() {
            self.reload().await;
        }
    }

    pub(crate) async fn reload(&self) {
        if let Ok(stored) = self.store.seeks().await {
            *self.seeks.lock() = read(stored);
        }
    }

    /// An open seek that fits another, by players that its creator may meet.
    fn fitting(&self, who: &Identity, seek: &OpenSeek, apart: &HashSet<String>) -> Option<String> {
        let now = self.environment.now();
        let fits = |other: &&OpenSeek| {
            let may_meet = !other.people.iter().any(|user| apart.contains(&user.id));
            other.id != seek.id && !other.has(&who.id) && may_meet && other.fits(seek, now)
        };
        self.seeks.lock().iter().find(fits).map(|seek| seek.id.clone())
    }

    /// Validates a seek and decides whether it is rated, as far as that is known yet.
    async fn open_seek(&self, who: &Identity, mut request: NewSeek) -> Result<OpenSeek, LobbyError> {
        // Reject unplayable terms before they are offered.
        let (contest, _) = Contest::new(terms(&request)?, ludoteca_contest::Now::at(self.environment.now()))
            .map_err(|error| SetupError::Terms(error.to_string()))?;
        let players = contest.game().seats();
        if request.seat.is_some_and(|seat| seat >= players) {
            return Err(LobbyError::NoSuchSeat(players));
        }
        if Series::beginning(request.match_of, request.rated == Some(true))?.unit.is_some() && players != 2 {
            return Err(SetupError::MatchPlayers.into());
        }
        if request.rated == Some(true) {
            self.games.may_be_rated(&who.id).await?;
        }
        let guest = !self.people.has_account(&who.id).await?;
        let (rating, counts) = self.ratings.rating_in(&contest, &who.id).await?;
        // A game that cannot be rated is offered as unrated.
        if request.rated.is_none() && (guest || !counts) {
            request.rated = Some(false);
        }
        if let Some(RatingRange { min, max }) = request.rating_range {
            if !(0..=HIGHEST).contains(&min) || !(min..=HIGHEST).contains(&max) {
                return Err(LobbyError::BadRange);
            }
            if guest {
                return Err(LobbyError::RangeNeedsAccount);
            }
            if !counts {
                return Err(LobbyError::NeverRated);
            }
        }
        Ok(OpenSeek {
            id: self.environment.name(10),
            created: self.environment.now(),
            request,
            guest,
            rating,
            players,
            people: vec![who.view()],
        })
    }

    /// Adds a seek, or accepts a matching one. When the game is complete, the answer names it.
    pub async fn create(&self, who: &Identity, request: NewSeek) -> Result<SeekView, LobbyError> {
        let seek = self.open_seek(who, request).await?;
        // Rejected early; counted again when the game is created.
        drop(self.quotas.open_one_more(&[&who.id]).await?);
        let mut apart = self.blocks.apart_from(&who.id).await?;
        if seek.request.rated != Some(false) {
            apart.extend(self.people.own_bots(&who.id).await?);
        }
        self.refresh().await;
        {
            let seeks = self.seeks.lock();
            if seeks.iter().filter(|seek| seek.owner() == who.id).count() >= MAX_OWN || seeks.len() >= MOST {
                return Err(LobbyError::TooMany);
            }
        }
        if let Some(id) = self.fitting(who, &seek, &apart) {
            return self.join_instead(who, &id, None, Some(&seek.request)).await;
        }
        self.store.put_seek(&seek.stored()).await.map_err(not_kept)?;
        let view = seek.view().ok_or(LobbyError::Unknown)?;
        {
            let mut seeks = self.seeks.lock();
            // It may have been read from the store already.
            seeks.retain(|other| other.id != seek.id);
            seeks.push(seek.clone());
        }
        self.notify();
        // A matching seek may have been created at the same moment, here or on another server. The request
        // that sees the other seek accepts it; if both do, the result is one game.
        self.refresh().await;
        if let Some(other) = self.fitting(who, &seek, &apart)
            && let Ok(started) = self.join_instead(who, &other, Some(&seek.id), Some(&seek.request)).await
        {
            return Ok(started);
        }
        Ok(view)
    }

    /// Pairs waiting players whose acceptable ratings have come to overlap. A background task calls it every
    /// second.
    pub async fn pair_waiting(&self) {
        let now = self.environment.now();
        let waiting: Vec<OpenSeek> = {
            let seeks = self.seeks.lock();
            // The others fit at once or never.
            seeks.iter().filter(|seek| seek.rating.is_some()).cloned().collect()
        };
        let mut paired: HashSet<String> = HashSet::new();
        for (at, seek) in waiting.iter().enumerate() {
            let [user] = &seek.people[..] else { continue };
            let who = Identity::from(user.clone());
            let fits = |other: &&OpenSeek| {
                !paired.contains(&other.id) && !other.has(&who.id) && other.fits(seek, now)
            };
            if paired.contains(&seek.id) {
                continue;
            }
            let others: Vec<&OpenSeek> = waiting[..at].iter().filter(fits).collect();
            for other in others {
                // If the pairing is impossible, for example because one player blocks the other, the seek
                // stays open.
                if self.join_instead(&who, &other.id, Some(&seek.id), Some(&seek.request)).await.is_ok() {
                    paired.extend([seek.id.clone(), other.id.clone()]);
                    break;
                }
            }
        }
    }

    /// Joins a seek; the game is created when all players have joined.
    pub async fn join(&self, who: &Identity, id: &str) -> Result<SeekView, LobbyError> {
        self.refresh().await;
        self.join_instead(who, id, None, None).await
    }

    /// Joins a seek, withdrawing a seek of the caller's. `wanted` contains what the withdrawn seek asked for,
    /// beyond what both have in common.
    async fn join_instead(
        &self,
        who: &Identity,
        id: &str,
        own: Option<&str>,
        wanted: Option<&NewSeek>,
    ) -> Result<SeekView, LobbyError> {
        let found = self.seeks.lock().iter().find(|seek| seek.id == id).cloned();
        let OpenSeek { request, people: found_people, .. } = found.ok_or(LobbyError::Unknown)?;
        let own_bots = self.people.own_bots(&who.id).await?;
        let with_own_bot = found_people.iter().any(|user| own_bots.contains(&user.id));
        if request.rated == Some(true) {
            if with_own_bot {
                return Err(LobbyError::OwnBot);
            }
            self.games.may_be_rated(&who.id).await?;
        }
        let guest = !self.people.has_account(&who.id).await?;
        let rated = match guest || with_own_bot {
            true => Some(false),
            false => wanted.and_then(|wanted| wanted.rated),
        };
        if let Some(range) = request.rating_range {
            let (contest, _) =
                Contest::new(terms(&request)?, ludoteca_contest::Now::at(self.environment.now()))
                    .map_err(|error| SetupError::Terms(error.to_string()))?;
            let (rating, _) = self.ratings.rating_in(&contest, &who.id).await?;
            if !is_in(range, rating) {
                return Err(LobbyError::OutOfRange { min: range.min, max: range.max });
            }
        }
        drop(self.quotas.open_one_more(&[&who.id]).await?);
        let apart = self.blocks.apart_from(&who.id).await?;
        let (original, before, seek, full) = {
            let mut seeks = self.seeks.lock();
            let at = seeks.iter().position(|seek| seek.id == id).ok_or(LobbyError::Unknown)?;
            if seeks[at].has(&who.id) {
                return Err(LobbyError::Joined);
            }
            if seeks[at].people.iter().any(|user| apart.contains(&user.id)) {
                return Err(LobbyError::Blocked);
            }
            let (original, before) = (seeks[at].clone(), seeks[at].stored());
            let seek = &mut seeks[at];
            match (seek.request.rated, rated) {
                (Some(one), Some(two)) if one != two => return Err(LobbyError::Unknown),
                (one, two) => seek.request.rated = one.or(two),
            }
            // With two players, a request for one seat fixes the other.
            if seek.players == 2 && seek.request.seat.is_none() {
                seek.request.seat = wanted.and_then(|wanted| wanted.seat).map(|seat| 1 - seat.min(1));
            }
            seek.people.push(who.view());
            // The request that removes the seek from the list creates the game, so only one can.
            let full = seek.is_full();
            (original, before, if full { seeks.remove(at) } else { seeks[at].clone() }, full)
        };
        let view = seek.view().ok_or(LobbyError::Unknown)?;
        if !full {
            let changed = self.store.change_seek(&before, &seek.stored()).await;
            let refused = match changed {
                Ok(true) => None,
                Ok(false) => Some(LobbyError::Unknown),
                Err(error) => Some(not_kept(error).into()),
            };
            if let Some(refused) = refused {
                self.seeks.leave(id, &who.id);
                self.refresh().await;
                return Err(refused);
            }
            if let Some(own) = own {
                self.withdraw(who, own).await?;
            }
            self.notify();
            return Ok(view);
        }
        // The seek is removed in the commit that creates the game: it is neither lost nor accepted twice.
        let seeks = [Some(id), own].into_iter().flatten().map(str::to_owned).collect();
        match self.start(&seek, seeks).await {
            Ok(game) => {
                self.seeks.lock().retain(|seek| own != Some(&seek.id));
                self.notify();
                Ok(SeekView { started: Some(game), ..view })
            }
            Err(LobbyError::Game(GameError::Conflict)) => {
                // One of the two was accepted or withdrawn meanwhile; the store knows which.
                self.reload().await;
                Err(LobbyError::Unknown)
            }
            Err(error) => {
                let others = original.people.clone();
                {
                    // The other seeks stay open.
                    let mut seeks = self.seeks.lock();
                    let at = seeks.partition_point(|other| other.created <= original.created);
                    seeks.insert(at, original);
                }
                let is_one_of_theirs = is_too_many_games(&error) && self.withdraw_of_busy(&others).await?;
                Err(if is_one_of_theirs { LobbyError::Unknown } else { error })
            }
        }
    }

    async fn start(&self, seek: &OpenSeek, seeks: Vec<String>) -> Result<String, LobbyError> {
        let players = usize::from(seek.players);
        // Seats are drawn by lot, except a requested one. Two players who have met before swap seats, since
        // in most games one seat has the advantage.
        let by_lot = || usize::from(self.environment.bytes::<1>()[0]) % players;
        let first = match (seek.request.seat, &seek.people[..]) {
            (Some(seat), _) => usize::from(seat),
            (None, [owner, other]) => {
                let pair = [owner.id.as_str(), other.id.as_str()];
                let before = self.store.last_seats(&seek.request.game, pair).await;
                before.map_err(not_read)?.map_or_else(by_lot, |[_, other]| usize::from(other))
            }
            (None, _) => by_lot(),
        };
        let mut people: Vec<Identity> = seek.people.iter().map(|user| Identity::from(user.clone())).collect();
        let owner = people.remove(0);
        for i in (1..people.len()).rev() {
            people.swap(i, usize::from(self.environment.bytes::<1>()[0]) % (i + 1));
        }
        people.insert(first.min(people.len()), owner.clone());
        let seats = people.into_iter().map(SeatHolder::Person).collect();
        let mut rated = seek.request.rated;
        if rated.is_none() {
            let mut all = true;
            for user in &seek.people {
                all &= self.people.has_account(&user.id).await?;
            }
            rated = Some(all);
        }
        let series = Series::beginning(seek.request.match_of, rated == Some(true))?;
        let terms = Terms { rated: rated == Some(true), ..terms(&seek.request)? };
        let game = self.games.create_with(&owner, terms, seats, true, series, seeks).await?;
        self.games.announce_start(&game, &seek.people).await?;
        Ok(game)
    }

    /// Withdraws the caller's own seek, or removes the caller from another's.
    pub async fn withdraw(&self, who: &Identity, id: &str) -> Result<(), LobbyError> {
        self.refresh().await;
        let (before, left) = {
            let seeks = self.seeks.lock();
            let seek = seeks.iter().find(|seek| seek.id == id).ok_or(LobbyError::Unknown)?;
            if !seek.has(&who.id) {
                return Err(LobbyError::NotYours);
            }
            let mut left = seek.clone();
            left.people.retain(|user| user.id != who.id);
            (seek.stored(), (seek.owner() != who.id).then_some(left))
        };
        // Write to disk first: if that fails, the request can be repeated.
        let stored = match &left {
            Some(seek) => self.store.change_seek(&before, &seek.stored()).await,
            None => self.store.remove_seek(id).await,
        };
        if !stored.map_err(not_kept)? {
            self.reload().await;
            return Err(LobbyError::Unknown);
        }
        match left {
            Some(_) => self.seeks.leave(id, &who.id),
            None => self.seeks.lock().retain(|seek| seek.id != id),
        }
        self.notify();
        Ok(())
    }

    /// Withdraws the seeks of guests who have too many open games by now; false if there is none.
    async fn withdraw_of_busy(&self, people: &[UserView]) -> Result<bool, LobbyError> {
        let mut any = false;
        for person in people {
            if self.quotas.open_one_more(&[&person.id]).await.is_err() {
                self.leave(&person.id).await?;
                any = true;
            }
        }
        Ok(any)
    }

    /// Removes a person from all seeks.
    pub(crate) async fn leave(&self, person: &str) -> Result<(), LobbyError> {
        let user = |seek: &OpenSeek| seek.people.iter().find(|user| user.id == person).cloned();
        let own: Vec<(String, UserView)> = {
            let seeks = self.seeks.lock();
            seeks.iter().filter_map(|seek| Some((seek.id.clone(), user(seek)?))).collect()
        };
        for (id, user) in own {
            match self.withdraw(&Identity::from(user), &id).await {
                // It was accepted meanwhile.
                Err(LobbyError::Unknown) => {}
                done => done?,
            }
        }
        Ok(())
    }

    /// Separates two people who wait in the same seeks.
    pub(crate) async fn part(&self, one: &str, other: &str) -> Result<(), LobbyError> {
        let leaving: Vec<(String, UserView)> = {
            let seeks = self.seeks.lock();
            let both = seeks.iter().filter(|seek| seek.has(one) && seek.has(other));
            let leaves = |seek: &OpenSeek| {
                // The creator stays.
                let leaves = if seek.owner() == one { other } else { one };
                seek.people.iter().find(|user| user.id == leaves).cloned()
            };
            both.filter_map(|seek| Some((seek.id.clone(), leaves(seek)?))).collect()
        };
        for (id, user) in leaving {
            match self.withdraw(&Identity::from(user), &id).await {
                // It was accepted or left meanwhile.
                Err(LobbyError::NotYours | LobbyError::Unknown) => {}
                done => done?,
            }
        }
        Ok(())
    }

    /// Removes seeks that have expired.
    pub(crate) async fn sweep(&self) {
        let now = self.environment.now();
        let old: Vec<String> = {
            let mut seeks = self.seeks.lock();
            let is_old = |seek: &OpenSeek| {
                let correspondence = seek.request.clock.is_none_or(|clock| clock.is_correspondence());
                let most = if correspondence { CORRESPONDENCE_FOR } else { LIVE_FOR };
                now.saturating_sub(seek.created) > most
            };
            let old = seeks.iter().filter(|seek| is_old(seek)).map(|seek| seek.id.clone()).collect();
            seeks.retain(|seek| !is_old(seek));
            old
        };
        for id in &old {
            let _ = self.store.remove_seek(id).await;
        }
        if !old.is_empty() {
            self.notify();
        }
    }
}

fn read(stored: Vec<Seek>) -> Vec<OpenSeek> {
    let open = |seek: Seek| {
        let read: OpenSeek = serde_json::from_str(&seek.data).ok()?;
        Some(OpenSeek { id: seek.id, created: seek.created.unsigned_abs(), ..read })
    };
    stored.into_iter().filter_map(open).collect()
}

fn is_in(range: RatingRange, rating: Option<RatingView>) -> bool {
    rating.is_some_and(|rating| (range.min..=range.max).contains(&rating.value))
}

/// Whether a player of a game that was to begin has too many open games.
fn is_too_many_games(error: &LobbyError) -> bool {
    matches!(error, LobbyError::Game(GameError::Setup(SetupError::TooManyGames(_))))
}

fn terms(request: &NewSeek) -> Result<Terms, SetupError> {
    let terms = game_terms(&request.game, &request.options, request.clock)?;
    Ok(Terms { players: request.players, rated: request.rated == Some(true), ..terms })
}
