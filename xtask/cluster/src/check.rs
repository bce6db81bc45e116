//! Compares what clients received with what is stored.

use crate::players::Report;
use ludoteca_contest::{Contest, Event};
use serde_json::Value;
use sqlx::{Connection, PgConnection};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The prefix of reported violations.
pub(crate) const FOUND: &str = "found:";
/// TB-7: the maximum lag credit for a turn and for a game, in milliseconds.
const CREDIT_A_TURN: u64 = 1000;
const CREDIT_A_GAME: u64 = 10_000;
/// The maximum delay with which a game may end by time, in milliseconds: a lease expires, and another node
/// takes over the game.
const LATE: i64 = 15_000;

/// Game, number, time, actor, the actor's id for the request, the event.
type Row = (String, i64, i64, Option<String>, Option<String>, String);

struct Stored {
    seq: i64,
    at: i64,
    actor: Option<String>,
    action: Option<String>,
    data: Value,
}

pub(crate) async fn all(database: &str, told: &[Report], complaints: Vec<String>) -> Result<String, String> {
    let shown = |error: sqlx::Error| error.to_string();
    let mut connection = PgConnection::connect(database).await.map_err(shown)?;
    let mut found = Vec::new();
    let games: BTreeSet<&str> = told.iter().map(|told| told.game.as_str()).collect();
    let mut logs: HashMap<String, Vec<Stored>> = HashMap::new();
    let rows: Vec<Row> =
        sqlx::query_as("SELECT game, seq, at, actor, action, data FROM events ORDER BY game, seq")
            .fetch_all(&mut connection)
            .await
            .map_err(shown)?;
    for (game, seq, at, actor, action, data) in rows {
        let data = serde_json::from_str(&data).map_err(|error| format!("{game}: event {seq}: {error}"))?;
        logs.entry(game).or_default().push(Stored { seq, at, actor, action, data });
    }
    let (mut events, mut resumed, mut turns) = (0, 0, 0);
    for (game, log) in &logs {
        events += log.len();
        resumed += log.iter().filter(|event| event.data["type"] == "resumed").count();
        found.extend(in_order(game, log));
        let (problems, counted) = clocks(game, log);
        found.extend(problems);
        turns += counted;
    }
    for told in told {
        match logs.get(&told.game) {
            Some(log) => found.extend(one(told, log)),
            None => found.push(format!("{}: the game is not stored", told.game)),
        }
    }
    let old: Vec<(String, i64, i64, i64, i64)> = sqlx::query_as(
        "SELECT e.game, e.seq, e.epoch, h.epoch, h.seq FROM events e JOIN handovers h ON h.game = e.game \
         WHERE (e.seq > h.seq AND e.epoch < h.epoch) OR (e.seq <= h.seq AND e.epoch >= h.epoch)",
    )
    .fetch_all(&mut connection)
    .await
    .map_err(shown)?;
    for (game, seq, epoch, since, after) in old {
        found.push(format!(
            "{game}: event {seq} was written under epoch {epoch}, although epoch {since} began after event {after}"
        ));
    }
    let handovers: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM handovers")
        .fetch_one(&mut connection)
        .await
        .map_err(shown)?;
    let doubled: i64 = sqlx::query_scalar("SELECT COUNT(*) - COUNT(DISTINCT game) FROM finished")
        .fetch_one(&mut connection)
        .await
        .map_err(shown)?;
    if doubled > 0 {
        found.push(format!("{doubled} games ended twice"));
    }
    if events == 0 || told.iter().all(|told| told.accepted.is_empty()) {
        found.push("no games were played".to_owned());
    }
    found.extend(complaints);
    if !found.is_empty() {
        let count = found.len();
        found.truncate(20);
        return Err(format!("{FOUND} {count} violations\n  {}", found.join("\n  ")));
    }
    let confirmed: usize = told.iter().map(|told| told.accepted.len()).sum();
    Ok(format!(
        "checked {} games ({} with players who told us), {events} events, {confirmed} confirmations, {} logs of \
         people, {turns} turns by the clock, {resumed} times resumed, {handovers} changes of owner: \
         each confirmed action is there once and in order, no gap, no fork, no write of an owner that was none",
        logs.len(),
        games.len(),
        told.len(),
    ))
}

