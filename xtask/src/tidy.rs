//! Checks what no compiler does: crates stay in their layers and the figure of them is up to date, every
//! ruling has a test with its number, every test file is run, tests start the program without the user's own
//! games and settings, links in the documents are valid and the book's contents list every page, source files
//! are not too long and prose not too wide, the language is plain, lock files contain checksums, the program
//! in `target/dist` contains no path of this machine, the page uses the colours of the palette, the files in
//! `deploy` have their limits, and deny.toml allows all dependencies.

use crate::{
    deploy, language, layers, locks, palette, program, prose,
    shell::{self, Result, root, works},
};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Each crate with rulings: its rules page, and the tests named after them.
const RULES: [(&str, &str, &str); 5] = [
    ("squadro", "squadro", "tests/rulings.rs"),
    ("number-one", "number-one", "tests/rulings.rs"),
    ("peak", "peak", "tests/rulings.rs"),
    ("one-piece", "one-piece-for-two", "tests/rulings.rs"),
    ("contest", "table", "tests/table/rulings.rs"),
];
/// The maximum length of a source file, in lines.
const LONGEST: usize = 600;
/// Folders with generated or downloaded files.
const OTHERS: [&str; 6] =
    ["target", "scratch", "artifacts", "node_modules", "test-results", "playwright-report"];

pub(crate) fn run() -> Result {
    let mut faults = Vec::new();
    for (krate, page, tests) in RULES {
        rulings_are_tested(page, &root().join("crates").join(krate).join(tests), &mut faults)?;
    }
    tests_are_run(&mut faults)?;
    tests_have_no_user(&mut faults)?;
    faults.extend(layers::faults()?);
    faults.extend(locks::faults()?);
    faults.extend(program::faults()?);
    faults.extend(palette::faults()?);
    faults.extend(deploy::faults()?);
    documents_are_listed(&mut faults)?;
    let mut files = Vec::new();
    walk(&root(), &mut files)?;
    for path in &files {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
        match extension {
            // Generated files may have any length.
            "ts" if path.to_string_lossy().ends_with(".gen.ts") => continue,
            "rs" | "ts" | "svelte" => source_is_short(path, &mut faults)?,
            "md" => links_lead_somewhere(path, &mut faults)?,
            // Applied migrations (sql) never change: sqlx compares their checksums.
            "mjs" | "css" | "toml" | "py" | "html" | "sh" | "yml" | "yaml" => {}
            _ => continue,
        }
        for fault in language::faults(&shown(path), &read(path)?) {
            faults.push(format!("{}:{fault}", shown(path)));
        }
        for line in prose::too_wide(extension, &read(path)?) {
            faults.push(format!("{}:{line}: prose wider than 110 columns", shown(path)));
        }
    }
    if !faults.is_empty() {
        return Err(format!("untidy:\n  {}", faults.join("\n  ")));
    }
    dependencies_are_allowed()
}

/// Checks dependencies by the rules of deny.toml. Known vulnerabilities are left to `cargo deny check
/// advisories`, which needs a network.
fn dependencies_are_allowed() -> Result {
    if !works(&["cargo", "deny", "--version"]) {
        eprintln!(
            "dependencies are not checked: cargo-deny is missing, run `cargo install --locked cargo-deny`"
        );
        return Ok(());
    }
    shell::run(&["cargo", "deny", "check", "bans", "licenses", "sources"], &[])
}

/// Where the tests of a crate are one binary, a file that it does not declare would never run.
fn tests_are_run(faults: &mut Vec<String>) -> Result {
    let mut files = Vec::new();
    walk(&root().join("crates"), &mut files)?;
    for all in files.iter().filter(|path| path.ends_with("tests/all.rs")) {
        let named = read(all)?;
        let beside = |path: &&PathBuf| path.parent() == all.parent() && *path != all;
        for path in files.iter().filter(beside).filter(|path| path.extension().is_some_and(|end| end == "rs"))
        {
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or("");
            if !named.lines().any(|line| line == format!("mod {name};")) {
                faults.push(format!(
                    "{}: never run, because {} does not declare it",
                    shown(path),
                    shown(all)
                ));
            }
        }
    }
    Ok(())
}

