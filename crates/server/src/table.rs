//! `GET /api/v1/squadro/table?position=…`: exact values from the table on disk.
//!
//! Every value is for the player who moves, as the name of the field says: `valueForMover`. Answers never
//! change, so they may be cached for a year; errors may not.

use crate::{
    State,
    api::{
        ApiError, Caller, CurrentSession, Endpoint, Json, Output, Path, Public, Query, Service, SessionOnly,
    },
    json,
    problem::{problem as problem_document, refused},
};
use axum::{
    extract,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use ludoteca_catalog::GameId;
use ludoteca_service::{Decision, Moderation};
use ludoteca_solve::Worth;
use ludoteca_table::{MoveWorth, Position, Table, TableError};
use serde::{Deserialize, Serialize};
use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicBool, Ordering},
};
use tracing::error;
use utoipa::{IntoParams, ToSchema};

const FOREVER: &str = "public, max-age=31536000, immutable";

/// Holds Squadro's table, which may be added later, once it has been built. Clones share the same table.
#[derive(Clone, Debug, Default)]
pub struct TableShelf(Arc<Shelf>);

/// The table, and whether it was found to be damaged.
#[derive(Debug, Default)]
struct Shelf {
    table: OnceLock<Table>,
    fault_logged: AtomicBool,
}

impl TableShelf {
    /// Adds the table, unless there is one already.
    pub fn put(&self, table: Table) {
        let _ = self.0.table.set(table);
    }

    /// The table, once it is available.
    #[must_use]
    pub fn get(&self) -> Option<&Table> {
        self.0.table.get()
    }

    /// The legal moves of a position with their values, best first; `None` if the table is missing or cannot
    /// be read, which is logged.
    #[must_use]
    pub fn moves(&self, position: &str) -> Option<Vec<MoveWorth>> {
        let table = self.get()?;
        let position = Position::read(table.layout().sides().board, position).ok()?;
        table.moves(&position).inspect_err(|fault| self.log(fault)).ok()
    }

    /// Logs only the first fault: requests continue, and each would fail alike.
    fn log(&self, fault: &TableError) {
        if !self.0.fault_logged.swap(true, Ordering::Relaxed) {
            error!(
                "the table of Squadro: {fault}; further faults are not logged: `ludoteca solve verify` checks all of it"
            );
        }
    }
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct Question {
    /// The position; a blank may be written `_`.
    #[param(required = true, nullable = false)]
    position: Option<String>,
}

/// The table's entry for a position.
#[derive(Serialize, ToSchema)]
#[schema(as = TableAnswer, example = json!({"position": "00000/00000 y", "valueForMover": "win", "plies": 57,
    "moves": [{"move": "Y3", "valueForMover": "win", "plies": 57}]}))]
pub(crate) struct Answer {
    position: String,
    #[serde(flatten)]
    worth: WorthJson,
    /// Sorted by value, best first.
    moves: Vec<MoveJson>,
}

/// A move and its value.
#[derive(Serialize, ToSchema)]
#[schema(as = TableMove)]
pub(crate) struct MoveJson {
    #[serde(rename = "move")]
    text: String,
    #[serde(flatten)]
    worth: WorthJson,
}

/// The value of a position or a move.
#[derive(Serialize, ToSchema)]
#[schema(as = TableWorth)]
pub(crate) struct WorthJson {
    /// For the player to move in the position; for a move, the player who makes it.
    #[serde(rename = "valueForMover")]
    value_for_mover: &'static str,
    /// Plies to the end of the game with best play by both sides; null for draws and in tables without
    /// distances.
    #[schema(required)]
    plies: Option<u32>,
}

impl From<Worth> for WorthJson {
    fn from(worth: Worth) -> Self {
        WorthJson { value_for_mover: worth.value.word(), plies: worth.plies }
    }
}

enum Fault {
    /// The text is not a valid position.
    Position(String),
    /// The table should have this value, but reading it failed.
    Table(TableError),
}

