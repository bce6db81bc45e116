//! The rows of the tables.

use crate::{NoticeRow, Time};
use std::{fmt, sync::Arc};

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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Some seats are free.
    Waiting,
    /// It is being played.
    Playing,
    Over,
}

impl Stage {
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Stage::Waiting => "waiting",
            Stage::Playing => "playing",
            Stage::Over => "over",
        }
    }

    pub(crate) fn of_word(word: &str) -> Option<Stage> {
        [Stage::Waiting, Stage::Playing, Stage::Over].into_iter().find(|stage| stage.word() == word)
    }
}

/// The current state of a game, for lists and searches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    /// Its id in links.
    pub id: String,
    /// The game that is played.
    pub kind: String,
    pub stage: Stage,
    /// Whether both sides are expected to be online, unlike in correspondence games.
    pub live: bool,
    /// Whether the game is public: listed and open to spectators.
    pub listed: bool,
    pub seq: u64,
    pub created: Time,
    /// When the last event happened.
    pub changed: Time,
    /// The person who is to move.
    pub to_act: Option<String>,
    /// When that person's time runs out, if the game may be out of memory until then.
    pub deadline: Option<Time>,
    /// The data shown in lists, as JSON; opaque to the store.
    pub overview: String,
}

/// The holder of a seat, or the person it is reserved for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRow {
    /// The seat, counted from 0.
    pub seat: u8,
    pub person: String,
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

/// A finished game in the list from which ratings and archive are derived.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// 1, 2, 3 and so on, in the order of the commits.
    pub number: u64,
    pub game: String,
    pub at: Time,
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

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    pub id: String,
    pub name: String,
    /// Whether the person has no account.
    pub guest: bool,
    pub created: Time,
    /// Their vacation, as JSON.
    pub vacation: Option<String>,
    /// Played by a program.
    pub bot: bool,
}

/// An open request to play, which others can accept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seek {
    pub id: String,
    pub person: String,
    pub created: Time,
    /// The requested game and its terms, as JSON.
    pub data: String,
}

/// A chat message of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// Either `players` or `spectators`.
    pub room: String,
    /// 1, 2, 3 and so on within the room; ignored when a message is added.
    pub number: u64,
    pub at: Time,
    pub person: String,
    pub text: String,
}
