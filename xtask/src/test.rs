//! Everything CI runs.

use crate::{
    page,
    shell::{self, Result, works},
    tidy, wasm,
};

/// What the shipped program is built without, and one test with.
const PEER: &str = "ludoteca-cli/peer";

/// `whole` means with the page, which needs Node and Chromium.
pub(crate) fn run(whole: bool) -> Result {
    for (command, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !works(&["cargo", command, "--version"]) {
            return Err(format!("cargo {command} is missing: rustup component add {component}"));
        }
    }
    tidy::run()?;
    shell::run(&["cargo", "fmt", "--all", "--check"], &[])?;
    if whole {
        // First, because the server embeds it and would have to be built again.
        page::build()?;
        wasm::play()?;
        page::check()?;
    } else {
        wasm::check()?;
    }
    let clippy = ["cargo", "clippy", "--workspace", "--all-targets", "--features", PEER];
    shell::run(&[&clippy[..], &["--", "-D", "warnings"]].concat(), &[])?;
    if works(&["cargo", "nextest", "--version"]) {
        shell::run(&["cargo", "nextest", "run", "--workspace", "--no-fail-fast"], &[])?;
    } else {
        eprintln!("cargo-nextest is not installed; cargo test does the same, a little slower");
        shell::run(&["cargo", "test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"], &[])?;
    }
    shell::run(
        &["cargo", "test", "--package", "ludoteca-cli", "--features", PEER, "--test", "matches", "minimax"],
        &[],
    )?;
    shell::run(&["cargo", "test", "--workspace", "--doc"], &[])?;
    shell::run(&["cargo", "doc", "--workspace", "--no-deps"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    if whole { page::browse() } else { Ok(()) }
}
