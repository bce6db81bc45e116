//! Following games of other nodes. An owner knows on which nodes its game is followed, and sends events
//! there. Those nodes report their followers periodically and get the number of the last event in return, so
//! a lost message delays an event by seconds at most.

use super::{
    GameAsk,
    message::{Answer, Message, Question},
};
use crate::{
    Games, Identity, Subscriber,
    bus::Recipient,
    error::GameError,
    followers::Crowd,
    slot::{RemoteFollowers, SlotState},
};
use std::collections::HashMap;

/// The most games in one message.
const AT_ONCE: usize = 500;

impl Games {
    /// Subscribes a connection to a game, after sending the events it has missed.
    pub async fn follow(
        &self,
        id: &str,
        who: Option<&Identity>,
        invitation: Option<&str>,
        since: u64,
        subscriber: &Subscriber,
    ) -> Result<(), GameError> {
        let Some(cluster) = &self.0.cluster else {
            return self.follow_here(id, who, invitation, since, subscriber).await;
        };
        let slot = self.slot(id);
        // Announce first: from the moment the owner knows of us, no event may be lost.
        slot.followers.announce(subscriber, who.map(|who| who.id.as_str()));
        let ask = || GameAsk::Follow {
            who: who.cloned(),
            invitation: invitation.map(str::to_owned),
            since,
            node: cluster.name.clone(),
            followers_here: slot.followers.followers_here(),
        };
        // Whether another node owns the game.
        let followed: Result<bool, GameError> = self
            .at_owner(id, ask, move || async move {
                self.follow_here(id, who, invitation, since, subscriber).await.map(|()| false)
            })
            .await;
        match followed {
            Ok(false) => return Ok(()),
            Ok(true) => {}
            Err(error) => {
                slot.followers.remove(subscriber);
                self.forget(id, &slot);
                return Err(error);
            }
        }
        let mut since = since;
        loop {
            let events = match self.events_since(id, since).await {
                Ok(events) => events,
                Err(error) => {
                    slot.followers.remove(subscriber);
                    return Err(error.into());
                }
            };
            since += events.len() as u64;
            subscriber.say_events(id, &events, self.now());
            if slot.followers.arrived(subscriber, since) {
                return Ok(());
            }
        }
    }

    /// At the owner: a client on another node follows the game.
    pub(super) async fn follow_from(
        &self,
        id: &str,
        who: Option<&Identity>,
        invitation: Option<&str>,
        since: u64,
        node: String,
        followers_here: Crowd,
    ) -> Result<bool, GameError> {
        self.with_game(id, async |inside| {
            self.may_follow(inside.game()?, who, invitation, since)?;
            let heard = self.now();
            inside.elsewhere.insert(node, RemoteFollowers { followers_here, heard });
            self.came(inside, who.map(|who| who.id.as_str())).await;
            Ok(true)
        })
        .await
    }

    /// At the owner: the followers on another node have changed.
    pub(super) async fn crowd_changed(&self, id: &str, node: &str, followers_here: Crowd) -> Option<u64> {
        let slot = self.slot_if_there(id)?;
        let mut inside = slot.inside().await;
        let seq = inside.game.as_ref()?.contest.seq();
        let before = newcomers(&inside, &followers_here);
        match followers_here == Crowd::default() {
            true => drop(inside.elsewhere.remove(node)),
            false => {
                let heard = self.now();
                inside.elsewhere.insert(node.to_owned(), RemoteFollowers { followers_here, heard });
            }
        }
        if inside.look_around(self.now()) {
            for person in before {
                self.came(&mut inside, Some(&person)).await;
            }
            self.notify_presence(&inside);
        }
        Some(inside.game.as_ref().map_or(seq, |game| game.contest.seq()))
    }

    /// Reports a change of the followers on this node to the owner.
    pub(crate) fn crowd_here_changed(&self, id: &str) {
        let Some(cluster) = &self.0.cluster else { return };
        let Some(owner) = cluster.owners().get(id).cloned() else { return };
        let followers_here =
            self.slot_if_there(id).map(|slot| slot.followers.followers_here()).unwrap_or_default();
        let message = Message::Follows { node: cluster.name.clone(), game: id.to_owned(), followers_here };
        cluster.tell(Recipient::Node(super::name_of(&owner)), &message);
    }

