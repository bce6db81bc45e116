//! Finished games and their positions, for searching. Derived from the log and rebuildable. The packed byte
//! formats belong to the `archive` crate.

use crate::{StoreError, Time};
use async_trait::async_trait;
use std::fmt;

/// The archive operations of a store.
#[async_trait]
pub trait Archive: fmt::Debug + Send + Sync + 'static {
    /// The number of the last finished game that was processed.
    async fn archive_place(&self) -> Result<u64, StoreError>;
    /// Adds games in one commit; changes nothing and returns `false` if the place is not `from`.
    async fn archive(&self, from: u64, to: u64, batch: &ArchiveBatch) -> Result<bool, StoreError>;
    /// Deletes everything except the names of deleted people, so that the archive can be rebuilt.
    async fn empty_archive(&self) -> Result<(), StoreError>;

    /// The matching games, newest first.
    async fn search_archive(
        &self,
        search: &ArchiveSearch,
        limit: u32,
    ) -> Result<Vec<ArchivedGame>, StoreError>;
    /// The games with these numbers, newest first; games that are not in the archive are left out.
    async fn archived(&self, numbers: &[u64]) -> Result<Vec<ArchivedGame>, StoreError>;
    /// Statistics of a position; `None` if it never occurred. May be read from a replica that is some seconds
    /// behind.
    async fn archived_position(&self, position: i64) -> Result<Option<PositionRow>, StoreError>;
    /// Statistics of these positions, to be added to; never read from a replica.
    async fn archived_positions(&self, positions: &[i64]) -> Result<Vec<PositionRow>, StoreError>;
    /// Of the full packs of games that reached a position and whose first game has a lower number than
    /// `before`, the last one.
    async fn archived_visits(&self, position: i64, before: u64) -> Result<Option<VisitPack>, StoreError>;
    /// A person's results: the count for each game, seat, outcome and first move.
    async fn archive_tally(&self, person: &str) -> Result<Vec<TallyRow>, StoreError>;

    /// Changes a person's name in all archived games, permanently: the log still has the old name.
    async fn forget_name(&self, person: &str, name: &str) -> Result<(), StoreError>;
    /// The current names of those of these people whose old name is in the log.
    async fn forgotten_names(&self, people: &[&str]) -> Result<Vec<(String, String)>, StoreError>;
    /// Which of these people are bots.
    async fn bots_among(&self, people: &[&str]) -> Result<Vec<String>, StoreError>;
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchivedGame {
    /// Its number in the list of finished games.
    pub number: u64,
    /// Its id in links.
    pub game: String,
    /// The game that was played.
    pub kind: String,
    pub players: u8,
    /// The options that differ from the defaults: `first=red pieces=12`.
    pub options: String,
    /// The initial position; `None`: the standard one.
    pub position: Option<String>,
    /// The clock in the notation of records.
    pub clock: Option<String>,
    /// The speed class, by name.
    pub speed: String,
    pub rated: bool,
    /// In the notation of records.
    pub result: String,
    pub termination: String,
    pub plies: u32,
    pub began: Time,
    pub ended: Time,
    /// The mean of the known ratings of its players.
    pub rating: Option<i64>,
    pub seats: Vec<ArchivedSeat>,
}

/// A seat of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchivedSeat {
    /// `None` for a computer.
    pub person: Option<String>,
    pub level: Option<u8>,
    /// The name at the time of the game.
    pub name: String,
    pub rating: Option<i64>,
    /// The final rank, from 1.
    pub place: u8,
    /// `win`, `draw` or `loss`.
    pub outcome: String,
    pub first_move: Option<String>,
}

/// Statistics of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionRow {
    pub position: i64,
    /// The moves played there and the results, packed.
    pub counts: Vec<u8>,
    /// The numbers of the last games that reached it, packed.
    pub games: Vec<u8>,
}

/// Numbers of games that reached a position before those in its row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VisitPack {
    pub position: i64,
    /// The number of the first of the games.
    pub first: u64,
    pub games: Vec<u8>,
}

/// The changes made by adding games to the archive.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ArchiveBatch {
    pub games: Vec<ArchivedGame>,
    /// Positions with their new statistics.
    pub positions: Vec<PositionRow>,
    /// Packs that became full.
    pub visits: Vec<VisitPack>,
}

/// The criteria of a search; a field that is `None` matches all games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ArchiveSearch {
    pub kind: Option<String>,
    pub players: Option<u8>,
    pub options: Option<String>,
    pub speed: Option<String>,
    pub rated: Option<bool>,
    pub result: Option<String>,
    pub termination: Option<String>,
    pub min_plies: Option<u32>,
    pub max_plies: Option<u32>,
    /// Ended at this time or later.
    pub from: Option<Time>,
    /// Ended before this time.
    pub to: Option<Time>,
    pub min_rating: Option<i64>,
    pub max_rating: Option<i64>,
    /// The id of one player.
    pub player: Option<String>,
    /// The id of another player.
    pub with: Option<String>,
    /// The outcome for `player`: `win`, `draw` or `loss`.
    pub outcome: Option<String>,
    /// Only games with a lower number.
    pub before: Option<u64>,
    /// Only games with this or a higher number.
    pub not_before: Option<u64>,
}

impl ArchiveSearch {
    /// Whether a game matches.
    #[must_use]
    pub fn fits(&self, game: &ArchivedGame) -> bool {
        fn is<T: PartialEq>(wanted: Option<&T>, value: &T) -> bool {
            wanted.is_none_or(|wanted| wanted == value)
        }
        let played = |person: Option<&String>, outcome: Option<&String>| {
            person.is_none()
                || game.seats.iter().any(|seat| seat.person.as_ref() == person && is(outcome, &seat.outcome))
        };
        is(self.kind.as_ref(), &game.kind)
            && is(self.players.as_ref(), &game.players)
            && is(self.options.as_ref(), &game.options)
            && is(self.speed.as_ref(), &game.speed)
            && is(self.rated.as_ref(), &game.rated)
            && is(self.result.as_ref(), &game.result)
            && is(self.termination.as_ref(), &game.termination)
            && self.min_plies.is_none_or(|plies| game.plies >= plies)
            && self.max_plies.is_none_or(|plies| game.plies <= plies)
            && self.from.is_none_or(|from| game.ended >= from)
            && self.to.is_none_or(|to| game.ended < to)
            && self.min_rating.is_none_or(|least| game.rating.is_some_and(|rating| rating >= least))
            && self.max_rating.is_none_or(|most| game.rating.is_some_and(|rating| rating <= most))
            && self.before.is_none_or(|before| game.number < before)
            && self.not_before.is_none_or(|least| game.number >= least)
            && played(self.player.as_ref(), self.outcome.as_ref())
            && played(self.with.as_ref(), None)
    }
}

/// A count of a person's games with the same properties.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TallyRow {
    /// The game that was played.
    pub kind: String,
    pub seat: u8,
    /// `win`, `draw` or `loss`.
    pub outcome: String,
    pub first_move: Option<String>,
    pub games: u64,
}
