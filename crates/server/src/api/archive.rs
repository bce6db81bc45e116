//! Endpoints of the archive: search, dumps, opening explorer, player profiles.

use super::{
    ApiError,
    caller::{Caller, Service},
    downloads::while_read,
    endpoint::{Endpoint, Input},
    extract::{Json, Path, Query},
    peer::{DumpPlace, ListPlace, StreamPlace},
    scopes::Public,
};
use crate::{State, problem::problem};
use axum::{
    body::{Body, Bytes},
    extract::{self, FromRequestParts},
    http::{header, request::Parts},
    response::{IntoResponse, Response},
};
use ludoteca_archive::{CheckedQuery, DumpForm, DumpWriter, Lines};
use ludoteca_protocol::{
    ArchivePage, ArchiveQuery, DumpList, DumpView, ExplorerQuery, ExplorerView, ProfileView,
};
use ludoteca_service::{Archive, Games, Stopping};
use std::{
    fs,
    io::{self, Read, Write},
    path::PathBuf,
};

const USUAL: u32 = 50;
const MOST: u32 = 200;
/// How many bytes of a file are read at once.
const PART: usize = 32 * 1024;
const RECORDS: &str = "text/plain; charset=utf-8";
const LINES: &str = "application/x-ndjson";

/// Searches finished games, newest first.
/// The response is a page in JSON or, by `Accept`, all matching games as JSON lines (`application/x-ndjson`)
/// or as records (`text/plain`).
#[utoipa::path(get, path = "/api/v1/archive", tag = "archive", responses((status = 200, content((String = "application/x-ndjson",
        example = "{\"id\":\"k2vq8mzt4wpc\",\"number\":17,\"game\":\"squadro\",\"result\":\"1-0\"}\n"),
        (String = "text/plain", example = "[Game \"squadro\"]\n[Result \"1-0\"]\n\n1. Y3 R1 1-0\n"))),
    (status = 404), (status = 422)))]
pub(crate) async fn search(
    Service(archive): Service<Archive>,
    Service(stopping): Service<Stopping>,
    Query(request): Query<ArchiveQuery>,
    list: AsList,
) -> Result<Response, ApiError> {
    let limit = request.limit;
    let query = archive.check(request).await?;
    found(archive, stopping, query, limit, list).await
}

/// The format of a streamed list of all matching games, if the caller accepts one.
#[derive(Debug)]
pub(crate) struct AsList(Option<(DumpForm, &'static str, ListPlace)>);

impl FromRequestParts<State> for AsList {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<AsList, ApiError> {
        let accepts = parts.headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
        let (form, kind) = match accepts.unwrap_or_default() {
            accepts if accepts.starts_with(LINES) => (DumpForm::Summaries, LINES),
            accepts if accepts.starts_with("text/plain") => (DumpForm::Records, RECORDS),
            _ => return Ok(AsList(None)),
        };
        let place = ListPlace::from_request_parts(parts, state).await?;
        Ok(AsList(Some((form, kind, place))))
    }
}

impl Input for AsList {
    fn describe(endpoint: &mut Endpoint<'_>) {
        endpoint.errors(&["401"]);
        endpoint.response::<ArchivePage>("200");
    }
}

/// Answers in the format that the caller accepts.
async fn found(
    archive: Archive,
    stopping: Stopping,
    query: CheckedQuery,
    limit: Option<u32>,
    AsList(list): AsList,
) -> Result<Response, ApiError> {
    if let Some((form, kind, place)) = list {
        return Ok(streamed(archive, stopping, Lines::new(query, form, limit), kind, false, place));
    }
    let page = archive.search(&query, limit.unwrap_or(USUAL).clamp(1, MOST)).await?;
    Ok(Json(page).into_response())
}

/// Downloads all matching games in one file, newest first.
/// The last part of the path is the format: `records` or `jsonl` (one record per line), with `.zst` for
/// compression by zstd.
#[utoipa::path(get, path = "/api/v1/archive/dump/{form}", tag = "archive",
    params(("form" = String, Path, description = "`records`, `jsonl`, `records.zst` or `jsonl.zst`.")), responses((status = 200, content((String = "application/x-ndjson", example = "{\"tags\":[[\"Game\",\"squadro\"]]}\n"),
        (String = "application/zstd", example = "…"),
        (String = "text/plain", example = "[Game \"squadro\"]\n[Result \"1-0\"]\n\n1. Y3 R1 1-0\n"))),
    (status = 404), (status = 422)))]
