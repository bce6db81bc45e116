//! Nodes in one process: a store in memory, leases that can be cut off from it, and a bus of channels.

use async_trait::async_trait;
use futures_util::{
    StreamExt,
    stream::{self, BoxStream},
};
use ludoteca_cluster::{
    Cluster, ClusterClock, Joining,
    bus::{Bus, Incoming, NoReply, Recipient},
};
use ludoteca_service::{
    Environment, Frame, Identity, Services, Subscriber,
    rate_limit::{RateLimits, RequestLimits},
};
use ludoteca_store::{ClaimOutcome, ClusterState, Held, Leases, Memory, Released, Store, StoreError, Time};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fmt,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::{mpsc, oneshot},
    time::{sleep, timeout},
};

/// What a node has lost.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    /// It reaches neither store nor bus.
    pub(crate) dead: AtomicBool,
    /// It answers only itself.
    pub(crate) mute: AtomicBool,
}

impl Faults {
    fn is_dead(&self) -> bool {
        self.dead.load(Ordering::Relaxed)
    }
}

/// Where a node receives messages, and what is wrong with it.
type Node = (mpsc::Sender<Incoming>, Arc<Faults>);

#[derive(Debug, Default)]
pub(crate) struct Network {
    pub(crate) store: Arc<Memory>,
    nodes: Mutex<BTreeMap<String, Node>>,
}

pub(crate) struct TestNode {
    pub(crate) services: Arc<Services>,
    pub(crate) faults: Arc<Faults>,
    pub(crate) rate_limits: Arc<RateLimits>,
}

impl Network {
    pub(crate) async fn join(self: &Arc<Self>, name: &str) -> TestNode {
        let faults = Arc::<Faults>::default();
        let clock = Arc::new(ClusterClock::default());
        let joining = Joining {
            leases: Arc::new(NodeLeases(Arc::clone(&self.store), Arc::clone(&faults))),
            bus: Arc::new(NodeBus {
                network: Arc::clone(self),
                name: name.to_owned(),
                faults: Arc::clone(&faults),
            }),
            name: name.to_owned(),
            clock: Arc::clone(&clock),
        };
        let cluster = Cluster::join(joining).await.unwrap();
        let environment = Environment::with_shared_clock(move || clock.now());
        let store = Arc::clone(&self.store) as Arc<dyn Store>;
        let services = Services::open_with(store, environment, None, cluster).await.unwrap();
        let rate_limits = Arc::new(RateLimits::new(&RequestLimits::default()));
        services.set_rate_limits(Arc::clone(&rate_limits));
        TestNode { services, faults, rate_limits }
    }
}

impl TestNode {
    pub(crate) fn is_fit(&self) -> bool {
        self.services.check_fit().is_ok()
    }

    pub(crate) async fn guest(&self, name: &str) -> Identity {
        self.services.accounts.create_guest(Some(name), "test").await.unwrap().user.into()
    }
}

/// The events of a game that a connection has received so far.
pub(crate) async fn received(frames: &mut mpsc::Receiver<Frame>) -> Vec<u64> {
    let mut numbers = Vec::new();
    while let Ok(Some(Frame::Json(text))) = timeout(Duration::from_secs(1), frames.recv()).await {
        let message: Value = serde_json::from_str(&text).unwrap();
        if message["type"] == "events" {
            let events = message["events"].as_array().unwrap();
            numbers.extend(events.iter().map(|event| event["seq"].as_u64().unwrap()));
        }
    }
    numbers
}

/// A connection of a person that follows a game.
pub(crate) async fn follow(node: &TestNode, who: &Identity, game: &str) -> mpsc::Receiver<Frame> {
    let (subscriber, frames) = Subscriber::new();
    node.services.connections.connect(who, &subscriber);
    node.services.games.follow(game, Some(who), None, 0, &subscriber).await.unwrap();
    frames
}

struct NodeBus {
    network: Arc<Network>,
    name: String,
    faults: Arc<Faults>,
}

