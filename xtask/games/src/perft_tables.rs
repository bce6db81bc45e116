//! Recounts the rows of the perft tables. For a new position, write its `pos` line and a `perft <depth> 0 0`
//! line for each depth, then run this. The slow reference implementations check the result.

use crate::Result;
use ludoteca_catalog::{AnyPlay, GameId, Setup, open};
use std::fs;

pub(crate) fn run() -> Result {
    for id in GameId::ALL {
        let path = format!("data/perft/{id}.txt");
        let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        let counted = recount(id, &text).map_err(|error| format!("{path}: {error}"))?;
        fs::write(&path, &counted).map_err(|error| format!("{path}: {error}"))?;
        println!("{id}: {}", if counted == text { "unchanged" } else { "changed" });
    }
    Ok(())
}

fn recount(id: GameId, text: &str) -> Result<String> {
    let mut setup = Setup::default();
    let mut game: Option<Box<dyn AnyPlay>> = None;
    let mut out = String::new();
    for line in text.lines() {
        if let Some(options) = line.strip_prefix("options") {
            setup = read_options(options)?;
        } else if let Some(position) = line.strip_prefix("pos ") {
            let setup = Setup { position: Some(position.to_owned()), ..setup.clone() };
            game = Some(open(id, &setup).map_err(|error| error.to_string())?);
        } else if let Some(row) = line.strip_prefix("perft ") {
            let depth = row.split(' ').next().unwrap_or("");
            let game = game.as_ref().ok_or("a perft line before the first pos line")?;
            let leaves = ludoteca_catalog::leaves(
                &**game,
                depth.parse().map_err(|_| format!("{line:?} has no depth"))?,
            );
            out += &format!("perft {depth} {leaves}\n");
            continue;
        }
        out += line;
        out.push('\n');
    }
    Ok(out)
}

fn read_options(text: &str) -> Result<Setup> {
    let mut setup = Setup::default();
    for word in text.split_whitespace() {
        let (key, value) = word.split_once('=').ok_or_else(|| format!("{word:?} is not key=value"))?;
        if key == "players" {
            setup.players = Some(value.parse().map_err(|_| format!("{word:?}: not a number"))?);
        } else {
            setup.options.push((key.to_owned(), value.to_owned()));
        }
    }
    Ok(setup)
}
