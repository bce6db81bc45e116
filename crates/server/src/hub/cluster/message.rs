//! What nodes say to each other, as JSON.

use super::GameAsk;
use crate::{
    hub::followers::{Audience, Crowd},
    pace::Spent,
};
use ludoteca_protocol::Problem;
use serde::{Deserialize, Serialize};

/// What is told without waiting for an answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Message {
    /// For those who follow a game.
    Told {
        game: String,
        audience: Audience,
        text: String,
    },
    /// Events of a game, from the first to the last number.
    Events {
        game: String,
        first: u64,
        last: u64,
        text: String,
    },
    /// Somebody follows a game here no longer, or another is there: this is the crowd on the node.
    Follows {
        node: String,
        game: String,
        crowd: Crowd,
    },
    /// For all connections of a person.
    Notice {
        person: String,
        text: String,
    },
    /// All connections of a person are to be ended.
    Cut {
        person: String,
    },
    /// These people are connected to the node, or are no longer.
    Here {
        node: String,
        people: Vec<String>,
    },
    Gone {
        node: String,
        people: Vec<String>,
    },
    /// Everybody who is connected to the node, in parts; the first part begins anew.
    All {
        node: String,
        people: Vec<String>,
        first: bool,
    },
    /// Seeks have changed.
    Lobby,
    /// These games have a new owner.
    Taken {
        games: Vec<String>,
    },
    /// The node steps aside, and its games are free.
    Leaving {
        node: String,
    },
    /// What people and addresses have done on the node, as far as it is limited.
    Spent {
        node: String,
        spent: Vec<Spent>,
    },
}

/// What is asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Question {
    /// Are you there?
    Ping,
    /// Something in a game that you own.
    Game { game: String, ask: GameAsk },
    /// These crowds follow games of yours here. The answer says for each game the number of its last event,
    /// or that it is not yours.
    Crowds { node: String, crowds: Vec<(String, Crowd)> },
    /// How do these games stand?
    Rows { games: Vec<String> },
}

/// What is answered.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Answer {
    Done(serde_json::Value),
    Refused(Box<Problem>),
    /// The game is not ours: look again who owns it.
    NotMine,
}
