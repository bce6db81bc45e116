//! Receives messages from other nodes.

use super::{
    message::{Answer, Message, Question},
    name_of,
    requests::GameAsk,
};
use crate::{Games, bus::Incoming, followers::Crowd, subscribers::Frame};
use ludoteca_store::GameRow;
use serde_json::value::to_raw_value;
use tokio::sync::mpsc;

impl Games {
    /// Handles messages until the node is stopped.
    pub(super) async fn listen(self, mut incoming: mpsc::Receiver<Incoming>) {
        while let Some(Incoming { text, answer }) = incoming.recv().await {
            match answer {
                Some(answer) => {
                    let Ok(question) = serde_json::from_slice::<Question>(&text) else { continue };
                    let hub = self.clone();
                    tokio::spawn(async move {
                        let said = hub.answer(question).await;
                        answer(serde_json::to_vec(&said).unwrap_or_default());
                    });
                }
                None => match serde_json::from_slice::<Message>(&text) {
                    // Sequentially, since events come in order.
                    Ok(message) => self.hear(message),
                    Err(error) => tracing::warn!("received a malformed message from another node: {error}"),
                },
            }
        }
    }

    async fn answer(&self, question: Question) -> Answer {
        fn done(value: &impl serde::Serialize) -> Answer {
            to_raw_value(value).map_or(Answer::NotMine, Answer::Done)
        }
        match question {
            Question::Ping => done(&()),
            Question::Game { game, ask } => match ask {
                GameAsk::Act { .. } if !self.is_fit() => Answer::NotMine,
                ask => self.done_here(&game, ask).await,
            },
            Question::Crowds { node, follower_counts } => {
                let mut seqs = Vec::with_capacity(follower_counts.len());
                for (game, followers_here) in follower_counts {
                    seqs.push(self.crowd_changed(&game, &node, followers_here).await);
                }
                done(&seqs)
            }
            Question::Rows { games } => {
                let mut rows = Vec::new();
                for game in games {
                    rows.extend(self.row_here(&game).await.map(Row::from));
                }
                done(&rows)
            }
        }
    }

    fn hear(&self, message: Message) {
        let Some(cluster) = &self.0.cluster else { return };
        match message {
            Message::Told { game, audience, text } => {
                if let Some(slot) = self.slot_if_there(&game) {
                    slot.followers.tell(&Frame::Json(text.into()), &audience);
                }
            }
            Message::Events { game, first, last, text } => {
                if let Some(slot) = self.slot_if_there(&game)
                    && !slot.followers.notify_events(first, last, &Frame::Json(text.into()))
                {
                    self.catch_up_soon(&game);
                }
            }
            Message::Follows { node, game, followers_here } => {
                let hub = self.clone();
                tokio::spawn(async move { hub.crowd_changed(&game, &node, followers_here).await });
            }
            Message::Notice { person, text } => {
                self.0.connections.subscribers.send_frame(&person, &Frame::Json(text.into()))
            }
            Message::PlanRefused { person, game, error } => {
                self.0.connections.subscribers.tell_plan_refused(&person, &game, error);
            }
            Message::Cut { person } => self.0.connections.subscribers.cut(&person),
            Message::Here { node, people } if node != cluster.name => cluster.directory.here(&node, people),
            Message::Gone { node, people } if node != cluster.name => cluster.directory.gone(&node, &people),
            Message::All { node, people, first } if node != cluster.name => {
                cluster.directory.all(&node, people, first);
            }
            Message::Here { .. } | Message::Gone { .. } | Message::All { .. } => {}
            Message::Lobby => self.0.connections.seeks_are_outdated(),
            Message::Taken { games } => {
                for game in games {
                    cluster.owners().remove(&game);
                    if let Some(slot) = self.slot_if_there(&game)
                        && !slot.is_owned()
                        && slot.followers.followers_here() != Crowd::default()
                    {
                        let hub = self.clone();
                        tokio::spawn(async move { hub.follow_again(&game).await });
                    }
                }
            }
            Message::Leaving { node } => {
                cluster.owners().retain(|_, owner| name_of(owner) != node);
                cluster.orphans.notify_one();
            }
            Message::Spent { node, usage } => {
                if node != cluster.name
                    && let Some(rate_limits) = self.0.rate_limits.get()
                {
                    rate_limits.charge(&usage);
                }
            }
        }
    }

    /// The rows of games owned by other nodes: the store's rows of live games are outdated.
    pub(crate) async fn rows_elsewhere(&self, games: &[String]) -> Vec<GameRow> {
        let Some(cluster) = self.0.cluster.as_ref().filter(|_| !games.is_empty()) else { return Vec::new() };
        let Ok(owners) = cluster.leases.owners(games).await else { return Vec::new() };
        let own = cluster.lease().id.clone();
        let mut by_owner = std::collections::BTreeMap::<String, Vec<String>>::new();
        for (game, owner) in owners.into_iter().filter(|(_, owner)| **owner != *own) {
            by_owner.entry(owner).or_default().push(game);
        }
        let mut rows = Vec::new();
        for (owner, games) in by_owner {
            if let Some(Answer::Done(value)) = cluster.ask(&owner, &Question::Rows { games }).await {
                let some: Vec<Row> = serde_json::from_str(value.get()).unwrap_or_default();
                rows.extend(some.into_iter().map(GameRow::from));
            }
        }
        rows
    }
}

/// The row of a game in progress, as sent between nodes.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
struct Row {
    id: String,
    kind: String,
    live: bool,
    listed: bool,
    seq: u64,
    created: i64,
    changed: i64,
    to_act: Option<String>,
    deadline: Option<i64>,
    #[serde(rename = "glance")]
    overview: String,
    stage: u8,
}

const STAGES: [ludoteca_store::Stage; 3] =
    [ludoteca_store::Stage::Waiting, ludoteca_store::Stage::Playing, ludoteca_store::Stage::Over];

impl From<GameRow> for Row {
    fn from(row: GameRow) -> Row {
        let GameRow { id, kind, stage, live, listed, seq, created, changed, to_act, deadline, overview } =
            row;
        let stage = STAGES.iter().position(|other| *other == stage).unwrap_or(0) as u8;
        Row { id, kind, live, listed, seq, created, changed, to_act, deadline, overview, stage }
    }
}

impl From<Row> for GameRow {
    fn from(row: Row) -> GameRow {
        let Row { id, kind, live, listed, seq, created, changed, to_act, deadline, overview, stage } = row;
        let stage = STAGES[usize::from(stage).min(2)];
        GameRow { id, kind, stage, live, listed, seq, created, changed, to_act, deadline, overview }
    }
}
