//! Following a game from the server to which a client is connected, whichever server owns the game. The owner
//! knows where its game is followed, and sends events there.

use crate::{
    Games, Identity, Subscriber,
    error::GameError,
    followers::Crowd,
    ownership::Operation,
    slot::{RemoteFollowers, SlotState},
};

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
        let slot = self.slot(id);
        // Announce first: from the moment the owner knows of us, no event may be lost.
        slot.followers.announce(subscriber, who.map(|who| who.id.as_str()));
        let operation = || Operation::Follow {
            who: who.cloned(),
            invitation: invitation.map(str::to_owned),
            since,
            node: String::new(),
            followers_here: slot.followers.followers_here(),
        };
        // Whether another server owns the game.
        let followed: Result<bool, GameError> = self
            .at_owner(id, operation, move || async move {
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

    /// At the owner: a client of another server follows the game.
    pub(crate) async fn follow_from(
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
            let reported = self.now();
            inside.elsewhere.insert(node, RemoteFollowers { followers_here, reported });
            self.came(inside, who.map(|who| who.id.as_str())).await;
            Ok(true)
        })
        .await
    }

    /// At the owner: the followers on another server have changed.
    pub(crate) async fn followers_elsewhere(
        &self,
        id: &str,
        node: &str,
        followers_here: Crowd,
    ) -> Option<u64> {
        let slot = self.slot_if_there(id)?;
        let mut inside = slot.inside().await;
        let seq = inside.game.as_ref()?.contest.seq();
        let before = newcomers(&inside, &followers_here);
        match followers_here == Crowd::default() {
            true => drop(inside.elsewhere.remove(node)),
            false => {
                let reported = self.now();
                inside.elsewhere.insert(node.to_owned(), RemoteFollowers { followers_here, reported });
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

    /// Sends the followers on this server what they have missed, as soon as it can be read.
    pub(crate) fn catch_up_soon(&self, id: &str) {
        let (games, id) = (self.clone(), id.to_owned());
        tokio::spawn(async move { games.catch_up_to(&id, u64::MAX).await });
    }

    pub(crate) async fn catch_up_to(&self, id: &str, seq: u64) {
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
