//! The page's WebAssembly: checks that the code compiles for the browser, and builds the modules.

use crate::{
    mtime::{newest, oldest},
    program,
    shell::{self, Result, works},
    tools,
};

const TARGET: &str = "wasm32-unknown-unknown";
/// It depends on the games, the searches, the evaluation and the catalogue, so they are checked with it.
const TOP: &str = "ludoteca-wasm";
/// The output folder of the modules, and the target folder of Debian's compiler: two compilers in one folder
/// would rebuild each other's work.
const OUT: &str = "target/modules";
const DEBIANS: &str = "target/wasm";
/// Supported by every browser since March 2023; they make Squadro's network search five times as fast.
const SIMD: &str = "-Ctarget-feature=+simd128";

/// The variable with flags for the compiler, and its separator: folder names may contain spaces.
const FLAGS: &str = "CARGO_ENCODED_RUSTFLAGS";
const BETWEEN_FLAGS: &str = "\u{1f}";

/// A compiler for the browser's target.
enum Compiler {
    /// With rustup's standard library for the target.
    Rustup,
    /// Debian's (packages rustc-web, cargo-web, rust-web-src), where that cannot be downloaded: it builds the
    /// standard library itself.
    Debian,
}

impl Compiler {
    fn find() -> Option<Compiler> {
        let installed = shell::output(&["rustup", "target", "list", "--installed"]).unwrap_or_default();
        if installed.lines().any(|target| target == TARGET)
            || works(&["rustup", "--version"])
                && tools::install_by(
                    &["rustup", "target", "add", TARGET],
                    "the page needs Rust for the browser",
                )
                .is_ok()
        {
            return Some(Compiler::Rustup);
        }
        let debian =
            || works(&["dpkg", "--status", "rust-web-src"]) && works(&["/usr/bin/cargo", "--version"]);
        if !debian() {
            let why = "the page needs a Rust compiler for the browser";
            tools::install(&["rustc-web", "cargo-web", "rust-web-src"], why);
        }
        debian().then_some(Compiler::Debian)
    }

    /// Runs cargo on the page's crate.
    fn cargo(&self, command: &str, words: &[&str]) -> Result {
        let common = [&["--target", TARGET, "--package", TOP], words].concat();
        let mut flags = program::remapped();
        flags.push(SIMD.to_owned());
        match self {
            Compiler::Rustup => {
                let flags = flags.join(BETWEEN_FLAGS);
                shell::run(&[&["cargo", command][..], &common].concat(), &[(FLAGS, &flags)])
            }
            Compiler::Debian => {
                let own =
                    ["/usr/bin/cargo", command, "-Z", "build-std=std,panic_abort", "--target-dir", DEBIANS];
                flags.push(format!("-Clinker={}", linker()));
                let flags = flags.join(BETWEEN_FLAGS);
                let variables =
                    [("RUSTC", "/usr/bin/rustc"), ("RUSTC_BOOTSTRAP", "1"), (FLAGS, flags.as_str())];
                shell::run(&[&own[..], &common].concat(), &variables)
            }
        }
    }

    /// The target folder of the compiler.
    fn folder(&self) -> String {
        match self {
            Compiler::Rustup => shell::target(),
            Compiler::Debian => DEBIANS.to_owned(),
        }
    }
}

/// Rustup's own linker: Debian's compiler has none for the browser.
fn linker() -> String {
    let sysroot = shell::output(&["rustc", "--print", "sysroot"]).unwrap_or_default();
    let host = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    format!("{}/lib/rustlib/{host}/bin/rust-lld", sysroot.trim())
}

/// Checks that it compiles. Without a compiler for the browser it prints a note and passes: a machine without
/// network access is not a fault of the code.
pub(crate) fn check() -> Result {
    match Compiler::find() {
        Some(compiler) => compiler.cargo("check", &[]),
        None => {
            eprintln!("not checked for the browser: {MISSING}");
            Ok(())
        }
    }
}

const MISSING: &str = "the page needs Rust for the browser: run `rustup target add wasm32-unknown-unknown`, or `apt-get install rustc-web cargo-web rust-web-src` on Debian";

/// The files of a build that pages load.
const MODULES: [&str; 6] =
    ["rules.js", "rules_bg.wasm", "ludoteca.js", "ludoteca_bg.wasm", "share.js", "share_bg.wasm"];

/// Builds the module three times: with the rules of games and the table alone (`rules`), with the engine
/// (`ludoteca`), and with import and export (`share`), so that pages fetch only what they need. wasm-opt is
/// not used: its output is 5 % smaller but compresses worse, and is no faster.
pub(crate) fn build() -> Result {
    let compiler = Compiler::find().ok_or(MISSING)?;
    let made = format!("{}/{TARGET}/web/ludoteca_wasm.wasm", compiler.folder());
    for (name, feature) in [("rules", "contest"), ("ludoteca", "engine"), ("share", "share")] {
        compiler.cargo("build", &["--profile", "web", "--no-default-features", "--features", feature])?;
        shell::run(&["cargo", "run", "--quiet", "--package", "xtask-bindgen", "--", &made, OUT, name], &[])?;
    }
    Ok(())
}

/// Builds the modules if a source is newer; returns whether there was something to do.
pub(crate) fn build_if_changed() -> Result<bool> {
    let modules = MODULES.map(|name| format!("{OUT}/{name}"));
    let made = oldest(&modules.each_ref().map(String::as_str));
    let sources = sources()?;
    let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
    if made.is_some_and(|made| Some(made) > newest(&sources)) {
        return Ok(false);
    }
    build().map(|()| true)
}

/// The sources of the module's crates, what they embed, and the versions of everything.
fn sources() -> Result<Vec<String>> {
    let words =
        ["cargo", "tree", "--package", TOP, "--edges", "normal", "--prefix", "none", "--format", "{p}"];
    let tree = shell::output(&words).ok_or("cargo tree failed")?;
    let ours = format!(" ({}", shell::root().display());
    let crates = tree.lines().filter_map(|line| line.split_once(&ours)?.1.split_once(')'));
    let mut paths: Vec<String> =
        crates.map(|(path, _)| format!("{}/src", path.trim_start_matches(['/', '\\']))).collect();
    let others = ["Cargo.lock", "Cargo.toml", "data/networks", "data/weights", "xtask/bindgen"];
    paths.extend(others.map(str::to_owned));
    Ok(paths)
}

/// Prints the modules' sizes and plays whole games with them.
pub(crate) fn play() -> Result {
    tools::node()?;
    shell::run(&["node", "crates/wasm/check.mjs", OUT], &[])
}
