//! What nodes say to each other, as JSON.

use super::GameAsk;
use crate::{
    hub::followers::{Audience, Crowd},
    rate_limit::Usage,
};
use ludoteca_protocol::Problem;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

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
        followers_here: Crowd,
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
        usage: Vec<Usage>,
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
    Crowds { node: String, follower_counts: Vec<(String, Crowd)> },
    /// How do these games stand?
    Rows { games: Vec<String> },
}

/// What is answered.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Answer {
    /// Already JSON: it is written once and read once.
    Done(Box<RawValue>),
    Refused(Box<Problem>),
    /// The game is not ours: look again who owns it.
    NotMine,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::collections::BTreeSet;

    /// What nodes of the last version say: one line of each kind. While nodes are upgraded one after the
    /// other, the old ones send these, and must understand ours.
    const SAID: &str = include_str!("messages.jsonl");

    fn said_again(line: &str) -> Option<Value> {
        let message =
            serde_json::from_str::<Message>(line).ok().map(|said| serde_json::to_value(said).unwrap());
        let question =
            || serde_json::from_str::<Question>(line).ok().map(|said| serde_json::to_value(said).unwrap());
        let answer =
            || serde_json::from_str::<Answer>(line).ok().map(|said| serde_json::to_value(said).unwrap());
        message.or_else(question).or_else(answer)
    }

    #[test]
    fn nodes_of_the_last_version_are_understood_and_understand_us() {
        for line in SAID.lines() {
            let before: Value = serde_json::from_str(line).unwrap();
            let now = said_again(line).unwrap_or_else(|| panic!("nobody understands {line}"));
            assert_eq!(
                now, before,
                "old nodes do not understand this: add what is new with a default, or a kind of its own"
            );
        }
    }

    #[test]
    fn what_a_later_version_adds_is_passed_over() {
        for line in SAID.lines().filter(|line| line.starts_with('{')) {
            let mut value: Value = serde_json::from_str(line).unwrap();
            for inner in value.as_object_mut().unwrap().values_mut().filter_map(Value::as_object_mut) {
                inner.insert("later".to_owned(), Value::Bool(true));
            }
            assert!(said_again(&value.to_string()).is_some(), "{value}");
        }
    }

    #[test]
    fn every_kind_of_message_is_among_them() {
        let name = |value: &Value| match value {
            Value::String(name) => name.clone(),
            other => other.as_object().unwrap().keys().next().unwrap().clone(),
        };
        let mut known = BTreeSet::new();
        for line in SAID.lines() {
            let value: Value = serde_json::from_str(line).unwrap();
            known.insert(name(&value));
            known.extend(value.pointer("/Game/ask").map(name));
        }
        // Whoever meets a kind that is not known names those that are.
        let unknown = "{\"no such kind\":{}}";
        let kinds = [
            serde_json::from_str::<Message>(unknown).unwrap_err().to_string(),
            serde_json::from_str::<Question>(unknown).unwrap_err().to_string(),
            serde_json::from_str::<Answer>(unknown).unwrap_err().to_string(),
            serde_json::from_str::<GameAsk>(unknown).unwrap_err().to_string(),
        ];
        let mut kinds: BTreeSet<String> =
            kinds.iter().flat_map(|text| text.split('`').skip(3).step_by(2).map(str::to_owned)).collect();
        kinds.remove("no such kind");
        assert!(kinds.len() > 20, "{kinds:?}");
        assert_eq!(known, kinds);
    }
}
