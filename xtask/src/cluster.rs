//! Several servers on one database, while they are killed, paused and cut off (xtask/cluster).

use crate::{
    shell::{self, Result},
    test::PEER,
    tools,
};

const UNFENCED: &str = "--unfenced";

/// Builds what is needed and plays; `words` are arguments of the program in xtask/cluster.
pub(crate) fn test(words: &[&str]) -> Result {
    tools::postgres()?;
    tools::nats()?;
    let unfenced = words.contains(&UNFENCED);
    // A program that does not check what it must is never built where others are.
    let (folder, features) = match unfenced {
        true => ("target/unfenced", format!("{PEER},ludoteca-cli/unfenced")),
        false => ("target", PEER.to_owned()),
    };
    // As the tests build them, so that nothing is built twice.
    let build = ["cargo", "build", "--workspace", "--bin", "ludoteca", "--bin", "xtask-cluster"];
    shell::run(&[&build[..], &["--features", &features, "--target-dir", folder]].concat(), &[])?;
    let (player, program) = (format!("{folder}/debug/xtask-cluster"), format!("{folder}/debug/ludoteca"));
    shell::run(&[&[player.as_str(), "--program", &program], words].concat(), &[])
}

/// The short form, for every run of the tests.
pub(crate) fn short() -> Result {
    test(&["--for", "45", "--games", "40"])
}