impl fmt::Debug for NodeBus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NodeBus").field("name", &self.name).finish_non_exhaustive()
    }
}

impl NodeBus {
    /// Where messages from this node for another arrive; `None`: they are lost.
    fn route(&self, node: &str) -> Option<mpsc::Sender<Incoming>> {
        let nodes = self.network.nodes.lock().unwrap();
        let (sender, faults) = nodes.get(node)?;
        let mute = node != self.name && faults.mute.load(Ordering::Relaxed);
        (!self.faults.is_dead() && !faults.is_dead() && !mute).then(|| sender.clone())
    }
}

#[async_trait]
impl Bus for NodeBus {
    async fn ask(&self, node: &str, question: Vec<u8>, patience: Duration) -> Result<Vec<u8>, NoReply> {
        let no_reply = || NoReply("no answer in time".to_owned());
        let Some(listener) = self.route(node) else {
            sleep(patience).await;
            return Err(no_reply());
        };
        let (answer, answered) = oneshot::channel();
        let answer = Box::new(move |text| drop(answer.send(text)));
        listener.send(Incoming { text: question, answer: Some(answer) }).await.map_err(|_| no_reply())?;
        match timeout(patience, answered).await {
            Ok(Ok(text)) => Ok(text),
            _ => Err(no_reply()),
        }
    }

    fn tell(&self, to: Recipient<'_>, message: Vec<u8>) {
        let nodes: Vec<String> = match to {
            Recipient::Node(node) => vec![node.to_owned()],
            Recipient::All => self.network.nodes.lock().unwrap().keys().cloned().collect(),
        };
        for listener in nodes.iter().filter_map(|node| self.route(node)) {
            listener.try_send(Incoming { text: message.clone(), answer: None }).unwrap();
        }
    }

    async fn listen(&self, node: &str) -> Result<BoxStream<'static, Incoming>, NoReply> {
        let (sender, mut receiver) = mpsc::channel(1000);
        let listener = (sender, Arc::clone(&self.faults));
        self.network.nodes.lock().unwrap().insert(node.to_owned(), listener);
        Ok(stream::poll_fn(move |context| receiver.poll_recv(context)).boxed())
    }
}

/// The leases of a node that may be cut off from the store.
#[derive(Debug)]
struct NodeLeases(Arc<Memory>, Arc<Faults>);

impl NodeLeases {
    fn store(&self) -> Result<&Memory, StoreError> {
        match self.1.is_dead() {
            true => Err(StoreError::Lost),
            false => Ok(&self.0),
        }
    }
}

#[async_trait]
impl Leases for NodeLeases {
    async fn standing(&self) -> Result<ClusterState, StoreError> {
        self.store()?.standing().await
    }

    async fn begin(&self, node: &str, lasts: Time) -> Result<ClusterState, StoreError> {
        self.store()?.begin(node, lasts).await
    }

    async fn renew(&self, node: &str, hears: bool, lasts: Time) -> Result<Option<ClusterState>, StoreError> {
        self.store()?.renew(node, hears, lasts).await
    }

    async fn end(&self, node: &str) -> Result<(), StoreError> {
        self.store()?.end(node).await
    }

    async fn claim(&self, game: &str, node: &Arc<str>) -> Result<ClaimOutcome, StoreError> {
        self.store()?.claim(game, node).await
    }

    async fn claim_orphans(&self, node: &Arc<str>, limit: u32) -> Result<Vec<(String, Held)>, StoreError> {
        self.store()?.claim_orphans(node, limit).await
    }

    async fn release(&self, games: &[Released]) -> Result<(), StoreError> {
        self.store()?.release(games).await
    }

    async fn owners(&self, games: &[String]) -> Result<Vec<(String, String)>, StoreError> {
        self.store()?.owners(games).await
    }

    async fn reconnect(&self) -> Result<(), StoreError> {
        self.store()?.reconnect().await
    }
}
