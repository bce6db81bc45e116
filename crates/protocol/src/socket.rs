//! Messages on the socket: the same functions as over HTTP, for many games at once.

use crate::{EventView, NewAction, Problem, SeekView, UserView};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A chat room of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Room {
    /// The room of the players.
    Players,
    /// The room of the spectators.
    Spectators,
}

impl Room {
    /// The name on the wire.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Room::Players => "players",
            Room::Spectators => "spectators",
        }
    }
}

/// A message from a client.
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
    /// Subscribes to a game's events after this number.
    Subscribe {
        /// The id of the game.
        game: String,
        /// The number of the last event the client has; 0: from the beginning.
        #[serde(default)]
        since: u64,
        /// Required for an unlisted game of other players.
        #[serde(default)]
        invitation: Option<String>,
    },
    /// Ends the subscription to a game.
    Unsubscribe {
        /// The id of the game.
        game: String,
    },
    /// Performs an action in a game.
    Act {
        /// The id of the game.
        game: String,
        #[serde(flatten)]
        action: NewAction,
    },
    /// Sends a chat message.
    Say {
        /// The id of the game.
        game: String,
        room: Room,
        /// One line of at most 500 characters.
        text: String,
    },
    /// Subscribes to the lobby.
    Lobby,
    /// Checks the connection. It is answered at once, even while earlier requests are in progress.
    Ping {
        /// Returned in the answer.
        #[serde(default)]
        id: u64,
    },
}

impl FromClient {
    /// The game and the client's own id of a message.
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

/// A message from the server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[schema(examples(
    json!({"type": "hello", "protocol": 1, "version": "0.1.0", "you": {"id": "m4tq8wzk2pnc", "name": "Ada"},
        "at": 1789000000000_u64}),
    json!({"type": "events", "game": "k2vq8mzt4wpc", "at": 1789000004000_u64, "events": [
        {"seq": 5, "at": 1789000004000_u64, "type": "moved", "seat": 0, "move": "Y3", "used": 2000,
        "position": "00200/00000 r", "left_ms": [301000, 300000]}]}),
    json!({"type": "accepted", "game": "k2vq8mzt4wpc", "id": "b2f0", "seq": 5}),
    json!({"type": "refused", "game": "k2vq8mzt4wpc", "id": "b2f1", "problem": {"title": "Not allowed by the rules",
        "status": 422, "key": "not-to-act", "detail": "it is red's turn (TB-6)", "args": ["red"],
        "ruling": "TB-6"}}),
    json!({"type": "presence", "game": "k2vq8mzt4wpc", "connected": [true, false],
        "away_ms": [0, 4000], "vacation": [null, null], "spectators": 3}),
    json!({"type": "message", "game": "k2vq8mzt4wpc", "room": "players", "number": 1,
        "at": 1789000005000_u64, "user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "text": "Hello!"}),
    json!({"type": "lobby", "seeks": []}),
    json!({"type": "notice", "notice": "my-turn", "game": "k2vq8mzt4wpc"}),
    json!({"type": "pong", "id": 1, "at": 1789000006000_u64}),
    json!({"type": "bye", "reason": "the server is shutting down"}),
))]
pub enum FromServer {
    /// The first message on a connection.
    Hello {
        /// The version of the socket protocol.
        protocol: u32,
        /// The version of the server.
        version: String,
        /// The authenticated user; `null`: anonymous.
        #[schema(required)]
        you: Option<UserView>,
        /// The server's time, in milliseconds since 1970.
        at: u64,
    },
    /// Events of a game.
    Events {
        /// The id of the game.
        game: String,
        /// In order, without gaps.
        events: Vec<EventView>,
        /// The server's time, in milliseconds since 1970.
        at: u64,
    },
    /// An action was performed, and its events are on disk.
    Accepted {
        /// The id of the game.
        game: String,
        /// The client's own id for the action.
        id: String,
        /// The number of the game's last event.
        seq: u64,
    },
    /// A request was refused.
    Refused {
        /// The id of the game.
        #[serde(skip_serializing_if = "Option::is_none")]
        game: Option<String>,
        /// The client's own id for the request.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// The reason for the refusal.
        problem: Problem,
    },
    /// A player or spectator connected or disconnected.
    Presence {
        /// The id of the game.
        game: String,
        /// For each seat, whether its player is connected.
        connected: Vec<bool>,
        /// For each seat, how long its player has been away, in milliseconds: at least 1 for a player who is
        /// not connected, 0 for one who is, and for seats without a player.
        away_ms: Vec<u64>,
        /// For each seat, the end of its player's vacation (TB-11), in milliseconds since 1970; `null`: no
        /// vacation.
        #[serde(default)]
        #[schema(required)]
        vacation: Vec<Option<u64>>,
        /// The number of spectators.
        spectators: u32,
    },
    /// A message in a chat.
    Message {
        /// The id of the game.
        game: String,
        room: Room,
        /// 1, 2, 3 and so on within the room.
        number: u64,
        /// The time, in milliseconds since 1970.
        at: u64,
        /// The author of the message.
        user: UserView,
        /// Plain text, never markup.
        text: String,
    },
    /// The newest seeks in the lobby, at most 700.
    Lobby {
        /// All seeks that are open.
        seeks: Vec<SeekView>,
    },
    /// A notice for you: a game has begun, it is your turn, you are low on time, you are challenged.
    Notice {
        /// `game-start`, `my-turn`, `reminder`, `challenge`, `rematch` or `game-end`.
        notice: String,
        /// The id of the game.
        game: String,
        /// The user who challenges you or offers a rematch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<UserView>,
    },
    /// The answer to a ping.
    Pong {
        /// The `id` of the ping.
        id: u64,
        /// The server's time, in milliseconds since 1970.
        at: u64,
    },
    /// The server closes this connection; reconnect.
    Bye {
        /// The reason as a sentence.
        reason: String,
    },
}
