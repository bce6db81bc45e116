//! Which crate depends on which: the picture in ARCHITECTURE.md is drawn from what cargo says, and the layers
//! are checked against it.

use crate::shell::{self, Result, root};
use serde_json::Value as Json;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
};

const FILE: &str = "ARCHITECTURE.md";
/// The picture stands between these two lines.
const BEGIN: &str = "```mermaid";
const END: &str = "```";
/// What crates of ours are called; the picture leaves it out.
const PREFIX: &str = "ludoteca-";

/// Crates that decide what the rules say, and must not need what plays well.
const RULES_ONLY: [&str; 6] = ["record", "draw", "catalog", "contest", "view", "server"];
const PLAYING: [&str; 6] = ["search", "evaluate", "solve", "solve-cuda", "engine", "peer"];
/// Rules of one game each.
const GAMES: [&str; 4] = ["squadro", "number-one", "peak", "one-piece"];

/// For each crate the crates of ours it is built from, and whether it can do without them.
type Needs = BTreeMap<String, BTreeMap<String, bool>>;

/// Writes the picture anew.
pub(crate) fn draw() -> Result {
    let text = read()?;
    let drawn = with_picture(&text, &picture(&needs()?))?;
    fs::write(root().join(FILE), drawn).map_err(|error| format!("{FILE}: {error}"))
}

pub(crate) fn faults() -> Result<Vec<String>> {
    let needs = needs()?;
    let mut faults = broken_layers(&needs);
    let text = read()?;
    if with_picture(&text, &picture(&needs))? != text {
        faults.push(format!("{FILE}: the picture is not what cargo says: run `cargo xtask layers`"));
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
        // Tests may use anything; a kind of `null` is what the crate itself is built from.
        let built = list(&package["dependencies"]).into_iter().filter(|needed| needed["kind"].is_null());
        let built = built.filter(|needed| ours.contains(&name(needed)));
        built.map(|needed| (short(name(&needed)), needed["optional"] == true)).collect()
    };
    packages.iter().map(|package| (short(name(package)), of_package(package))).collect()
}

/// All that a crate is always built from, near and far.
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
    check("core", &|_| false, "core knows no other crate");
    for game in GAMES {
        check(game, &|needed| needed == "core", "rules crates depend on core alone");
    }
    for name in RULES_ONLY {
        check(
            name,
            &|needed| !PLAYING.contains(&needed),
            "what only needs the rules is built without players",
        );
    }
    check("xtask", &|_| false, "a task on a fresh clone must not wait for our crates: see xtask/games");
    faults
}

/// A graph in Mermaid's language, which GitHub and many editors draw: an arrow for each crate that a crate
/// needs directly and not through another one; a dotted one where a feature decides.
fn picture(needs: &Needs) -> String {
    let mut text = format!("{BEGIN}\ngraph TD\n");
    for (name, needed) in needs {
        let through: BTreeSet<&str> = needed.keys().flat_map(|other| closure(needs, other)).collect();
        for (other, optional) in needed.iter().filter(|(other, _)| !through.contains(other.as_str())) {
            let arrow = if *optional { "-.->" } else { "-->" };
            let _ = writeln!(text, "  {name} {arrow} {other}");
        }
    }
    text + END
}

fn with_picture(text: &str, picture: &str) -> Result<String> {
    let missing = || format!("{FILE}: no picture: expected a block that begins with {BEGIN}");
    let (before, rest) = text.split_once(BEGIN).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&format!("\n{END}")).ok_or_else(missing)?;
    Ok(format!("{before}{picture}{after}"))
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
    fn the_picture_shows_direct_needs_once() {
        let expected = "```mermaid\ngraph TD\n  catalog --> peak\n  catalog -.-> search\n  peak --> core\n  search --> core\n```";
        assert_eq!(picture(&example()), expected);
        let page = format!("# Map\n{BEGIN}\nold\n{END}\n\nMore.\n");
        assert_eq!(with_picture(&page, "new").unwrap(), "# Map\nnew\n\nMore.\n");
        assert!(with_picture("# Map\n", "new").is_err());
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
                "peak depends on record, but rules crates depend on core alone",
                "catalog depends on search, but what only needs the rules is built without players"
            ]
        );
    }
}
