use clap::Args;
use ludoteca_shell::{
    Failure,
    output::{self, StatusJson, print, print_json},
    setup,
};
use serde::Serialize;

/// List the legal moves, one per line, sorted
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    setup: setup::Arguments,
    #[command(flatten)]
    output: output::Arguments,
}

#[derive(Serialize)]
struct MovesJson {
    game: &'static str,
    position: String,
    #[serde(flatten)]
    status: StatusJson,
    moves: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let game = arguments.setup.open()?;
    let mut moves = game.legal_moves();
    moves.sort_unstable();
    if !arguments.output.json {
        return print(&moves.iter().map(|m| format!("{m}\n")).collect::<String>());
    }
    let info = game.game().info();
    let status = StatusJson::new(&info, &game.status());
    print_json(&MovesJson { game: info.id, position: game.position(), status, moves })
}
