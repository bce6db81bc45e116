use clap::Args;
use ludoteca_catalog::{AnyPlay, LeaveError, Seat};
use ludoteca_shell::{
    Failure,
    output::{self, StatusJson, print, print_json, status_line},
    setup::{self, play_all},
};
use serde::Serialize;

/// Play moves and print the position after them, then who is to act or the result
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    setup: setup::Arguments,
    /// The moves, in the notation; where a player leaves, a word such as b:resigns, b:time, b:absent
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    #[command(flatten)]
    output: output::Arguments,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ApplyJson {
    game: &'static str,
    position: String,
    #[serde(flatten)]
    status: StatusJson,
    by_repetition: bool,
    /// There is no result because a player left during set-up.
    aborted: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut game = arguments.setup.open()?;
    let aborted = play_or_abort(&mut *game, &arguments.moves)?;
    let (info, status) = (game.game().info(), game.status());
    if !arguments.output.json {
        let line = if aborted { "result: *".to_owned() } else { status_line(&info, &status) };
        return print(&format!("{}\n{line}\n", game.position()));
    }
    print_json(&ApplyJson {
        game: info.id,
        position: game.position(),
        status: StatusJson::new(&info, &status),
        by_repetition: game.ended_by_repetition(),
        aborted,
    })
}

/// Plays the moves, and returns whether the last of them was a player leaving during set-up, which aborts the
/// game (TB-3).
fn play_or_abort(game: &mut dyn AnyPlay, moves: &[String]) -> Result<bool, Failure> {
    if let Some((last, before)) = moves.split_last() {
        let mut then = game.fork();
        let aborts = LeaveError::Aborts.for_word(&game.game().info(), Seat::FIRST);
        if play_all(&mut *then, before).is_ok() && then.play(last).is_err_and(|error| error == aborts) {
            play_all(game, before)?;
            return Ok(true);
        }
    }
    play_all(game, moves).map(|()| false)
}
