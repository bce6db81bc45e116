//! Limits how many games one person keeps open: open games of guests, imported games, and computers that have
//! to move.

use super::{
    Hub, Identity,
    error::{LobbyError, RateLimited, SetupError, Unavailable, not_kept, not_read},
    fair_queue::{Cost, FairQueue, QueueLimits, Reservation},
};
use crate::rate_limit::Caps;
use ludoteca_protocol::UserView;
use std::{
    collections::BTreeSet,
    hash::{DefaultHasher, Hash, Hasher},
};
use tokio::sync::{Mutex, MutexGuard};

/// `Retry-After` in seconds; computers answer soon.
const COME_AGAIN: u64 = 2;
/// People are hashed to these many locks; those who share one wait for each other.
const PLACES: usize = 64;

/// Makes each person's requests to open games sequential, so that parallel requests cannot exceed a limit.
#[derive(Debug)]
pub(crate) struct Openings([Mutex<()>; PLACES]);

impl Default for Openings {
    fn default() -> Openings {
        Openings(std::array::from_fn(|_| Mutex::default()))
    }
}

/// Permission for one more open game of each of its players, held until it is stored. While holding it, do
/// not wait for a game.
pub(crate) type Opening<'a> = Vec<MutexGuard<'a, ()>>;

impl Openings {
    async fn of(&self, people: &[&str]) -> Opening<'_> {
        let place = |person: &&str| {
            let mut hasher = DefaultHasher::new();
            person.hash(&mut hasher);
            hasher.finish() as usize % PLACES
        };
        // Always in the same order, so that no two wait for each other.
        let places: BTreeSet<usize> = people.iter().map(place).collect();
        let mut opening = Vec::with_capacity(places.len());
        for place in places {
            opening.push(self.0[place].lock().await);
        }
        opening
    }
}

/// The queue for computer moves, with one line for each creator of games.
pub(crate) type Thinking = FairQueue<String>;

/// As many computers think at once as there are cores, less one.
pub(crate) fn thinking(cores: usize, longest: u64) -> Thinking {
    let workers = cores.max(2) - 1;
    let limits = QueueLimits { workers, per_line: usize::MAX, waiting: usize::MAX };
    FairQueue::new(limits, Cost::Time(longest))
}

impl Hub {
    fn caps(&self) -> Option<Caps> {
        self.rate_limits().map(|rate_limits| rate_limits.caps())
    }

    /// Rejects another open game of these people if one of them is a guest who has too many.
    pub(crate) async fn open_one_more(&self, people: &[&str]) -> Result<Opening<'_>, SetupError> {
        let opening = self.0.openings.of(people).await;
        let Some(Caps { open_games_of_guest: most, .. }) = self.caps() else { return Ok(opening) };
        for person in people {
            if !self.0.people.is_guest(person).await? {
                continue;
            }
            let open = self.0.store.count_open_games(person).await.map_err(not_read)?;
            if open >= u64::from(most) {
                return Err(SetupError::TooManyGames(most));
            }
        }
        Ok(opening)
    }

    /// Withdraws the seeks of guests who have too many open games by now; false if there is none.
    pub(super) async fn withdraw_seeks(&self, people: &[UserView]) -> Result<bool, LobbyError> {
        let mut any = false;
        for person in people {
            if self.open_one_more(&[&person.id]).await.is_err() {
                self.leave_lobby(&person.id).await?;
                any = true;
            }
        }
        Ok(any)
    }

    /// Reserves a place for the computers' moves in a game that this person creates.
    pub(crate) fn reserve_computers(&self, person: &str) -> Result<Option<Reservation<String>>, RateLimited> {
        let Some(Caps { computers: most, .. }) = self.caps() else { return Ok(None) };
        let reserved = self.0.thinking.reserve(person.to_owned(), most as usize);
        reserved.map(Some).map_err(|_| {
            let excess = format!("computers have to move in {most} of your games");
            RateLimited::new("computers", excess, COME_AGAIN)
        })
    }

    /// Counts an imported game.
    pub(crate) async fn count_import(&self, who: &Identity) -> Result<ImportCount, Unavailable> {
        let Some(caps) = self.caps() else { return Ok(ImportCount::Unlimited) };
        let most = if self.0.people.is_guest(&who.id).await? { caps.imports_of_guest } else { caps.imports };
        let counted = self.0.store.count_import(&who.id, most).await.map_err(not_kept)?;
        Ok(if counted { ImportCount::Yes } else { ImportCount::TooMany(most) })
    }

    /// Takes back the count of an import that failed.
    pub async fn uncount_import(&self, who: &Identity) {
        if let Err(error) = self.0.store.uncount_import(&who.id).await {
            tracing::warn!(person = who.id, "an import that failed still counts: {error}");
        }
    }
}

/// The result of counting an import.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ImportCount {
    Yes,
    Unlimited,
    TooMany(u32),
}
