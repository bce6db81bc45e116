//! The page's types: those of crate view, and those of the API, which openapi-typescript makes from the
//! OpenAPI document. The types of view are compared by a test of that crate, those of the API by `check`.

use crate::{
    page::path_of,
    program,
    shell::{self, Result, root},
};
use std::fs;

const VIEW: &str = "web/src/lib/engine/types.gen.ts";
const API: &str = "web/src/lib/online/types.gen.ts";
/// Relative to `web`, where npm runs.
const DOCUMENT: &str = "../target/openapi.json";

pub(crate) fn write() -> Result {
    let view = printed(&["cargo", "run", "--quiet", "--package", "ludoteca-view", "--example", "ts-types"])?;
    write_file(VIEW, &view)?;
    let api = api_types(&["cargo", "run", "--quiet", "--package", program::PROGRAM, "--", "openapi"])?;
    write_file(API, &api)
}

/// Compares the types of the API with the document of the program as the tests built it.
pub(crate) fn check() -> Result {
    let made = api_types(&[&path_of(program::PROGRAM, "debug"), "openapi"])?;
    let written = fs::read_to_string(root().join(API)).map_err(|error| format!("{API}: {error}"))?;
    if made == written { Ok(()) } else { Err(format!("{API} is stale: run `cargo xtask ts-types`")) }
}

/// The types of the document that this command prints.
fn api_types(document: &[&str]) -> Result<String> {
    let path = root().join("web").join(DOCUMENT);
    fs::write(&path, printed(document)?).map_err(|error| format!("{}: {error}", path.display()))?;
    printed(&["npm", "--prefix", "web", "run", "--silent", "api-types", "--", DOCUMENT])
}

fn printed(command: &[&str]) -> Result<String> {
    shell::output(command).ok_or_else(|| format!("`{}` failed", command.join(" ")))
}

fn write_file(file: &str, text: &str) -> Result {
    fs::write(root().join(file), text).map_err(|error| format!("cannot write {file}: {error}"))
}
