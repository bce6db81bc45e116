//! Several servers on one database, while they are killed, paused and cut off (xtask/cluster).

use crate::{
    shell::{self, Result},
    test::PEER,
    tools,
};

const UNFENCED: &str = "--unfenced";
/// In force beside the flags of `.cargo/config.toml`, which `RUSTFLAGS` would replace.
const UNFENCED_BUILD: [&str; 2] =
    ["--config", "target.'cfg(all())'.rustflags = ['--cfg', 'ludoteca_unfenced']"];

/// Builds what is needed and plays; `words` are arguments of the program in xtask/cluster.
pub(crate) fn test(words: &[&str]) -> Result {
    play(words, &[])
}

fn play(words: &[&str], beside: &[&str]) -> Result {
    tools::postgres()?;
    tools::nats()?;
    let unfenced = words.contains(&UNFENCED);
    // A program that does not check what it must is never built where others are.
    let (folder, flags) = match unfenced {
        true => ("target/unfenced", &UNFENCED_BUILD[..]),
        false => ("target", &[][..]),
    };
    let build = ["cargo", "build", "--workspace", "--bin", "ludoteca", "--bin", "xtask-cluster"];
    let options = ["--features", PEER, "--target-dir", folder];
    shell::run(&[&build[..], &options, flags, beside].concat(), &[])?;
    let (player, program) = (format!("{folder}/debug/xtask-cluster"), format!("{folder}/debug/ludoteca"));
    shell::run(&[&[player.as_str(), "--program", &program], words].concat(), &[])
}

/// The short form, for every run of the tests. With the tests beside them the programs have the same parts as
/// in the run before, and nothing is built twice.
pub(crate) fn short() -> Result {
    play(&["--for", "45", "--games", "40"], &["--tests"])
}

/// What one node carries and what several do, for docs/capacity.md; `words` are arguments of the program in
/// xtask/cluster.
pub(crate) fn capacity(words: &[&str]) -> Result {
    tools::postgres()?;
    tools::nats()?;
    let build = ["cargo", "build", "--release", "--workspace", "--bin", "ludoteca", "--bin", "xtask-cluster"];
    shell::run(&[&build[..], &["--features", PEER]].concat(), &[])?;
    let program = ["target/release/xtask-cluster", "--capacity", "--program", "target/release/ludoteca"];
    let length = if words.contains(&"--for") { &[][..] } else { &["--for", "15"] };
    shell::run(&[&program[..], length, words].concat(), &[])
}
