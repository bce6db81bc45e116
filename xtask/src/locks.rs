//! Checks that the lock files have a checksum for every downloaded package.

use crate::shell::{Result, root};
use serde_json::Value as Json;
use std::fs;

pub(crate) fn faults() -> Result<Vec<String>> {
    let read = |name: &str| fs::read_to_string(root().join(name)).map_err(|error| format!("{name}: {error}"));
    let npm: Json = serde_json::from_str(&read("web/package-lock.json")?)
        .map_err(|error| format!("web/package-lock.json: {error}"))?;
    let mut faults = without_integrity(&npm);
    faults.extend(without_checksum(&read("Cargo.lock")?));
    Ok(faults)
}

/// Skips native parts for other systems, which are optional and not in the page: npm may have been unable to
/// look up their checksums.
fn without_integrity(lock: &Json) -> Vec<String> {
    let packages = lock["packages"].as_object().into_iter().flatten();
    let unchecked = packages.filter(|(path, package)| {
        let ours = path.is_empty() || package["link"] == true;
        let other_system = package["optional"] == true && package["cpu"].is_array();
        !ours && !other_system && !package["integrity"].is_string()
    });
    unchecked.map(|(path, _)| format!("web/package-lock.json: {path} has no `integrity`")).collect()
}

/// Packages from a registry have a `source`; our own do not.
fn without_checksum(lock: &str) -> Vec<String> {
    let packages = lock.split("[[package]]").skip(1);
    let unchecked =
        packages.filter(|package| package.contains("\nsource = ") && !package.contains("\nchecksum = "));
    unchecked
        .map(|package| {
            let name = package.trim().lines().next().unwrap_or_default();
            format!("Cargo.lock: the package with {name} has no `checksum`")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn npm_packages_without_integrity_are_named() {
        let lock = json!({ "packages": {
            "": { "name": "ludoteca-web" },
            "node_modules/a": { "version": "1.0.0", "integrity": "sha512-x" },
            "node_modules/b": { "version": "1.0.0" },
            "node_modules/c": { "version": "1.0.0", "optional": true },
            "node_modules/d-win32": { "version": "1.0.0", "optional": true, "cpu": ["x64"] },
            "node_modules/e": { "link": true },
        } });
        assert_eq!(
            without_integrity(&lock),
            [
                "web/package-lock.json: node_modules/b has no `integrity`",
                "web/package-lock.json: node_modules/c has no `integrity`"
            ]
        );
    }

    #[test]
    fn crates_without_checksum_are_named() {
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nsource = \"registry\"\nchecksum = \"00\"\n\n\
                    [[package]]\nname = \"b\"\nversion = \"1.0.0\"\nsource = \"registry\"\n\n[[package]]\nname = \"ours\"\nversion = \"0.1.0\"\n";
        assert_eq!(without_checksum(lock), ["Cargo.lock: the package with name = \"b\" has no `checksum`"]);
    }
}
