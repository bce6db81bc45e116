//! Tunes the weights of a game's evaluation. After Ctrl-C, the next run continues after the last finished
//! generation.

use crate::Result;
use ludoteca_catalog::GameId;
use ludoteca_tune::{Budget, Files, Progress, tune_by_id, tune_score};
use std::{io::Write, ops::ControlFlow, path::Path};

pub(crate) fn run(game: &str) -> Result {
    if game == "peak-score" {
        return score();
    }
    let id: GameId = game.parse().map_err(|error: ludoteca_catalog::UnknownGame| error.to_string())?;
    let files = Files {
        weights: format!("data/weights/{game}.txt").into(),
        checkpoint: format!("target/tune-{game}.txt").into(),
    };
    let report = tune_by_id(id, &Budget::of(game), &files, show).map_err(|error| error.to_string())?;
    eprintln!();
    println!("{game}: {} examples; before: {}; after: {}", report.examples, report.before, report.after);
    println!("written: data/weights/{game}.txt");
    Ok(())
}

fn show(progress: Progress) -> ControlFlow<()> {
    eprint!("\r\x1b[K{progress}");
    let _ = std::io::stderr().flush();
    ControlFlow::Continue(())
}

/// Tunes Peak's expected score with the current weights.
fn score() -> Result {
    let path = Path::new("data/weights/peak-score.txt");
    let report = tune_score(&Budget::of("peak"), path, |games, all| eprint!("\r\x1b[K{games}/{all} games"))
        .map_err(|error| error.to_string())?;
    eprintln!();
    println!("{report}");
    println!("written: data/weights/peak-score.txt");
    Ok(())
}
