//! Operations on a game that its owner runs for clients of other servers.

use crate::{Games, Identity, environment::Millis, error::GameError, followers::Crowd};
use ludoteca_protocol::{NewAction, Plan, Room};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// An operation for the owner of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Operation {
    Act {
        who: Identity,
        #[serde(rename = "wish")]
        request: NewAction,
        lag: Millis,
    },
    Join {
        who: Identity,
        seat: Option<u8>,
        invitation: Option<String>,
    },
    Decline {
        who: Identity,
    },
    Rematch {
        who: Identity,
    },
    SetPlan {
        who: Identity,
        plan: Plan,
    },
    See {
        who: Option<Identity>,
        invitation: Option<String>,
        origin: String,
    },
    Say {
        who: Identity,
        room: Room,
        text: String,
    },
    /// A client on another server follows the game, as part of this crowd.
    Follow {
        who: Option<Identity>,
        invitation: Option<String>,
        since: u64,
        /// That server, which is filled in when the operation is sent.
        node: String,
        #[serde(rename = "crowd")]
        followers_here: Crowd,
    },
    KeepVacations,
    /// Transfers a guest's games to an account.
    TakeAlong {
        guest: String,
        who: Identity,
    },
    /// Makes a person leave the game, and replaces their name.
    Forget {
        person: String,
        name: String,
    },
}

impl Games {
    /// Runs an operation for a client of another server.
    pub(super) async fn run_here(&self, id: &str, operation: Operation) -> Result<Box<RawValue>, GameError> {
        match operation {
            Operation::Act { who, request, lag } => value(self.act_here(id, &who, &request, lag).await),
            Operation::Join { who, seat, invitation } => {
                value(self.join_here(id, &who, seat, invitation.as_deref()).await)
            }
            Operation::Decline { who } => value(self.decline_here(id, &who).await),
            Operation::Rematch { who } => value(self.rematch_here(id, &who).await),
            Operation::SetPlan { who, plan } => value(self.set_plan_here(id, &who, &plan).await),
            Operation::See { who, invitation, origin } => {
                value(self.show_here(id, who.as_ref(), invitation.as_deref(), &origin).await)
            }
            Operation::Say { who, room, text } => value(self.send_message_here(id, &who, room, &text).await),
            Operation::Follow { who, invitation, since, node, followers_here } => value(
                self.follow_from(id, who.as_ref(), invitation.as_deref(), since, node, followers_here).await,
            ),
            Operation::KeepVacations => value(self.keep_vacations_here(id).await),
            Operation::TakeAlong { guest, who } => value(self.take_game_here(id, &guest, &who).await),
            Operation::Forget { person, name } => value(self.forget_here(id, &person, &name).await),
        }
    }
}

fn value<T: Serialize>(done: Result<T, GameError>) -> Result<Box<RawValue>, GameError> {
    serde_json::value::to_raw_value(&done?).map_err(bad_answer)
}

pub(super) fn bad_answer(error: serde_json::Error) -> GameError {
    GameError::BadAnswer(error.to_string())
}
