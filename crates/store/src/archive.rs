//! Finished games and the positions in them, for those who look for them. Made from the log, and can be made
//! again. What is packed into bytes is crate archive's matter.

use crate::{StoreError, Time};
use async_trait::async_trait;

/// The part of a store that keeps the archive.
#[async_trait]
pub trait Archive {
    /// The number of the last finished game that was looked at.
    async fn archive_place(&self) -> Result<u64, StoreError>;
    /// Takes in games: all in one commit, or nothing and `false` when the place is another than `from`.
    async fn archive(&self, from: u64, to: u64, batch: &ArchiveBatch) -> Result<bool, StoreError>;
    /// Forgets everything but what deleted people are called, so that it can be made again.
    async fn empty_archive(&self) -> Result<(), StoreError>;

    /// Games that fit, the newest first.
    async fn search_archive(
        &self,
        search: &ArchiveSearch,
        limit: u32,
    ) -> Result<Vec<ArchivedGame>, StoreError>;
    /// The games with these numbers, the newest first; those that are not in the archive are left out.
    async fn archived(&self, numbers: &[u64]) -> Result<Vec<ArchivedGame>, StoreError>;
    /// Statistics of a position; empty for one that never occurred. For readers of the archive:
    /// the answer may come from a replica that is some seconds behind.
    async fn archived_position(&self, position: i64) -> Result<Option<PositionRow>, StoreError>;
    /// Statistics of these positions, read before adding to them.
    async fn archived_positions(&self, positions: &[i64]) -> Result<Vec<PositionRow>, StoreError>;
    /// The last full pack of games that came to a position, of those whose first game has a lower number.
    async fn archived_visits(&self, position: i64, before: u64) -> Result<Option<VisitPack>, StoreError>;
    /// How a person's games went: how often for each kind, seat, outcome and first move.
    async fn archive_tally(&self, person: &str) -> Result<Vec<TallyRow>, StoreError>;

    /// Calls a person otherwise in all games, for good: the log has their old name.
    async fn forget_name(&self, person: &str, name: &str) -> Result<(), StoreError>;
    /// What these people are called, of whom the log has an old name.
    async fn forgotten_names(&self, people: &[&str]) -> Result<Vec<(String, String)>, StoreError>;
    /// Which of these people are programs.
    async fn bots_among(&self, people: &[&str]) -> Result<Vec<String>, StoreError>;
}

/// A finished game in the archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchivedGame {
    /// Its number in the list of finished games.
    pub number: u64,
    /// Its name in links.
    pub game: String,
    /// Which of the games it is.
    pub kind: String,
    pub players: u8,
    /// The options that are not as usual: `first=red pieces=12`.
    pub options: String,
    /// The position it began with; `None`: the start.
    pub position: Option<String>,
    /// The clock as records write it.
    pub clock: Option<String>,
    /// How fast it was played, in a word.
    pub speed: String,
    /// Whether it counted for ratings.
    pub rated: bool,
    /// As records write it.
    pub result: String,
    pub termination: String,
    /// How many plies it had.
    pub plies: u32,
    pub began: Time,
    pub ended: Time,
    /// The mean of the known ratings.
    pub rating: Option<i64>,
    pub seats: Vec<ArchivedSeat>,
}

/// A seat of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchivedSeat {
    /// Who; `None`: a computer.
    pub person: Option<String>,
    pub level: Option<u8>,
    /// What they were called.
    pub name: String,
    pub rating: Option<i64>,
    /// The place they reached.
    pub place: u8,
    /// `win`, `draw` or `loss`.
    pub outcome: String,
    /// The first move of the seat.
    pub first_move: Option<String>,
}

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionRow {
    pub position: i64,
    /// What was played there and how it ended.
    pub counts: Vec<u8>,
    /// The numbers of the last games that came there.
    pub games: Vec<u8>,
}

/// Numbers of games that came to a position, before those in its row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VisitPack {
    pub position: i64,
    /// The first of the games.
    pub first: u64,
    pub games: Vec<u8>,
}

/// What comes of taking in some games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ArchiveBatch {
    pub games: Vec<ArchivedGame>,
    /// Positions as they are then.
    pub positions: Vec<PositionRow>,
    /// Packs that became full.
    pub visits: Vec<VisitPack>,
}

/// The terms of a search; a field that is `None` matches all games.
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
    /// How it went for `player`: `win`, `draw` or `loss`.
    pub outcome: Option<String>,
    /// Only games with a lower number.
    pub before: Option<u64>,
    /// Only games with this number or a higher one.
    pub not_before: Option<u64>,
}

impl ArchiveSearch {
    /// Whether a game is one of those looked for.
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

/// How often a person had this.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TallyRow {
    /// Which of the games.
    pub kind: String,
    pub seat: u8,
    /// `win`, `draw` or `loss`.
    pub outcome: String,
    pub first_move: Option<String>,
    pub games: u64,
}

pub(crate) const GAME: &str = "archive_games.number, game, archive_games.kind, players, options, position, clock, \
     speed, rated, result, termination, plies, began, ended, archive_games.rating";

pub(crate) type GameColumns = (
    i64,
    String,
    String,
    i64,
    String,
    Option<String>,
    Option<String>,
    String,
    i64,
    String,
    String,
    i64,
    Time,
    Time,
    Option<i64>,
);

pub(crate) fn game(columns: GameColumns) -> ArchivedGame {
    ArchivedGame {
        number: columns.0.unsigned_abs(),
        game: columns.1,
        kind: columns.2,
        players: columns.3 as u8,
        options: columns.4,
        position: columns.5,
        clock: columns.6,
        speed: columns.7,
        rated: columns.8 != 0,
        result: columns.9,
        termination: columns.10,
        plies: columns.11 as u32,
        began: columns.12,
        ended: columns.13,
        rating: columns.14,
        seats: Vec::new(),
    }
}

pub(crate) type SeatColumns =
    (i64, Option<String>, Option<i64>, String, Option<i64>, i64, String, Option<String>);

pub(crate) fn seat(
    (number, person, level, name, rating, place, outcome, first_move): SeatColumns,
) -> (u64, ArchivedSeat) {
    let level = level.map(|level| level as u8);
    (
        number.unsigned_abs(),
        ArchivedSeat { person, level, name, rating, place: place as u8, outcome, first_move },
    )
}

/// Gives games their seats, which come in the order of the seats.
pub(crate) fn seated(
    mut games: Vec<ArchivedGame>,
    seats: impl IntoIterator<Item = (u64, ArchivedSeat)>,
) -> Vec<ArchivedGame> {
    games.sort_by_key(|game| std::cmp::Reverse(game.number));
    for (number, seat) in seats {
        if let Ok(at) =
            games.binary_search_by_key(&std::cmp::Reverse(number), |game| std::cmp::Reverse(game.number))
        {
            games[at].seats.push(seat);
        }
    }
    games
}
