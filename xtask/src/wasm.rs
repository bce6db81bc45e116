//! Whether everything a page needs compiles for the browser.

use crate::shell::{self, Result, works};

const TARGET: &str = "wasm32-unknown-unknown";
/// Leans on the games, the searches, the evaluation and the catalogue, so they are checked with it.
const TOP: &str = "ludoteca-engine";

/// Checks it with rustup's standard library for the browser, or, where that cannot be downloaded, with Debian's compiler
/// (packages rustc-web, cargo-web, rust-web-src), which builds its own. Without either it says so and passes: a machine
/// without network is no fault of the code.
pub(crate) fn check() -> Result {
    if works(&["rustup", "target", "add", TARGET]) {
        return shell::run(&["cargo", "check", "--target", TARGET, "--package", TOP], &[]);
    }
    let debian = ["/usr/bin/cargo", "check", "-Z", "build-std=std,panic_abort", "--target", TARGET];
    if works(&["dpkg", "--status", "rust-web-src"]) && works(&["/usr/bin/cargo", "--version"]) {
        // The two compilers would rebuild each other's work in one folder.
        let words = [&debian[..], &["--target-dir", "target/wasm", "--package", TOP]].concat();
        return shell::run(&words, &[("RUSTC", "/usr/bin/rustc"), ("RUSTC_BOOTSTRAP", "1")]);
    }
    eprintln!(
        "not checked for the browser: neither rustup target add {TARGET} nor Debian's rustc-web is there"
    );
    Ok(())
}
