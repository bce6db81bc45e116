//! One writer for all games. Appends that arrive during a commit wait and go into the next one together, so
//! an append waits for one or two commits however many games there are, and never for a timer.

use crate::{Append, Conflict, Store, StoreError};
use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::{mpsc, oneshot};

/// The largest number of appends in one commit.
const LARGEST_BATCH: usize = 2000;
/// The capacity of the writer's queue; once it is full, senders wait.
const WAITING: usize = 20_000;

/// A handle to append events to games.
#[derive(Clone, Debug)]
pub struct Log {
    sender: mpsc::Sender<Waiting>,
}

/// Statistics of one commit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commit {
    /// The games that were written.
    pub games: usize,
    /// The events of all of them.
    pub events: usize,
    pub took: Duration,
    /// Whether the commit succeeded; otherwise nothing was stored.
    pub stored: bool,
}

#[derive(Debug)]
struct Waiting {
    append: Append,
    done: oneshot::Sender<Result<(), LogError>>,
}

/// Why events were not appended. None of them is in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogError {
    /// Another writer has continued the game.
    Conflict,
    Store(Arc<str>),
    /// The writer has stopped.
    Closed,
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogError::Conflict => Conflict.fmt(f),
            LogError::Store(why) => f.write_str(why),
            LogError::Closed => f.write_str("the server is being stopped"),
        }
    }
}

impl std::error::Error for LogError {}

impl Log {
    /// Starts the writer. It stops once all handles are dropped and everything is written.
    pub fn start(store: Arc<dyn Store>) -> (Log, tokio::task::JoinHandle<()>) {
        Log::start_watched(store, |_| ())
    }

    /// Like [`Log::start`], with a callback for each commit, for metrics.
    pub fn start_watched(
        store: Arc<dyn Store>,
        watch: impl Fn(&Commit) + Send + Sync + 'static,
    ) -> (Log, tokio::task::JoinHandle<()>) {
        let (sender, receiver) = mpsc::channel(WAITING);
        (Log { sender }, tokio::spawn(write(store, receiver, watch)))
    }

    /// Appends events to a game; returns once they are on disk.
    ///
    /// # Errors
    /// If they could not be written, or another writer has continued the game.
    pub async fn append(&self, append: Append) -> Result<(), LogError> {
        let (done, answer) = oneshot::channel();
        self.sender.send(Waiting { append, done }).await.map_err(|_| LogError::Closed)?;
        answer.await.map_err(|_| LogError::Closed)?
    }
}

async fn write(
    store: Arc<dyn Store>,
    mut receiver: mpsc::Receiver<Waiting>,
    watch: impl Fn(&Commit) + Send + Sync,
) {
    let mut waiting = Vec::new();
    while receiver.recv_many(&mut waiting, LARGEST_BATCH).await > 0 {
        // Lets everything that is ready join this commit. This costs nothing when the queue is empty, and
        // saves commits on a busy machine.
        tokio::task::yield_now().await;
        while waiting.len() < LARGEST_BATCH
            && let Ok(one) = receiver.try_recv()
        {
            waiting.push(one);
        }
        let (batch, done): (Vec<Append>, Vec<_>) =
            waiting.drain(..).map(|Waiting { append, done }| (append, done)).unzip();
        let begun = Instant::now();
        let appended = store.append(&batch).await;
        watch(&Commit {
            games: batch.len(),
            events: batch.iter().map(|append| append.events.len()).sum(),
            took: begun.elapsed(),
            stored: appended.is_ok(),
        });
        let answers: Vec<Result<(), LogError>> = match appended {
            Ok(appended) => {
                appended.into_iter().map(|one| one.map_err(|Conflict| LogError::Conflict)).collect()
            }
            Err(error) => {
                tracing::error!(games = batch.len(), "nothing could be stored: {error}");
                let why: Arc<str> = describe(&error).into();
                vec![Err(LogError::Store(why)); batch.len()]
            }
        };
        for (done, answer) in done.into_iter().zip(answers) {
            // The caller may have gone away; what was written stays.
            let _ = done.send(answer);
        }
    }
    store.close().await;
}

/// Describes the error without revealing where the database is.
fn describe(error: &StoreError) -> String {
    match error {
        StoreError::Database(sqlx::Error::Database(error)) => {
            format!("the database failed: {}", error.message())
        }
        StoreError::Database(_) => "the database cannot be reached".to_owned(),
        other => other.to_string(),
    }
}
