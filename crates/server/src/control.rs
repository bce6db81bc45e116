//! The control socket: lets the command line manage a running server. It lies in the data folder, and only
//! the system user who runs the server (and root) can use it. A request is a line of JSON, and so is its
//! answer.

use crate::problem::{ToProblem, problem};
use ludoteca_protocol::{ModerationAct, NewInviteCode, Problem};
use ludoteca_service::Moderation;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// File name in the data folder.
#[cfg(unix)]
pub(crate) const SOCKET: &str = "control.sock";
/// The longest accepted line, in bytes.
#[cfg(unix)]
const LONGEST: u64 = 4 * 1024 * 1024;

/// A request from the command line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Request {
    Moderate {
        user: String,
        act: ModerationAct,
    },
    HasPasskey {
        user: String,
    },
    /// The reports, newest first.
    Reports {
        only_open: bool,
    },
    /// The moderation log, before this entry.
    Audit {
        before: Option<u64>,
    },
    Invite(NewInviteCode),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Answer {
    Done(Value),
    Refused(Box<Problem>),
}

/// Handles a request of the operator.
pub(crate) async fn answer(moderation: &Moderation, request: Request) -> Result<Value, Box<Problem>> {
    fn json<T: Serialize>(done: Result<T, impl ToProblem>) -> Result<Value, Box<Problem>> {
        let done = done.map_err(|error| error.to_problem())?;
        Ok(serde_json::to_value(done).map_err(|error| problem(500, "not-written", error.to_string()))?)
    }
    match request {
        Request::Moderate { user, act } => json(moderation.moderate_as_operator(&user, &act).await),
        Request::HasPasskey { user } => json(moderation.has_passkey(&user).await),
        Request::Reports { only_open } => json(moderation.all_reports(only_open).await),
        Request::Audit { before } => json(moderation.whole_audit(before).await),
        Request::Invite(new) => json(moderation.invite_as_operator(&new).await),
    }
}

#[cfg(unix)]
mod unix {
    use super::{Answer, LONGEST, Moderation, Problem, Request, SOCKET, Value, answer, problem};
    use std::{
        fs, io,
        os::unix::fs::PermissionsExt,
        path::{Path, PathBuf},
    };
    use tokio::{
        io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
        net::{UnixListener, UnixStream},
        task::JoinHandle,
    };

    /// A control socket that stays open until this is dropped.
    #[derive(Debug)]
    pub(crate) struct Control {
        path: PathBuf,
        task: JoinHandle<()>,
    }

    impl Drop for Control {
        fn drop(&mut self) {
            self.task.abort();
            let _ = fs::remove_file(&self.path);
        }
    }

    impl Control {
        /// Opens the socket in a data folder that this program has locked.
        pub(crate) fn open(folder: &Path, moderation: Moderation) -> io::Result<Control> {
            let path = folder.join(SOCKET);
            // Left behind by a killed server; since we hold the lock, that server is gone.
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            let listener = UnixListener::bind(&path)?;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
            let task = tokio::spawn(async move {
                loop {
                    match listener.accept().await {
                        Ok((stream, _)) => {
                            tokio::spawn(converse(stream, moderation.clone()));
                        }
                        Err(error) => {
                            tracing::warn!("the control socket: {error}");
                            tokio::time::sleep(std::time::Duration::from_secs(1)).await;
                        }
                    }
                }
            });
            Ok(Control { path, task })
        }
    }

    /// Whether the peer is the user who runs this server, or root. The file mode enforces the same, but not
    /// on every system, nor at the moment the socket is created.
    fn is_own(stream: &UnixStream) -> bool {
        let own = rustix::process::geteuid().as_raw();
        stream.peer_cred().is_ok_and(|peer| peer.uid() == own || peer.uid() == 0)
    }

    async fn converse(mut stream: UnixStream, moderation: Moderation) {
        if !is_own(&stream) {
            return;
        }
        let mut line = String::new();
        let read = BufReader::new((&mut stream).take(LONGEST)).read_line(&mut line).await;
        if read.is_err() || line.is_empty() {
            return;
        }
        let answer = match serde_json::from_str::<Request>(&line) {
            Ok(request) => match answer(&moderation, request).await {
                Ok(done) => Answer::Done(done),
                Err(problem) => Answer::Refused(problem),
            },
            Err(error) => {
                let detail = format!("the running server has another version: {error}");
                Answer::Refused(Box::new(problem(400, "bad-request", detail)))
            }
        };
        let line = serde_json::to_string(&answer).unwrap_or_default() + "\n";
        let _ = stream.write_all(line.as_bytes()).await;
    }

    /// Sends a request to the server that runs on this folder.
    pub(crate) async fn ask(folder: &Path, request: &Request) -> Result<Value, Problem> {
        let path = folder.join(SOCKET);
        let failed = |error: &dyn std::fmt::Display| {
            let detail = format!("{}: cannot talk to the running server: {error}", path.display());
            problem(503, "no-control", detail)
        };
        let mut stream = UnixStream::connect(&path).await.map_err(|error| failed(&error))?;
        let line = serde_json::to_string(request).unwrap_or_default() + "\n";
        stream.write_all(line.as_bytes()).await.map_err(|error| failed(&error))?;
        let mut answer = String::new();
        let read = BufReader::new(stream.take(LONGEST)).read_line(&mut answer).await;
        read.map_err(|error| failed(&error))?;
        match serde_json::from_str(&answer) {
            Ok(Answer::Done(done)) => Ok(done),
            Ok(Answer::Refused(problem)) => Err(*problem),
            Err(error) => Err(failed(&error)),
        }
    }
}

#[cfg(unix)]
pub(crate) use unix::{Control, ask};

#[cfg(not(unix))]
mod elsewhere {
    use super::{Moderation, Problem, Request, Value, problem};
    use std::{io, path::Path};

    #[derive(Debug)]
    pub(crate) struct Control;

    impl Control {
        pub(crate) fn open(_: &Path, _: Moderation) -> io::Result<Control> {
            Ok(Control)
        }
    }

    pub(crate) async fn ask(_: &Path, _: &Request) -> Result<Value, Problem> {
        let detail = "on this system the server must be stopped first: another ludoteca uses this folder";
        Err(problem(503, "no-control", detail))
    }
}

#[cfg(not(unix))]
pub(crate) use elsewhere::{Control, ask};