/// The exact value of a Squadro position, if the server has the table.
#[utoipa::path(get, path = "/api/v1/squadro/table", tag = "games", responses((status = 403), (status = 404)))]
pub(crate) async fn squadro(
    extract::State(state): extract::State<State>,
    caller: Result<Caller<Public>, ApiError>,
    question: Result<Query<Question>, ApiError>,
) -> Result<Unchanging<Answer>, ApiError> {
    let shelf = &state.table;
    if shelf.get().is_none() {
        let detail = "this server has no table of Squadro: start it with --tables DIR";
        return Err(refused(StatusCode::NOT_FOUND, detail));
    }
    if let (Some(services), Ok(caller)) = (state.services(), &caller)
        && let Some(who) = caller.who()
    {
        services.games.no_help_while_playing(who, GameId::Squadro).await?;
    }
    let text = question.ok().and_then(|Query(question)| question.position).ok_or_else(|| {
        let detail = "the query must contain a position, such as ?position=00000/00000_y";
        refused(StatusCode::BAD_REQUEST, detail)
    })?;
    // Blanks may be written `_`, as in links.
    let text = text.replace('_', " ");
    // Reading a chunk of the table from disk would block other requests.
    let asked = shelf.clone();
    let answer = tokio::task::spawn_blocking(move || asked.get().map(|table| ask(table, &text))).await;
    match answer {
        Ok(Some(Ok(answer))) => Ok(Unchanging(answer)),
        Ok(Some(Err(Fault::Position(sentence)))) => Err(refused(StatusCode::BAD_REQUEST, sentence)),
        Ok(Some(Err(Fault::Table(fault)))) => {
            shelf.log(&fault);
            let detail = format!("this part of Squadro's table cannot be read: {}", without_folder(&fault));
            Err(refused(StatusCode::INTERNAL_SERVER_ERROR, detail))
        }
        Ok(None) | Err(_) => Err(refused(StatusCode::INTERNAL_SERVER_ERROR, "the table could not answer")),
    }
}

/// A response that may be cached for a year.
#[derive(Debug)]
pub(crate) struct Unchanging<T>(T);

impl<T: Serialize> IntoResponse for Unchanging<T> {
    fn into_response(self) -> Response {
        json(StatusCode::OK, "application/json", FOREVER, &self.0)
    }
}

impl<T: ToSchema> Output for Unchanging<T> {
    fn describe(endpoint: &mut Endpoint<'_>) {
        endpoint.response::<T>("200");
    }
}

/// How a seat's moves of a finished game compare with perfect play.
#[derive(Serialize, ToSchema, PartialEq, Debug)]
pub(crate) struct SeatAccuracy {
    seat: usize,
    /// Moves for which another legal move had a different value.
    decisions: u32,
    /// Those of them that kept the value of the position.
    kept: u32,
}

#[derive(Serialize, ToSchema)]
#[schema(example = json!({"game": "k2vq8mzt4wpc", "seats": [{"seat": 0, "decisions": 21, "kept": 19},
    {"seat": 1, "decisions": 18, "kept": 11}]}))]
pub(crate) struct Accuracy {
    game: String,
    seats: Vec<SeatAccuracy>,
}

/// How many moves of a finished Squadro game kept the exact value, by seat.
/// Only for moderators, if the server has the table.
#[utoipa::path(get, path = "/api/v1/games/{id}/accuracy", tag = "games",
    params(("id" = String, Path, description = "The game.")), responses((status = 404), (status = 422)))]
