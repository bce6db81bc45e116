use crate::{
    failure::Failure,
    output::{self, StatusJson, print, print_json, status_line},
    setup::{self, play_all},
};
use clap::Args;
use serde::Serialize;

/// Play moves: the position after them, then who is to act or the result
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    setup: setup::Arguments,
    /// The moves, in the notation
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
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut game = arguments.setup.open()?;
    play_all(&mut *game, &arguments.moves)?;
    let (info, status) = (game.game().info(), game.status());
    if !arguments.output.json {
        return print(&format!("{}\n{}\n", game.position(), status_line(&info, &status)));
    }
    print_json(&ApplyJson {
        game: info.id,
        position: game.position(),
        status: StatusJson::new(&info, &status),
        by_repetition: game.ended_by_repetition(),
    })
}