pub(crate) async fn dump(
    Service(archive): Service<Archive>,
    Service(stopping): Service<Stopping>,
    Path(form): Path<String>,
    Query(request): Query<ArchiveQuery>,
    place: DumpPlace,
) -> Result<Response, ApiError> {
    let (name, packed) = form.strip_suffix(".zst").map_or((form.as_str(), false), |name| (name, true));
    let (written, kind) = match name {
        "records" => (DumpForm::Records, RECORDS),
        "jsonl" => (DumpForm::JsonLines, LINES),
        _ => {
            let detail = "the format must be records, jsonl, records.zst or jsonl.zst";
            return Err(problem(404, "no-such-form", detail).into());
        }
    };
    let limit = request.limit;
    let lines = Lines::new(archive.check(request).await?, written, limit);
    let kind = if packed { "application/zstd" } else { kind };
    let mut response = streamed(archive, stopping, lines, kind, packed, place);
    if let Ok(value) = format!("attachment; filename=\"ludoteca.{form}\"").parse() {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(response)
}

/// What remains to be sent, and the writer that encodes it.
type Dumping<P> = (Archive, Stopping, Lines, Option<DumpWriter<Vec<u8>>>, P);

/// Streams part by part, as fast as the client reads; `place` is held until the end.
fn streamed<P: Send + 'static>(
    archive: Archive,
    stopping: Stopping,
    lines: Lines,
    kind: &'static str,
    packed: bool,
    place: P,
) -> Response {
    let packer = packed.then(|| DumpWriter::on_demand(Vec::new()).ok()).flatten();
    let whole = Some((archive, stopping, lines, packer, place));
    let stream = futures_util::stream::unfold(whole, async |state: Option<Dumping<P>>| {
        let (archive, stopping, mut lines, mut packer, place) = state?;
        let next = tokio::select! {
            biased;
            () = stopping.wait() => return None,
            next = archive.next_part(&mut lines) => next,
        };
        // Let other tasks run first.
        tokio::task::yield_now().await;
        let part = match (next, &mut packer) {
            (Err(error), _) => {
                tracing::error!("a dump was aborted: {error}");
                return Some((Err(io::Error::other("the database cannot be read at the moment")), None));
            }
            (Ok(Some(text)), None) => text,
            (Ok(Some(text)), Some(packer)) => {
                if let Err(error) = packer.write_all(&text) {
                    return Some((Err(error), None));
                }
                std::mem::take(packer.get_mut())
            }
            (Ok(None), _) => return Some((packer.take()?.finish().map(Bytes::from), None)),
        };
        Some((Ok(Bytes::from(part)), Some((archive, stopping, lines, packer, place))))
    });
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(while_read(stream))).into_response()
}

/// Lists the monthly dumps of this server with their checksums.
#[utoipa::path(get, path = "/api/v1/archive/dumps", tag = "archive")]
pub(crate) async fn dumps(extract::State(state): extract::State<State>) -> Json<DumpList> {
    let mut dumps: Vec<DumpView> = fs::read_dir(state.dumps().unwrap_or(std::path::Path::new("")))
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let (name, about) = (entry.file_name().into_string().ok()?, entry.metadata().ok()?);
            (about.is_file() && is_dump(&name)).then_some(DumpView { name, bytes: about.len() })
        })
        .collect();
    dumps.sort_by(|a, b| a.name.cmp(&b.name));
    Json(DumpList { dumps })
}

