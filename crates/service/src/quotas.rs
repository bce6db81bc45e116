//! Limits how many games one person keeps open: open games of guests, imported games, and computers that have
//! to move.

use super::{
    Identity, People,
    error::{RateLimited, SetupError, Unavailable, not_kept, not_read},
    fair_queue::{Cost, FairQueue, QueueLimits, Reservation},
    rate_limit::{Caps, RateLimits},
};
use ludoteca_store::Store;
use std::{
    collections::BTreeSet,
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Arc, OnceLock},
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

/// Counts what one person keeps open, if there are limits.
#[derive(Clone, Debug)]
pub(crate) struct Quotas {
    store: Arc<dyn Store>,
    people: People,
    rate_limits: Arc<OnceLock<Arc<RateLimits>>>,
    openings: Arc<Openings>,
    pub(crate) thinking: Thinking,
}

impl Quotas {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        people: People,
        rate_limits: Arc<OnceLock<Arc<RateLimits>>>,
        thinking: Thinking,
    ) -> Quotas {
        Quotas { store, people, rate_limits, openings: Arc::default(), thinking }
    }

    fn caps(&self) -> Option<Caps> {
        self.rate_limits.get().map(|rate_limits| rate_limits.caps())
    }

    /// Rejects another open game of these people if one of them is a guest who has too many.
    pub(crate) async fn open_one_more(&self, people: &[&str]) -> Result<Opening<'_>, SetupError> {
        let opening = self.openings.of(people).await;
        let Some(Caps { open_games_of_guest: most, .. }) = self.caps() else { return Ok(opening) };
        for person in people {
            if !self.people.is_guest(person).await? {
                continue;
            }
            let open = self.store.count_open_games(person).await.map_err(not_read)?;
            if open >= u64::from(most) {
                return Err(SetupError::TooManyGames(most));
            }
        }
        Ok(opening)
    }

    /// Reserves a place for the computers' moves in a game that this person creates.
    pub(crate) fn reserve_computers(&self, person: &str) -> Result<Option<Reservation<String>>, RateLimited> {
        let Some(Caps { computers: most, .. }) = self.caps() else { return Ok(None) };
        let reserved = self.thinking.reserve(person.to_owned(), most as usize);
        reserved.map(Some).map_err(|_| {
            let excess = format!("computers have to move in {most} of your games");
            RateLimited::new("computers", excess, COME_AGAIN)
        })
    }

    /// Counts an imported game.
    pub(crate) async fn count_import(&self, who: &Identity) -> Result<ImportCount, Unavailable> {
        let Some(caps) = self.caps() else { return Ok(ImportCount::Unlimited) };
        let most = if self.people.is_guest(&who.id).await? { caps.imports_of_guest } else { caps.imports };
        let counted = self.store.count_import(&who.id, most).await.map_err(not_kept)?;
        Ok(if counted { ImportCount::Yes } else { ImportCount::TooMany(most) })
    }

    /// Takes back the count of an import that failed.
    pub(crate) async fn uncount_import(&self, who: &Identity) {
        if let Err(error) = self.store.uncount_import(&who.id).await {
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