/// Checks that numbers have no gaps, times never go backwards, and moves are legal.
fn in_order(game: &str, log: &[Stored]) -> Vec<String> {
    let mut found = Vec::new();
    for (event, wanted) in log.iter().zip(1..) {
        if event.seq != wanted {
            found.push(format!("{game}: event {wanted} is missing"));
            return found;
        }
    }
    for pair in log.windows(2) {
        if pair[1].at < pair[0].at {
            found.push(format!("{game}: event {} is earlier than the previous one", pair[1].seq));
        }
    }
    let events: Result<Vec<Event>, _> =
        log.iter().map(|event| serde_json::from_value(event.data.clone())).collect();
    match events.map_err(|error| error.to_string()).map(|events| Contest::replay(&events)) {
        Ok(Ok(_)) => {}
        Ok(Err(error)) => found.push(format!("{game}: {error}")),
        Err(error) => found.push(format!("{game}: {error}")),
    }
    let ends = log.iter().filter(|event| event.data["type"] == "ended").count();
    if ends > 1 {
        found.push(format!("{game}: it ended {ends} times"));
    }
    found
}

/// Checks what one client received.
fn one(told: &Report, log: &[Stored]) -> Vec<String> {
    let mut found = Vec::new();
    let name = format!("{} ({})", told.game, if told.person.is_empty() { "spectator" } else { &told.person });
    for (event, stored) in told.events.iter().zip(log) {
        let fields = event.fields();
        let differs =
            stored.data.as_object().into_iter().flatten().find(|(key, value)| fields[*key] != **value);
        if let Some((key, value)) = differs {
            found.push(format!(
                "{name}: event {}: {key} is {value}, but the client received {}",
                stored.seq, fields[key]
            ));
        }
    }
    if told.events.len() > log.len() {
        found.push(format!(
            "{name}: {} events were received, but {} are stored",
            told.events.len(),
            log.len()
        ));
    }
    // A player who left early may miss consequences of time but no moves.
    let missed = log.get(told.events.len()..).unwrap_or_default();
    if missed.iter().any(|event| told.complete || event.actor.is_some()) {
        found.push(format!(
            "{name}: {} events are stored, but {} were received",
            log.len(),
            told.events.len()
        ));
    }
    let mut actions: BTreeMap<&str, Vec<&Stored>> = BTreeMap::new();
    for event in log.iter().filter(|event| event.actor.as_deref() == Some(&*told.person)) {
        if let Some(action) = &event.action {
            actions.entry(action).or_default().push(event);
        }
    }
    let mut confirmed = BTreeSet::new();
    for (id, seq) in &told.accepted {
        let done = actions.get(id.as_str()).map(Vec::as_slice).unwrap_or_default();
        let moves = done.iter().filter(|event| event.data["type"] == "moved").count();
        if done.is_empty() || moves > 1 || done.iter().any(|event| event.seq.unsigned_abs() > *seq) {
            found.push(format!("{name}: {id} was confirmed with {seq}, but is stored {} times", done.len()));
        }
        confirmed.insert(id.as_str());
    }
    for id in &told.refused {
        if actions.contains_key(id.as_str()) && !confirmed.contains(id.as_str()) {
            found.push(format!("{name}: {id} was refused, but is stored"));
        }
    }
    if told.sleepy && told.complete {
        found.extend(ended_in_time(&name, log));
    }
    found
}

/// Checks that a game in which a player stopped moving ended by time, without much delay.
fn ended_in_time(name: &str, log: &[Stored]) -> Option<String> {
    let last = log.last()?;
    let before =
        log.iter().rev().find(|event| event.data["type"] != "ended" && event.data["type"] != "left")?;
    let forfeit = last.data["termination"] == "time forfeit";
    // Forty seconds, plus twenty to return after a server was down.
    let late = last.at - before.at - 60_000;
    (forfeit && late > LATE).then(|| format!("{name}: it ended by time {late} ms too late"))
}

/// TB-7, for turns without other events: the time charged is the time passed minus the credit.
fn clocks(game: &str, log: &[Stored]) -> (Vec<String>, usize) {
    let (mut found, mut turns, mut credit) = (Vec::new(), 0, 0);
    if log.first().is_none_or(|created| created.data["terms"]["clock"].is_null()) {
        return (found, turns);
    }
    for pair in log.windows(2) {
        let ([before, after], Some(used)) = (pair, pair[1].data["used"].as_u64()) else { continue };
        let kind = |event: &Stored| event.data["type"].as_str().unwrap_or_default().to_owned();
        if kind(after) != "moved" || !["moved", "returned"].contains(&kind(before).as_str()) {
            continue;
        }
        turns += 1;
        let passed = (after.at - before.at).unsigned_abs();
        if used > passed {
            found.push(format!("{game}: event {}: {used} ms were charged, but {passed} passed", after.seq));
        }
        let given = passed.saturating_sub(used);
        if given > CREDIT_A_TURN {
            found.push(format!("{game}: event {}: {given} ms were credited in one turn", after.seq));
        }
        credit += given;
    }
    if credit > 2 * CREDIT_A_GAME {
        found.push(format!("{game}: {credit} ms were credited in one game"));
    }
    (found, turns)
}
