//! The lobby: wishes to play, and who takes them up.

use super::{
    Hub, Who,
    active::time,
    cluster::Message,
    games::{Series, Sitter, game_terms},
    outside::Millis,
    problem,
    trouble::{not_kept, not_read},
};
use ludoteca_contest::Terms;
use ludoteca_protocol::{FromServer, NewSeek, Problem, SeekView, UserView};
use ludoteca_store::Seek;
use serde::{Deserialize, Serialize};
use std::{
    collections::HashSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// A seek for a live game is given up after this time: whoever made it has gone.
const LIVE_FOR: Millis = 15 * 60 * 1000;
const CORRESPONDENCE_FOR: Millis = 14 * 24 * 60 * 60 * 1000;
/// The most seeks that one person may have.
const MOST_OWN: usize = 5;
const MOST: usize = 5000;

/// All open seeks.
#[derive(Debug)]
pub(crate) struct Lobby {
    seeks: Mutex<Vec<OpenSeek>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct OpenSeek {
    #[serde(skip)]
    id: String,
    #[serde(skip)]
    created: Millis,
    wish: NewSeek,
    players: u8,
    /// Whoever made it, then those who have joined.
    people: Vec<UserView>,
}

impl OpenSeek {
    fn view(&self) -> Option<SeekView> {
        Some(SeekView {
            id: self.id.clone(),
            user: self.people.first()?.clone(),
            seek: self.wish.clone(),
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

    fn stored(&self) -> Seek {
        Seek {
            id: self.id.clone(),
            person: self.owner().to_owned(),
            created: time(self.created),
            data: serde_json::to_string(self).unwrap_or_default(),
        }
    }
}

impl Lobby {
    pub(crate) fn new(stored: Vec<Seek>) -> Lobby {
        Lobby { seeks: Mutex::new(read(stored)) }
    }

    fn seeks(&self) -> MutexGuard<'_, Vec<OpenSeek>> {
        self.seeks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes somebody out of another's seek.
    fn leave(&self, id: &str, person: &str) {
        if let Some(seek) = self.seeks().iter_mut().find(|seek| seek.id == id) {
            seek.people.retain(|user| user.id != person);
        }
    }

    fn views(&self) -> Vec<SeekView> {
        self.seeks().iter().filter_map(OpenSeek::view).collect()
    }
}

impl Hub {
    pub(crate) fn seeks(&self) -> Vec<SeekView> {
        self.0.lobby.views()
    }

    pub(crate) fn watch_lobby(&self, ears: &super::Ears) {
        self.0.hearing.watch_lobby(ears);
        ears.say(&FromServer::Lobby { seeks: self.seeks() });
    }

    fn tell_lobby(&self) {
        self.0.hearing.tell_lobby(&FromServer::Lobby { seeks: self.seeks() });
        self.tell_nodes(&Message::Lobby);
    }

    /// Another server has changed something.
    pub(super) fn lobby_changed(&self) {
        let hub = self.clone();
        tokio::spawn(async move {
            hub.refresh_lobby().await;
            hub.0.hearing.tell_lobby(&FromServer::Lobby { seeks: hub.seeks() });
        });
    }

    /// Where several servers share the store, it alone knows all seeks.
    pub(super) async fn refresh_lobby(&self) {
        if self.0.cluster.is_some()
            && let Ok(stored) = self.0.store.seeks().await
        {
            *self.0.lobby.seeks() = read(stored);
        }
    }

    /// A seek that fits a wish, of somebody whom one may meet.
    fn fitting(&self, who: &Who, wish: &NewSeek, apart: &HashSet<String>) -> Option<String> {
        let fits = |seek: &&OpenSeek| {
            let wanted = NewSeek { seat: None, ..seek.wish.clone() };
            let seats_differ = seek.wish.seat.is_none() || wish.seat.is_none() || seek.wish.seat != wish.seat;
            let may_meet = !seek.people.iter().any(|user| apart.contains(&user.id));
            !seek.has(&who.id) && may_meet && seats_differ && wanted == NewSeek { seat: None, ..wish.clone() }
        };
        self.0.lobby.seeks().iter().find(fits).map(|seek| seek.id.clone())
    }

    /// Adds a seek, or takes up one that wants the same. When everybody is there, the answer names the game.
    pub(crate) async fn seek(&self, who: &Who, wish: NewSeek) -> Result<SeekView, Problem> {
        let terms = terms(&wish)?;
        // The terms must be playable before anybody waits for them.
        let (contest, _) = ludoteca_contest::Contest::new(terms, ludoteca_contest::Now::at(self.now()))
            .map_err(|error| problem(422, "terms", error.to_string()))?;
        let players = contest.game().seats();
        if wish.seat.is_some_and(|seat| seat >= players) {
            return Err(problem(422, "not-a-seat", format!("this game has {players} seats")));
        }
        if Series::beginning(wish.match_of, wish.rated)?.unit.is_some() && players != 2 {
            return Err(problem(422, "bad-match", "only games of two can be a match that counts as one"));
        }
        if wish.rated {
            self.may_be_rated(&who.id).await?;
        }
        let apart = self.apart_from(&who.id).await?;
        self.refresh_lobby().await;
        {
            let seeks = self.0.lobby.seeks();
            if seeks.iter().filter(|seek| seek.owner() == who.id).count() >= MOST_OWN || seeks.len() >= MOST {
                let detail = format!("nobody may have more than {MOST_OWN} seeks");
                return Err(problem(422, "too-many-seeks", detail));
            }
        }
        if let Some(id) = self.fitting(who, &wish, &apart) {
            return self.take_up(who, &id).await;
        }
        let seek = OpenSeek {
            id: self.0.outside.name(10),
            created: self.now(),
            wish,
            players,
            people: vec![who.view()],
        };
        self.0.store.put_seek(&seek.stored()).await.map_err(|error| not_kept(&error))?;
        let (view, own, wish) = (seek.view().ok_or_else(no_such_seek)?, seek.id.clone(), seek.wish.clone());
        self.0.lobby.seeks().push(seek);
        self.tell_lobby();
        if self.0.cluster.is_some() {
            // Somebody may have wished the same on another server at the same moment. Whoever sees the other
            // takes it up; should both do so, one game comes of it.
            self.refresh_lobby().await;
            if let Some(other) = self.fitting(who, &wish, &apart)
                && let Ok(started) = self.take_up_instead(who, &other, Some(&own)).await
            {
                return Ok(started);
            }
        }
        Ok(view)
    }

    /// Joins a seek; the game is made when everybody is there.
    pub(crate) async fn take_up(&self, who: &Who, id: &str) -> Result<SeekView, Problem> {
        self.refresh_lobby().await;
        self.take_up_instead(who, id, None).await
    }

    /// The same, and an own seek is given up for it.
    async fn take_up_instead(&self, who: &Who, id: &str, own: Option<&str>) -> Result<SeekView, Problem> {
        let is_rated = |seek: &OpenSeek| seek.id == id && seek.wish.rated;
        let rated = self.0.lobby.seeks().iter().any(is_rated);
        if rated {
            self.may_be_rated(&who.id).await?;
        }
        let apart = self.apart_from(&who.id).await?;
        let (before, seek, full) = {
            let mut seeks = self.0.lobby.seeks();
            let at = seeks.iter().position(|seek| seek.id == id).ok_or_else(no_such_seek)?;
            if seeks[at].has(&who.id) {
                return Err(problem(422, "own-seek", "you are in this seek already"));
            }
            if seeks[at].people.iter().any(|user| apart.contains(&user.id)) {
                // Who blocks whom is not told.
                return Err(problem(403, "blocked", no_such_seek().detail));
            }
            let before = seeks[at].stored();
            seeks[at].people.push(who.view());
            // Whoever takes it out of the list makes the game: nobody else can.
            let full = seeks[at].is_full();
            (before, if full { seeks.remove(at) } else { seeks[at].clone() }, full)
        };
        let view = seek.view().ok_or_else(no_such_seek)?;
        if !full {
            let changed = self.0.store.change_seek(&before, &seek.stored()).await;
            let refused = match changed {
                Ok(true) => None,
                Ok(false) => Some(no_such_seek()),
                Err(error) => Some(not_kept(&error)),
            };
            if let Some(refused) = refused {
                self.0.lobby.leave(id, &who.id);
                self.refresh_lobby().await;
                return Err(refused);
            }
            if let Some(own) = own {
                self.unseek(who, own).await?;
            }
            self.tell_lobby();
            return Ok(view);
        }
        // The seek goes with the same commit that makes the game: it is neither lost nor taken up twice.
        let seeks = [Some(id), own].into_iter().flatten().map(str::to_owned).collect();
        match self.start(&seek, seeks).await {
            Ok(game) => {
                self.0.lobby.seeks().retain(|seek| own != Some(&seek.id));
                self.tell_lobby();
                Ok(SeekView { started: Some(game), ..view })
            }
            Err(problem) if problem.status == 409 => {
                self.refresh_lobby().await;
                Err(no_such_seek())
            }
            Err(problem) => {
                // The others go on waiting.
                let mut seeks = self.0.lobby.seeks();
                let at = seeks.partition_point(|other| other.created <= seek.created);
                seeks.insert(at, seek);
                drop(seeks);
                self.0.lobby.leave(id, &who.id);
                Err(problem)
            }
        }
    }

    async fn start(&self, seek: &OpenSeek, seeks: Vec<String>) -> Result<String, Problem> {
        let players = usize::from(seek.players);
        // Seats are drawn by lot, but for the one that was asked for. Two who have met before change seats:
        // in most games one of them is the better one.
        let by_lot = || usize::from(self.0.outside.bytes::<1>()[0]) % players;
        let first = match (seek.wish.seat, &seek.people[..]) {
            (Some(seat), _) => usize::from(seat),
            (None, [owner, other]) => {
                let pair = [owner.id.as_str(), other.id.as_str()];
                let before = self.0.store.last_seats(&seek.wish.game, pair).await;
                before.map_err(|error| not_read(&error))?.map_or_else(by_lot, |[_, other]| usize::from(other))
            }
            (None, _) => by_lot(),
        };
        let mut people: Vec<Who> = seek.people.iter().map(|user| Who::from(user.clone())).collect();
        let owner = people.remove(0);
        for i in (1..people.len()).rev() {
            people.swap(i, usize::from(self.0.outside.bytes::<1>()[0]) % (i + 1));
        }
        people.insert(first.min(people.len()), owner.clone());
        let seats = people.into_iter().map(Sitter::Person).collect();
        let series = Series::beginning(seek.wish.match_of, seek.wish.rated)?;
        let game = self.make(&owner, terms(&seek.wish)?, seats, true, series, seeks).await?;
        self.with_game(&game, async |inside| {
            self.keep_vacations(inside).await?;
            let game = inside.game()?;
            seek.people.iter().for_each(|user| self.notify(&user.id, "game-start", game));
            Ok(())
        })
        .await?;
        Ok(game)
    }

    /// Takes one's own seek away, or oneself out of another's.
    pub(crate) async fn unseek(&self, who: &Who, id: &str) -> Result<(), Problem> {
        self.refresh_lobby().await;
        let (before, left) = {
            let seeks = self.0.lobby.seeks();
            let seek = seeks.iter().find(|seek| seek.id == id).ok_or_else(no_such_seek)?;
            if !seek.has(&who.id) {
                return Err(problem(403, "not-your-seek", "this seek is not yours"));
            }
            let mut left = seek.clone();
            left.people.retain(|user| user.id != who.id);
            (seek.stored(), (seek.owner() != who.id).then_some(left))
        };
        // What is on disk comes first: whoever gets an error can ask again.
        let stored = match &left {
            Some(seek) => self.0.store.change_seek(&before, &seek.stored()).await,
            None => self.0.store.remove_seek(id).await,
        };
        if !stored.map_err(|error| not_kept(&error))? && self.0.cluster.is_some() {
            self.refresh_lobby().await;
            return Err(no_such_seek());
        }
        match left {
            Some(_) => self.0.lobby.leave(id, &who.id),
            None => self.0.lobby.seeks().retain(|seek| seek.id != id),
        }
        self.tell_lobby();
        Ok(())
    }

    /// Takes somebody out of all seeks.
    pub(crate) async fn leave_lobby(&self, person: &str) -> Result<(), Problem> {
        let user = |seek: &OpenSeek| seek.people.iter().find(|user| user.id == person).cloned();
        let own: Vec<(String, UserView)> = {
            let seeks = self.0.lobby.seeks();
            seeks.iter().filter_map(|seek| Some((seek.id.clone(), user(seek)?))).collect()
        };
        for (id, user) in own {
            match self.unseek(&Who::from(user), &id).await {
                // It was taken up meanwhile.
                Err(problem) if problem.status == 404 => {}
                done => done?,
            }
        }
        Ok(())
    }

    /// Two who wait in the same seeks do so no longer.
    pub(crate) async fn part_in_lobby(&self, one: &str, other: &str) -> Result<(), Problem> {
        let leaving: Vec<(String, UserView)> = {
            let seeks = self.0.lobby.seeks();
            let both = seeks.iter().filter(|seek| seek.has(one) && seek.has(other));
            let leaves = |seek: &OpenSeek| {
                // Whoever made it stays.
                let leaves = if seek.owner() == one { other } else { one };
                seek.people.iter().find(|user| user.id == leaves).cloned()
            };
            both.filter_map(|seek| Some((seek.id.clone(), leaves(seek)?))).collect()
        };
        for (id, user) in leaving {
            match self.unseek(&Who::from(user), &id).await {
                // It was taken up or left meanwhile.
                Err(problem) if [403, 404].contains(&problem.status) => {}
                done => done?,
            }
        }
        Ok(())
    }

    /// Seeks that nobody has taken up for a long time are given up.
    pub(crate) async fn sweep_lobby(&self) {
        let now = self.now();
        let old: Vec<String> = {
            let mut seeks = self.0.lobby.seeks();
            let is_old = |seek: &OpenSeek| {
                let correspondence =
                    seek.wish.clock.as_ref().is_none_or(|clock| clock.system == "correspondence");
                let most = if correspondence { CORRESPONDENCE_FOR } else { LIVE_FOR };
                now.saturating_sub(seek.created) > most
            };
            let old = seeks.iter().filter(|seek| is_old(seek)).map(|seek| seek.id.clone()).collect();
            seeks.retain(|seek| !is_old(seek));
            old
        };
        for id in &old {
            let _ = self.0.store.remove_seek(id).await;
        }
        if !old.is_empty() {
            self.tell_lobby();
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

fn no_such_seek() -> Problem {
    problem(404, "no-such-seek", "there is no such seek: it was taken up or taken away")
}

fn terms(wish: &NewSeek) -> Result<Terms, Problem> {
    let terms = game_terms(&wish.game, &wish.options, wish.clock.as_ref())?;
    Ok(Terms { players: wish.players, rated: wish.rated, ..terms })
}