pub(crate) async fn accuracy(
    extract::State(state): extract::State<State>,
    Service(moderation): Service<Moderation>,
    CurrentSession(session, ..): CurrentSession<SessionOnly>,
    Path(id): Path<String>,
) -> Result<Json<Accuracy>, ApiError> {
    let (kind, decisions) = moderation.decisions(&id, &session).await?;
    let shelf = state.table;
    let none = || problem_document(404, "no-table", "this server has no table of this game");
    if kind != GameId::Squadro {
        return Err(none().into());
    }
    let asked = shelf.clone();
    let compared =
        tokio::task::spawn_blocking(move || asked.get().map(|table| compare(table, &decisions))).await;
    match compared {
        Ok(None) => Err(none().into()),
        Ok(Some(Ok(seats))) => Ok(Json(Accuracy { game: id, seats })),
        Ok(Some(Err(fault))) => {
            shelf.log(&fault);
            Err(problem_document(500, "table", "the table of Squadro cannot be read").into())
        }
        Err(_) => Err(problem_document(500, "table", "the table could not answer").into()),
    }
}

fn compare(table: &Table, decisions: &[Decision]) -> Result<Vec<SeatAccuracy>, TableError> {
    let board = table.layout().sides().board;
    let mut seats = [0, 1].map(|seat| SeatAccuracy { seat, decisions: 0, kept: 0 });
    for decision in decisions {
        let Ok(position) = Position::read(board, &decision.position) else { break };
        let moves = table.moves(&position)?;
        let Some(chosen) = moves.iter().find(|one| one.text == decision.text) else { break };
        let Some(best) = moves.first() else { break };
        if moves.iter().all(|one| one.worth.value == best.worth.value) {
            continue;
        }
        if let Some(seat) = seats.get_mut(decision.seat) {
            seat.decisions += 1;
            seat.kept += u32::from(chosen.worth.value == best.worth.value);
        }
    }
    Ok(seats.into())
}

fn ask(table: &Table, text: &str) -> Result<Answer, Fault> {
    let position = Position::read(table.layout().sides().board, text)
        .map_err(|fault| Fault::Position(format!("position {text:?}: {fault}")))?;
    let worth = table.worth(&position).map_err(Fault::Table)?.into();
    let moves = table.moves(&position).map_err(Fault::Table)?;
    let moves = moves.into_iter().map(|m| MoveJson { text: m.text, worth: m.worth.into() }).collect();
    Ok(Answer { position: position.to_string(), worth, moves })
}

/// Clients must not learn the path of the server's files.
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

#[cfg(test)]
mod tests {
    use super::*;
    use ludoteca_solve::squadro::{Board, Layout, Sides, Values, count, solve};
    use ludoteca_table::{Opened, Store, Tally};

    fn small(folder: &std::path::Path) -> Table {
        let layout = Layout::new(Arc::new(Sides::new(Board::new(3).unwrap())), Values::Distance);
        let Opened::Unfinished(store) =
            Store::open(folder, &layout, "a test", 1 << 20, &mut |_, _| ()).unwrap()
        else {
            panic!("nothing is left to do");
        };
        solve(&layout, &*store, 1, &|_| (), &AtomicBool::new(false)).unwrap();
        let [yellow, red] = count(&layout, &*store, 1, &|_| (), &AtomicBool::new(false)).unwrap().unwrap();
        let tally = |mover, counts| Tally::new(layout.sides(), mover, counts);
        store.finish([tally(0, yellow), tally(1, red)]).unwrap()
    }

    /// The first side always plays a best move, the other a worst one.
    #[test]
    fn good_and_bad_moves_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let table = small(folder.path());
        let mut position = Position::read(table.layout().sides().board, "000/000 y").unwrap();
        let mut decisions = Vec::new();
        loop {
            let seat = usize::from(position.to_string().ends_with('r'));
            let mut moves = table.moves(&position).unwrap();
            let Some(chosen) = (if seat == 0 { moves.drain(..).next() } else { moves.pop() }) else { break };
            let text = chosen.text.clone();
            decisions.push(Decision { seat, position: position.to_string(), text });
            position = chosen.after;
        }
        let [good, bad] = &compare(&table, &decisions).unwrap()[..] else { panic!("two seats") };
        assert_eq!(good.kept, good.decisions);
        assert_eq!(bad.kept, 0);
        assert!(good.decisions + bad.decisions > 0);
    }
}