/// The only test files that may name the programs, which they start with a temporary home.
const START_PROGRAMS: [&str; 2] = ["crates/ludoteca/tests/common/mod.rs", "crates/lab/tests/common/mod.rs"];

/// A test that starts the program elsewhere would use the user's own games, which a server may have open, and
/// their settings.
fn tests_have_no_user(faults: &mut Vec<String>) -> Result {
    // In two parts, or this file would contain it.
    let program = ["CARGO_BIN_", "EXE"].concat();
    let mut files = Vec::new();
    for folder in ["crates", "xtask", "fuzz"] {
        walk(&root().join(folder), &mut files)?;
    }
    for path in files.iter().filter(|path| path.extension().is_some_and(|end| end == "rs")) {
        let names = read(path)?.matches(&program).count();
        let allowed = usize::from(START_PROGRAMS.contains(&shown(path).as_str()));
        if names > allowed {
            faults.push(format!(
                "{}: a test that starts the program itself: use the functions of {}",
                shown(path),
                START_PROGRAMS[0]
            ));
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
        if path.is_dir() {
            if !name.starts_with('.') && !OTHERS.contains(&name) {
                walk(&path, files)?;
            }
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn rulings_are_tested(page: &str, tests: &Path, faults: &mut Vec<String>) -> Result {
    let page = root().join(format!("docs/rules/{page}.md"));
    let tests = read(tests)?;
    for ruling in read(&page)?.split("<a id=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        let name = format!("fn {}_", ruling.to_lowercase().replace('-', "_"));
        if !tests.contains(&name) {
            faults.push(format!("{}: no test is named after {ruling}", shown(&page)));
        }
    }
    Ok(())
}

fn source_is_short(path: &Path, faults: &mut Vec<String>) -> Result {
    let lines = read(path)?.lines().count();
    if lines > LONGEST {
        faults.push(format!("{}: {lines} lines: split the file", shown(path)));
    }
    Ok(())
}

/// The book's table of contents; a page that it does not list would never be in the served book.
const CONTENTS: &str = "docs/README.md";

fn documents_are_listed(faults: &mut Vec<String>) -> Result {
    let contents = read(&root().join(CONTENTS))?;
    let folder = root().join("docs");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    faults.extend(unlisted(&contents, names));
    Ok(())
}

fn unlisted(contents: &str, names: impl Iterator<Item = String>) -> Vec<String> {
    let pages = names.filter(|name| name.ends_with(".md") && !CONTENTS.ends_with(&format!("/{name}")));
    let missing = pages.filter(|name| {
        !contents.lines().any(|line| line.starts_with("- [") && line.contains(&format!("]({name})")))
    });
    missing.map(|name| format!("docs/{name}: not listed in {CONTENTS}")).collect()
}

/// Checks links to files, written `[text](path)` in Markdown; URLs and anchors within the page are ignored.
fn links_lead_somewhere(path: &Path, faults: &mut Vec<String>) -> Result {
    let folder = path.parent().unwrap_or(Path::new("."));
    for target in read(path)?.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        let file = target.split('#').next().unwrap_or("");
        if !file.is_empty() && !target.contains("://") && !folder.join(file).exists() {
            faults.push(format!("{}: the link to {target} is broken", shown(path)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_the_contents_do_not_list_is_named() {
        let names = ["README.md", "hosting.md", "levels.md", "pictures"].map(str::to_owned);
        let contents = "# Book\n- [Hosting](hosting.md): one server\nSee [levels](levels.md).\n";
        assert_eq!(unlisted(contents, names.into_iter()), ["docs/levels.md: not listed in docs/README.md"]);
    }
}
