//! The messages between nodes, as JSON. Those for clients are the services' [`Message`].
//!
//! [`Message`]: ludoteca_service::ownership::Message

use ludoteca_service::{
    Crowd, GameError,
    ownership::Operation,
    rate_limit::{OpenCount, Usage},
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A message without an answer, for the node itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Notification {
    /// The followers of a game on the sending node have changed to this crowd.
    Follows {
        node: String,
        game: String,
        #[serde(rename = "crowd")]
        followers_here: Crowd,
    },
    /// These people connected to the node, or left it.
    Here {
        node: String,
        people: Vec<String>,
    },
    Gone {
        node: String,
        people: Vec<String>,
    },
    /// Everyone connected to the node, in parts; the first part starts a new list.
    All {
        node: String,
        people: Vec<String>,
        first: bool,
    },
    /// These games have a new owner.
    Taken {
        games: Vec<String>,
    },
    /// The node steps aside, and its games are free.
    Leaving {
        node: String,
    },
    /// Rate limit charges on the node.
    Spent {
        node: String,
        #[serde(rename = "spent")]
        usage: Vec<Usage>,
    },
    /// Sockets and streams open on the node, all of them or only what has changed. A node without changes
    /// sends an empty list.
    Open {
        node: String,
        all: bool,
        open: Vec<OpenCount>,
    },
}

/// A message that needs an answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Question {
    /// Checks that the node is alive.
    Ping,
    /// An operation on a game that the receiver owns.
    Game { game: String, ask: Operation },
    /// The sender's followers of the receiver's games. The answer is the number of each game's last event, or
    /// that the receiver does not own it.
    Crowds {
        node: String,
        #[serde(rename = "crowds")]
        follower_counts: Vec<(String, Crowd)>,
    },
    /// Requests the current rows of these games.
    Rows { games: Vec<String> },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Answer {
    /// Already JSON, so that it is serialized only once.
    Done(Box<RawValue>),
    Refused(Box<GameError>),
    /// The receiver does not own the game; look up its owner again.
    NotMine,
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludoteca_service::ownership::Message;
    use serde::de::DeserializeOwned;
    use serde_json::Value;
    use std::collections::BTreeSet;

    /// Messages of the previous version, one of each kind. During a rolling upgrade, old nodes send these,
    /// and must understand ours.
    const SAID: &str = include_str!("messages.jsonl");

    fn said_as<T: Serialize + DeserializeOwned>(line: &str) -> Option<Value> {
        serde_json::from_str::<T>(line).ok().map(|said| serde_json::to_value(said).unwrap())
    }

    fn said_again(line: &str) -> Option<Value> {
        said_as::<Message>(line)
            .or_else(|| said_as::<Notification>(line))
            .or_else(|| said_as::<Question>(line))
            .or_else(|| said_as::<Answer>(line))
    }

    #[test]
    fn nodes_of_the_last_version_are_understood_and_understand_us() {
        for line in SAID.lines() {
            let before: Value = serde_json::from_str(line).unwrap();
            let now = said_again(line).unwrap_or_else(|| panic!("cannot parse {line}"));
            assert_eq!(
                now, before,
                "old nodes cannot parse this: give new fields a default, or add a new kind"
            );
        }
    }

    #[test]
    fn unknown_fields_of_later_versions_are_ignored() {
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
        // serde's error for an unknown variant lists the known ones.
        let unknown = "{\"no such kind\":{}}";
        let kinds = [
            serde_json::from_str::<Message>(unknown).unwrap_err().to_string(),
            serde_json::from_str::<Notification>(unknown).unwrap_err().to_string(),
            serde_json::from_str::<Question>(unknown).unwrap_err().to_string(),
            serde_json::from_str::<Answer>(unknown).unwrap_err().to_string(),
            serde_json::from_str::<Operation>(unknown).unwrap_err().to_string(),
        ];
        let mut kinds: BTreeSet<String> =
            kinds.iter().flat_map(|text| text.split('`').skip(3).step_by(2).map(str::to_owned)).collect();
        kinds.remove("no such kind");
        assert!(kinds.len() > 20, "{kinds:?}");
        assert_eq!(known, kinds);
    }
}
