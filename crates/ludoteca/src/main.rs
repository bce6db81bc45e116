//! The program `ludoteca`: the commands of `ludoteca-cli`, and the page. The page is embedded here, so that
//! everything else can be compiled while it is built.

use ludoteca_server::Page;
use std::process::ExitCode;

/// The output of `cargo xtask page`, as `build.rs` lists it; empty if that has not been run.
const FILES: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/page.rs"));

fn main() -> ExitCode {
    ludoteca_cli::main(|| Page::new(FILES.iter().map(|&(path, bytes)| (path.to_owned(), bytes.into()))))
}
