//! The third-party notices of everything that is shipped.
//!
//! The list of packages comes from cargo and from the page's lock file, the texts from the packages' sources.
//! The page's build creates the file when a lock file has changed; it is not tracked.

use crate::{
    mtime::{newest, oldest},
    shell::{self, Result, root},
};
use serde_json::Value as Json;
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs,
    path::{Path, PathBuf},
};

/// The output file; the page serves it as `licences.txt`, and `ludoteca licences` prints it.
pub(crate) const FILE: &str = "target/licences.txt";
/// The npm packages whose code is in the page. The page's build fails if one is missing here
/// (web/plugins/licences.ts), except for workbox, which builds the service worker separately.
const BUNDLED: [&str; 8] = [
    "clsx",
    "svelte",
    "uqr",
    "vite",
    "workbox-core",
    "workbox-precaching",
    "workbox-routing",
    "workbox-strategies",
];
/// Vite's own licence ends here: what follows is about the tool, not about the few lines of it that are in
/// the page.
const VITE_ENDS: &str = "# Licenses of bundled dependencies";
/// Prefixes of the names of licence files, in lower case.
const NAMES: [&str; 6] = ["licen", "copying", "notice", "unlicense", "copyright", "patents"];
/// The C library in zstd-sys is offered under BSD or the GPL; we use it under BSD.
const NOT_TAKEN: &str = "GNU GENERAL PUBLIC LICENSE";
/// Folders of a package from which nothing is compiled into ours.
const NOT_SHIPPED: [&str; 6] = ["benches", "ci", "examples", "fuzz", "target", "tests"];

/// The source of a package.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Source {
    Rust,
    Npm,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Package {
    source: Source,
    name: String,
    version: String,
}

/// Writes the file unless it is up to date.
pub(crate) fn write_if_changed() -> Result<bool> {
    let sources = ["Cargo.lock", "web/package-lock.json", "xtask/src/licences.rs"];
    if oldest(&[FILE]).is_some_and(|made| Some(made) > newest(&sources)) {
        return Ok(false);
    }
    let text = notices()?;
    fs::write(root().join(FILE), &text).map_err(|error| format!("{FILE}: {error}"))?;
    Ok(true)
}

/// The third-party packages in the program, in the page's modules and in the page.
fn shipped() -> Result<BTreeSet<Package>> {
    let mut all = BTreeSet::new();
    all.extend(crates(&["--package", "ludoteca", "--target", "all"])?);
    all.extend(crates(&["--package", "ludoteca-wasm", "--target", "wasm32-unknown-unknown"])?);
    let lock = json(&root().join("web/package-lock.json"))?;
    for name in BUNDLED {
        let version = lock["packages"][format!("node_modules/{name}")]["version"].as_str();
        let version = version.ok_or_else(|| format!("web/package-lock.json: no package {name}"))?;
        all.insert(Package { source: Source::Npm, name: name.to_owned(), version: version.to_owned() });
    }
    Ok(all)
}

/// The third-party crates that cargo builds with these arguments, except those that only run during the
/// build.
fn crates(words: &[&str]) -> Result<Vec<Package>> {
    let common = ["cargo", "tree", "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"];
    let tree = shell::output(&[&common[..], words].concat())
        .ok_or_else(|| format!("`cargo tree {}` failed", words.join(" ")))?;
    Ok(read_tree(&tree))
}

/// Parses lines such as `serde v1.0.229`; those of our own crates end with their folder.
fn read_tree(tree: &str) -> Vec<Package> {
    let others = tree.lines().filter(|line| !line.contains(" (/") && !line.contains(":\\"));
    let packages = others.filter_map(|line| {
        let mut words = line.split(' ');
        let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
        Some(Package { source: Source::Rust, name: name.to_owned(), version: version.to_owned() })
    });
    packages.collect()
}

const RUST: &str = "Rust packages in the program and in the page's modules:";
const NPM: &str = "npm packages in the page:";
const TEXT: &str = "-------- text ";
const HEAD: &str = "Third-party notices of Ludoteca

Ludoteca itself is licensed under MIT OR Apache-2.0. What is shipped also holds code of the packages below and
of the Rust standard library (MIT OR Apache-2.0, Copyright (c) The Rust Project Contributors). Each line names a
package, its version, its licence as its authors state it, and the numbers of the texts that came with it; where
the authors offer MIT among others, it is the licence that is taken. The texts follow the lists.
";

