//! A player's device: it follows a game by the rules of the protocol (catch up by number, resend what was not
//! confirmed), does anything a person might do, and records the server's answers.

use super::{
    actions,
    network::{self, Call, Connection},
    notes::{Confirmed, Notes, Presence, Refused, plain},
    random::Chance,
    world::World,
};
use axum::http::Method;
use futures_util::{SinkExt, StreamExt};
use ludoteca_catalog::Seat;
use ludoteca_contest::{Contest, Event, Stage};
use ludoteca_protocol::{FromServer, Problem};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use tokio::time::{Instant, sleep, sleep_until};
use tokio_tungstenite::tungstenite::Message;

/// A client that receives nothing for this long reconnects: the server sends something every five seconds.
const SILENCE: Duration = Duration::from_secs(15);
/// Requests without an answer are sent again after this time.
const AGAIN: Duration = Duration::from_secs(4);

#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) id: String,
    pub(crate) token: String,
}

pub(crate) struct Device {
    pub(crate) world: World,
    pub(crate) notes: Arc<Notes>,
    pub(crate) player: Player,
    /// A prefix for the ids of its requests.
    pub(crate) name: String,
    pub(crate) game: String,
    pub(crate) chance: Chance,
    /// The longest thinking time, in milliseconds.
    pub(crate) slowness: u64,
    pub(crate) state: Follow,
}

/// Its knowledge of the game.
#[derive(Default)]
pub(crate) struct Follow {
    pub(crate) events: Vec<Event>,
    seat: Option<Seat>,
    connection: Option<Connection>,
    /// Since when, by the world's age, the server has known of the connection.
    connected: Option<u64>,
    pending: Option<Pending>,
    requests: u32,
}

struct Pending {
    id: String,
    seq: u64,
    action: Value,
    first_sent: u64,
    again: Instant,
}

