//! Adds games to the archive in the order in which they ended. The results and the new place are one commit.

use crate::{
    counts::{Class, Counts, PACK, Tally, band, pack_games, read_games},
    game::{FinishedGame, taken},
    key::stored,
    speed::speed_of_word,
};
use futures_util::future;
use ludoteca_store::{ArchiveBatch, Finished, PositionRow, Store, StoreError, StoredEvent, VisitPack};
use std::{
    collections::{BTreeMap, HashMap},
    ops::ControlFlow,
    thread,
};

/// A finished game with its whole log.
#[derive(Clone, Debug)]
pub struct Ended {
    /// Its entry in the list of finished games.
    pub finished: Finished,
    pub log: Vec<StoredEvent>,
}

impl Ended {
    /// The archive entry of the game. A damaged log is reported and skipped, so that it does not hold up the
    /// others.
    #[must_use]
    pub fn taken(&self) -> Option<FinishedGame> {
        taken(&self.finished, &self.log).unwrap_or_else(|why| {
            tracing::error!(game = self.finished.game, "this game is not taken into the archive: {why}");
            None
        })
    }
}

/// The changes to a position while games are being added.
#[derive(Default)]
struct Position {
    counts: Counts,
    games: Vec<u64>,
}

/// Adds the finished games after number `from` up to `to`; `false` if another node has already added them.
///
/// # Errors
/// If the store fails; nothing was changed.
pub async fn take_in(
    store: &dyn Store,
    from: u64,
    to: u64,
    mut games: Vec<FinishedGame>,
) -> Result<bool, StoreError> {
    rename(store, &mut games).await?;
    let mut positions: BTreeMap<i64, Position> = BTreeMap::new();
    for visit in games.iter().flat_map(|taken| &taken.visits) {
        positions.entry(stored(visit.position)).or_default();
    }
    let keys: Vec<i64> = positions.keys().copied().collect();
    for row in store.archived_positions(&keys).await? {
        let damaged = || StoreError::Damaged(format!("the archive's position {}", row.position));
        let known = Position {
            counts: Counts::read(&row.counts).ok_or_else(damaged)?,
            games: read_games(&row.games).ok_or_else(damaged)?,
        };
        // Another node added games after `from` between the reading of the place and now.
        if known.games.last().is_some_and(|&last| last > from) {
            return Ok(false);
        }
        positions.insert(row.position, known);
    }
    let mut visits = Vec::new();
    for FinishedGame { game, visits: came } in &games {
        let class = Class { speed: speed_of_word(&game.speed).unwrap_or(0), band: band(game.rating) };
        for visit in came {
            let Some(known) = positions.get_mut(&stored(visit.position)) else { continue };
            let Some(seat) = game.seats.get(visit.seat.index()) else { continue };
            let tally = Tally {
                wins: u64::from(seat.outcome == "win"),
                draws: u64::from(seat.outcome == "draw"),
                losses: u64::from(seat.outcome == "loss"),
                places: u64::from(seat.place),
                ratings: game.rating.unwrap_or(0).unsigned_abs(),
            };
            known.counts.0.entry((visit.after, class)).or_default().add(&tally);
            known.games.push(game.number);
            if known.games.len() > PACK {
                let full: Vec<u64> = known.games.drain(..PACK).collect();
                let (position, first) = (stored(visit.position), full[0]);
                visits.push(VisitPack { position, first, games: pack_games(&full) });
            }
        }
    }
    let row = |(position, known): (i64, Position)| PositionRow {
        position,
        counts: known.counts.pack(),
        games: pack_games(&known.games),
    };
    let positions = positions.into_iter().map(row).collect();
    let games = games.into_iter().map(|taken| taken.game).collect();
    store.archive(from, to, &ArchiveBatch { games, positions, visits }).await
}

/// Replaces the names of deleted people, which the log still has.
async fn rename(store: &dyn Store, games: &mut [FinishedGame]) -> Result<(), StoreError> {
    let mut people: Vec<&str> =
        games.iter().flat_map(|taken| &taken.game.seats).filter_map(|seat| seat.person.as_deref()).collect();
    people.sort_unstable();
    people.dedup();
    if people.is_empty() {
        return Ok(());
    }
    let names: HashMap<String, String> = store.forgotten_names(&people).await?.into_iter().collect();
    for seat in games.iter_mut().flat_map(|taken| &mut taken.game.seats) {
        if let Some(name) = seat.person.as_ref().and_then(|person| names.get(person)) {
            seat.name.clone_from(name);
        }
    }
    Ok(())
}

/// Adds every finished game that is not yet in the archive, in batches, on all cores. `progress` receives the
/// number of games processed, and can stop it between two commits.
///
/// # Errors
/// If the store fails; what was added before stays.
pub async fn catch_up(
    store: &dyn Store,
    at_once: u32,
    progress: &mut (dyn FnMut(u64) -> ControlFlow<()> + Send),
) -> Result<(), StoreError> {
    let mut from = store.archive_place().await?;
    let mut next = ended_after(store, from, at_once).await?;
    while let Some(last) = next.last() {
        let (to, count) = (last.finished.number, next.len() as u64);
        let games = taken_on_all_cores(&next);
        // The next batch is read while this one is written.
        let both = future::join(take_in(store, from, to, games), ended_after(store, to, at_once));
        let (done, following) = both.await;
        (from, next) = match done? {
            true => (to, following?),
            // Another node is adding games: continue from its place.
            false => {
                let place = store.archive_place().await?;
                (place, ended_after(store, place, at_once).await?)
            }
        };
        if progress(count).is_break() {
            return Ok(());
        }
    }
    Ok(())
}

async fn ended_after(store: &dyn Store, place: u64, at_once: u32) -> Result<Vec<Ended>, StoreError> {
    let mut ended = Vec::new();
    for finished in store.finished(place, at_once).await? {
        let log = store.events(&finished.game, 0).await?;
        ended.push(Ended { finished, log });
    }
    Ok(ended)
}

fn taken_on_all_cores(ended: &[Ended]) -> Vec<FinishedGame> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let part = ended.len().div_ceil(cores).max(1);
    let taken_of = |part: &[Ended]| part.iter().filter_map(Ended::taken).collect::<Vec<FinishedGame>>();
    thread::scope(|scope| {
        let workers: Vec<_> = ended.chunks(part).map(|part| scope.spawn(move || taken_of(part))).collect();
        let join = |worker: thread::ScopedJoinHandle<'_, Vec<FinishedGame>>| {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        workers.into_iter().flat_map(join).collect()
    })
}

/// Rebuilds the whole archive from the log, byte for byte.
///
/// # Errors
/// If the store fails. [`catch_up`] then continues.
pub async fn rebuild(
    store: &dyn Store,
    progress: &mut (dyn FnMut(u64) -> ControlFlow<()> + Send),
) -> Result<(), StoreError> {
    store.empty_archive().await?;
    catch_up(store, REBUILDING, progress).await
}

/// The batch size of a rebuild: what games share is then written once.
pub const REBUILDING: u32 = 20_000;
