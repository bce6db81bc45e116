//! Builds the page, from the modules to the folder that the server embeds: `cargo xtask page`, `serve`,
//! `bench-web`, `screenshots`, and the page's own tests.

use crate::{
    home::Home,
    licences,
    mtime::{newest, oldest},
    program,
    shell::{self, Result, root},
    tools, wasm,
};
use std::{fs, path::Path, process::Command, thread, time::Instant};

/// Where Vite writes the page (web/vite.config.ts) and from where crates/server embeds it.
const PAGE: &str = "target/page";
/// Written once the build is complete.
pub(crate) const MADE: &str = "target/page.made";
/// The page's sources and everything else it is built from.
const SOURCES: [&str; 12] = [
    "web/src",
    "web/plugins",
    "web/public",
    "web/scripts",
    "docs",
    "deploy",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "target/modules",
    licences::FILE,
];

/// Builds what is out of date.
pub(crate) fn build() -> Result {
    tools::node()?;
    // One waits for the network, the other for the processor.
    let (modules, packages) = thread::scope(|scope| {
        let packages = scope.spawn(|| timed("packages", packages));
        (timed("modules", wasm::build_if_changed), packages.join())
    });
    modules?;
    packages.map_err(|_| "installing the packages panicked")??;
    timed("licences", licences::write_if_changed)?;
    timed("page", vite)
}

/// Builds the page and the program, and starts the server.
pub(crate) fn serve(words: &[&str]) -> Result {
    build_program()?;
    shell::hand_over(&[&[path_of(program::PROGRAM, "release").as_str(), "serve"][..], words].concat())
}

/// The page, and beside it everything of the program that does not contain the page; then the program.
fn build_program() -> Result {
    let commands = || timed("commands", || program::build(program::COMMANDS).map(|()| true));
    let (page, commands) = thread::scope(|scope| {
        let commands = scope.spawn(commands);
        (build(), commands.join())
    });
    page?;
    commands.map_err(|_| "building the commands panicked")??;
    timed("program", || program::build(program::PROGRAM).map(|()| true))
}

/// Runs one of the page's scripts, which open it in a browser.
pub(crate) fn script(name: &str, words: &[&str]) -> Result {
    build_program()?;
    tools::browser()?;
    let path = format!("web/scripts/{name}.mjs");
    shell::run(
        &[&["node", path.as_str()][..], words].concat(),
        &[("LUDOTECA", &path_of(program::PROGRAM, "release"))],
    )
}

/// Runs the page's own tests, except those in a browser. They run beside other steps, so the output of each
/// is printed at once when it is done.
pub(crate) fn check() -> Result {
    for words in [&["run", "check"][..], &["test"]] {
        let words = [&["--prefix", "web"], words].concat();
        let made = Command::new("npm").args(&words).current_dir(root()).output();
        let made = made.map_err(|error| format!("cannot run npm: {error}"))?;
        let printed = [made.stdout, made.stderr].concat();
        eprintln!("\x1b[1m$ npm {}\x1b[0m\n{}", words.join(" "), String::from_utf8_lossy(&printed));
        if !made.status.success() {
            return Err(format!("`npm {}` failed ({})", words.join(" "), made.status));
        }
    }
    Ok(())
}

/// Runs the browser tests with the program as the other tests built it.
pub(crate) fn browse(home: &Home) -> Result {
    tools::headless()?;
    // Not built here: without the tests' features cargo would build half of it again.
    let program = path_of(program::PROGRAM, "debug");
    if !Path::new(&program).exists() {
        return Err(format!("{program} is missing: the Rust tests build it"));
    }
    shell::run(&["npm", "--prefix", "web", "run", "e2e"], &home.with(&[("LUDOTECA", &program)]))
}

fn npm(words: &[&str]) -> Result {
    shell::run(&[&["npm", "--prefix", "web"], words].concat(), &[])
}

pub(crate) fn path_of(program: &str, profile: &str) -> String {
    let name = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    root().join(shell::target()).join(profile).join(name).display().to_string()
}

/// Prints how long a step took, or that it was up to date.
fn timed(name: &str, step: impl FnOnce() -> Result<bool>) -> Result {
    let begun = Instant::now();
    match step()? {
        true => eprintln!("{name}: built in {:.1} s", begun.elapsed().as_secs_f64()),
        false => eprintln!("{name}: up to date"),
    }
    Ok(())
}

fn packages() -> Result<bool> {
    let lock = newest(&["web/package-lock.json"]);
    if newest(&["web/node_modules/.package-lock.json"]).is_some_and(|done| Some(done) >= lock) {
        return Ok(false);
    }
    npm(&["ci", "--no-audit", "--no-fund", "--prefer-offline"]).map(|()| true)
}

fn vite() -> Result<bool> {
    let beside: Vec<String> = fs::read_dir(root().join("web"))
        .map_err(|error| format!("web: {error}"))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_file())
        .map(|path| path.display().to_string())
        .collect();
    let sources: Vec<&str> = beside.iter().map(String::as_str).chain(SOURCES).collect();
    let page = format!("{PAGE}/index.html");
    if oldest(&[MADE, &page]).is_some_and(|made| Some(made) > newest(&sources)) {
        return Ok(false);
    }
    npm(&["run", "build"])?;
    fs::write(root().join(MADE), "").map_err(|error| format!("{MADE}: {error}"))?;
    Ok(true)
}
