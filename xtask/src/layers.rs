//! The five layers of the workspace. The figure in ARCHITECTURE.md is drawn from them, and cargo's metadata
//! must agree with them.

use crate::shell::{self, Result, root};
use serde_json::Value as Json;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
};

const FILE: &str = "ARCHITECTURE.md";
/// The figure is between these two lines.
const BEGIN: &str = "```text\n┌";
const END: &str = "```";
/// The prefix of our packages, which the figure omits.
const PREFIX: &str = "ludoteca-";

/// A name and its crates, from top to bottom. A crate may depend on its own layer and on those below.
type Layer = (&'static str, &'static [&'static str]);
const LAYERS: [Layer; 5] = [
    (
        "edges",
        &[
            "ludoteca",
            "cli",
            "lab",
            "shell",
            "program-tests",
            "wasm",
            "fuzz",
            "xtask",
            "xtask-bindgen",
            "xtask-cluster",
            "xtask-games",
        ],
    ),
    ("services", &["server", "cluster", "service", "client", "archive", "store", "protocol", "view"]),
    ("players", &["engine", "evaluate", "search", "solve", "solve-cuda", "table", "tune", "peer"]),
    ("games", &["contest", "rating", "puzzle", "catalog", "record", "draw"]),
    ("rules", &["squadro", "number-one", "peak", "one-piece", "conformance", "core"]),
];
/// The width of the figure, in columns.
const WIDTH: usize = 92;

/// Crates that implement the rules and must not depend on the computer players.
const RULES_ONLY: [&str; 7] = ["record", "draw", "catalog", "contest", "view", "service", "server"];
const PLAYING: [&str; 6] = ["search", "evaluate", "solve", "solve-cuda", "engine", "peer"];
/// The rules of one game each.
const GAMES: [&str; 4] = ["squadro", "number-one", "peak", "one-piece"];

/// For each crate, the workspace crates it is built from, and whether each is optional.
type Needs = BTreeMap<String, BTreeMap<String, bool>>;
pub(crate) fn draw() -> Result {
    let text = read()?;
    let drawn = with_figure(&text, &figure())?;
    fs::write(root().join(FILE), drawn).map_err(|error| format!("{FILE}: {error}"))
}

pub(crate) fn faults() -> Result<Vec<String>> {
    let needs = needs()?;
    let mut faults = broken_layers(&needs);
    faults.extend(wrong_direction(&needs));
    let text = read()?;
    if with_figure(&text, &figure())? != text {
        faults.push(format!("{FILE}: the figure is out of date: run `cargo xtask layers`"));
    }
    Ok(faults)
}

fn read() -> Result<String> {
    fs::read_to_string(root().join(FILE)).map_err(|error| format!("{FILE}: {error}"))
}

fn needs() -> Result<Needs> {
    let words = ["cargo", "metadata", "--format-version", "1", "--no-deps", "--offline"];
    let said = shell::output(&words).ok_or_else(|| format!("`{}` failed", words.join(" ")))?;
    let said: Json = serde_json::from_str(&said).map_err(|error| format!("cargo metadata: {error}"))?;
    Ok(needs_in(&said))
}

fn needs_in(metadata: &Json) -> Needs {
    let list = |json: &Json| json.as_array().cloned().unwrap_or_default();
    let name = |json: &Json| json["name"].as_str().unwrap_or_default().to_owned();
    let short = |name: String| name.strip_prefix(PREFIX).map_or(name.clone(), str::to_owned);
    let packages = list(&metadata["packages"]);
    let ours: BTreeSet<String> = packages.iter().map(name).collect();
    let of_package = |package: &Json| {
        // Tests may use anything; a kind of `null` is a normal dependency.
        let built = list(&package["dependencies"]).into_iter().filter(|needed| needed["kind"].is_null());
        let built = built.filter(|needed| ours.contains(&name(needed)));
        built.map(|needed| (short(name(&needed)), needed["optional"] == true)).collect()
    };
    packages.iter().map(|package| (short(name(package)), of_package(package))).collect()
}

/// All required dependencies of a crate, direct and transitive.
fn closure<'a>(needs: &'a Needs, from: &str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(name) = open.pop() {
        for (needed, optional) in needs.get(name).into_iter().flatten() {
            if !optional && found.insert(needed.as_str()) {
                open.push(needed);
            }
        }
    }
    found
}

fn broken_layers(needs: &Needs) -> Vec<String> {
    let mut faults = Vec::new();
    let mut check = |name: &str, allowed: &dyn Fn(&str) -> bool, rule: &str| {
        let found = closure(needs, name).into_iter().filter(|needed| !allowed(needed));
        faults.extend(found.map(|needed| format!("{name} depends on {needed}, but {rule}")));
    };
    check("core", &|_| false, "core depends on no other crate");
    for game in GAMES {
        check(game, &|needed| needed == "core", "crates of rules may depend on core alone");
    }
    for name in RULES_ONLY {
        check(
            name,
            &|needed| !PLAYING.contains(&needed),
            "crates that only need the rules are built without the players",
        );
    }
    check(
        "xtask",
        &|_| false,
        "a task on a fresh clone must not wait for our crates to build: see xtask/games",
    );
    faults
}

/// Crates without a layer, layers with unknown crates, and dependencies on a higher layer.
fn wrong_direction(needs: &Needs) -> Vec<String> {
    let layer = |name: &str| LAYERS.iter().position(|(_, crates)| crates.contains(&name));
    let unknown = LAYERS.iter().flat_map(|(_, crates)| *crates).filter(|name| !needs.contains_key(**name));
    let mut faults: Vec<String> =
        unknown.map(|name| format!("{name} is in a layer, but is not a crate")).collect();
    for (name, needed) in needs {
        let Some(own) = layer(name) else {
            faults.push(format!("{name} is in no layer: add it to xtask/src/layers.rs"));
            continue;
        };
        for other in needed.keys() {
            if let Some(above) = layer(other).filter(|&above| above < own) {
                let (own, above) = (LAYERS[own].0, LAYERS[above].0);
                faults.push(format!("{name} ({own}) depends on {other} ({above}), a layer above"));
            }
        }
    }
    faults
}

/// The layers as boxes of text, so that the figure can be read anywhere.
fn figure() -> String {
    let rule = "─".repeat(WIDTH);
    let mut text = format!("{BEGIN}{rule}┐\n");
    for (number, (name, crates)) in LAYERS.iter().enumerate() {
        if number > 0 {
            let _ = writeln!(text, "├{rule}┤");
        }
        for (row, crates) in rows(crates).iter().enumerate() {
            let line = format!(" {:<10}{crates}", if row == 0 { name } else { "" });
            let _ = writeln!(text, "│{line:<WIDTH$}│");
        }
    }
    text + &format!("└{rule}┘\n{END}")
}

/// The names in as many rows as they need.
fn rows(names: &[&str]) -> Vec<String> {
    const ROOM: usize = WIDTH - 12;
    let mut rows: Vec<String> = Vec::new();
    for name in names {
        match rows.last_mut() {
            Some(row) if row.chars().count() + 3 + name.len() <= ROOM => *row += &format!(" · {name}"),
            _ => rows.push((*name).to_owned()),
        }
    }
    rows
}

fn with_figure(text: &str, figure: &str) -> Result<String> {
    let missing = || format!("{FILE}: no figure found: expected a block that begins with {BEGIN}");
    let (before, rest) = text.split_once(BEGIN).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&format!("\n{END}")).ok_or_else(missing)?;
    Ok(format!("{before}{figure}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn example() -> Needs {
        let on = |name: &str| json!({ "name": name, "kind": null, "optional": false });
        needs_in(&json!({ "packages": [
            { "name": "ludoteca-core", "dependencies": [on("serde")] },
            { "name": "ludoteca-peak", "dependencies": [on("ludoteca-core"),
                { "name": "ludoteca-search", "kind": "dev", "optional": false }] },
            { "name": "ludoteca-search", "dependencies": [on("ludoteca-core")] },
            { "name": "ludoteca-catalog", "dependencies": [on("ludoteca-core"), on("ludoteca-peak"),
                { "name": "ludoteca-search", "kind": null, "optional": true }] },
        ] }))
    }

    #[test]
    fn the_figure_has_all_layers_and_replaces_the_old_one() {
        let figure = figure();
        for (name, crates) in LAYERS {
            assert!(figure.contains(&format!("│ {name:<10}{}", crates[0])), "{figure}");
            assert!(crates.iter().all(|name| figure.contains(&format!(" {name} "))), "{figure}");
        }
        let widths: BTreeSet<usize> =
            figure.lines().filter(|line| !line.starts_with('`')).map(|line| line.chars().count()).collect();
        assert_eq!(widths, BTreeSet::from([WIDTH + 2]), "{figure}");
        let page = format!("# Map\n{BEGIN}\nold\n{END}\n\nMore.\n");
        assert_eq!(with_figure(&page, "new").unwrap(), "# Map\nnew\n\nMore.\n");
        assert!(with_figure("# Map\n", "new").is_err());
    }

    #[test]
    fn a_dependency_that_points_upwards_is_named() {
        let mut needs: Needs = LAYERS
            .iter()
            .flat_map(|(_, crates)| *crates)
            .map(|&name| (name.to_owned(), BTreeMap::new()))
            .collect();
        assert!(wrong_direction(&needs).is_empty());
        needs.get_mut("catalog").unwrap().extend([("engine".to_owned(), true), ("peak".to_owned(), false)]);
        needs.insert("lobby".to_owned(), BTreeMap::new());
        needs.remove("draw");
        assert_eq!(
            wrong_direction(&needs),
            [
                "draw is in a layer, but is not a crate",
                "catalog (games) depends on engine (players), a layer above",
                "lobby is in no layer: add it to xtask/src/layers.rs",
            ]
        );
    }

    #[test]
    fn a_crate_in_the_wrong_layer_is_named() {
        let mut needs = example();
        assert!(broken_layers(&needs).is_empty());
        needs.get_mut("catalog").unwrap().insert("search".to_owned(), false);
        needs.get_mut("peak").unwrap().insert("record".to_owned(), false);
        needs.insert("record".to_owned(), BTreeMap::new());
        assert_eq!(
            broken_layers(&needs),
            [
                "peak depends on record, but crates of rules may depend on core alone",
                "catalog depends on search, but crates that only need the rules are built without the players"
            ]
        );
    }
}
