//! External programs. On Debian, as root, missing ones are installed unless that is forbidden; elsewhere an
//! error says how to install them.

use crate::shell::{self, Result, output, works};
use std::{
    ffi::OsStr,
    fs,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

/// The flag that forbids installing anything, and the variable with the same effect.
pub(crate) const NO_INSTALL: &str = "--no-install";
pub(crate) const NO_INSTALL_VARIABLE: &str = "LUDOTECA_NO_INSTALL";
static FORBIDDEN: AtomicBool = AtomicBool::new(false);

pub(crate) fn forbid_installing() {
    FORBIDDEN.store(true, Ordering::Relaxed);
}

pub(crate) fn is_forbidden() -> bool {
    FORBIDDEN.load(Ordering::Relaxed) || forbids(std::env::var_os(NO_INSTALL_VARIABLE).as_deref())
}

/// Whether this value of the variable forbids installing.
fn forbids(value: Option<&OsStr>) -> bool {
    value.is_some_and(|value| !value.is_empty() && value != "0")
}

/// Prints the reason and runs a command that installs something. Where that is forbidden, the error says
/// which command to run.
pub(crate) fn install_by(words: &[&str], why: &str) -> Result {
    let command = words.join(" ");
    if is_forbidden() {
        return Err(format!("{why}; installing is disabled ({NO_INSTALL}), so run `{command}` yourself"));
    }
    eprintln!("{why}; running `{command}` (disable this with {NO_INSTALL})");
    shell::run(words, &[])
}

const NODE: (u32, u32) = (20, 19);
const BROWSER: &str = "/usr/bin/chromium";
/// Chromium without windows, a fifth faster; the tests use it where it is installed
/// (web/playwright.config.ts).
const HEADLESS: &str = "/usr/bin/chromium-headless-shell";

/// Finds Node and npm in recent enough versions.
pub(crate) fn node() -> Result {
    if !(works(&["node", "--version"]) && works(&["npm", "--version"])) {
        install(&["nodejs", "npm"], "building the page needs Node and npm");
    }
    let (major, minor) = NODE;
    let wanted = format!(
        "building the page needs Node {major}.{minor} or newer with npm: see https://nodejs.org, or run `apt-get install nodejs npm` on Debian"
    );
    let version = output(&["node", "--version"]).ok_or(wanted.clone())?;
    if !works(&["npm", "--version"]) || read_version(&version) < Some(NODE) {
        return Err(format!(
            "{wanted} (installed: node {}, npm {})",
            version.trim(),
            output(&["npm", "--version"]).as_deref().map_or("none", str::trim)
        ));
    }
    Ok(())
}

/// Finds a Chromium for the scripts: the system's or Playwright's own.
pub(crate) fn browser() -> Result {
    if !Path::new(BROWSER).exists() {
        install(&["chromium"], "the scripts need a browser to open the page");
    }
    if Path::new(BROWSER).exists() { Ok(()) } else { playwrights() }
}

/// Finds a Chromium for the tests: the one without windows, or any other.
pub(crate) fn headless() -> Result {
    if !Path::new(HEADLESS).exists() {
        install(&["chromium-headless-shell"], "the browser tests need Chromium");
    }
    if Path::new(HEADLESS).exists() { Ok(()) } else { browser() }
}

fn playwrights() -> Result {
    let words = ["npm", "--prefix", "web", "exec", "--", "playwright", "install", "chromium"];
    // This does nothing if Playwright's own is already installed.
    if install_by(&words, "the browser tests need Chromium").is_ok() {
        return Ok(());
    }
    Err("the browser tests need Chromium: run `apt-get install chromium`, or `cd web && npx playwright install chromium`".to_owned())
}

/// What the API tests need of the Python package index, in these versions.
const PYTHON_PACKAGES: &str = "crates/server/tests/requirements.txt";

/// Finds Python, in which clients of the API are written, and installs the packages of the API tests into an
/// environment of their own.
pub(crate) fn python() -> Result {
    let works = || works(&["python3", "-c", "import ensurepip, venv"]);
    if !works() {
        install(&["python3", "python3-venv"], "the API tests need Python");
    }
    if !works() {
        return Err(
            "the API tests need Python: run `apt-get install python3 python3-venv` on Debian".to_owned()
        );
    }
    let folder = shell::root().join(shell::target()).join("python");
    let (wanted, installed) = (shell::root().join(PYTHON_PACKAGES), folder.join("requirements.txt"));
    let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let packages = read(&wanted)?;
    if read(&installed).is_ok_and(|installed| installed == packages) {
        return Ok(());
    }
    let folder = folder.display().to_string();
    let pip = format!("{folder}/bin/pip");
    install_by(&["python3", "-m", "venv", &folder], "the API tests need a Python environment")?;
    install_by(
        &[&pip, "install", "--quiet", "--requirement", PYTHON_PACKAGES],
        "the API tests need a validator and a client generator for OpenAPI",
    )?;
    fs::write(&installed, packages).map_err(|error| format!("{}: {error}", installed.display()))
}

/// Finds a PostgreSQL server, which the store's tests start in a temporary folder.
pub(crate) fn postgres() -> Result {
    let there = || {
        let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        works(&["initdb", "--version"])
            || debian.into_iter().any(|entry| entry.path().join("bin/initdb").exists())
    };
    if !there() {
        install(&["postgresql"], "the database tests need a PostgreSQL server");
    }
    if there() {
        return Ok(());
    }
    Err("the database tests need PostgreSQL: run `apt-get install postgresql` on Debian".to_owned())
}

/// Finds a NATS server and libfaketime for the cluster test, which runs without wrong clocks if the latter is
/// missing.
pub(crate) fn nats() -> Result {
    let there = || works(&["nats-server", "--version"]);
    if !there() || !works(&["faketime", "--version"]) || !works(&["ip", "-V"]) {
        install(
            &["nats-server", "faketime", "iproute2"],
            "the cluster test needs NATS, libfaketime and network namespaces",
        );
    }
    if there() {
        return Ok(());
    }
    Err("the cluster test needs NATS: run `apt-get install nats-server` on Debian".to_owned())
}

/// Prints what is installed and why, and tries to install Debian packages; the caller checks whether that
/// helped.
pub(crate) fn install(packages: &[&str], why: &str) {
    let debian = Path::new("/etc/debian_version").exists() && works(&["apt-get", "--version"]);
    let root = output(&["id", "-u"]).is_some_and(|id| id.trim() == "0");
    if !(debian && root) {
        return;
    }
    let forbidden = is_forbidden();
    eprintln!("{}", about(packages, why, forbidden));
    if !forbidden {
        let quiet = [("DEBIAN_FRONTEND", "noninteractive")];
        let words = [&["apt-get", "install", "--yes", "--no-install-recommends"], packages].concat();
        let done = shell::run(&["apt-get", "update"], &quiet).and_then(|()| shell::run(&words, &quiet));
        if let Err(error) = done {
            eprintln!("not installed: {error}");
        }
    }
}

/// The message before packages are installed, or if that is forbidden.
fn about(packages: &[&str], why: &str, forbidden: bool) -> String {
    let packages = packages.join(" ");
    match forbidden {
        true => format!(
            "{why}; installing is disabled ({NO_INSTALL}), so run `apt-get install {packages}` yourself"
        ),
        false => format!("{why}; installing the Debian packages {packages} (disable this with {NO_INSTALL})"),
    }
}

/// Parses `v20.19.2` to its first two numbers.
fn read_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim().strip_prefix('v')?.split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn installations_are_announced_with_their_reason() {
        let (packages, why) = (["nodejs", "npm"], "building the page needs Node and npm");
        assert_eq!(
            about(&packages, why, false),
            "building the page needs Node and npm; installing the Debian packages nodejs npm (disable this with --no-install)"
        );
        assert_eq!(
            about(&packages, why, true),
            "building the page needs Node and npm; installing is disabled (--no-install), so run \
             `apt-get install nodejs npm` yourself"
        );
    }

    #[test]
    fn installation_can_be_forbidden() {
        // A command whose run would be noticed.
        forbid_installing();
        let folder = std::env::temp_dir().join(format!("ludoteca-not-installed-{}", std::process::id()));
        let refused = install_by(&["mkdir", &folder.display().to_string()], "a test needs it").unwrap_err();
        assert!(
            refused.starts_with("a test needs it; installing is disabled (--no-install), so run `mkdir ")
        );
        assert!(!folder.exists());
    }

    #[test]
    fn the_variable_forbids_installing_unless_it_is_empty_or_0() {
        let forbidden = |value| forbids(Some(OsStr::new(value)));
        assert!(forbidden("1") && forbidden("true"));
        assert!(!forbidden("0") && !forbidden("") && !forbids(None));
    }

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(read_version("v20.19.2\n"), Some((20, 19)));
        assert!(read_version("v100.0.0") > Some(NODE));
        assert!(read_version("v20.9.0") < Some(NODE));
        assert!(read_version("nonsense") < Some(NODE));
    }
}
