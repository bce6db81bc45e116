//! The page's types, generated from those of the crates view and protocol. Tests of those crates fail when
//! they are out of date.

use crate::shell::{self, Result};

/// For each file, the package and the example that prints it.
const FILES: [(&str, &str, &str); 2] = [
    ("web/src/lib/engine/types.gen.ts", "ludoteca-view", "ts-types"),
    ("web/src/lib/online/types.gen.ts", "ludoteca-protocol", "ts-messages"),
];

pub(crate) fn write() -> Result {
    for (file, package, example) in FILES {
        let command = ["cargo", "run", "--quiet", "--package", package, "--example", example];
        let text = shell::output(&command).ok_or_else(|| format!("`{}` failed", command.join(" ")))?;
        std::fs::write(shell::root().join(file), text)
            .map_err(|error| format!("cannot write {file}: {error}"))?;
    }
    Ok(())
}
