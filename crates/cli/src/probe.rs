use crate::solve::squadro::worth_text;
use clap::Args;
use ludoteca_catalog::GameId;
use ludoteca_shell::{
    Failure,
    output::{self, print, print_json},
    setup,
};
use ludoteca_solve::{Worth, squadro::Board};
use ludoteca_table::{Kind, Position, Table};
use serde_json::{Value as Json, json};
use std::path::PathBuf;

/// Look up the exact value of a position and of each move, best first
///
/// Tables are made by `ludoteca solve squadro --out DIR`. Values are those of play without the third
/// occurrence (SQ-10).
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    setup: setup::Arguments,
    /// Folder with the table
    #[arg(long, value_name = "DIR")]
    table: PathBuf,
    /// Also print best play of both sides to the end, or to the first repeated position; needs
    /// distances
    #[arg(long)]
    line: bool,
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
    let moves = table.moves(&position).map_err(Failure::other)?;
    let line = if arguments.line { Some(line(&table, &position)?) } else { None };
    if arguments.output.json {
        let moves: Vec<Json> =
            moves.iter().map(|m| json!({ "move": m.text, "value": as_json(&m.worth) })).collect();
        let mut answer = json!({
            "game": "squadro", "position": position.to_string(), "value": as_json(&value), "best": moves.first().map(|m| &m["move"]),
            "moves": moves,
        });
        if let Some(line) = line {
            answer["line"] = json!(line);
        }
        return print_json(&answer);
    }
    let mut text = format!("{position}\nvalue: {}, proven\n", worth_text(&value));
    for m in &moves {
        text += &format!("{}  {}, proven\n", m.text, worth_text(&m.worth));
    }
    if let Some(line) = line {
        text += &format!("line: {}\n", line.join(" "));
    }
    if table.manifest().values == Kind::Wdl {
        text += "this table has no distances\n";
    }
    print(&text)
}

/// The position on the command line. On the full board it is opened like any game; small boards are known to
/// the table alone.
fn read(setup: &setup::Arguments, board: Board) -> Result<Position, Failure> {
    let zeros = "0".repeat(board.tracks());
    let text = if board == Board::FULL {
        setup.open()?.position()
    } else {
        setup.choices.position.clone().unwrap_or_else(|| format!("{zeros}/{zeros} y"))
    };
    Position::read(board, &text).map_err(|fault| Failure::Other(format!("position {text:?}: {fault}")))
}

fn line(table: &Table, position: &Position) -> Result<Vec<String>, Failure> {
    if table.manifest().values == Kind::Wdl {
        return Err(Failure::Usage("--line needs a table with distances, and this one has none".to_owned()));
    }
    let mut seen = vec![position.clone()];
    let mut line = Vec::new();
    while let Some(last) = seen.last() {
        let Some(best) = table.moves(last).map_err(Failure::other)?.into_iter().next() else { break };
        line.push(best.text);
        let again = seen.contains(&best.after);
        seen.push(best.after);
        if again {
            break;
        }
    }
    Ok(line)
}

/// `plies` is null for draws and if it is unknown.
fn as_json(worth: &Worth) -> Json {
    json!({ "proven": true, "result": worth.value.word(), "plies": worth.plies })
}
