//! A home for the tests: an empty folder, so that none uses the games and settings of the user who runs them.

use crate::shell::{self, Result, root};
use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// The variables with a user's own folders.
const HOMES: [&str; 5] = ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"];
/// Tools and their caches, which the tests use where they are: the variable, and its default in the user's
/// home.
const TOOLS: [(&str, &str); 6] = [
    ("CARGO_HOME", ".cargo"),
    ("RUSTUP_HOME", ".rustup"),
    ("PYENV_ROOT", ".pyenv"),
    ("PYTHONUSERBASE", ".local"),
    ("npm_config_cache", ".npm"),
    ("PLAYWRIGHT_BROWSERS_PATH", PLAYWRIGHT),
];
const PLAYWRIGHT: &str =
    if cfg!(target_os = "macos") { "Library/Caches/ms-playwright" } else { ".cache/ms-playwright" };

pub(crate) struct Home {
    folder: PathBuf,
    variables: Vec<(&'static str, String)>,
}

impl Home {
    pub(crate) fn new() -> Result<Home> {
        let folder = root().join(shell::target()).join(format!("test-home-{}", std::process::id()));
        let failed = |error| format!("{}: {error}", folder.display());
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(failed)?;
        }
        fs::create_dir_all(&folder).map_err(failed)?;
        let users = env::home_dir().unwrap_or_default();
        let variables = variables(&folder, &users, |name| env::var(name).ok());
        Ok(Home { folder, variables })
    }

    /// The variables of the tests' processes, and others.
    pub(crate) fn with<'a>(&'a self, others: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
        let own = self.variables.iter().map(|(name, value)| (*name, value.as_str()));
        own.chain(others.iter().copied()).collect()
    }

    /// Fails if a test has written something of ours, and removes the folder otherwise.
    pub(crate) fn check(self) -> Result {
        let mut found = Vec::new();
        ours(&self.folder, &mut found);
        if found.is_empty() {
            let _ = fs::remove_dir_all(&self.folder);
            return Ok(());
        }
        let list: Vec<String> = found.iter().map(|path| path.display().to_string()).collect();
        Err(format!("tests have written to the user's home:\n  {}", list.join("\n  ")))
    }
}

fn variables(
    folder: &Path,
    users: &Path,
    current: impl Fn(&str) -> Option<String>,
) -> Vec<(&'static str, String)> {
    let homes = HOMES.map(|name| (name, folder.display().to_string()));
    let kept = TOOLS.into_iter().filter_map(|(name, default)| {
        let default = users.join(default);
        let there = || default.exists().then(|| default.display().to_string());
        Some((name, current(name).or_else(there)?))
    });
    homes.into_iter().chain(kept).collect()
}

/// Files and folders of the program, at any depth.
fn ours(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())) {
        if path.file_name().is_some_and(|name| name.to_string_lossy().contains("ludoteca")) {
            found.push(path);
        } else if path.is_dir() && !path.is_symlink() {
            ours(&path, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_have_an_empty_home_and_the_users_tools() {
        let users = env::temp_dir().join(format!("ludoteca-xtask-user-{}", std::process::id()));
        fs::create_dir_all(users.join(".cargo")).unwrap();
        fs::create_dir_all(users.join(".npm")).unwrap();
        let set = |name: &str| (name == "RUSTUP_HOME").then(|| "/opt/rustup".to_owned());
        let variables = variables(Path::new("/empty"), &users, set);
        let value =
            |wanted| variables.iter().find(|(name, _)| *name == wanted).map(|(_, value)| value.as_str());
        assert_eq!(HOMES.map(value), [Some("/empty"); 5]);
        assert_eq!(value("CARGO_HOME"), Some(&*users.join(".cargo").display().to_string()));
        assert_eq!(value("RUSTUP_HOME"), Some("/opt/rustup"));
        assert_eq!(value("npm_config_cache"), Some(&*users.join(".npm").display().to_string()));
        assert_eq!(value("PYENV_ROOT"), None, "the user has none");
        fs::remove_dir_all(&users).unwrap();
    }

    #[test]
    fn what_a_test_writes_to_the_users_folder_is_found() {
        let folder = env::temp_dir().join(format!("ludoteca-xtask-home-{}", std::process::id()));
        fs::create_dir_all(folder.join(".cache/chromium")).unwrap();
        let home = || Home { folder: folder.clone(), variables: Vec::new() };
        let data = folder.join(".local/share/ludoteca");
        fs::create_dir_all(&data).unwrap();
        assert!(home().check().unwrap_err().ends_with(&data.display().to_string()));
        fs::remove_dir(&data).unwrap();
        home().check().unwrap();
        assert!(!folder.exists());
    }
}
