//! PostgreSQL, NATS and the nodes, each with a log in a temporary folder. They are stopped when the test
//! ends.

use crate::network::{Net, Peer};
use ludoteca_client::{Address, Client};
use sqlx::{Connection, PgConnection};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// The account created by Debian's package: PostgreSQL refuses to run as root.
const ACCOUNT: &str = "postgres";
/// Changes the wall clock of programs that preload it.
const FAKETIME: &str = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) net: Net,
    folder: Option<TempDir>,
    database: Child,
    nats: Child,
    nodes: Vec<Node>,
    program: PathBuf,
    keeping: StoreKind,
    /// The second node's wall clock is wrong.
    wrong_clock: bool,
}

/// Where nodes store games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StoreKind {
    /// Each node in a file of its own.
    File,
    Database,
    Together,
}

#[derive(Debug)]
struct Node {
    child: Option<Child>,
    starts: u32,
}

impl Site {
    pub(crate) async fn start(
        net: Net,
        program: &Path,
        nodes: usize,
        keeping: StoreKind,
        wrong_clock: bool,
    ) -> Result<Site, String> {
        let program = fs::canonicalize(program)
            .map_err(|error| format!("{}: {error}; build it first", program.display()))?;
        let folder = tempfile::Builder::new().prefix("ludoteca-cluster-").tempdir();
        let folder = folder.map_err(|error| error.to_string())?;
        let database = start_database(&net, folder.path())?;
        let nats = start_nats(&net, folder.path())?;
        let folder = Some(folder);
        let mut site = Site { net, folder, database, nats, nodes: Vec::new(), program, keeping, wrong_clock };
        wait_for_database(&site.database()).await?;
        wait_for(site.net.nats()).await?;
        for node in 0..nodes {
            site.nodes.push(Node { child: None, starts: 0 });
            site.start_node(node)?;
        }
        Ok(site)
    }

    fn folder(&self) -> &Path {
        self.folder.as_ref().map_or(Path::new("."), TempDir::path)
    }

    pub(crate) fn database(&self) -> String {
        let (host, port) = self.net.database();
        format!("postgres://{ACCOUNT}@{host}:{port}/postgres")
    }

    pub(crate) fn addresses(&self) -> Vec<Address> {
        let address = |node| {
            let (host, port) = self.net.node(node);
            format!("{host}:{port}").parse().ok()
        };
        (0..self.nodes.len()).filter_map(address).collect()
    }

    pub(crate) fn count(&self) -> usize {
        self.nodes.len()
    }