fn notices() -> Result<String> {
    let facts = crate_facts()?;
    let mut texts = Texts::default();
    let mut lists = BTreeMap::from([(Source::Rust, String::new()), (Source::Npm, String::new())]);
    for package in shipped()? {
        let Package { source, name, version } = &package;
        let (licence, folder, authors) = match source {
            Source::Rust => facts
                .get(&(name.clone(), version.clone()))
                .cloned()
                .ok_or_else(|| format!("cargo metadata does not know {name} {version}"))?,
            Source::Npm => npm_facts(name, version)?,
        };
        let mut found = texts_in(&folder, &licence)?;
        if name == "vite" {
            found.iter_mut().for_each(|text| text.truncate(text.find(VITE_ENDS).unwrap_or(text.len())));
        }
        if found.is_empty() {
            found.push(usual_text(&licence, &authors, name).ok_or_else(|| {
                format!("{name} {version} ({licence}) has no licence text: add a case to usual_text")
            })?);
        }
        let numbers: BTreeSet<usize> = found.iter().map(|text| texts.number(text)).collect();
        let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
        let list = lists.entry(*source).or_default();
        *list += &format!("{name} {version} | {licence} | {}\n", numbers.join(", "));
    }
    let [rust, npm] = [&lists[&Source::Rust], &lists[&Source::Npm]];
    let mut text = format!("{HEAD}\n{RUST}\n\n{rust}\n{NPM}\n\n{npm}\n");
    for (number, one) in texts.in_order.iter().enumerate() {
        text += &format!("{TEXT}{} --------\n\n{one}\n", number + 1);
    }
    Ok(text)
}

/// The licence expression, the folder of the sources, the authors.
type Facts = (String, PathBuf, String);

fn crate_facts() -> Result<HashMap<(String, String), Facts>> {
    let output = shell::output(&["cargo", "metadata", "--format-version", "1", "--locked"])
        .ok_or("cargo metadata failed")?;
    let metadata: Json = serde_json::from_str(&output).map_err(|error| format!("cargo metadata: {error}"))?;
    let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
    let packages = metadata["packages"].as_array().ok_or("cargo metadata: no packages")?;
    let facts = packages.iter().map(|package| {
        let manifest = PathBuf::from(text(&package["manifest_path"]));
        let folder = manifest.parent().unwrap_or(Path::new(".")).to_path_buf();
        let authors: Vec<String> = package["authors"].as_array().into_iter().flatten().map(text).collect();
        let licence = package["license"].as_str().unwrap_or("see its text").to_owned();
        ((text(&package["name"]), text(&package["version"])), (licence, folder, authors.join(", ")))
    });
    Ok(facts.collect())
}

fn npm_facts(name: &str, version: &str) -> Result<Facts> {
    let folder = root().join("web/node_modules").join(name);
    let manifest = json(&folder.join("package.json"))
        .map_err(|error| format!("{error}: run `cargo xtask page` first"))?;
    if manifest["version"] != version {
        return Err(format!(
            "web/node_modules/{name} does not have version {version}: run `cargo xtask page` first"
        ));
    }
    let author = &manifest["author"];
    let author = author.as_str().or(author["name"].as_str()).unwrap_or_default().to_owned();
    Ok((manifest["license"].as_str().unwrap_or("see its text").to_owned(), folder, author))
}

/// The licences in a package's folder and its direct subfolders, where sources in other languages keep
/// theirs. If the authors offer MIT among others and its text is there, only that one is used.
fn texts_in(folder: &Path, licence: &str) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    for path in entries(folder)? {
        let name = lower_name(&path);
        if path.is_dir() {
            let all_are_licences = name == "licenses";
            let below = if NOT_SHIPPED.contains(&name.as_str()) || name == "node_modules" {
                Vec::new()
            } else {
                entries(&path)?
            };
            paths.extend(
                below.into_iter().filter(|path| path.is_file() && (all_are_licences || is_licence(path))),
            );
        } else if is_licence(&path) {
            paths.push(path);
        }
    }
    if offers_mit(licence) && paths.iter().any(|path| lower_name(path).contains("mit")) {
        paths
            .retain(|path| ["mit", "notice", "copyright"].iter().any(|word| lower_name(path).contains(word)));
    }
    let read = |path: PathBuf| {
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    let texts: Result<Vec<String>> = paths.into_iter().map(read).collect();
    Ok(texts?.into_iter().filter(|text| !text.trim_start().starts_with(NOT_TAKEN)).collect())
}

