//! Tests several servers on one database while they are killed, paused and partitioned (xtask/cluster).

use crate::{
    home::Home,
    program::SHIPPED,
    shell::{self, Result},
    test::PEER,
    tools,
};

const UNFENCED: &str = "--unfenced";
/// Added to the flags of `.cargo/config.toml`, which `RUSTFLAGS` would replace.
const UNFENCED_BUILD: [&str; 2] =
    ["--config", "target.'cfg(all())'.rustflags = ['--cfg', 'ludoteca_unfenced']"];

/// Builds everything and runs the test; `words` are arguments of the program in xtask/cluster.
pub(crate) fn test(words: &[&str]) -> Result {
    play(words, &[], &[])
}

fn play(words: &[&str], beside: &[&str], variables: &[(&str, &str)]) -> Result {
    tools::postgres()?;
    tools::nats()?;
    let unfenced = words.contains(&UNFENCED);
    // The unfenced program is built in a folder of its own, so that it is never mistaken for another.
    let (folder, flags) = match unfenced {
        true => ("target/unfenced", &UNFENCED_BUILD[..]),
        false => ("target", &[][..]),
    };
    let build = ["cargo", "build", "--workspace", "--bin", "ludoteca", "--bin", "xtask-cluster"];
    let options = ["--features", PEER, "--target-dir", folder];
    shell::run(&[&build[..], &options, flags, beside].concat(), &[])?;
    let (player, program) = (format!("{folder}/debug/xtask-cluster"), format!("{folder}/debug/ludoteca"));
    shell::run(&[&[player.as_str(), "--program", &program], words].concat(), variables)
}

/// The short form, for every test run. It is built together with the tests, so that cargo unifies the same
/// features and builds nothing twice.
pub(crate) fn short(home: &Home) -> Result {
    play(&["--for", "45", "--games", "40"], &["--tests"], &home.with(&[]))
}

/// Measures what one and several nodes can carry, for docs/capacity.md; `words` are arguments of the program
/// in xtask/cluster.
pub(crate) fn capacity(words: &[&str]) -> Result {
    tools::postgres()?;
    tools::nats()?;
    let programs = ["--bin", "ludoteca", "--bin", "ludoteca-lab", "--bin", "xtask-cluster"];
    let build = ["cargo", "build", "--profile", SHIPPED, "--workspace", "--features", PEER];
    shell::run(&[&build[..], &programs].concat(), &[])?;
    let [player, program] = ["xtask-cluster", "ludoteca"].map(|name| format!("target/{SHIPPED}/{name}"));
    let program = [player.as_str(), "--capacity", "--program", &program];
    let length = if words.contains(&"--for") { &[][..] } else { &["--for", "15"] };
    shell::run(&[&program[..], length, words].concat(), &[])
}
