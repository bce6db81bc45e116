//! A server that a benchmark starts and stops.

use ludoteca_client::Client;
use ludoteca_shell::Failure;
use std::{
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// The timeout for the first response.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) struct StartedServer {
    child: Child,
    pub(super) client: Client,
    /// From the start of the program to its first response.
    pub(super) took: Duration,
}

impl StartedServer {
    /// Starts `ludoteca serve` without limits on a free port, and waits until it responds.
    pub(super) async fn start(
        program: &Path,
        data: &Path,
        database: Option<&str>,
    ) -> Result<StartedServer, Failure> {
        let port = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
        let address = port.map_err(Failure::other)?.to_string();
        let begun = Instant::now();
        let child = Command::new(program)
            .args(["serve", "--limits", "off", "--log-level", "warn", "--addr", &address, "--data"])
            .arg(data)
            .args(database.map(|database| ["--database", database]).into_iter().flatten())
            .stdout(Stdio::null())
            .spawn()
            .map_err(|error| Failure::Other(format!("{}: {error}", program.display())))?;
        let client = Client::new(format!("http://{address}").parse().map_err(Failure::other)?);
        let mut server = StartedServer { child, client, took: Duration::ZERO };
        while server.client.text("/health").await.is_err() {
            if let Some(status) = server.child.try_wait().map_err(Failure::other)? {
                return Err(Failure::Other(format!("{}: the server ended: {status}", program.display())));
            }
            if begun.elapsed() > PATIENCE {
                return Err(Failure::Other(format!("the server does not answer for {PATIENCE:?}")));
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        server.took = begun.elapsed();
        Ok(server)
    }

    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for StartedServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `ludoteca` in the folder of this program.
pub(super) fn beside() -> Result<PathBuf, Failure> {
    let own = std::env::current_exe().map_err(Failure::other)?;
    Ok(own.with_file_name(format!("ludoteca{}", std::env::consts::EXE_SUFFIX)))
}
