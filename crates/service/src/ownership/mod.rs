//! Ownership of games. Every game in memory has one owner, which alone decides what happens in it. The
//! services ask an [`Ownership`] and do not know whether other servers share the database: [`Local`] is for
//! one that runs alone, crate `ludoteca-cluster` for several.

mod local;
mod node;
mod operation;

pub use local::Local;
pub use node::Node;
pub use operation::Operation;

use crate::{
    Games,
    environment::Millis,
    error::{GameError, Unavailable},
    followers::{Audience, Crowd},
    rate_limit::RateLimits,
};
use async_trait::async_trait;
use ludoteca_store::{Append, Fence, GameRow, Held, Log, LogError, Released, Store, StoreError};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;
use std::{fmt, sync::Arc, time::Duration};
use tokio::{sync::watch, task::JoinHandle, time::Instant};

/// How long a request looks for the owner of a game: until the lease of a dead owner has expired and the game
/// has been loaded elsewhere, and a little more.
const PATIENCE: Duration = Duration::from_secs(8);

/// Which server owns which game, and how the owners reach each other's clients.
#[async_trait]
pub trait Ownership: fmt::Debug + Send + Sync + 'static {
    /// What ran before this server. Called once, before anything else.
    async fn standing(&self, store: &dyn Store) -> Result<Standing, StoreError>;

    /// Starts the background tasks, which resume games that have no owner.
    fn start(self: Arc<Self>, node: Node) -> Vec<JoinHandle<()>>;

    /// Gives up all games, before the server stops.
    async fn end(&self, node: &Node);

    /// Whether this server may own games.
    fn is_fit(&self) -> bool;

    /// Changes to false when this server has to give up its games, and back when it may own games again.
    fn fit(&self) -> watch::Receiver<bool>;

    /// Whether only this server writes to the store, so that what it has in memory is current.
    fn is_only_writer(&self) -> bool;

    /// The fencing token of a game that is being created here.
    fn fence_of_new(&self) -> Result<Option<Fence>, Unavailable>;

    /// Makes this server the owner of a game; [`GameError::Elsewhere`] if another one is. `None`: the game
    /// cannot have had another owner.
    async fn claim(&self, game: &str) -> Result<Option<Held>, GameError>;

    /// Appends events to the log, unless this server has lost the game.
    async fn append(&self, log: &Log, append: Append) -> Result<(), LogError>;

    /// Releases games that are no longer in memory.
    async fn release(&self, games: &[Released]);

    /// Runs an operation at the game's owner, and returns its result as JSON. `None`: no other server is
    /// known to own the game, so this one may claim it.
    ///
    /// # Errors
    /// When the owner refuses, and when it cannot be reached until the deadline.
    async fn forward(
        &self,
        game: &str,
        operation: &(dyn Fn() -> Operation + Sync),
        deadline: Instant,
    ) -> Result<Option<Box<RawValue>>, GameError>;

    /// The rows of games in the memory of other servers; the store's are outdated.
    async fn rows(&self, games: &[String]) -> Vec<GameRow>;

    /// Whether this server has a duty that only one performs: the first that asks has it until it stops.
    async fn has_duty(&self, duty: &str) -> bool;

    /// The other servers to which a person is connected.
    fn nodes_of(&self, person: &str) -> Vec<String>;

    /// Sends a message to other servers.
    fn tell(&self, nodes: &[&str], message: &Message);

    /// Sends a message to all other servers.
    fn broadcast(&self, message: &Message);

    /// A person has connected to this server, or left it.
    fn presence_changed(&self, person: &str, is_here: bool);

    /// The followers on this server of a game that it does not own have changed.
    fn followers_changed(&self, game: &str, followers_here: Crowd);

    /// Shares the rate limits' counts with other servers.
    fn share(&self, rate_limits: &Arc<RateLimits>);
}

/// What ran before a server starts.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// Other servers have been running all the time.
    pub others: bool,
    /// When the previous server was last known to be alive.
    pub last_seen: Option<Millis>,
}

/// A message for the clients of other servers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Message {
    /// For the followers of a game.
    Told { game: String, audience: Audience, text: String },
    /// Events of a game, from the first to the last number.
    Events { game: String, first: u64, last: u64, text: String },
    /// For all connections of a person.
    Notice { person: String, text: String },
    /// A prepared move of a person could not be played.
    PlanRefused { person: String, game: String, error: GameError },
    /// Closes all connections of a person.
    Cut { person: String },
    /// The seeks have changed.
    Lobby,
}

impl Games {
    /// Runs an operation on a game: here if this server owns it or can, otherwise at its owner. If the owner
    /// is dead, waits until the game can be claimed. The operation must be idempotent, since a lost answer
    /// causes a retry.
    pub(crate) async fn at_owner<T: DeserializeOwned, Done>(
        &self,
        id: &str,
        operation: impl Fn() -> Operation + Sync,
        here: impl Fn() -> Done,
    ) -> Result<T, GameError>
    where
        Done: Future<Output = Result<T, GameError>>,
    {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(done) = self.0.ownership.forward(id, &operation, deadline).await? {
                self.0.counters.passed_on.inc();
                return serde_json::from_str(done.get()).map_err(operation::bad_answer);
            }
            match here().await {
                Err(GameError::Elsewhere(_) | GameError::Moved) => {
                    if Instant::now() >= deadline {
                        return Err(Unavailable::Isolated.into());
                    }
                }
                done => return done,
            }
        }
    }

    /// Rejects requests while this server may not own games, or has lost its data.
    pub fn check_fit(&self) -> Result<(), Unavailable> {
        if !self.0.store.is_in_place() {
            return Err(Unavailable::DataGone);
        }
        if self.0.ownership.is_fit() { Ok(()) } else { Err(Unavailable::Isolated) }
    }
}
