//! The themes of a puzzle, found from what its moves do.

use ludoteca_catalog::{AnyPlay, GameId, Seat, Status};
use ludoteca_core::Arg;
use ludoteca_puzzle::{Puzzle, THEMES, Task};
use ludoteca_shell::Failure;
use ludoteca_view::{Description, Opening, Session};

/// A jump over this many pieces is long.
const LONG: usize = 2;
/// A tower of this many pieces is high.
const HIGH: usize = 4;

/// The themes of a puzzle, at least one.
pub(super) fn themes(
    id: GameId,
    options: &[(String, String)],
    game: &dyn AnyPlay,
    puzzle: &Puzzle,
) -> Result<Vec<&'static str>, Failure> {
    let opening = Opening {
        options: options.iter().cloned().collect(),
        position: Some(puzzle.position.clone()),
        ..Opening::new(id.info().id)
    };
    let failed = |failure: ludoteca_view::Failure| Failure::Other(failure.sentence.text);
    let mut session = Session::open(&opening).map_err(failed)?;
    let Status::ToAct(solver) = game.status() else { return Ok(Vec::new()) };

    let mut found: Vec<&'static str> = Vec::new();
    let mut quiet = true;
    // A deceptive line: it was made for the other colour too, or instead.
    for (text, worth) in &puzzle.moves {
        let description = session.describe(text).map_err(failed)?;
        let lines = |seat: Seat| does(&description, "makes-line", Some(seat));
        if lines(solver) && !puzzle.accepts(*worth) && lines(solver.other_of_two()) {
            found.push("double-line");
            break;
        }
    }
    for (i, text) in puzzle.line.iter().enumerate() {
        let description = session.play(text).map_err(failed)?.description;
        if description.seat != solver {
            continue;
        }
        let own = Some(solver);
        let rival = Some(solver.other_of_two());
        let themes = [
            (does(&description, "sent-back", None), "sent-back"),
            (does(&description, "comes-home", None), "race-home"),
            (does(&description, "turns-round", None), "turn-round"),
            (does(&description, "drops-out", rival), "drop-out"),
            (does(&description, "goes-out", rival), "trap"),
            (does(&description, "sinks-token", None), "token"),
            (does(&description, "turns-over", None), "turn-over"),
            (
                description.events.iter().any(|event| event.over.len() >= LONG) && is_tower(&description),
                "long-jump",
            ),
            (height(&description) >= HIGH, "tower"),
            (does(&description, "stuck", rival), "stuck"),
            (does(&description, "makes-line", own), "four-in-a-row"),
            (does(&description, "relocates", None), "relocation"),
        ];
        found.extend(themes.iter().filter(|(is_there, _)| *is_there).map(|(_, theme)| *theme));
        if i == 0 {
            let loud = ["sent-back", "comes-home", "drops-out", "stuck", "makes-line"];
            quiet = !loud.iter().any(|key| does(&description, key, None)) && height(&description) < HIGH;
        }
    }
    if quiet {
        found.push("quiet-move");
    }
    if puzzle.accepted().count() == 1 {
        found.push("only-move");
    }
    if puzzle.task == Task::Draw {
        found.push("save-the-draw");
    }
    Ok(THEMES.iter().copied().filter(|theme| found.contains(theme)).collect())
}

/// Whether something happens in a move, to this seat if one is given.
fn does(description: &Description, key: &str, seat: Option<Seat>) -> bool {
    description.events.iter().any(|event| event.sentence.key == key && (seat.is_none() || event.seat == seat))
}

fn is_tower(description: &Description) -> bool {
    does(description, "jumps", None)
}

/// The height of the tower on which a jump ends.
fn height(description: &Description) -> usize {
    let stacked = description.events.iter().find(|event| event.sentence.key == "stacks");
    match stacked.and_then(|event| event.sentence.args.get(1)) {
        Some(Arg::Number(height)) => *height as usize,
        _ => 0,
    }
}