impl Device {
    /// Plays until the world is calm, then only listens until it is stopped.
    pub(crate) async fn run(mut self, mut stop: tokio::sync::watch::Receiver<bool>) -> Device {
        let mut act_at = Instant::now();
        let mut heard_at = Instant::now();
        loop {
            if *stop.borrow() {
                return self;
            }
            if self.state.connection.is_none() {
                self.connect().await;
                heard_at = Instant::now();
                continue;
            }
            let again = self.state.pending.as_ref().map_or(act_at, |pending| pending.again);
            let connection = self.state.connection.as_mut().unwrap();
            tokio::select! {
                biased;
                _ = stop.changed() => return self,
                message = connection.socket.next() => {
                    heard_at = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => self.hear(serde_json::from_str(&text).unwrap()).await,
                        Some(Ok(Message::Close(_)) | Err(_)) | None => self.disconnect(),
                        Some(Ok(_)) => {}
                    }
                }
                () = sleep_until(heard_at + SILENCE) => self.disconnect(),
                () = sleep_until(again) => {
                    match self.state.pending.is_some() {
                        true => self.send_pending().await,
                        false => self.do_something().await,
                    }
                    let think = self.chance.within(20..self.slowness.max(50));
                    let think = if self.chance.one_in(60) { 20 * think } else { think };
                    act_at = Instant::now() + Duration::from_millis(think);
                }
            }
        }
    }

    fn disconnect(&mut self) {
        if let (Some(connection), Some(from)) = (self.state.connection.take(), self.state.connected.take()) {
            let to = self.world.age().min(connection.works_until);
            self.notes.present(Presence {
                person: self.player.id.clone(),
                game: self.game.clone(),
                from,
                to,
            });
        }
    }

    async fn connect(&mut self) {
        self.state.connection = network::connect(&self.world, &self.player.token, &mut self.chance).await;
        if self.state.connection.is_none() {
            return sleep(self.chance.millis(100..3000)).await;
        }
        let subscribe = json!({ "type": "subscribe", "game": self.game, "since": self.state.events.len() });
        self.say(&subscribe).await;
        if self.state.pending.is_some() {
            self.send_pending().await;
        }
    }

    async fn say(&mut self, message: &Value) {
        let Some(connection) = &mut self.state.connection else { return };
        let sent = connection.socket.send(Message::text(message.to_string()));
        if tokio::time::timeout(SILENCE, sent).await.is_ok_and(|sent| sent.is_ok()) {
            return;
        }
        self.disconnect();
    }

    async fn hear(&mut self, message: FromServer) {
        match message {
            FromServer::Events { game, events, .. } if game == self.game => {
                self.state.connected.get_or_insert(self.world.age());
                for event in events.iter().map(|event| event.fields()) {
                    self.learn(event);
                }
            }
            FromServer::Accepted { game, id, seq } if game == self.game => self.confirmed(&id, seq),
            FromServer::Refused { game: Some(game), id, problem } if game == self.game => {
                match id.as_deref() {
                    Some(id) => self.refused(id, &problem),
                    // The subscription: try it again.
                    None => {
                        assert!(problem.status == 503, "{}: {problem:?}", self.name);
                        self.disconnect();
                    }
                }
            }
            _ => {}
        }
    }

    /// Events come in order and without a gap, and never change.
    fn learn(&mut self, event: Value) {
        if event["user"]["id"] == self.player.id.as_str() {
            self.state.seat = event["seat"].as_u64().and_then(|seat| Seat::new(seat as u8));
        }
        let event = plain(event);
        let (seq, known) = (event.seq as usize, self.state.events.len());
        assert!(seq <= known + 1, "{}: {event:?} comes after {known} in {}", self.name, self.game);
        match self.state.events.get(seq - 1) {
            Some(before) => assert_eq!(*before, event, "{}: an event has changed", self.name),
            None => self.state.events.push(event),
        }
    }

    fn confirmed(&mut self, id: &str, seq: u64) {
        let Some(pending) = self.state.pending.take_if(|pending| pending.id == id) else { return };
        self.notes.confirmed(Confirmed {
            game: self.game.clone(),
            person: self.player.id.clone(),
            id: pending.id,
            action: pending.action,
            seq,
            sent: pending.first_sent,
            confirmed: self.world.age(),
        });
    }

    fn refused(&mut self, id: &str, problem: &Problem) {
        assert!(problem.status != 500, "{}: {problem:?}", self.name);
        // Requests that were impossible for the moment are sent again.
        let pending = match problem.status {
            503 => None,
            _ => self.state.pending.take_if(|pending| pending.id == id),
        };
        self.notes.refused(
            &problem.key,
            pending.map(|pending| Refused {
                game: self.game.clone(),
                person: self.player.id.clone(),
                id: pending.id,
                action: pending.action,
                problem: problem.clone(),
            }),
        );
    }

    async fn send_pending(&mut self) {
        let Some(pending) = &mut self.state.pending else { return };
        pending.again = Instant::now() + AGAIN + self.chance.millis(0..2000);
        let request = json!({ "id": pending.id, "seq": pending.seq, "do": pending.action });
        if !self.chance.one_in(4) {
            let mut message = request;
            message["type"] = json!("act");
            message["game"] = json!(self.game);
            return self.say(&message).await;
        }
        let (id, path) = (pending.id.clone(), format!("/games/{}/actions", self.game));
        let token = self.player.token.clone();
        let call = Call { method: Method::POST, path, token, body: request };
        match network::ask(&self.world, &call, &mut self.chance).await {
            Some((200, done)) => self.confirmed(&id, done["seq"].as_u64().unwrap()),
            Some((_, problem)) => self.refused(&id, &serde_json::from_value(problem).unwrap()),
            None => {}
        }
    }

    /// The game as far as this device knows it.
    fn contest(&self) -> Contest {
        Contest::replay(&self.state.events).unwrap()
    }

    /// Anything a person might do now.
    async fn do_something(&mut self) {
        if !self.world.is_in_trouble() || self.state.events.is_empty() {
            return;
        }
        let Some(seat) = self.state.seat else { return };
        let contest = self.contest();
        if matches!(contest.stage(), Stage::Over(_)) {
            if self.chance.one_in(10) {
                self.rematch().await;
            }
            return;
        }
        if self.chance.one_in(150) {
            // Away long enough to be claimed absent.
            self.disconnect();
            return sleep(self.chance.millis(10_000..100_000)).await;
        }
        if self.chance.one_in(40) {
            let body = actions::plan(&contest, seat, &mut self.chance);
            let (path, token) = (format!("/games/{}/plan", self.game), self.player.token.clone());
            let call = Call { method: Method::PUT, path, token, body };
            if let Some((status, answer)) = network::ask(&self.world, &call, &mut self.chance).await {
                assert!([200, 503].contains(&status), "{answer}");
            }
            return;
        }
        let Some(action) = actions::action(&contest, seat, &mut self.chance) else { return };
        let mut seq = contest.seq();
        if self.chance.one_in(40) {
            seq -= self.chance.within(0..seq);
        }
        self.state.requests += 1;
        let id = format!("{} {}", self.name, self.state.requests);
        let (first_sent, again) = (self.world.age(), Instant::now());
        self.state.pending = Some(Pending { id, seq, action, first_sent, again });
        self.send_pending().await;
    }

    /// Joins the next game of the series, which has the same id for all players.
    async fn rematch(&mut self) {
        let token = self.player.token.clone();
        let path = format!("/games/{}/rematch", self.game);
        let call = Call { method: Method::POST, path, token: token.clone(), body: json!({}) };
        let Some((status, next)) = network::ask(&self.world, &call, &mut self.chance).await else { return };
        if ![200, 201].contains(&status) {
            assert!([422, 503].contains(&status), "{next}");
            return;
        }
        let next = next["id"].as_str().unwrap().to_owned();
        self.notes.rematch(&self.game, &next);
        let path = format!("/games/{next}/join");
        let call = Call { method: Method::POST, path, token, body: json!({}) };
        let (status, answer) = network::insist(&self.world, &call, &mut self.chance).await;
        // Earlier players may have aborted it meanwhile.
        assert!([200, 422].contains(&status), "{answer}");
        if status == 200 {
            self.leave();
            self.game = next;
        }
    }

    /// Leaves this game and records what is known of it.
    pub(crate) fn leave(&mut self) {
        self.disconnect();
        let state = std::mem::take(&mut self.state);
        self.notes.held(&self.name, &self.game, state.events);
        self.state.requests = state.requests;
    }
}
