//! Constructors for problem documents.

use ludoteca_catalog::MoveError;
use ludoteca_contest::Refusal;
use ludoteca_core::Refusal as Refused;
use ludoteca_protocol::{EventView, Problem};
use ludoteca_store::{LogError, StoreError};

/// A problem without extra fields.
pub(crate) fn problem(status: u16, key: &str, detail: impl Into<String>) -> Problem {
    let title = match status {
        400 => "Not understood",
        401 => "Who are you?",
        403 => "Not yours",
        404 => "No such thing",
        405 => "Not that way",
        408 => "Too slow",
        409 => "Made on an old number",
        413 => "Too large",
        422 => "Not by the rules",
        429 => "Slower, please",
        503 => "Not now",
        _ => "Something went wrong",
    };
    Problem {
        title: title.to_owned(),
        status,
        key: key.to_owned(),
        detail: detail.into(),
        ..Problem::default()
    }
}

pub(crate) fn unknown_game(id: &str) -> Problem {
    // Unlisted games and unknown games look the same from outside.
    let shown: String = id.chars().take(40).collect();
    Problem {
        args: vec![shown.clone()],
        ..problem(404, "no-such-game", format!("there is no game {shown:?}"))
    }
}

pub(crate) fn not_seated() -> Problem {
    problem(403, "not-seated", "you do not play in this game")
}

/// The client made the request without knowing the latest events.
pub(crate) fn old_number(seq: u64, events: Vec<EventView>) -> Problem {
    let detail = format!("the game has gone on: its last event has the number {seq}");
    Problem { seq: Some(seq), events, ..problem(409, "old-number", detail) }
}

pub(crate) fn refused(refusal: &Refusal) -> Problem {
    let by_rule = |refused: &Refused| Problem {
        args: refused.args.iter().map(ToString::to_string).collect(),
        ruling: Some(refused.reason.ruling.to_owned()),
        ..problem(422, refused.reason.key, refusal.to_string())
    };
    match refusal {
        Refusal::Table(refused) | Refusal::Move(MoveError::Illegal(refused)) => by_rule(refused),
        Refusal::Move(MoveError::Syntax(_)) => problem(422, "syntax", refusal.to_string()),
        Refusal::Move(MoveError::GameOver) => Problem {
            ruling: refusal.ruling().map(str::to_owned),
            ..problem(422, "game-over", refusal.to_string())
        },
    }
}

pub(crate) fn not_stored(error: &LogError) -> Problem {
    match error {
        LogError::Conflict => problem(409, "old-number", error.to_string()),
        // A failed commit may have reached the disk all the same.
        LogError::Store(_) => {
            let detail = format!("this could not be confirmed: send it again as it was ({error})");
            problem(503, "not-stored", detail)
        }
        LogError::Closed => problem(503, "stopping", error.to_string()),
    }
}

pub(crate) fn not_kept(error: &StoreError) -> Problem {
    tracing::error!("the store cannot be written: {error}");
    problem(503, "not-stored", "this could not be stored now: send it again later")
}

pub(crate) fn not_read(error: &StoreError) -> Problem {
    tracing::error!("the store cannot be read: {error}");
    problem(503, "not-read", "the database cannot be read now")
}
