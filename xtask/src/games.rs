//! The tasks that need the games and the engine. They have a program of their own (`xtask/games`), so that
//! all other tasks start without building those.

use crate::{
    page, program,
    shell::{self, Result},
};

const RUN: [&str; 4] = ["cargo", "run", "--quiet", "--package=xtask-games"];

pub(crate) fn perft_tables() -> Result {
    shell::run(&[&RUN[..], &["--", "perft-tables"]].concat(), &[])
}

/// Rates the levels with the release program: `levels` for people, `level-ratings` for servers.
pub(crate) fn levels(task: &str, game: &[&str]) -> Result {
    program::build(program::LAB)?;
    let program = page::path_of(program::LAB, "release");
    shell::run(&[&RUN[..], &["--", task, &program], game].concat(), &[])
}

/// Plays millions of games, so it is built with optimisation.
pub(crate) fn tune(game: &str) -> Result {
    shell::run(&[&RUN[..], &["--release", "--", "tune", game]].concat(), &[])
}
