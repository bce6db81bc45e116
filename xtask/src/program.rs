//! Builds of the program: a quick one for this machine, and one to be shipped, which is stripped and without
//! the paths of the build machine.
//!
//! Panic messages contain the paths of source files. Those of dependencies are in cargo's folder and would
//! reveal where and by whom the program was built, so the compiler remaps these folders.

use crate::{
    page,
    shell::{self, Result, root},
};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Where `cargo xtask dist` puts the program.
const DIST: &str = "target/dist";

/// The packages of the program, of its commands, which do not contain the page, and of the laboratory.
pub(crate) const PROGRAM: &str = "ludoteca";
pub(crate) const COMMANDS: &str = "ludoteca-cli";
pub(crate) const LAB: &str = "ludoteca-lab";
/// The profile of what is shipped, and the folder in which cargo puts it.
pub(crate) const SHIPPED: &str = "shipped";

/// Builds a package for use on this machine.
pub(crate) fn build(package: &str) -> Result {
    shell::run(&["cargo", "build", "--release", "--package", package], &[])
}

/// Builds the program for other machines, without the page unless it was built before.
fn build_shipped() -> Result {
    let flags: Vec<String> = remapped().iter().map(|flag| format!("{flag:?}")).collect();
    // Flags of several such tables are joined, while the variable RUSTFLAGS would replace those in
    // .cargo/config.toml.
    let config = format!("target.'cfg(all())'.rustflags=[{}]", flags.join(","));
    let words = ["cargo", "build", "--profile", SHIPPED, "--package", PROGRAM, "--config", &config];
    shell::run(&words, &[])
}

/// Builds the page and the program, searches the program for paths, and copies it into its folder with the
/// notices.
pub(crate) fn dist() -> Result {
    page::build()?;
    build_shipped()?;
    let made = PathBuf::from(page::path_of(PROGRAM, SHIPPED));
    let name = made.file_name().ok_or("the program has no name")?;
    let folder = root().join(DIST);
    let put = |from: &Path, name: &Path| {
        fs::copy(from, folder.join(name)).map_err(|error| format!("{}: {error}", from.display()))
    };
    fs::create_dir_all(&folder).map_err(|error| format!("{DIST}: {error}"))?;
    put(&made, name.as_ref())?;
    for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
        put(&root().join(file), file.as_ref())?;
    }
    put(&root().join(crate::licences::FILE), "LICENCES-THIRD-PARTY.txt".as_ref())?;
    let faults = faults()?;
    if !faults.is_empty() {
        return Err(faults.join("\n"));
    }
    println!("{DIST}: the program and its third-party licences");
    Ok(())
}

/// The paths of this machine in the built release; none if there is no build.
pub(crate) fn faults() -> Result<Vec<String>> {
    let path = root().join(DIST).join(format!("ludoteca{}", std::env::consts::EXE_SUFFIX));
    if !path.exists() {
        return Ok(Vec::new());
    }
    let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let found = paths_in(&bytes, &private_folders());
    Ok(found
        .iter()
        .map(|text| format!("{DIST}: the program contains a path of this machine: {text}"))
        .collect())
}

/// Compiler flags that remap the folders of this machine.
pub(crate) fn remapped() -> Vec<String> {
    let sysroot = shell::output(&["rustc", "--print", "sysroot"]).unwrap_or_default();
    let library = Path::new(sysroot.trim()).join("lib/rustlib/src/rust");
    let folders = [(library, "rust"), (cargo_home(), "cargo"), (root(), "ludoteca")];
    folders.map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display())).into()
}

fn cargo_home() -> PathBuf {
    let chosen = std::env::var_os("CARGO_HOME").filter(|folder| !folder.is_empty());
    chosen.map_or_else(|| home().join(".cargo"), PathBuf::from)
}

fn home() -> PathBuf {
    std::env::home_dir().unwrap_or_default()
}

/// Folders whose names are private.
fn private_folders() -> Vec<String> {
    let folders = [cargo_home(), root(), home()].map(|folder| folder.display().to_string());
    // A home such as `/` would match every path.
    folders
        .into_iter()
        .filter(|folder| folder.len() > 1)
        .map(|folder| folder + std::path::MAIN_SEPARATOR_STR)
        .collect()
}

/// The first places where a file contains one of these folders, each with the text that follows.
fn paths_in(bytes: &[u8], folders: &[String]) -> Vec<String> {
    const SHOWN: usize = 100;
    let found = folders.iter().filter_map(|folder| {
        let at = bytes.windows(folder.len()).position(|window| window == folder.as_bytes())?;
        let shown = bytes[at..].iter().take(SHOWN).take_while(|byte| byte.is_ascii_graphic());
        Some(shown.map(|&byte| char::from(byte)).collect())
    });
    // A folder inside another matches at the same place.
    let mut found: Vec<String> = found.collect();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_this_machine_is_found_and_shown() {
        let folders = ["/home/ada/.cargo/".to_owned(), "/home/ada/".to_owned()];
        let bytes = b"\0\x01/rustc/1234/library/core\0\xff/home/ada/.cargo/registry/src/x.rs\0 more";
        let path = "/home/ada/.cargo/registry/src/x.rs";
        assert_eq!(paths_in(bytes, &folders), [path]);
        assert!(paths_in(b"/rustc/1234/ cargo/registry/src/x.rs /home/adam/", &folders).is_empty());
        assert!(paths_in(b"", &folders).is_empty());
    }

    /// This test itself is built without the flags, so its binary contains the path of its sources.
    #[test]
    fn the_folders_that_are_looked_for_are_those_that_get_other_names() {
        let flags = remapped();
        for folder in [cargo_home(), root()] {
            let folder = folder.display().to_string();
            assert!(flags.iter().any(|flag| flag.starts_with(&format!("--remap-path-prefix={folder}="))));
            assert!(private_folders().iter().any(|private| private.starts_with(&folder)));
        }
    }
}
