//! `GET /api/v1/squadro/table?position=…`: exact values from the table on disk.
//!
//! Every value is said for the player whose move it is about, and the field says so: `valueForMover`. Answers never change, so they may be kept for a year;
//! refusals may not.

use crate::State;
use axum::{
    extract::{self, Query},
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use ludoteca_solve::Worth;
use ludoteca_table::{Position, Table, TableError};
use serde::{Deserialize, Serialize};
use tracing::error;

const FOREVER: &str = "public, max-age=31536000, immutable";
const NOT_KEPT: &str = "no-store";

#[derive(Deserialize)]
pub(crate) struct Question {
    position: Option<String>,
}

/// What the table tells of a position.
#[derive(Serialize)]
struct Answer {
    position: String,
    #[serde(flatten)]
    worth: WorthJson,
    /// The best first.
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    text: String,
    #[serde(flatten)]
    worth: WorthJson,
}

#[derive(Serialize)]
struct WorthJson {
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

#[derive(Serialize)]
struct Refusal {
    error: String,
}

enum Fault {
    /// What was asked for is no position.
    Position(String),
    /// The table cannot answer, though it should.
    Table(TableError),
}

pub(crate) async fn squadro(
    extract::State(state): extract::State<State>,
    question: Result<Query<Question>, extract::rejection::QueryRejection>,
) -> Response {
    let Some(table) = state.table else {
        return refused(
            StatusCode::NOT_FOUND,
            "this server has no table of Squadro: start it with --tables DIR",
        );
    };
    let text = question.ok().and_then(|Query(question)| question.position);
    let Some(text) = text else {
        return refused(
            StatusCode::BAD_REQUEST,
            "which position? Ask with ?position=, as in ?position=00000/00000_y",
        );
    };
    // Blanks may be written `_`, as in links.
    let text = text.replace('_', " ");
    // Reading a chunk of the table from disk would hold up other requests.
    let answer = tokio::task::spawn_blocking(move || ask(&table, &text)).await;
    match answer {
        Ok(Ok(answer)) => written(StatusCode::OK, FOREVER, &answer),
        Ok(Err(Fault::Position(sentence))) => refused(StatusCode::BAD_REQUEST, sentence),
        Ok(Err(Fault::Table(fault))) => {
            error!("the table of Squadro: {fault}");
            refused(
                StatusCode::INTERNAL_SERVER_ERROR,
                format!("the table of Squadro cannot be read there: {}", without_folder(&fault)),
            )
        }
        Err(_) => refused(StatusCode::INTERNAL_SERVER_ERROR, "the question was not answered"),
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

fn refused(status: StatusCode, sentence: impl Into<String>) -> Response {
    written(status, NOT_KEPT, &Refusal { error: sentence.into() })
}

fn written(status: StatusCode, caching: &'static str, body: &impl Serialize) -> Response {
    let headers: [(HeaderName, HeaderValue); 3] = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (header::CACHE_CONTROL, HeaderValue::from_static(caching)),
        // Whoever can reach the server may ask, from any page.
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*")),
    ];
    let body = serde_json::to_string(body).unwrap_or_default() + "\n";
    (status, headers, body).into_response()
}
