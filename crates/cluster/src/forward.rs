//! Running an operation at the owner of a game.

use super::{
    Cluster,
    message::{Answer, Question},
    name_of,
};
use ludoteca_service::{
    GameError, Unavailable,
    ownership::{Operation, Ownership},
};
use serde_json::value::RawValue;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout_at};

/// Time limit for another node's answer.
const PATIENCE: Duration = Duration::from_secs(3);
/// The pause before a retry, and the interval of checks whether the owner still is one.
const AGAIN: Duration = Duration::from_millis(150);

impl Cluster {
    /// Asks the holder of a lease.
    pub(crate) async fn ask(&self, lease: &str, question: &Question) -> Option<Answer> {
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

    /// Asks the owner of a game; `None` when no other node is known to own it.
    pub(crate) async fn ask_owner(
        &self,
        game: &str,
        operation: &(dyn Fn() -> Operation + Sync),
        deadline: Instant,
    ) -> Result<Option<Box<RawValue>>, GameError> {
        let Some(owner) = self.owner_of(game) else { return Ok(None) };
        let mut ask = operation();
        if let Operation::Follow { node, .. } = &mut ask {
            self.name.clone_into(node);
        }
        let question = Question::Game { game: game.to_owned(), ask };
        match timeout_at(deadline, self.ask_while_owner(&owner, game, &question)).await {
            Ok(Some(Answer::Done(value))) => return Ok(Some(value)),
            Ok(Some(Answer::Refused(error))) => return Err(*error),
            Ok(Some(Answer::NotMine) | None) | Err(_) => drop(self.owners().remove(game)),
        }
        if Instant::now() + AGAIN >= deadline || !self.is_fit() {
            return Err(Unavailable::Isolated.into());
        }
        sleep(AGAIN).await;
        Ok(None)
    }

    /// `None` when the owner does not answer, or is known to have lost ownership. An owner that was killed or
    /// paused loses its lease before the time limit ends.
    async fn ask_while_owner(&self, owner: &str, game: &str, question: &Question) -> Option<Answer> {
        let mut answer = std::pin::pin!(self.ask(owner, question));
        loop {
            tokio::select! {
                biased;
                answer = &mut answer => return answer,
                () = sleep(AGAIN) => {
                    if self.owners().get(game).is_none_or(|known| known != owner) {
                        return None;
                    }
                }
            }
        }
    }
}