    /// A wrong wall clock has a different offset at every start.
    pub(crate) fn start_node(&mut self, node: usize) -> Result<(), String> {
        let (host, port) = self.net.node(node);
        let (nats, nats_port) = self.net.nats();
        let log = fs::File::options()
            .create(true)
            .append(true)
            .open(self.folder().join(format!("node-{node}.log")))
            .map_err(|error| error.to_string())?;
        let mut command = Net::command(self.net.space(node).as_deref(), &self.program.to_string_lossy());
        command
            .args(["serve", "--limits", "off", "--log-level", "info", "--metrics", "all"])
            .args(["--addr", &format!("{host}:{port}"), "--data"])
            .arg(self.folder().join(format!("node-{node}")))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log);
        if self.keeping != StoreKind::File {
            command.args(["--database", &self.database()]);
        }
        if self.keeping == StoreKind::Together {
            command.args(["--nats", &format!("nats://{nats}:{nats_port}")]);
        }
        let starts = self.nodes[node].starts;
        if self.wrong_clock && node == 1 && Path::new(FAKETIME).exists() {
            let wrong = if starts.is_multiple_of(2) { "+3600s" } else { "-7200s" };
            command.env("LD_PRELOAD", FAKETIME).env("FAKETIME", wrong).env("DONT_FAKE_MONOTONIC", "1");
            command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        }
        let child = command.spawn().map_err(|error| error.to_string())?;
        self.nodes[node].child = Some(child);
        self.nodes[node].starts += 1;
        Ok(())
    }

    pub(crate) fn signal(&self, node: usize, signal: rustix::process::Signal) {
        let pid = self.nodes[node].child.as_ref().map(Child::id);
        let pid = pid.and_then(|pid| rustix::process::Pid::from_raw(pid.cast_signed()));
        if let Some(pid) = pid {
            let _ = rustix::process::kill_process(pid, signal);
        }
    }

    /// Waits for the exit of a node that was asked to stop; false on a timeout.
    pub(crate) async fn ended(&mut self, node: usize) -> bool {
        let Some(mut child) = self.nodes[node].child.take() else { return true };
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(20) {
            if child.try_wait().is_ok_and(|status| status.is_some()) {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let _ = child.kill();
        let _ = child.wait();
        false
    }

    /// Checks that all nodes that should be running are.
    pub(crate) fn all_run(&mut self) -> Result<(), String> {
        for (number, node) in self.nodes.iter_mut().enumerate() {
            if let Some(child) = &mut node.child
                && let Ok(Some(status)) = child.try_wait()
            {
                return Err(format!("node {number} exited unexpectedly: {status}"));
            }
        }
        Ok(())
    }

    pub(crate) fn cut(&self, node: usize, peer: Peer) -> Result<(), String> {
        self.net.cut(node, peer)
    }

    pub(crate) fn mend(&self, node: usize, peer: Peer) -> Result<(), String> {
        self.net.mend(node, peer)
    }

    pub(crate) fn keep(&mut self) -> PathBuf {
        self.folder.take().map(TempDir::keep).unwrap_or_default()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let children = self.nodes.iter_mut().filter_map(|node| node.child.as_mut());
        for child in children.chain([&mut self.nats, &mut self.database]) {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn log(folder: &Path, name: &str) -> Result<fs::File, String> {
    fs::File::create(folder.join(name)).map_err(|error| error.to_string())
}

fn start_database(net: &Net, folder: &Path) -> Result<Child, String> {
    let programs = programs().ok_or("PostgreSQL is missing: run `apt-get install postgresql` on Debian")?;
    let (host, port) = net.database();
    let home = folder.join("database");
    fs::create_dir(&home).map_err(|error| error.to_string())?;
    let root = rustix::process::geteuid().is_root();
    if root {
        let owned = Command::new("chown").arg(ACCOUNT).args([folder, &home]).status();
        if !owned.is_ok_and(|status| status.success()) {
            return Err(format!("there is no account {ACCOUNT}"));
        }
    }
    let command = |program: &str, space: Option<&str>| {
        let program = programs.join(program).to_string_lossy().into_owned();
        if root {
            let mut command = Net::command(space, "setpriv");
            command.args(["--reuid", ACCOUNT, "--regid", ACCOUNT, "--init-groups", "--pdeathsig", "KILL"]);
            command.arg(program);
            command
        } else {
            Net::command(space, &program)
        }
    };
    let made = command("initdb", None)
        .args(["--username", ACCOUNT, "--auth", "trust", "--no-sync", "--pgdata"])
        .arg(&home)
        .current_dir(folder)
        .output()
        .map_err(|error| format!("initdb: {error}"))?;
    if !made.status.success() {
        return Err(format!("initdb: {}", String::from_utf8_lossy(&made.stderr)));
    }
    let may = home.join("pg_hba.conf");
    let rules = fs::read_to_string(&may).map_err(|error| error.to_string())?;
    fs::write(&may, rules + "host all all samenet trust\n").map_err(|error| error.to_string())?;
    command("postgres", net.hub().as_deref())
        .arg("-D")
        .arg(&home)
        .args(["-c", &format!("listen_addresses={host}"), "-c", &format!("port={port}")])
        .args(["-c", "max_connections=200", "-c"])
        .arg(format!("unix_socket_directories={}", home.display()))
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(log(folder, "database.log")?)
        .spawn()
        .map_err(|error| format!("postgres: {error}"))
}

fn start_nats(net: &Net, folder: &Path) -> Result<Child, String> {
    let (host, port) = net.nats();
    Net::command(net.hub().as_deref(), "nats-server")
        .args(["--addr", &host, "--port", &port.to_string()])
        .stdout(Stdio::null())
        .stderr(log(folder, "nats.log")?)
        .spawn()
        .map_err(|error| format!("nats-server: {error}; run `apt-get install nats-server` on Debian"))
}

/// The folder of the database's programs: Debian's, newest version last, or the one on the path.
fn programs() -> Option<PathBuf> {
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let mut versions: Vec<PathBuf> =
        debian.filter_map(|entry| Some(entry.ok()?.path().join("bin"))).collect();
    versions.retain(|folder| folder.join("initdb").exists());
    versions.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    versions.pop().or_else(|| std::env::split_paths(&path).find(|folder| folder.join("initdb").exists()))
}

/// The server listens before it accepts connections.
async fn wait_for_database(address: &str) -> Result<(), String> {
    let begun = Instant::now();
    loop {
        match PgConnection::connect(address).await {
            Ok(connection) => return connection.close().await.map_err(|error| error.to_string()),
            Err(error) if begun.elapsed() > Duration::from_secs(60) => return Err(error.to_string()),
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
}

async fn wait_for((host, port): (String, u16)) -> Result<(), String> {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60) {
        if tokio::net::TcpStream::connect((host.as_str(), port)).await.is_ok() {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Err(format!("no answer from {host}:{port}"))
}

/// Waits until all nodes are ready.
pub(crate) async fn wait_until_ready(addresses: &[Address]) -> Result<(), String> {
    for address in addresses {
        let (client, begun) = (Client::new(address.clone()), Instant::now());
        while client.text("/health").await.is_err() {
            if begun.elapsed() > Duration::from_secs(60) {
                return Err(format!("{address} did not become ready"));
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    Ok(())
}
