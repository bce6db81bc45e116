//! Acting in a game on whichever node owns it.

use super::{
    Cluster,
    message::{Answer, Question},
    name_of,
};
use crate::{
    Games, Identity, Plan,
    environment::Millis,
    error::{GameError, Unavailable},
    followers::Crowd,
};
use ludoteca_protocol::{NewAction, Room};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;
use std::time::{Duration, Instant};

/// Time limit for an owner's answer.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long to retry: until the lease of a dead owner has expired, and a little more.
const TRIES: Duration = Duration::from_secs(9);
/// The pause before a retry, and the interval of checks whether the owner still is one.
const AGAIN: Duration = Duration::from_millis(150);

/// An operation for the owner of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum GameAsk {
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
    /// A client on another node follows the game, as part of this crowd.
    Follow {
        who: Option<Identity>,
        invitation: Option<String>,
        since: u64,
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

impl Cluster {
    pub(super) async fn ask(&self, lease: &str, question: &Question) -> Option<Answer> {
        let text = serde_json::to_vec(question).unwrap_or_default();
        let answer = self.bus.ask(name_of(lease), text, PATIENCE).await;
        match answer {
            Ok(answer) => serde_json::from_slice(&answer).ok(),
            Err(error) => {
                tracing::debug!(node = name_of(lease), "a node did not answer: {error}");
                None
            }
        }
    }
}

impl Cluster {
    /// Asks the owner of a game; `None` when it does not answer, or is known to have lost ownership. An owner
    /// that was killed or paused loses its lease before the time limit ends.
    async fn ask_owner(&self, owner: &str, game: &str, ask: GameAsk) -> Option<Answer> {
        let question = Question::Game { game: game.to_owned(), ask };
        let mut answer = std::pin::pin!(self.ask(owner, &question));
        loop {
            tokio::select! {
                biased;
                answer = &mut answer => return answer,
                () = tokio::time::sleep(AGAIN) => {
                    if self.owners().get(game).is_none_or(|known| known != owner) {
                        return None;
                    }
                }
            }
        }
    }
}

impl Games {
    /// Runs an operation on a game: here if this node owns it or can, otherwise by asking its owner. If the
    /// owner is dead, waits until the game can be claimed. `ask` must be idempotent, since a lost answer
    /// causes a retry.
    pub(crate) async fn at_owner<T: DeserializeOwned, Done>(
        &self,
        id: &str,
        ask: impl Fn() -> GameAsk,
        here: impl Fn() -> Done,
    ) -> Result<T, GameError>
    where
        Done: Future<Output = Result<T, GameError>>,
    {
        let Some(cluster) = &self.0.cluster else { return here().await };
        let until = Instant::now() + TRIES;
        loop {
            let known = cluster.owners().get(id).cloned();
            let owner = match known {
                Some(owner) => owner,
                None => match here().await {
                    Err(GameError::Elsewhere(owner)) => {
                        cluster.know_owner(id, &owner);
                        owner
                    }
                    Err(GameError::Moved) if Instant::now() < until => continue,
                    done => return done,
                },
            };
            self.0.counters.passed_on.inc();
            match cluster.ask_owner(&owner, id, ask()).await {
                Some(Answer::Done(value)) => {
                    return serde_json::from_str(value.get()).map_err(bad_answer);
                }
                Some(Answer::Refused(error)) => return Err(*error),
                Some(Answer::NotMine) | None => drop(cluster.owners().remove(id)),
            }
            if Instant::now() >= until || !cluster.is_fit() {
                return Err(Unavailable::Isolated.into());
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// Runs an operation for another node.
    pub(super) async fn done_here(&self, id: &str, ask: GameAsk) -> Answer {
        let done = match ask {
            GameAsk::Act { who, request, lag } => value(self.act_here(id, &who, &request, lag).await),
            GameAsk::Join { who, seat, invitation } => {
                value(self.join_here(id, &who, seat, invitation.as_deref()).await)
            }
            GameAsk::Decline { who } => value(self.decline_here(id, &who).await),
            GameAsk::Rematch { who } => value(self.rematch_here(id, &who).await),
            GameAsk::SetPlan { who, plan } => value(self.set_plan_here(id, &who, &plan).await),
            GameAsk::See { who, invitation, origin } => {
                value(self.see_here(id, who.as_ref(), invitation.as_deref(), &origin).await)
            }
            GameAsk::Say { who, room, text } => value(self.say_here(id, &who, room, &text).await),
            GameAsk::Follow { who, invitation, since, node, followers_here } => value(
                self.follow_from(id, who.as_ref(), invitation.as_deref(), since, node, followers_here).await,
            ),
            GameAsk::KeepVacations => value(self.keep_vacations_here(id).await),
            GameAsk::TakeAlong { guest, who } => value(self.take_game_here(id, &guest, &who).await),
            GameAsk::Forget { person, name } => value(self.forget_here(id, &person, &name).await),
        };
        match done {
            Ok(value) => Answer::Done(value),
            Err(
                GameError::Elsewhere(_) | GameError::Moved | GameError::Unavailable(Unavailable::Isolated),
            ) => Answer::NotMine,
            Err(error) => Answer::Refused(Box::new(error)),
        }
    }
}

fn value<T: Serialize>(done: Result<T, GameError>) -> Result<Box<RawValue>, GameError> {
    serde_json::value::to_raw_value(&done?).map_err(bad_answer)
}

fn bad_answer(error: serde_json::Error) -> GameError {
    GameError::BadAnswer(error.to_string())
}
