//! Fits the weights of a game's evaluation anew. Stopped with Ctrl-C it goes on, when run again, after the last
//! generation it finished.

use crate::shell::{Result, root};
use ludoteca_evaluate::{Budget, Files, tune};
use std::{io::Write, ops::ControlFlow};

pub(crate) fn run(game: &str) -> Result {
    let files = Files {
        weights: root().join(format!("data/weights/{game}.txt")),
        checkpoint: root().join(format!("target/tune-{game}.txt")),
        exact: Some(root().join("data/squadro-exact.txt")),
    };
    let report = tune(game, &Budget::of(game), &files, |progress| {
        eprint!("\r\x1b[K{progress}");
        let _ = std::io::stderr().flush();
        ControlFlow::Continue(())
    })
    .map_err(|error| error.to_string())?;
    eprintln!();
    println!("{game}: {} examples; before: {}; after: {}", report.examples, report.before, report.after);
    println!("written: data/weights/{game}.txt");
    Ok(())
}
