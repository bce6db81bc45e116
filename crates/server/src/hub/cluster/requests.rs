//! Doing something in a game, wherever its owner is.

use super::{
    Cluster,
    message::{Answer, Question},
    name_of, unfit,
};
use crate::hub::{Hub, Identity, Plan, environment::Millis, followers::Crowd, problem};
use ludoteca_protocol::{NewAction, Problem, Room};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;
use std::time::{Duration, Instant};

/// The key of a refusal that nobody outside sees: the game has an owner on another node.
pub(crate) const ELSEWHERE: &str = "elsewhere";
/// Likewise: the game got another owner while something was being done.
const MOVED: &str = "moved";
/// How long an owner may take to answer.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long it is tried: until the lease of an owner that is gone has run out, and a little more.
const TRIES: Duration = Duration::from_secs(9);
/// The pause before the next try; and how often whoever waits for an owner looks whether it still is one.
const AGAIN: Duration = Duration::from_millis(150);

/// Something to be done in a game by its owner.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum GameAsk {
    Act {
        who: Identity,
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
    /// Somebody follows the game on another node, among this crowd.
    Follow {
        who: Option<Identity>,
        invitation: Option<String>,
        since: u64,
        node: String,
        followers_here: Crowd,
    },
    KeepVacations,
    /// The games of a guest become those of an account.
    TakeAlong {
        guest: String,
        who: Identity,
    },
    /// The person leaves the game, and is called otherwise in it.
    Forget {
        person: String,
        name: String,
    },
}

pub(super) fn elsewhere(owner: &str) -> Problem {
    let detail = "the game is looked after by another server";
    Problem { args: vec![owner.to_owned()], ..problem(421, ELSEWHERE, detail) }
}

/// What was decided was not stored, as the game has another owner now.
pub(crate) fn moved() -> Problem {
    problem(503, MOVED, "the game has moved to another server: send it again as it was")
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
    /// Asks the owner of a game; `None` when it does not answer, or is known to be the owner no longer. One
    /// that was killed or is paused loses its lease before the patience for it ends.
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

impl Hub {
    /// Does something in a game: here if this node owns it or can, otherwise by asking its owner. An owner
    /// that is gone is waited for until the game can be claimed. `ask` may be done twice, where an answer got
    /// lost.
    pub(crate) async fn at_owner<T: DeserializeOwned, Done>(
        &self,
        id: &str,
        ask: impl Fn() -> GameAsk,
        here: impl Fn() -> Done,
    ) -> Result<T, Problem>
    where
        Done: Future<Output = Result<T, Problem>>,
    {
        let Some(cluster) = &self.0.cluster else { return here().await };
        let until = Instant::now() + TRIES;
        loop {
            let known = cluster.owners().get(id).cloned();
            let owner = match known {
                Some(owner) => owner,
                None => match here().await {
                    Err(problem) if problem.key == ELSEWHERE => {
                        let owner = problem.args.into_iter().next().unwrap_or_default();
                        cluster.know_owner(id, &owner);
                        owner
                    }
                    Err(problem) if problem.key == MOVED && Instant::now() < until => continue,
                    done => return done,
                },
            };
            self.0.metrics.passed_on();
            match cluster.ask_owner(&owner, id, ask()).await {
                Some(Answer::Done(value)) => {
                    let wrong = |error: serde_json::Error| problem(500, "bad-answer", error.to_string());
                    return serde_json::from_str(value.get()).map_err(wrong);
                }
                Some(Answer::Refused(problem)) => return Err(*problem),
                Some(Answer::NotMine) | None => drop(cluster.owners().remove(id)),
            }
            if Instant::now() >= until || !cluster.is_fit() {
                return Err(unfit());
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// Does what another node asks for.
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
            Err(problem) if [ELSEWHERE, MOVED, "not-now"].contains(&problem.key.as_str()) => Answer::NotMine,
            Err(problem) => Answer::Refused(Box::new(problem)),
        }
    }
}

fn value<T: Serialize>(done: Result<T, Problem>) -> Result<Box<RawValue>, Problem> {
    let wrong = |error: serde_json::Error| problem(500, "bad-answer", error.to_string());
    serde_json::value::to_raw_value(&done?).map_err(wrong)
}