/// Sorted by name, so that the file is the same on every machine.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    Ok(paths)
}

fn lower_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

/// Whether the expression allows MIT alone.
fn offers_mit(licence: &str) -> bool {
    !licence.contains(" AND ") && licence.split([' ', '/']).any(|word| word == "MIT")
}

fn is_licence(path: &Path) -> bool {
    let name = lower_name(path);
    let source = [".rs", ".js", ".ts", ".c", ".h", ".py"].iter().any(|end| name.ends_with(end));
    NAMES.iter().any(|begin| name.starts_with(begin)) && !source
}

/// The standard text of the licence, for packages that name it but do not include it.
fn usual_text(licence: &str, authors: &str, name: &str) -> Option<String> {
    if licence == "Apache-2.0" {
        return Some(include_str!("../../LICENSE-APACHE").to_owned());
    }
    if licence == "MPL-2.0" {
        // The licence requires that recipients of the program learn where to get the source.
        return Some(format!(
            "{name} is subject to the terms of the Mozilla Public License, v. 2.0, which can be read at\n\
             https://mozilla.org/MPL/2.0/. Its source is used unchanged, and is the package {name} of this\n\
             version in the registry of Rust's packages.\n"
        ));
    }
    let by = if authors.is_empty() { format!("the authors of {name}") } else { authors.to_owned() };
    let mit = include_str!("../../LICENSE-MIT");
    let (_, terms) = mit.split_once("\nPermission is hereby granted")?;
    offers_mit(licence)
        .then(|| format!("MIT License\n\nCopyright (c) {by}\n\nPermission is hereby granted{terms}"))
}

/// Texts numbered from 1. Texts that differ only in white space are the same.
#[derive(Default)]
struct Texts {
    in_order: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Texts {
    fn number(&mut self, text: &str) -> usize {
        let words: Vec<&str> = text.split_whitespace().collect();
        *self.numbers.entry(words.join(" ")).or_insert_with(|| {
            let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
            self.in_order.push(format!("{}\n", lines.join("\n").trim_matches('\n')));
            self.in_order.len()
        })
    }
}

fn json(path: &Path) -> Result<Json> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(source: Source, name: &str, version: &str) -> Package {
        Package { source, name: name.to_owned(), version: version.to_owned() }
    }

    #[test]
    fn our_own_crates_are_not_listed() {
        let tree = "ludoteca-cli v0.1.0 (/home/me/ludoteca/crates/cli)\nludoteca-core v0.1.0 (C:\\me\\core)\nserde v1.0.229\nserde v1.0.229 (*)\n";
        let serde = package(Source::Rust, "serde", "1.0.229");
        assert_eq!(read_tree(tree), [serde.clone(), serde]);
    }

    #[test]
    fn texts_that_differ_in_blanks_alone_are_one() {
        let mut texts = Texts::default();
        assert_eq!([texts.number("a  b\r\n"), texts.number("\na\nb"), texts.number("a c")], [1, 1, 2]);
        assert_eq!(texts.in_order, ["a  b\n", "a c\n"]);
    }

    #[test]
    fn a_package_without_a_text_gets_the_usual_one_where_there_is_one() {
        let text = usual_text("Apache-2.0/MIT", "Ada", "x").unwrap();
        assert!(
            text.starts_with("MIT License\n\nCopyright (c) Ada\n\nPermission is hereby granted, free of")
        );
        assert!(text.contains("WITHOUT WARRANTY OF ANY KIND"));
        assert!(usual_text("MIT OR Zlib", "", "x").unwrap().contains("Copyright (c) the authors of x\n"));
        assert_eq!(usual_text("MIT-0", "Ada", "x"), None);
        assert_eq!(usual_text("MIT AND BSD-3-Clause", "Ada", "x"), None);
    }
}
