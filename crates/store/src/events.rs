//! The event log of every game.

use crate::{GameRow, NoticeRow, SeatRow, StoreError, Time};
use async_trait::async_trait;
use std::{
    collections::{BTreeMap, HashSet},
    fmt,
    sync::Arc,
};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEvent {
    /// 1, 2, 3 and so on.
    pub seq: u64,
    pub at: Time,
    /// The person who requested it; `None`: the server.
    pub actor: Option<String>,
    /// The client's id for the request, which makes retries idempotent.
    pub action: Option<String>,
    /// The event of the contest, as JSON.
    pub data: String,
    /// The server's additional data, as JSON.
    pub about: Option<String>,
}

/// Events to append to one game, and its state after them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Append {
    pub game: String,
    /// The new events, in order and without gaps. If empty, only the row is written.
    pub events: Vec<StoredEvent>,
    /// The state after them; `None` leaves the row stale, as most moves of a live game do.
    pub row: Option<GameRow>,
    /// Whether these events end the game, which adds it to the list of finished games.
    pub finishes: bool,
    /// Seats that are taken by these events or reserved from now on.
    pub seats: Vec<SeatRow>,
    /// If these events were planned moves, the rest of the seat's plan; an inner `None` means it is used up.
    pub plan: Option<(u8, Option<String>)>,
    /// Notifications for people who may not be watching.
    pub notices: Vec<NoticeRow>,
    /// Seeks accepted by these events: nothing is appended unless all of them still exist.
    pub seeks: Vec<String>,
    /// Ownership, where several servers share the database: nothing is appended if the game has another owner
    /// or epoch.
    pub fence: Option<Fence>,
}

/// The right to write a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fence {
    pub node: Arc<str>,
    /// Incremented with every change of owner. A new game starts with 1, and its first events set its owner.
    pub epoch: u64,
}

/// What a batch writes besides its events.
pub(crate) struct Changes<'a> {
    /// The number of the events.
    pub(crate) events: usize,
    /// The last row of each game.
    pub(crate) rows: Vec<&'a GameRow>,
    /// The last holder of each seat.
    pub(crate) seats: BTreeMap<(&'a str, u8), &'a str>,
    /// The games that end, and when.
    pub(crate) ends: Vec<(&'a str, Time)>,
}

impl<'a> Changes<'a> {
    pub(crate) fn of(batch: &'a [Append]) -> Changes<'a> {
        let mut seen = HashSet::new();
        let rows = batch.iter().rev().filter_map(|append| append.row.as_ref());
        let rows = rows.filter(|row| seen.insert(row.id.as_str())).collect();
        let seats = batch.iter().flat_map(|append| {
            append.seats.iter().map(|seat| ((append.game.as_str(), seat.seat), seat.person.as_str()))
        });
        let ends = batch.iter().filter(|append| append.finishes);
        let ended_at = |append: &Append| append.events.last().map_or(0, |event| event.at);
        Changes {
            events: batch.iter().map(|append| append.events.len()).sum(),
            rows,
            seats: seats.collect(),
            ends: ends.map(|append| (append.game.as_str(), ended_at(append))).collect(),
        }
    }
}

/// Whether events were added.
pub type Appended = Result<(), Conflict>;

/// Another writer was first: an event with this number exists already, the game has another owner, or a seek
/// that it accepts is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict;

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the game has gone on meanwhile")
    }
}

impl std::error::Error for Conflict {}

#[async_trait]
pub trait Events: fmt::Debug + Send + Sync + 'static {
    /// Appends events to games, all in one commit. A game that another writer has continued in the meantime
    /// gets a [`Conflict`]; the other games are still appended.
    async fn append(&self, batch: &[Append]) -> Result<Vec<Appended>, StoreError>;
    /// The events of a game after a number, in order.
    async fn events(&self, game: &str, since: u64) -> Result<Vec<StoredEvent>, StoreError>;
    /// The events that resulted from one request of a person, in order; empty if it was never processed.
    async fn events_of_action(
        &self,
        game: &str,
        person: &str,
        action: &str,
    ) -> Result<Vec<StoredEvent>, StoreError>;
}
