//! Several servers on one database, while they are killed, paused and cut off (xtask/cluster).

use crate::{
    shell::{self, Result},
    test::PEER,
    tools,
};

const UNFENCED: &str = "--unfenced";

/// Builds what is needed and plays; `words` are arguments of the program in xtask/cluster.
pub(crate) fn test(words: &[&str]) -> Result {
    play(words, &[])
}

fn play(words: &[&str], beside: &[&str]) -> Result {
    tools::postgres()?;
    tools::nats()?;
    let unfenced = words.contains(&UNFENCED);
    // A program that does not check what it must is never built where others are.
    let (folder, features) = match unfenced {
        true => ("target/unfenced", format!("{PEER},ludoteca-cli/unfenced")),
        false => ("target", PEER.to_owned()),
    };
    let build = ["cargo", "build", "--workspace", "--bin", "ludoteca", "--bin", "xtask-cluster"];
    shell::run(&[&build[..], &["--features", &features, "--target-dir", folder], beside].concat(), &[])?;
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
