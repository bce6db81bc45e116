use crate::{
    failure::Failure,
    output::{self, print, print_json},
    setup,
    solve::squadro::worth_text,
};
use clap::Args;
use ludoteca_catalog::GameId;
use ludoteca_search::Outcome;
use ludoteca_solve::{Worth, squadro::Board};
use ludoteca_table::{Kind, Position, Table};
use serde_json::{Value as Json, json};
use std::{cmp::Reverse, path::PathBuf};

/// Ask a table for the exact value of a position and of each move, the best first
///
/// Tables are made by `ludoteca solve squadro --out DIR`. Values are those of play without the third occurrence (SQ-10).
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    setup: setup::Arguments,
    /// The folder of the table
    #[arg(long, value_name = "DIR")]
    table: PathBuf,
    #[command(flatten)]
    output: output::Arguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.setup.game != GameId::Squadro {
        return Err(Failure::Usage("only Squadro has a table".to_owned()));
    }
    let table = Table::open(&arguments.table).map_err(Failure::other)?;
    let position = read(&arguments.setup, table.layout().sides().board)?;
    if let Some(winner) = position.winner() {
        let result = if winner == 0 { "1-0" } else { "0-1" };
        return Err(Failure::Other(format!("the game is over: {result}")));
    }
    let value = table.worth(&position).map_err(Failure::other)?;
    let mut moves = Vec::new();
    for (text, child) in position.children() {
        moves.push((text, before(table.worth(&child).map_err(Failure::other)?)));
    }
    moves.sort_by_key(|(text, worth)| (rank(worth), text.clone()));
    if arguments.output.json {
        let moves: Vec<Json> =
            moves.iter().map(|(text, worth)| json!({ "move": text, "value": as_json(worth) })).collect();
        return print_json(&json!({
            "game": "squadro", "position": position.to_string(), "value": as_json(&value), "best": moves.first().map(|m| &m["move"]),
            "moves": moves,
        }));
    }
    let mut text = format!("{position}\nvalue: {}, proven\n", worth_text(&value));
    for (name, worth) in &moves {
        text += &format!("{name}  {}, proven\n", worth_text(worth));
    }
    if table.manifest().values == Kind::Wdl {
        text += "this table knows no distances\n";
    }
    print(&text)
}

/// The position asked for. On the full board it is opened like any game; small boards are known to the table alone.
fn read(setup: &setup::Arguments, board: Board) -> Result<Position, Failure> {
    let zeros = "0".repeat(board.tracks());
    let text = if board == Board::FULL {
        setup.open()?.position()
    } else {
        setup.choices.position.clone().unwrap_or_else(|| format!("{zeros}/{zeros} y"))
    };
    Position::read(board, &text).map_err(|fault| Failure::Other(format!("position {text:?}: {fault}")))
}

/// The value of a move for its player, from the value of the position after it for the other.
pub(crate) fn before(after: Worth) -> Worth {
    let value = match after.value {
        Outcome::Win => Outcome::Loss,
        Outcome::Draw => Outcome::Draw,
        Outcome::Loss => Outcome::Win,
    };
    Worth { value, plies: after.plies.map(|plies| plies + 1) }
}

/// The quickest win first, then draws, then the slowest loss.
pub(crate) fn rank(worth: &Worth) -> (u8, Option<u32>, Reverse<Option<u32>>) {
    match worth.value {
        Outcome::Win => (0, worth.plies, Reverse(None)),
        Outcome::Draw => (1, None, Reverse(None)),
        Outcome::Loss => (2, None, Reverse(worth.plies)),
    }
}

/// `plies` is null where it is not known, and for draws.
fn as_json(worth: &Worth) -> Json {
    let result = match worth.value {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    };
    json!({ "proven": true, "result": result, "plies": worth.plies })
}
