//! A temporary PostgreSQL server that is stopped when the test ends.

use sqlx::{Connection, PgConnection};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};
use tempfile::TempDir;

/// The account created by Debian's package. The server refuses to run as root.
const ACCOUNT: &str = "postgres";

#[derive(Debug)]
pub(crate) struct PostgresServer {
    folder: TempDir,
    child: Child,
}

impl PostgresServer {
    /// Starts a server that listens only on a socket in its own folder.
    pub(crate) async fn start() -> PostgresServer {
        let folder = tempfile::Builder::new().prefix("ludoteca-postgres-").tempdir().expect("a folder");
        own(folder.path());
        let data = folder.path().join("data");
        done(
            command("initdb")
                .args(["--username", ACCOUNT, "--auth", "trust", "--no-sync", "--pgdata"])
                .arg(&data)
                .current_dir(folder.path()),
        );
        PostgresServer::run(folder)
    }

    /// Starts a read-only standby of this server.
    pub(crate) fn standby(&self) -> PostgresServer {
        let folder = tempfile::Builder::new().prefix("ludoteca-standby-").tempdir().expect("a folder");
        own(folder.path());
        done(
            command("pg_basebackup")
                .args(["--username", ACCOUNT, "--checkpoint", "fast", "--no-sync", "--write-recovery-conf"])
                .arg("--host")
                .arg(self.folder.path())
                .arg("--pgdata")
                .arg(folder.path().join("data"))
                .current_dir(folder.path()),
        );
        PostgresServer::run(folder)
    }

    /// Pauses or resumes the replay of a standby.
    pub(crate) async fn pause(&self, paused: bool) {
        let question = if paused { "SELECT pg_wal_replay_pause()" } else { "SELECT pg_wal_replay_resume()" };
        let mut connection = PgConnection::connect(&self.address()).await.expect("the copy answers");
        sqlx::query(question).execute(&mut connection).await.expect("the copy does so");
        let state = "SELECT pg_get_wal_replay_pause_state() = 'paused'";
        while sqlx::query_scalar::<_, bool>(state).fetch_one(&mut connection).await.expect("it says so")
            != paused
        {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    fn run(folder: TempDir) -> PostgresServer {
        let socket = format!("unix_socket_directories={}", folder.path().display());
        let mut command = command("postgres");
        command.arg("-D").arg(folder.path().join("data"));
        for setting in ["listen_addresses=", &socket] {
            command.arg("-c").arg(setting);
        }
        let child = command
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(fs::File::create(folder.path().join("log")).expect("a log"))
            .spawn()
            .expect("postgres runs");
        PostgresServer { folder, child }
    }

    /// The address of its first database.
    pub(crate) fn address(&self) -> String {
        let host = self.folder.path().display().to_string().replace('/', "%2F");
        format!("postgres://{ACCOUNT}@{host}/postgres")
    }

    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// Waits until the server accepts connections.
    pub(crate) async fn connect(&mut self) -> ludoteca_store::Postgres {
        loop {
            match ludoteca_store::Postgres::connect(&self.address()).await {
                Ok(store) => return store,
                Err(error) => {
                    let ended = self.child.try_wait().expect("the server can be asked");
                    assert!(ended.is_none(), "the server has ended: {error}\n{}", self.log());
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| {
        use std::os::unix::fs::MetadataExt;
        own.uid() == 0
    })
}

/// Makes the server's account the owner of a folder.
fn own(folder: &Path) {
    if is_root() {
        let owned = Command::new("chown").arg(ACCOUNT).arg(folder).status();
        assert!(owned.is_ok_and(|status| status.success()), "the folder must belong to {ACCOUNT}");
    }
}

fn command(program: &str) -> Command {
    let program = programs()
        .expect(
            "PostgreSQL is missing: `cargo xtask test` installs it, or `apt-get install postgresql` on Debian",
        )
        .join(program);
    if !is_root() {
        return Command::new(program);
    }
    // Not `su`, which needs a shell; the server stays our child and ends with us.
    let mut command = Command::new("setpriv");
    command.args(["--reuid", ACCOUNT, "--regid", ACCOUNT, "--init-groups", "--pdeathsig", "KILL"]);
    command.arg(program);
    command
}

fn done(command: &mut Command) {
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The folder of the server's programs: Debian's, newest version first, or the one on the path.
fn programs() -> Option<PathBuf> {
    let mut versions: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
        .filter(|folder| folder.join("initdb").exists())
        .collect();
    versions.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).find(|folder: &PathBuf| Path::exists(&folder.join("initdb")));
    versions.pop().or(on_path)
}
