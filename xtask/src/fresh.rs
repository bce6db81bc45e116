//! What a newcomer waits for: the README's commands in a clone of the last commit, with empty caches.

use crate::{
    shell::{Result, output, root},
    tools,
};
use std::{
    env, fs,
    io::{self, BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// Files of the user with the addresses of registries, relative to cargo's home and to the user's.
const CARGO_SETTINGS: [&str; 2] = ["config.toml", "credentials.toml"];
const NPM_SETTINGS: &str = ".npmrc";
const ADDRESS: &str = "Ludoteca: http://";

/// A clone in a temporary folder, which is removed when it is dropped.
struct Clone {
    folder: PathBuf,
}

impl Drop for Clone {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Runs `cargo xtask serve` to the first page, with `tests` also `cargo xtask test`, and prints the times.
pub(crate) fn run(tests: bool) -> Result {
    let clone = Clone::new()?;
    let used = processor_time();
    let (steps, first) = clone.serve()?;
    println!("\nseconds, `cargo xtask serve` in a fresh clone");
    for (name, seconds) in &steps {
        println!("{seconds:7.1}  {name}");
    }
    println!("{:7.1}  first page", first.as_secs_f64());
    if let (Some(before), Some(after)) = (used, processor_time()) {
        println!("{:7.1}  processor time", (after - before).as_secs_f64());
    }
    if tests {
        let begun = Instant::now();
        let status = clone.command(&["xtask", "test"]).status();
        let status = status.map_err(|error| format!("cannot run cargo: {error}"))?;
        println!("\n{:7.1}  seconds, `cargo xtask test` after it", begun.elapsed().as_secs_f64());
        if !status.success() {
            return Err(format!("`cargo xtask test` failed ({status})"));
        }
    }
    Ok(())
}

impl Clone {
    fn new() -> Result<Clone> {
        let folder = env::temp_dir().join(format!("ludoteca-fresh-{}", std::process::id()));
        let clone = Clone { folder };
        for home in [clone.home(), clone.cargo_home()] {
            fs::create_dir_all(&home).map_err(|error| format!("{}: {error}", home.display()))?;
        }
        let from = root().display().to_string();
        let to = clone.tree().display().to_string();
        output(&["git", "clone", "--quiet", &from, &to]).ok_or("`git clone` failed")?;
        // How registries are reached is part of the machine, what was downloaded from them is not.
        let home = env::home_dir().unwrap_or_default();
        let cargo = env::var_os("CARGO_HOME").map_or_else(|| home.join(".cargo"), PathBuf::from);
        for name in CARGO_SETTINGS {
            let _ = fs::copy(cargo.join(name), clone.cargo_home().join(name));
        }
        let _ = fs::copy(home.join(NPM_SETTINGS), clone.home().join(NPM_SETTINGS));
        Ok(clone)
    }

    fn tree(&self) -> PathBuf {
        self.folder.join("ludoteca")
    }

    fn home(&self) -> PathBuf {
        self.folder.join("home")
    }

    fn cargo_home(&self) -> PathBuf {
        self.folder.join("cargo")
    }

    /// A command of cargo in the clone, by the installed compiler.
    fn command(&self, words: &[&str]) -> Command {
        let compilers = output(&["rustup", "show", "home"]).unwrap_or_default();
        let mut command = Command::new("cargo");
        command.args(words).current_dir(self.tree());
        // What cargo sets for this program, and what users set for theirs.
        let inherited = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        let set = |name: &String| ["CARGO", "LUDOTECA_"].iter().any(|begin| name.starts_with(begin));
        let kept = |name: &String| {
            ["CARGO_HTTP", "CARGO_NET", "CARGO_REGISTR", "CARGO_SOURCE"]
                .iter()
                .any(|begin| name.starts_with(begin))
        };
        inherited.filter(|name| set(name) && !kept(name)).for_each(|name| {
            command.env_remove(name);
        });
        command.env("HOME", self.home()).env("CARGO_HOME", self.cargo_home());
        if tools::is_forbidden() {
            command.env(tools::NO_INSTALL_VARIABLE, "1");
        }
        if !compilers.trim().is_empty() {
            command.env("RUSTUP_HOME", compilers.trim());
        }
        command
    }

    /// Serves the page, fetches it once, and returns the steps with their seconds, and the time to the page.
    fn serve(&self) -> Result<(Vec<(String, f64)>, Duration)> {
        let data = self.folder.join("data");
        let begun = Instant::now();
        let mut server = self
            .command(&["xtask", "serve", "--addr", "127.0.0.1:0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot run cargo: {error}"))?;
        let steps = server.stderr.take().map(|out| std::thread::spawn(move || steps_of(out)));
        let first = first_page(&mut server).map(|()| begun.elapsed());
        // `cargo run` and xtask have been replaced by the server.
        let _ = server.kill();
        let _ = server.wait();
        let steps = steps.and_then(|steps| steps.join().ok()).unwrap_or_default();
        Ok((steps, first?))
    }
}

/// Waits for the server's address and fetches the page.
fn first_page(server: &mut Child) -> Result {
    let out = server.stdout.take().ok_or("the server has no output")?;
    let mut lines = BufReader::new(out).lines().map_while(io::Result::ok);
    let address = lines.find_map(|line| Some(line.strip_prefix(ADDRESS)?.trim().to_owned()));
    let address = address.ok_or("`cargo xtask serve` did not start")?;
    let mut stream = TcpStream::connect(&address).map_err(|error| format!("{address}: {error}"))?;
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    let mut page = String::new();
    stream
        .write_all(request.as_bytes())
        .and_then(|()| stream.read_to_string(&mut page))
        .map_err(|error| format!("{address}: {error}"))?;
    if page.starts_with("HTTP/1.1 200") && page.contains("<script") {
        return Ok(());
    }
    Err(format!("{address}: no page, but {:?}", page.lines().next().unwrap_or_default()))
}

/// Shows what the command prints, and collects the lines `NAME: built in SECONDS s`.
fn steps_of(out: impl Read) -> Vec<(String, f64)> {
    let mut steps = Vec::new();
    for line in BufReader::new(out).lines().map_while(io::Result::ok) {
        eprintln!("{line}");
        if let Some((name, time)) = line.split_once(": built in ")
            && let Some(seconds) = time.strip_suffix(" s").and_then(|seconds| seconds.parse().ok())
        {
            steps.push((name.to_owned(), seconds));
        }
    }
    steps
}

/// The processor time of all ended child processes, on Linux. It tells a busy machine from slow builds.
fn processor_time() -> Option<Duration> {
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // After the name in parentheses; the times of children are the 16th and 17th field of all.
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let ticks = fields.get(13)?.parse::<f64>().ok()? + fields.get(14)?.parse::<f64>().ok()?;
    Some(Duration::from_secs_f64(ticks / TICKS_PER_SECOND))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_read_from_the_output() {
        let out = "$ cargo build\nmodules: built in 61.5 s\npackages: up to date\npage: built in 9.0 s\n";
        let steps = steps_of(out.as_bytes());
        assert_eq!(steps, [("modules".to_owned(), 61.5), ("page".to_owned(), 9.0)]);
    }
}
