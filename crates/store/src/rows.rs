//! What is stored, row by row.

use crate::{NoticeRow, Time};
use std::{fmt, sync::Arc};

/// An event of a game, as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEvent {
    /// 1, 2, 3 and so on.
    pub seq: u64,
    pub at: Time,
    /// The person who asked for it; `None`: the house.
    pub actor: Option<String>,
    /// That person's own name for the request, so that it is done once however often it is sent.
    pub action: Option<String>,
    /// The event of the contest, as JSON.
    pub data: String,
    /// What the server knows beside it, as JSON.
    pub about: Option<String>,
}

/// Where a game is between its making and its end.
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

/// Where a game stands, so that it can be found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    /// Its name in links.
    pub id: String,
    /// Which of the games it is.
    pub kind: String,
    /// Where it is between its making and its end.
    pub stage: Stage,
    /// Whether both sides are expected to be there, in contrast to correspondence.
    pub live: bool,
    /// Whether the game is public: listed and open to spectators.
    pub listed: bool,
    /// The number of its last event.
    pub seq: u64,
    /// When it was made.
    pub created: Time,
    /// When something last happened.
    pub changed: Time,
    /// The person who is to move.
    pub to_act: Option<String>,
    /// When that person's time is up, if the game can be out of memory until then.
    pub deadline: Option<Time>,
    /// What lists show of it, as JSON; the store does not read it.
    pub overview: String,
}

/// Who holds a seat, or whom it is kept for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRow {
    /// Which seat, from 0.
    pub seat: u8,
    pub person: String,
}

/// Events to be added to one game, and where it stands after them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Append {
    /// Which game it is.
    pub game: String,
    /// The new events, in order and without a gap. None: only the row is written.
    pub events: Vec<StoredEvent>,
    /// Where the game stands then; `None` leaves the row behind, as a live game does at most moves.
    pub row: Option<GameRow>,
    /// The game ends by these events, and goes to the end of the list of finished games.
    pub finishes: bool,
    /// Seats that were taken by these events, or are reserved from now on.
    pub seats: Vec<SeatRow>,
    /// What is left of the plan of a seat, where these events were planned; `None` in it: nothing.
    pub plan: Option<(u8, Option<String>)>,
    /// What these events mean for people who may not be looking.
    pub notices: Vec<NoticeRow>,
    /// Seeks that are taken up by these events: none is added unless all of them are still there.
    pub seeks: Vec<String>,
    /// As whom the game is written, where several servers share the database: none of it is added when the
    /// game has another owner, or the same with another epoch.
    pub fence: Option<Fence>,
}

/// The right to write a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fence {
    pub node: Arc<str>,
    /// It grows with every change of owner. A new game begins with 1, and has its owner by its first events.
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

/// The game has gone on another way: an event with such a number is there already, it has another owner, or a
/// seek that it takes up is gone.
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
    /// What they are called.
    pub name: String,
    /// They have no account.
    pub guest: bool,
    /// Since when they are known.
    pub created: Time,
    /// Their vacation, as JSON.
    pub vacation: Option<String>,
    /// A program plays for them.
    pub bot: bool,
}

/// A wish to play, for others to take up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seek {
    pub id: String,
    pub person: String,
    /// When it was made.
    pub created: Time,
    /// What they want to play, as JSON.
    pub data: String,
}

/// Something that was said beside a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// In which room: `players` or `spectators`.
    pub room: String,
    /// 1, 2, 3 and so on within the room; ignored when a message is added.
    pub number: u64,
    pub at: Time,
    pub person: String,
    pub text: String,
}
