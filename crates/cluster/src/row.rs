//! The rows of games in progress, which only their owners know.

use super::{
    Cluster,
    message::{Answer, Question},
};
use ludoteca_store::{GameRow, Stage};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

impl Cluster {
    /// The rows of games owned by other nodes: the store's rows of live games are outdated.
    pub(crate) async fn rows_elsewhere(&self, games: &[String]) -> Vec<GameRow> {
        if games.is_empty() {
            return Vec::new();
        }
        let Ok(owners) = self.leases.owners(games).await else { return Vec::new() };
        let own = self.lease().id.clone();
        let mut by_owner = BTreeMap::<String, Vec<String>>::new();
        for (game, owner) in owners.into_iter().filter(|(_, owner)| **owner != *own) {
            by_owner.entry(owner).or_default().push(game);
        }
        let mut rows = Vec::new();
        for (owner, games) in by_owner {
            if let Some(Answer::Done(value)) = self.ask(&owner, &Question::Rows { games }).await {
                let some: Vec<Row> = serde_json::from_str(value.get()).unwrap_or_default();
                rows.extend(some.into_iter().map(GameRow::from));
            }
        }
        rows
    }
}

/// The row of a game in progress, as sent between nodes.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Row {
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

const STAGES: [Stage; 3] = [Stage::Waiting, Stage::Playing, Stage::Over];

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
