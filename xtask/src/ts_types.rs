//! The page's types, made from those of crate view. A test of that crate fails when they are stale.

use crate::shell::{self, Result};

const TYPES: &str = "web/src/lib/engine/types.gen.ts";

pub(crate) fn write() -> Result {
    let command = ["cargo", "run", "--quiet", "--package=ludoteca-view", "--example=ts-types"];
    let text = shell::output(&command).ok_or_else(|| format!("`{}` failed", command.join(" ")))?;
    std::fs::write(shell::root().join(TYPES), text).map_err(|error| format!("cannot write {TYPES}: {error}"))
}