    /// Reports the followers on this node to all owners, and checks for missed events.
    pub(super) async fn announce_followers(&self) {
        let Some(cluster) = &self.0.cluster else { return };
        let slots: Vec<_> = self.slots().iter().map(|(id, slot)| (id.to_string(), slot.clone())).collect();
        let mut by_owner: HashMap<String, Vec<(String, Crowd)>> = HashMap::new();
        let mut unknown = Vec::new();
        for (id, slot) in slots {
            slot.followers.clean();
            let followers_here = slot.followers.followers_here();
            if slot.is_owned() || followers_here == Crowd::default() {
                continue;
            }
            let owner = cluster.owners().get(&id).cloned();
            match owner {
                Some(owner) => by_owner.entry(owner).or_default().push((id, followers_here)),
                None => unknown.push(id),
            }
        }
        for (owner, follower_counts) in by_owner {
            for some in follower_counts.chunks(AT_ONCE) {
                let question =
                    Question::Crowds { node: cluster.name.clone(), follower_counts: some.to_vec() };
                let answer = cluster.ask(&owner, &question).await;
                let seqs: Vec<Option<u64>> = match answer {
                    Some(Answer::Done(value)) => serde_json::from_str(value.get()).unwrap_or_default(),
                    // It may be dead; its lease will tell.
                    _ => vec![None; some.len()],
                };
                for ((id, _), seq) in some.iter().zip(seqs) {
                    match seq {
                        Some(seq) => self.catch_up_to(id, seq).await,
                        None => {
                            cluster.owners().remove(id);
                            unknown.push(id.clone());
                        }
                    }
                }
            }
        }
        for id in unknown {
            tokio::spawn(follow_again_later(self.clone(), id));
        }
    }

    /// Moves the followers on this node to the game's new owner, or makes this node the owner.
    pub(crate) async fn follow_again(&self, id: &str) {
        let Some(cluster) = &self.0.cluster else { return };
        let Some(slot) = self.slot_if_there(id) else { return };
        if slot.followers.is_empty() {
            return;
        }
        // The followers were admitted before, so no invitation is needed again.
        let question = || Question::Crowds {
            node: cluster.name.clone(),
            follower_counts: vec![(id.to_owned(), slot.followers.followers_here())],
        };
        let known = cluster.owners().get(id).cloned();
        let owner = match known {
            Some(owner) => owner,
            None => match self.with_game(id, async |_| Ok(())).await {
                // Loading the game has sent all followers what they had missed.
                Ok(()) => return,
                Err(GameError::Elsewhere(owner)) => {
                    cluster.know_owner(id, &owner);
                    owner
                }
                Err(_) => return,
            },
        };
        if let Some(Answer::Done(value)) = cluster.ask(&owner, &question()).await
            && let Ok([Some(seq)]) = serde_json::from_str::<[Option<u64>; 1]>(value.get())
        {
            self.catch_up_to(id, seq).await;
        } else {
            cluster.owners().remove(id);
        }
    }

    /// Sends the followers on this node what they have missed, as soon as it can be read.
    pub(crate) fn catch_up_soon(&self, id: &str) {
        let (hub, id) = (self.clone(), id.to_owned());
        tokio::spawn(async move { hub.catch_up_to(&id, u64::MAX).await });
    }

    async fn catch_up_to(&self, id: &str, seq: u64) {
        let Some(slot) = self.slot_if_there(id) else { return };
        let Some(since) = slot.followers.behind(seq) else { return };
        if let Ok(events) = self.events_since(id, since).await {
            slot.followers.catch_up(id, since, &events, self.now());
        }
    }
}

/// Players in a crowd who were not present before.
fn newcomers(inside: &SlotState, followers_here: &Crowd) -> Vec<String> {
    let Some(game) = &inside.game else { return Vec::new() };
    let away = |person: &&String| {
        game.seat_of(person).is_some_and(|seat| game.presence[seat.index()].away_since.is_some())
    };
    followers_here.people.iter().filter(away).cloned().collect()
}

async fn follow_again_later(hub: Games, id: String) {
    hub.follow_again(&id).await;
}
