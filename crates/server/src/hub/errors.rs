//! Constructors for problem documents.

use ludoteca_catalog::MoveError;
use ludoteca_contest::Refusal;
use ludoteca_core::Refusal as Refused;
use ludoteca_protocol::{EventView, Problem};
use ludoteca_store::{LogError, StoreError};

/// A problem without extra fields.
pub(crate) fn problem(status: u16, key: &str, detail: impl Into<String>) -> Problem {
    let title = match status {
        400 => "Bad request",
        401 => "Authentication required",
        403 => "Forbidden",
        404 => "Not found",
        405 => "Method not allowed",
        408 => "Request timeout",
        409 => "Outdated state",
        413 => "Too large",
        422 => "Not allowed by the rules",
        429 => "Too many requests",
        503 => "Temporarily unavailable",
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
    let detail = format!("the game has moved on: its last event has the number {seq}");
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
            let detail = format!("this could not be confirmed: repeat the same request ({error})");
            problem(503, "not-stored", detail)
        }
        LogError::Closed => problem(503, "stopping", error.to_string()),
    }
}

pub(crate) fn not_kept(error: &StoreError) -> Problem {
    tracing::error!("the store cannot be written: {error}");
    problem(503, "not-stored", "this cannot be stored at the moment: retry later")
}

pub(crate) fn not_read(error: &StoreError) -> Problem {
    tracing::error!("the store cannot be read: {error}");
    problem(503, "not-read", "the database cannot be read at the moment")
}
