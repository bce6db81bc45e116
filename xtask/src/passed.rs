//! Steps of `cargo xtask test` that have passed are not repeated before a file changes.

use crate::{
    page,
    shell::{self, Result, output, root},
};
use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
};

/// Has a file for each step, with the state of its files when it passed.
const FOLDER: &str = "passed";

/// The files that a step depends on. The compiler's version counts, too.
#[derive(Clone, Copy)]
pub(crate) enum Inputs {
    All,
    /// All but the browser tests and other scripts that open the page.
    WithoutPageTests,
}

const PAGE_TESTS: [&str; 3] = ["web/tests", "web/playwright.config.ts", "web/scripts"];

/// Runs a step unless it passed with the same files; returns whether it ran.
pub(crate) fn unless_passed(name: &str, inputs: Inputs, step: impl FnOnce() -> Result) -> Result<bool> {
    let Some(before) = inputs.state() else {
        return step().map(|()| true);
    };
    let stored = root().join(shell::target()).join(FOLDER).join(name.replace(' ', "-"));
    if fs::read_to_string(&stored).is_ok_and(|stored| stored == before) {
        return Ok(false);
    }
    // A step that fails or is interrupted has not passed.
    let _ = fs::remove_file(&stored);
    step()?;
    // If a file was edited meanwhile, it is unknown what the step has seen.
    if inputs.state().as_ref() == Some(&before) {
        let folder = stored.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&stored, before))
            .map_err(|error| format!("{}: {error}", stored.display()))?;
    }
    Ok(true)
}

impl Inputs {
    /// A hash of the files that git has or does not ignore; none outside a repository.
    fn state(self) -> Option<String> {
        let folder = root().display().to_string();
        let words = ["git", "-C", &folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard"];
        let files = output(&words)?;
        let mut hasher = DefaultHasher::new();
        // Some tests check more if the page is built.
        root().join(page::MADE).exists().hash(&mut hasher);
        output(&["rustc", "--version", "--verbose"]).hash(&mut hasher);
        for path in files.split_terminator('\0').filter(|path| self.contains(path)) {
            path.hash(&mut hasher);
            // Deleted files are listed until that is committed.
            fs::read(root().join(path)).ok().hash(&mut hasher);
        }
        Some(format!("{:016x}", hasher.finish()))
    }

    fn contains(self, path: &str) -> bool {
        match self {
            Inputs::All => true,
            Inputs::WithoutPageTests => !PAGE_TESTS.iter().any(|tests| Path::new(path).starts_with(tests)),
        }
    }
}

/// Makes every step run again.
pub(crate) fn forget() {
    // There may be none.
    let _ = fs::remove_dir_all(root().join(shell::target()).join(FOLDER));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_repeated_until_it_passes() {
        let name = "a test of xtask";
        let stored = root().join(shell::target()).join(FOLDER).join("a-test-of-xtask");
        let _ = fs::remove_file(&stored);
        assert_eq!(unless_passed(name, Inputs::All, || Err("failed".to_owned())), Err("failed".to_owned()));
        assert_eq!(unless_passed(name, Inputs::All, || Ok(())), Ok(true));
        assert_eq!(unless_passed(name, Inputs::All, || Err("repeated".to_owned())), Ok(false));
        fs::write(&stored, "another state").unwrap();
        assert_eq!(unless_passed(name, Inputs::All, || Ok(())), Ok(true));
        fs::remove_file(&stored).unwrap();
    }

    #[test]
    fn the_browser_tests_are_no_input_of_the_rust_tests() {
        let files = ["web/tests/a.ts", "web/tests.ts", "web/playwright.config.ts", "crates/core/src/lib.rs"];
        let inputs = files.into_iter().filter(|path| Inputs::WithoutPageTests.contains(path));
        assert_eq!(inputs.collect::<Vec<_>>(), ["web/tests.ts", "crates/core/src/lib.rs"]);
    }
}