/// Only files that `ludoteca archive dump` writes may be downloaded.
fn is_dump(name: &str) -> bool {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte));
    plain && (name == "sha256sums" || name.starts_with("ludoteca-") && name.ends_with(".zst"))
}

/// Downloads a monthly dump, or `sha256sums`.
#[utoipa::path(get, path = "/api/v1/archive/dumps/{name}", tag = "archive",
    params(("name" = String, Path, description = "The id in the list.")), responses((status = 200, content_type = "application/octet-stream", body = String, example = "…"),
    (status = 404)))]
pub(crate) async fn dump_file(
    extract::State(state): extract::State<State>,
    Path(name): Path<String>,
    place: StreamPlace,
) -> Result<Response, ApiError> {
    let path: Option<PathBuf> = state.dumps().filter(|_| is_dump(&name)).map(|folder| folder.join(&name));
    let file = path.and_then(|path| fs::File::open(path).ok());
    let file = file.ok_or_else(|| problem(404, "no-such-dump", "no such dump: see /archive/dumps"))?;
    let stream = futures_util::stream::unfold(Some((file, place)), async |state| {
        let (mut file, place) = state?;
        let read = tokio::task::spawn_blocking(move || {
            let mut part = vec![0; PART];
            let length = file.read(&mut part)?;
            part.truncate(length);
            io::Result::Ok((part, file))
        });
        match read.await.unwrap_or_else(|error| Err(io::Error::other(error))) {
            Ok((part, _)) if part.is_empty() => None,
            Ok((part, file)) => Some((Ok(Bytes::from(part)), Some((file, place)))),
            Err(error) => Some((Err(error), None)),
        }
    });
    let headers =
        [(header::CONTENT_TYPE, "application/octet-stream"), (header::CACHE_CONTROL, "public, max-age=3600")];
    Ok((headers, Body::from_stream(while_read(stream))).into_response())
}

/// Counts what was played in a position.
/// For each legal move: the number of games, and how they ended for the seat to move. Symmetric positions
/// count as one (see docs/archive.md).
#[utoipa::path(get, path = "/api/v1/explorer", tag = "archive", responses((status = 422)))]
pub(crate) async fn explorer(
    Service(archive): Service<Archive>,
    Service(games): Service<Games>,
    caller: Caller<Public>,
    Query(request): Query<ExplorerQuery>,
) -> Result<Json<ExplorerView>, ApiError> {
    if let (Some(who), Ok(kind)) = (caller.who(), request.game.as_deref().unwrap_or_default().parse()) {
        games.no_help_while_playing(who, kind).await?;
    }
    Ok(Json(archive.explore(&request).await?))
}

/// Shows a player's profile: joining date, results, and favourite first moves.
#[utoipa::path(get, path = "/api/v1/users/{id}", tag = "people",
    params(("id" = String, Path, description = "The user's id.")), responses((status = 404)))]
pub(crate) async fn profile(
    Service(archive): Service<Archive>,
    Path(id): Path<String>,
) -> Result<Json<ProfileView>, ApiError> {
    Ok(Json(archive.profile(&id).await?))
}

/// Searches a player's finished public games, newest first, like the archive.
#[utoipa::path(get, path = "/api/v1/users/{id}/games", tag = "people",
    params(("id" = String, Path, description = "The user's id.")), responses((status = 200, content((String = "application/x-ndjson",
        example = "{\"id\":\"k2vq8mzt4wpc\",\"number\":17,\"game\":\"squadro\",\"result\":\"1-0\"}\n"),
        (String = "text/plain", example = "[Game \"squadro\"]\n[Result \"1-0\"]\n\n1. Y3 R1 1-0\n"))),
    (status = 404), (status = 422)))]
pub(crate) async fn games_of(
    Service(archive): Service<Archive>,
    Service(stopping): Service<Stopping>,
    Path(id): Path<String>,
    Query(request): Query<ArchiveQuery>,
    list: AsList,
) -> Result<Response, ApiError> {
    let limit = request.limit;
    let query = archive.check_of(&id, request).await?;
    found(archive, stopping, query, limit, list).await
}
