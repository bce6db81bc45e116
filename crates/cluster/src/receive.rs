//! Receives messages from other nodes.

use super::{
    Cluster,
    bus::Incoming,
    message::{Answer, Notification, Question},
    name_of,
    row::Row,
};
use futures_util::{StreamExt, stream::BoxStream};
use ludoteca_service::{
    GameError, Unavailable,
    ownership::{Message, Node, Operation},
};
use serde_json::value::to_raw_value;
use std::sync::Arc;

impl Cluster {
    /// Handles messages until the node is stopped.
    pub(crate) async fn listen(self: Arc<Self>, node: Node, mut incoming: BoxStream<'static, Incoming>) {
        while let Some(Incoming { text, answer }) = incoming.next().await {
            match answer {
                Some(answer) => {
                    let Ok(question) = serde_json::from_slice::<Question>(&text) else { continue };
                    let node = node.clone();
                    tokio::spawn(async move {
                        let said = answer_to(&node, question).await;
                        answer(serde_json::to_vec(&said).unwrap_or_default());
                    });
                }
                // Sequentially, since events come in order.
                None => self.receive(&node, &text),
            }
        }
    }

    fn receive(self: &Arc<Self>, node: &Node, text: &[u8]) {
        // The first word says which of the two it is.
        if let Ok(message) = serde_json::from_slice::<Message>(text) {
            return node.receive(message);
        }
        match serde_json::from_slice::<Notification>(text) {
            Ok(notification) => self.note(node, notification),
            Err(error) => tracing::warn!("received a malformed message from another node: {error}"),
        }
    }

    fn note(self: &Arc<Self>, node: &Node, notification: Notification) {
        let is_own = |name: &str| name == self.name;
        match notification {
            Notification::Follows { node: from, game, followers_here } => {
                let node = node.clone();
                tokio::spawn(async move { node.followers_elsewhere(&game, &from, followers_here).await });
            }
            Notification::Here { node, people } if !is_own(&node) => self.directory.here(&node, people),
            Notification::Gone { node, people } if !is_own(&node) => self.directory.gone(&node, &people),
            Notification::All { node, people, first } if !is_own(&node) => {
                self.directory.all(&node, people, first);
            }
            Notification::Taken { games } => {
                for game in games {
                    self.owners().remove(&game);
                    if node.followers_of(&game).is_some() {
                        self.follow_again(node, game);
                    }
                }
            }
            Notification::Leaving { node } => {
                self.owners().retain(|_, owner| name_of(owner) != node);
                self.orphans.notify_one();
                if let Some(rate_limits) = self.rate_limits.get() {
                    rate_limits.open_elsewhere(&node, true, &[]);
                }
            }
            Notification::Spent { node, usage } if !is_own(&node) => {
                if let Some(rate_limits) = self.rate_limits.get() {
                    rate_limits.charge(&usage);
                }
            }
            Notification::Open { node, all, open } if !is_own(&node) => {
                if let Some(rate_limits) = self.rate_limits.get() {
                    rate_limits.open_elsewhere(&node, all, &open);
                }
            }
            Notification::Here { .. }
            | Notification::Gone { .. }
            | Notification::All { .. }
            | Notification::Spent { .. }
            | Notification::Open { .. } => {}
        }
    }
}

async fn answer_to(node: &Node, question: Question) -> Answer {
    fn done(value: &impl serde::Serialize) -> Answer {
        to_raw_value(value).map_or(Answer::NotMine, Answer::Done)
    }
    match question {
        Question::Ping => done(&()),
        Question::Game { ask: Operation::Act { .. }, .. } if !node.is_fit() => Answer::NotMine,
        Question::Game { game, ask } => match node.run(&game, ask).await {
            Ok(value) => Answer::Done(value),
            Err(
                GameError::Elsewhere(_) | GameError::Moved | GameError::Unavailable(Unavailable::Isolated),
            ) => Answer::NotMine,
            Err(error) => Answer::Refused(Box::new(error)),
        },
        Question::Crowds { node: from, follower_counts } => {
            let mut seqs = Vec::with_capacity(follower_counts.len());
            for (game, followers) in follower_counts {
                seqs.push(node.followers_elsewhere(&game, &from, followers).await);
            }
            done(&seqs)
        }
        Question::Rows { games } => {
            let mut rows = Vec::new();
            for game in games {
                rows.extend(node.row(&game).await.map(Row::from));
            }
            done(&rows)
        }
    }
}
