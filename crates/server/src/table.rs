//! `GET /api/v1/squadro/table?position=…`: exact values from the table on disk.
//!
//! Every value is for the player whose move it is about, as the field's name says: `valueForMover`. Answers
//! never change, so they may be kept for a year; refusals may not.

use crate::{State, json, problem::problem};
use axum::{
    extract::{self, Query},
    http::StatusCode,
    response::Response,
};
use ludoteca_protocol::Problem;
use ludoteca_solve::Worth;
use ludoteca_table::{MoveWorth, Position, Table, TableError};
use serde::{Deserialize, Serialize};
use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicBool, Ordering},
};
use tracing::error;
use utoipa::ToSchema;

const FOREVER: &str = "public, max-age=31536000, immutable";

/// Where Squadro's table is put: at once, or when it has been made. All copies are the same shelf.
#[derive(Clone, Debug, Default)]
pub struct TableShelf(Arc<Shelf>);

/// The table, and whether it was found to be damaged.
#[derive(Debug, Default)]
struct Shelf {
    table: OnceLock<Table>,
    fault_logged: AtomicBool,
}

impl TableShelf {
    /// Puts a table there. One that is there already stays.
    pub fn put(&self, table: Table) {
        let _ = self.0.table.set(table);
    }

    /// The table, once it is there.
    #[must_use]
    pub fn get(&self) -> Option<&Table> {
        self.0.table.get()
    }

    /// The legal moves of a position with what they are worth, the best first; `None` where the table is
    /// missing or cannot be read, which is logged.
    #[must_use]
    pub fn moves(&self, position: &str) -> Option<Vec<MoveWorth>> {
        let table = self.get()?;
        let position = Position::read(table.layout().sides().board, position).ok()?;
        table.moves(&position).inspect_err(|fault| self.log(fault)).ok()
    }

    /// Logs the first fault only: people keep asking, and every answer from the same place fails alike.
    fn log(&self, fault: &TableError) {
        if !self.0.fault_logged.swap(true, Ordering::Relaxed) {
            error!(
                "the table of Squadro: {fault}; further faults are not logged: `ludoteca solve verify` checks all of it"
            );
        }
    }
}

#[derive(Deserialize)]
pub(crate) struct Question {
    position: Option<String>,
}

/// What the table says of a position.
#[derive(Serialize, ToSchema)]
#[schema(as = TableAnswer, example = json!({"position": "00000/00000 y", "valueForMover": "win", "plies": 57,
    "moves": [{"move": "Y3", "valueForMover": "win", "plies": 57}]}))]
pub(crate) struct Answer {
    position: String,
    #[serde(flatten)]
    worth: WorthJson,
    /// The best first.
    moves: Vec<MoveJson>,
}

/// A move, and what it is worth.
#[derive(Serialize, ToSchema)]
#[schema(as = TableMove)]
pub(crate) struct MoveJson {
    #[serde(rename = "move")]
    text: String,
    #[serde(flatten)]
    worth: WorthJson,
}

/// What a position or a move is worth.
#[derive(Serialize, ToSchema)]
#[schema(as = TableWorth)]
pub(crate) struct WorthJson {
    /// For whoever is to move in the position, and for whoever makes the move.
    #[serde(rename = "valueForMover")]
    value_for_mover: &'static str,
    /// To the end of the game with best play of both; null for draws and in tables without distances.
    plies: Option<u32>,
}

impl From<Worth> for WorthJson {
    fn from(worth: Worth) -> Self {
        WorthJson { value_for_mover: worth.value.word(), plies: worth.plies }
    }
}

enum Fault {
    /// What was asked for is no position.
    Position(String),
    /// The table cannot answer, though it should.
    Table(TableError),
}

/// The exact value of a position of Squadro, where the server has the table.
#[utoipa::path(get, path = "/api/v1/squadro/table", tag = "games",
    params(("position" = String, Query, description = "The position; a blank may be written `_`.")),
    responses((status = 200, body = Answer), (status = 400, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn squadro(
    extract::State(state): extract::State<State>,
    question: Result<Query<Question>, extract::rejection::QueryRejection>,
) -> Response {
    let shelf = state.table;
    if shelf.get().is_none() {
        return problem(
            StatusCode::NOT_FOUND,
            "this server has no table of Squadro: start it with --tables DIR",
        );
    }
    let text = question.ok().and_then(|Query(question)| question.position);
    let Some(text) = text else {
        return problem(
            StatusCode::BAD_REQUEST,
            "which position? Ask with ?position=, as in ?position=00000/00000_y",
        );
    };
    // Blanks may be written `_`, as in links.
    let text = text.replace('_', " ");
    // Reading a chunk of the table from disk would hold up other requests.
    let asked = shelf.clone();
    let answer = tokio::task::spawn_blocking(move || asked.get().map(|table| ask(table, &text))).await;
    match answer {
        Ok(Some(Ok(answer))) => json(StatusCode::OK, "application/json", FOREVER, &answer),
        Ok(Some(Err(Fault::Position(sentence)))) => problem(StatusCode::BAD_REQUEST, sentence),
        Ok(Some(Err(Fault::Table(fault)))) => {
            shelf.log(&fault);
            problem(
                StatusCode::INTERNAL_SERVER_ERROR,
                format!("the table of Squadro cannot be read there: {}", without_folder(&fault)),
            )
        }
        Ok(None) | Err(_) => problem(StatusCode::INTERNAL_SERVER_ERROR, "the question was not answered"),
    }
}

fn ask(table: &Table, text: &str) -> Result<Answer, Fault> {
    let position = Position::read(table.layout().sides().board, text)
        .map_err(|fault| Fault::Position(format!("position {text:?}: {fault}")))?;
    let worth = table.worth(&position).map_err(Fault::Table)?.into();
    let moves = table.moves(&position).map_err(Fault::Table)?;
    let moves = moves.into_iter().map(|m| MoveJson { text: m.text, worth: m.worth.into() }).collect();
    Ok(Answer { position: position.to_string(), worth, moves })
}

/// Where the server keeps its files is nobody else's business.
fn without_folder(fault: &TableError) -> String {
    match fault {
        TableError::Damaged { path, .. } | TableError::File { path, .. } => {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            fault.to_string().replace(&path.display().to_string(), &name)
        }
        TableError::InUse(folder) | TableError::Unfit { folder, .. } => {
            fault.to_string().replace(&folder.display().to_string(), "the folder")
        }
    }
}
