//! Errors of games, their chat, and the lobby.

use super::{PersonError, RateLimited, RoleError, Sanctioned, Unavailable, shown};
use crate::{
    games::MAX_ACTION_ID_LENGTH,
    lobby::{HIGHEST, MAX_OWN},
    plans::{MAX_BRANCHES, MAX_PREMOVES},
    visibility::MAX_MESSAGE_LENGTH,
};
use ludoteca_catalog::MoveError;
use ludoteca_contest::Refusal;
use ludoteca_protocol::EventView;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why a request about a game cannot be granted. Nodes of a cluster send it to each other.
#[derive(Clone, PartialEq, Debug, Error, Serialize, Deserialize)]
pub enum GameError {
    /// Unlisted games and unknown games look the same from outside.
    #[error("there is no game {0:?}")]
    Unknown(String),
    #[error("you do not play in this game")]
    NotSeated,
    #[error("only the server may do that")]
    OnlySystem,
    /// A ruling of the game or of the house rules.
    #[error(transparent)]
    Rule(RuleViolation),
    /// The text of a move that cannot be parsed.
    #[error("{0}")]
    Syntax(String),
    #[error("{detail}")]
    Over { ruling: Option<String>, detail: String },
    /// The client made the request without knowing the latest events.
    #[error("the game has moved on: its last event has the number {seq}")]
    OldNumber { seq: u64, events: Vec<EventView> },
    /// Another writer has added events.
    #[error("the game has gone on meanwhile")]
    Conflict,
    #[error("the game is not loaded")]
    NotLoaded,
    #[error("the log of this game is damaged")]
    Damaged,
    /// Another node owns the game, by this lease. Never sent to clients.
    #[error("another server owns the game")]
    Elsewhere(String),
    /// The decision was not stored, since the game has another owner now.
    #[error("the game has moved to another server: repeat the same request")]
    Moved,
    /// The owner's answer cannot be parsed.
    #[error("{0}")]
    BadAnswer(String),
    #[error("joining this game requires its invitation")]
    NotInvited,
    #[error("this game has no seat {0}")]
    NoSuchSeat(usize),
    #[error("the seat {0} is taken")]
    SeatTaken(usize),
    #[error("all seats of this game are taken")]
    NoFreeSeat,
    #[error("no seat of this game is reserved for you")]
    NotChallenged,
    #[error("the id of an action must have 1 to {most} bytes", most = MAX_ACTION_ID_LENGTH)]
    ActionIdLength,
    #[error("you caused the abort of this game: the other players can start another one")]
    CausedAbort,
    #[error("the next game can start once this one has a result")]
    NoNextGame,
    #[error("the last event has the number {0}")]
    NoSuchNumber(u64),
    #[error("this is available once the game is over")]
    NotOver,
    #[error("you are playing a rated game of this kind: {0}. Come back when it is over")]
    HelpInRatedGame(String),
    #[error("you are playing a live game with others of this kind: {0}. Come back when it is over")]
    HelpInLiveGame(String),
    #[error(
        "a plan can have at most {premoves} premoves and {branches} conditional moves",
        premoves = MAX_PREMOVES,
        branches = MAX_BRANCHES
    )]
    PlanTooLarge,
    /// A guest whose games an account takes over plays that account in this game.
    #[error("in game {0} the guest and your account play each other: finish it first")]
    PlaysItself(String),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Chat(#[from] ChatError),
    #[error(transparent)]
    Vacation(#[from] VacationError),
    #[error(transparent)]
    Role(#[from] RoleError),
    #[error(transparent)]
    RateLimited(#[from] RateLimited),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl GameError {
    pub(crate) fn unknown(id: &str) -> GameError {
        GameError::Unknown(shown(id))
    }

    /// Whether the same request may succeed later.
    pub(crate) fn is_temporary(&self) -> bool {
        matches!(self, GameError::Unavailable(_) | GameError::NotLoaded | GameError::Moved)
    }
}

/// A move or action that a rule forbids.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[error("{detail}")]
pub struct RuleViolation {
    /// The key of the rule's reason.
    pub reason: String,
    pub ruling: String,
    /// The values that the reason mentions.
    pub args: Vec<String>,
    pub detail: String,
}

impl From<Refusal> for GameError {
    fn from(refusal: Refusal) -> GameError {
        let detail = refusal.to_string();
        match &refusal {
            Refusal::Table(refused) | Refusal::Move(MoveError::Illegal(refused)) => {
                GameError::Rule(RuleViolation {
                    reason: refused.reason.key.to_owned(),
                    ruling: refused.reason.ruling.to_owned(),
                    args: refused.args.iter().map(ToString::to_string).collect(),
                    detail,
                })
            }
            Refusal::Move(MoveError::Syntax(_)) => GameError::Syntax(detail),
            Refusal::Move(MoveError::GameOver) => {
                GameError::Over { ruling: refusal.ruling().map(str::to_owned), detail }
            }
        }
    }
}

/// Why a game cannot be created as requested, or a person cannot play in it.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
pub enum SetupError {
    #[error("{0}")]
    UnknownGame(String),
    #[error("the option {0:?} must be a string or a number")]
    OptionValue(String),
    /// Options, players, clock and position do not go together.
    #[error("{0}")]
    Terms(String),
    #[error("only rated games can form a match that counts as one")]
    UnratedMatch,
    #[error("a match that counts as one has 2 games, not {0}")]
    MatchLength(u8),
    #[error("only games for two players can form a match that counts as one")]
    MatchPlayers,
    #[error("this game has {seats} seats, but {listed} are listed")]
    SeatCount { seats: usize, listed: usize },
    #[error("a player can take only one seat")]
    SeatedTwice,
    #[error("you can take only one seat")]
    TwoOwnSeats,
    #[error("guests must play in the games they create: create an account to set up games for others")]
    GuestDoesNotPlay,
    #[error("this server has no computer players")]
    NoComputers,
    #[error("levels are from 1 to {highest}, not {level}")]
    BadLevel { highest: u8, level: u8 },
    #[error("a guest cannot be challenged to a rated game: make it a casual one")]
    ChallengedGuest,
    #[error("you block this user: unblock them first")]
    YouBlockThem,
    #[error("this is a rated game: log in or create an account to play it")]
    RatedNeedsAccount,
    #[error("a game with your own bot cannot be rated: make it a casual one")]
    OwnBot,
    #[error("a guest has at most {0} open games: finish one, or create an account")]
    TooManyGames(u32),
    #[error(transparent)]
    Person(#[from] PersonError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Why a person cannot write or read in a room of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
pub enum ChatError {
    #[error("a message must be one line of 1 to {most} characters", most = MAX_MESSAGE_LENGTH)]
    BadMessage,
    #[error("chat is off on this server")]
    Off,
    #[error("only players can chat on this server")]
    PlayersOnly,
    #[error("only players can write in this room")]
    NotAPlayer,
    #[error("players can write in this room once the game is over")]
    WriteLater,
    #[error("only the players can read this room")]
    Private,
    #[error("you can read this room once the game is over")]
    ReadLater,
    #[error(transparent)]
    Sanctioned(#[from] Sanctioned),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Why a vacation cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
pub enum VacationError {
    #[error("a vacation must end in the future")]
    Past,
    #[error("{days} days exceed the {left} that are left this year")]
    TooLong { days: u64, left: u64 },
    #[error("your vacation was changed at the same moment: reload it")]
    Changed,
    #[error("no such user")]
    UnknownUser,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Why a game played elsewhere cannot be imported.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ImportError {
    #[error("the id of a game must have 1 to {most} bytes", most = MAX_ACTION_ID_LENGTH)]
    IdLength,
    #[error("this game has no seat {0}")]
    NoSuchSeat(u8),
    #[error("the record: {0}")]
    BadRecord(String),
    #[error(
        "only finished games can be imported: one person may act for all seats on a device, but here all players \
         act for themselves"
    )]
    NotOver,
    #[error("you have reached the limit of {0} imported games: further ones stay on your device")]
    TooMany(u32),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Why a seek cannot be created, accepted or withdrawn.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum LobbyError {
    #[error("no such seek: it was accepted or withdrawn")]
    Unknown,
    #[error("this seek is not yours")]
    NotYours,
    #[error("you are in this seek already")]
    Joined,
    /// Does not reveal who blocks whom.
    #[error("no such seek: it was accepted or withdrawn")]
    Blocked,
    #[error("this seek is for players with a rating from {min} to {max}")]
    OutOfRange { min: i32, max: i32 },
    #[error("this game has {0} seats")]
    NoSuchSeat(u8),
    #[error("a rating range must go from a lower to a higher number within 0 to {most}", most = HIGHEST)]
    BadRange,
    #[error("guests cannot filter opponents by rating: log in")]
    RangeNeedsAccount,
    #[error("games on these terms are never rated, so opponents cannot be filtered by rating")]
    NeverRated,
    #[error("you can have at most {most} seeks", most = MAX_OWN)]
    TooMany,
    #[error("a game with your own bot cannot be rated: make the seek casual")]
    OwnBot,
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}
