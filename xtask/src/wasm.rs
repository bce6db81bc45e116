//! What a page needs of Rust: whether it compiles for the browser, and the module itself.

use crate::shell::{self, Result, works};

const TARGET: &str = "wasm32-unknown-unknown";
/// Leans on the games, the searches, the evaluation and the catalogue, so they are checked with it.
const TOP: &str = "ludoteca-wasm";
/// Where the module is put, and what Debian's compiler makes: two compilers would rebuild each other's work in one folder.
const OUT: &str = "target/modules";
const DEBIANS: &str = "target/wasm";
/// Every browser since March 2023 has these instructions; with them Squadro, judged by a network, is searched five times as fast.
const SIMD: &str = "-C target-feature=+simd128";

/// A compiler that can build for the browser.
enum Compiler {
    /// With rustup's standard library for it.
    Rustup,
    /// Debian's (packages rustc-web, cargo-web, rust-web-src), where that cannot be downloaded: it builds its own.
    Debian,
}

impl Compiler {
    fn find() -> Option<Compiler> {
        if works(&["rustup", "target", "add", TARGET]) {
            return Some(Compiler::Rustup);
        }
        let debian = works(&["dpkg", "--status", "rust-web-src"]) && works(&["/usr/bin/cargo", "--version"]);
        debian.then_some(Compiler::Debian)
    }

    /// Runs cargo on the page's crate.
    fn cargo(&self, command: &str, words: &[&str]) -> Result {
        let common = [&["--target", TARGET, "--package", TOP], words].concat();
        match self {
            Compiler::Rustup => {
                shell::run(&[&["cargo", command][..], &common].concat(), &[("RUSTFLAGS", SIMD)])
            }
            Compiler::Debian => {
                let own =
                    ["/usr/bin/cargo", command, "-Z", "build-std=std,panic_abort", "--target-dir", DEBIANS];
                let flags = format!("{SIMD} -C linker={}", linker());
                let variables =
                    [("RUSTC", "/usr/bin/rustc"), ("RUSTC_BOOTSTRAP", "1"), ("RUSTFLAGS", flags.as_str())];
                shell::run(&[&own[..], &common].concat(), &variables)
            }
        }
    }

    /// Where cargo puts what it makes.
    fn folder(&self) -> String {
        match self {
            Compiler::Rustup => std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned()),
            Compiler::Debian => DEBIANS.to_owned(),
        }
    }
}

/// Rustup's own linker: Debian's compiler comes without one for the browser.
fn linker() -> String {
    let sysroot = shell::output(&["rustc", "--print", "sysroot"]).unwrap_or_default();
    let host = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    format!("{}/lib/rustlib/{host}/bin/rust-lld", sysroot.trim())
}

/// Checks that it compiles. Without a compiler for the browser it says so and passes: a machine without network is no fault of the code.
pub(crate) fn check() -> Result {
    match Compiler::find() {
        Some(compiler) => compiler.cargo("check", &[]),
        None => {
            eprintln!("not checked for the browser: {MISSING}");
            Ok(())
        }
    }
}

const MISSING: &str = "neither rustup target add wasm32-unknown-unknown nor Debian's rustc-web is there";

/// Builds the module, once whole (`ludoteca`) and once with the rules alone (`rules`), tells the sizes, and plays whole games where node is.
/// wasm-opt is left out: what it makes is 5 % shorter but compresses worse, and is no quicker.
pub(crate) fn build() -> Result {
    let compiler = Compiler::find().ok_or(MISSING)?;
    let made = format!("{}/{TARGET}/web/ludoteca_wasm.wasm", compiler.folder());
    for (name, features) in [("rules", &["--no-default-features"][..]), ("ludoteca", &[])] {
        compiler.cargo("build", &[&["--profile", "web"], features].concat())?;
        shell::run(&["cargo", "run", "--quiet", "--package", "xtask-bindgen", "--", &made, OUT, name], &[])?;
    }
    if works(&["node", "--version"]) {
        return shell::run(&["node", "crates/wasm/check.mjs", OUT], &[]);
    }
    eprintln!("{OUT} is made, but not played with: node is missing");
    Ok(())
}
