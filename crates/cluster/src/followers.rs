//! Following games of other nodes. An owner knows on which nodes its game is followed, and sends events
//! there. Those nodes report their followers periodically and get the number of the last event in return, so
//! a lost message delays an event by seconds at most.

use super::{
    Cluster,
    message::{Answer, Question},
};
use ludoteca_service::{Crowd, GameError, ownership::Node};
use std::{collections::HashMap, sync::Arc};

/// The most games in one message.
const AT_ONCE: usize = 500;

impl Cluster {
    /// Reports the followers on this node to all owners, and checks for missed events.
    pub(crate) async fn announce_followers(self: &Arc<Self>, node: &Node) {
        let mut by_owner: HashMap<String, Vec<(String, Crowd)>> = HashMap::new();
        let mut unknown = Vec::new();
        for (game, followers) in node.followed() {
            match self.owner_of(&game) {
                Some(owner) => by_owner.entry(owner).or_default().push((game, followers)),
                None => unknown.push(game),
            }
        }
        for (owner, followed) in by_owner {
            for some in followed.chunks(AT_ONCE) {
                // A node that does not answer may be dead; its lease will tell.
                let seqs = self.report_followers(&owner, some).await;
                let seqs = seqs.unwrap_or_else(|| vec![None; some.len()]);
                for ((game, _), seq) in some.iter().zip(seqs) {
                    match seq {
                        Some(seq) => node.catch_up(game, seq).await,
                        None => {
                            self.owners().remove(game);
                            unknown.push(game.clone());
                        }
                    }
                }
            }
        }
        for game in unknown {
            self.follow_again(node, game);
        }
    }

    /// The number of each game's last event; an inner `None`: this node does not own the game.
    async fn report_followers(&self, owner: &str, followed: &[(String, Crowd)]) -> Option<Vec<Option<u64>>> {
        let question = Question::Crowds { node: self.name.clone(), follower_counts: followed.to_vec() };
        match self.ask(owner, &question).await {
            Some(Answer::Done(value)) => serde_json::from_str(value.get()).ok(),
            _ => None,
        }
    }

    /// Moves the followers on this node to the game's new owner, or makes this node the owner. A task of its
    /// own.
    pub(crate) fn follow_again(self: &Arc<Self>, node: &Node, game: String) {
        let (cluster, node) = (Arc::clone(self), node.clone());
        tokio::spawn(async move {
            let Some(followers) = node.followers_of(&game) else { return };
            let owner = match cluster.owner_of(&game) {
                Some(owner) => owner,
                None => match node.load(&game).await {
                    Err(GameError::Elsewhere(owner)) => owner,
                    // Loading the game has sent all followers what they had missed.
                    Ok(()) | Err(_) => return,
                },
            };
            // The followers were admitted before, so no invitation is needed again.
            let seqs = cluster.report_followers(&owner, &[(game.clone(), followers)]).await;
            match seqs.as_deref() {
                Some([Some(seq)]) => node.catch_up(&game, *seq).await,
                _ => drop(cluster.owners().remove(&game)),
            }
        });
    }
}
