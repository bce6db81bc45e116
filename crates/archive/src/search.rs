//! Searching for games.

use crate::{
    counts::read_games,
    key::{Key, stored},
};
use ludoteca_protocol::{ArchivedGameView, ArchivedSeatView, UserView};
use ludoteca_store::{ArchiveSearch, ArchivedGame, ArchivedSeat, Store, StoreError};
use std::collections::BTreeSet;

/// In a search for a position, at most this many of the games that reached it are checked for one page.
const LOOKED_AT: usize = 2000;
/// The number of them that are read together.
const AT_ONCE: usize = 500;

/// Other searches go through the numbers in parts of this size.
const PART: u64 = 20_000;
/// The number of parts searched for one page.
const PARTS: u32 = 3;
/// Games in a span of at most this length are found by the index of days.
const SHORT_SPAN: i64 = 93 * 24 * 60 * 60 * 1000;

/// A page of search results.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    pub games: Vec<ArchivedGame>,
    /// Where the next page starts (`before`); `None` on the last page.
    pub next: Option<u64>,
}

/// The matching games, newest first; if a position is given, only those that reached it.
///
/// # Errors
/// If the store fails.
pub async fn search(
    store: &dyn Store,
    wanted: &ArchiveSearch,
    position: Option<Key>,
    limit: u32,
) -> Result<Found, StoreError> {
    if let Some(position) = position {
        return search_position(store, wanted, position, limit as usize).await;
    }
    let by_days = wanted.from.zip(wanted.to).is_some_and(|(from, to)| to.saturating_sub(from) <= SHORT_SPAN);
    // The games of one player or a few days fit into one part, and bounds on the numbers would keep the
    // database from using the index of days.
    if wanted.player.is_some() || by_days {
        let mut games = store.search_archive(wanted, limit.saturating_add(1)).await?;
        let more = games.len() > limit as usize;
        games.truncate(limit as usize);
        let next = games.last().map(|game| game.number).filter(|_| more);
        return Ok(Found { games, next });
    }
    let mut end = store.archive_place().await?.saturating_add(1).min(wanted.before.unwrap_or(u64::MAX));
    let mut games: Vec<ArchivedGame> = Vec::new();
    for _ in 0..PARTS {
        let begin = end.saturating_sub(PART);
        let wanted = ArchiveSearch { before: Some(end), not_before: Some(begin), ..wanted.clone() };
        let missing = limit.saturating_add(1).saturating_sub(games.len() as u32);
        games.extend(store.search_archive(&wanted, missing).await?);
        if games.len() > limit as usize {
            games.truncate(limit as usize);
            let next = games.last().map(|game| game.number);
            return Ok(Found { games, next });
        }
        end = begin;
        if end == 0 {
            return Ok(Found { games, next: None });
        }
    }
    Ok(Found { games, next: Some(end) })
}

async fn search_position(
    store: &dyn Store,
    wanted: &ArchiveSearch,
    position: Key,
    limit: usize,
) -> Result<Found, StoreError> {
    let mut found = Found::default();
    let mut visits = Visits::new(position, wanted.before);
    let mut looked_at = 0;
    loop {
        let some = visits.next(store, AT_ONCE).await?;
        let Some(last) = some.last().copied() else { return Ok(found) };
        looked_at += some.len();
        for game in store.archived(&some).await? {
            if wanted.fits(&game) {
                if found.games.len() == limit {
                    found.next = found.games.last().map(|game| game.number);
                    return Ok(found);
                }
                found.games.push(game);
            }
        }
        if looked_at >= LOOKED_AT {
            found.next = Some(last);
            return Ok(found);
        }
    }
}

/// The games that reached a position, newest first.
pub(crate) struct Visits {
    position: i64,
    /// Only lower numbers are left.
    before: u64,
    begun: bool,
    /// Numbers that were read but not returned yet, newest last.
    read: Vec<u64>,
}

impl Visits {
    pub(crate) fn new(position: Key, before: Option<u64>) -> Visits {
        let before = before.unwrap_or(u64::MAX);
        Visits { position: stored(position), before, begun: false, read: Vec::new() }
    }

    /// The next numbers, at most this many; empty at the end.
    pub(crate) async fn next(&mut self, store: &dyn Store, most: usize) -> Result<Vec<u64>, StoreError> {
        let damaged = || StoreError::Damaged(format!("the archive's position {}", self.position));
        let mut given: Vec<u64> = Vec::new();
        while given.len() < most {
            if let Some(game) = self.read.pop() {
                if game < self.before {
                    self.before = game;
                    given.push(game);
                }
                continue;
            }
            let bytes = match self.begun {
                false => {
                    self.begun = true;
                    store.archived_position(self.position).await?.map(|row| row.games)
                }
                true => store.archived_visits(self.position, self.before).await?.map(|pack| pack.games),
            };
            let Some(bytes) = bytes else { break };
            self.read = read_games(&bytes).ok_or_else(damaged)?;
        }
        Ok(given)
    }
}

/// The public view of games.
///
/// # Errors
/// If the store fails.
pub async fn views(store: &dyn Store, games: Vec<ArchivedGame>) -> Result<Vec<ArchivedGameView>, StoreError> {
    let bots = bots_in(store, &games).await?;
    Ok(games.into_iter().map(|game| view(game, &bots)).collect())
}

/// The bots among the players of these games.
pub(crate) async fn bots_in(
    store: &dyn Store,
    games: &[ArchivedGame],
) -> Result<BTreeSet<String>, StoreError> {
    let people = games.iter().flat_map(|game| &game.seats).filter_map(|seat| seat.person.as_deref());
    let people: Vec<&str> = people.collect::<BTreeSet<_>>().into_iter().collect();
    Ok(store.bots_among(&people).await?.into_iter().collect())
}

fn view(game: ArchivedGame, bots: &BTreeSet<String>) -> ArchivedGameView {
    let places = game.seats.iter().map(|seat| seat.place).collect();
    let seat = |seat: ArchivedSeat| ArchivedSeatView {
        user: seat.person.map(|id| UserView { bot: bots.contains(&id), id, name: seat.name.clone() }),
        level: seat.level,
        name: seat.name,
        rating: seat.rating,
    };
    let option = |word: &str| word.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()));
    ArchivedGameView {
        id: game.game,
        number: game.number,
        game: game.kind,
        players: game.players,
        options: game.options.split_whitespace().filter_map(option).collect(),
        position: game.position,
        clock: game.clock,
        speed: game.speed,
        rated: game.rated,
        result: game.result,
        places,
        termination: game.termination,
        plies: game.plies,
        began: game.began,
        ended: game.ended,
        rating: game.rating,
        seats: game.seats.into_iter().map(seat).collect(),
    }
}
