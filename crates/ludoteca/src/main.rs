//! The program `ludoteca`: the commands of `ludoteca-cli`, and the page. The page is embedded here, so that
//! everything else can be compiled while it is built.

use ludoteca_server::Page;
use rust_embed::Embed;
use std::{borrow::Cow, process::ExitCode};

/// The output of `cargo xtask page`; empty if that has not been run.
#[derive(Embed)]
#[folder = "../../target/page"]
#[allow_missing = true]
struct Embedded;

fn main() -> ExitCode {
    ludoteca_cli::main(|| {
        Page::new(Embedded::iter().filter_map(|path| {
            let bytes = match Embedded::get(&path)?.data {
                Cow::Borrowed(bytes) => bytes.into(),
                Cow::Owned(bytes) => bytes.into(),
            };
            Some((path.into_owned(), bytes))
        }))
    })
}
