//! Messages on the socket: the same things as over HTTP, for many games at once.

use crate::{EventView, NewAction, Problem, SeekView, UserView};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where something is said.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Room {
    /// Among those who play.
    Players,
    /// Among those who watch.
    Spectators,
}

impl Room {
    /// Its name.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Room::Players => "players",
            Room::Spectators => "spectators",
        }
    }
}

/// What a client says.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[schema(examples(
    json!({"type": "subscribe", "game": "k2vq8mzt4wpc", "since": 0}),
    json!({"type": "act", "game": "k2vq8mzt4wpc", "id": "b2f0", "seq": 4, "do": {"move": "Y3"}}),
    json!({"type": "say", "game": "k2vq8mzt4wpc", "room": "players", "text": "Hello!"}),
    json!({"type": "lobby"}),
    json!({"type": "ping", "id": 1}),
    json!({"type": "unsubscribe", "game": "k2vq8mzt4wpc"}),
))]
pub enum FromClient {
    /// Send me what happens in this game after this number.
    Subscribe {
        /// Which game.
        game: String,
        /// The number of the last event I know; 0: from the beginning.
        #[serde(default)]
        since: u64,
        /// For a game that is not listed and not one's own.
        #[serde(default)]
        invitation: Option<String>,
    },
    /// Send me nothing more of it.
    Unsubscribe {
        /// Which game.
        game: String,
    },
    /// Do this.
    Act {
        /// In which game.
        game: String,
        /// What.
        #[serde(flatten)]
        action: NewAction,
    },
    /// Say this.
    Say {
        /// Beside which game.
        game: String,
        /// In which room.
        room: Room,
        /// What: text of one line, at most 500 characters.
        text: String,
    },
    /// Tell me about the lobby from now on.
    Lobby,
    /// Are you there? It is answered at once, also while something that was said before is being done.
    Ping {
        /// Comes back in the answer.
        #[serde(default)]
        id: u64,
    },
}

impl FromClient {
    /// Which game it is about, and the client's own name for it.
    #[must_use]
    pub fn about(self) -> (Option<String>, Option<String>) {
        match self {
            FromClient::Act { game, action } => (Some(game), Some(action.id)),
            FromClient::Subscribe { game, .. }
            | FromClient::Unsubscribe { game }
            | FromClient::Say { game, .. } => (Some(game), None),
            FromClient::Lobby | FromClient::Ping { .. } => (None, None),
        }
    }
}

/// What a server says.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[schema(examples(
    json!({"type": "hello", "protocol": 1, "version": "0.1.0", "you": {"id": "m4tq8wzk2pnc", "name": "Ada"},
        "at": 1789000000000_u64}),
    json!({"type": "events", "game": "k2vq8mzt4wpc", "at": 1789000004000_u64, "events": [
        {"seq": 5, "at": 1789000004000_u64, "type": "moved", "seat": 0, "move": "Y3", "used": 2000,
        "position": "00200/00000 r", "left_ms": [301000, 300000]}]}),
    json!({"type": "accepted", "game": "k2vq8mzt4wpc", "id": "b2f0", "seq": 5}),
    json!({"type": "refused", "game": "k2vq8mzt4wpc", "id": "b2f1", "problem": {"title": "Not by the rules",
        "status": 422, "key": "not-to-act", "detail": "it is red's turn (TB-6)", "args": ["red"],
        "ruling": "TB-6"}}),
    json!({"type": "presence", "game": "k2vq8mzt4wpc", "connected": [true, false],
        "away_ms": [0, 4000], "vacation": [null, null], "spectators": 3}),
    json!({"type": "message", "game": "k2vq8mzt4wpc", "room": "players", "number": 1,
        "at": 1789000005000_u64, "user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "text": "Hello!"}),
    json!({"type": "lobby", "seeks": []}),
    json!({"type": "notice", "notice": "my-turn", "game": "k2vq8mzt4wpc"}),
    json!({"type": "pong", "id": 1, "at": 1789000006000_u64}),
    json!({"type": "bye", "reason": "the server is being stopped"}),
))]
pub enum FromServer {
    /// The first message.
    Hello {
        /// The version of these messages.
        protocol: u32,
        /// The version of the program.
        version: String,
        /// Who you are; `null`: a spectator without a name.
        you: Option<UserView>,
        /// The server's time, in milliseconds since 1970.
        at: u64,
    },
    /// What has happened in a game.
    Events {
        /// Which game.
        game: String,
        /// In order, without a gap.
        events: Vec<EventView>,
        /// The server's time, in milliseconds since 1970.
        at: u64,
    },
    /// An action was done: its events are on disk.
    Accepted {
        /// Which game.
        game: String,
        /// The client's own name for it.
        id: String,
        /// The number of the game's last event.
        seq: u64,
    },
    /// Something was refused.
    Refused {
        /// Which game.
        #[serde(skip_serializing_if = "Option::is_none")]
        game: Option<String>,
        /// The client's own name for it.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// Why.
        problem: Problem,
    },
    /// Somebody came or went.
    Presence {
        /// Which game.
        game: String,
        /// For each seat whether its holder is connected.
        connected: Vec<bool>,
        /// For each seat how long its holder has been away, in milliseconds: at least 1 for a player who is
        /// not connected, 0 for one who is, and where no player sits.
        away_ms: Vec<u64>,
        /// For each seat until when its holder is on vacation (TB-11), in milliseconds since 1970; `null`:
        /// they are not.
        #[serde(default)]
        vacation: Vec<Option<u64>>,
        /// How many watch.
        spectators: u32,
    },
    /// Something was said.
    Message {
        /// Beside which game.
        game: String,
        /// In which room.
        room: Room,
        /// 1, 2, 3 and so on within the room.
        number: u64,
        /// When, in milliseconds since 1970.
        at: u64,
        /// By whom.
        user: UserView,
        /// What: text, never markup.
        text: String,
    },
    /// The seeks in the lobby.
    Lobby {
        /// All of them.
        seeks: Vec<SeekView>,
    },
    /// Something that concerns you: a game has begun, it is your turn, your time
    /// runs low, you are challenged.
    Notice {
        /// `game-start`, `my-turn`, `reminder`, `challenge`, `rematch` or `game-end`.
        notice: String,
        /// Which game.
        game: String,
        /// Who challenges, or asks for a rematch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<UserView>,
    },
    /// The answer to a ping.
    Pong {
        /// What the ping had.
        id: u64,
        /// The server's time, in milliseconds since 1970.
        at: u64,
    },
    /// The server ends this connection, for this reason; come again.
    Bye {
        /// Why, in words.
        reason: String,
    },
}
