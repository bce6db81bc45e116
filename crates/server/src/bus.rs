//! How nodes speak with each other. Nothing that is said here is needed to keep what was confirmed: that is
//! in the database before anybody speaks of it, so a message that is lost costs a question, never a move.

use async_trait::async_trait;
use futures_util::StreamExt;
use percent_encoding::percent_decode_str;
use std::{fmt, time::Duration};
use tokio::sync::mpsc;

/// The most messages that wait to be sent or heard; what comes then is lost.
const WAITING: usize = 100_000;
/// How often the connection is tried; one that does not answer twice is made anew.
const PING: Duration = Duration::from_secs(1);

/// A way to other nodes, by their names.
#[async_trait]
pub trait Bus: fmt::Debug + Send + Sync + 'static {
    /// Asks a node and waits for its answer, at most so long.
    async fn ask(&self, node: &str, question: Vec<u8>, patience: Duration) -> Result<Vec<u8>, Unheard>;

    /// Tells a node something, or all of them, this one too.
    fn tell(&self, to: To<'_>, message: Vec<u8>);

    /// Everything that is said to this node, in the order in which it was said by each other.
    async fn listen(&self, node: &str) -> Result<mpsc::Receiver<Incoming>, Unheard>;
}

/// Who is told something.
#[derive(Clone, Copy, Debug)]
pub enum To<'a> {
    /// One node.
    Node(&'a str),
    /// All nodes.
    All,
}

/// Something that another node says.
pub struct Incoming {
    /// What.
    pub text: Vec<u8>,
    /// Who waits for an answer, if anybody does.
    pub answer: Option<Box<dyn FnOnce(Vec<u8>) + Send>>,
}

impl fmt::Debug for Incoming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Incoming").field("length", &self.text.len()).finish_non_exhaustive()
    }
}

/// Nobody has answered, for this reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unheard(pub String);

impl fmt::Display for Unheard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unheard {}

/// NATS. All names begin with the name of the cluster, so that several can share a NATS server.
pub struct Nats {
    client: async_nats::Client,
    cluster: String,
    outgoing: mpsc::Sender<Outgoing>,
}

struct Outgoing {
    subject: String,
    message: Vec<u8>,
}

impl fmt::Debug for Nats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Nats").field("cluster", &self.cluster).finish_non_exhaustive()
    }
}

impl Nats {
    /// Connects to `nats://…`, or `nats://user:password@…`; several addresses are written with commas between
    /// them.
    ///
    /// # Errors
    /// When nobody answers there.
    pub async fn connect(addresses: &str, cluster: String) -> Result<Nats, Unheard> {
        let cannot = |why: &dyn fmt::Display| Unheard(format!("the NATS server cannot be used: {why}"));
        let read = |address: &str| address.trim().parse::<async_nats::ServerAddr>();
        let addresses: Vec<async_nats::ServerAddr> =
            addresses.split(',').map(read).collect::<Result<_, _>>().map_err(|error| cannot(&error))?;
        let mut options = async_nats::ConnectOptions::new();
        // The client reads them only where they are given apart.
        let given = addresses.iter().find_map(|address| Some((address.username()?, address.password()?)));
        if let Some((user, password)) = given {
            let plain = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
            options = options.user_and_password(plain(user), plain(password));
        }
        let client = options
            .name("ludoteca")
            .ping_interval(PING)
            .connection_timeout(Duration::from_secs(2))
            .max_reconnects(None)
            .reconnect_delay_callback(|attempts| Duration::from_millis(100 * attempts.min(10) as u64))
            .event_callback(async |event| tracing::info!("NATS: {event}"))
            .connect(addresses)
            .await
            .map_err(|error| cannot(&error))?;
        let (outgoing, mut wanted) = mpsc::channel::<Outgoing>(WAITING);
        let publisher = client.clone();
        tokio::spawn(async move {
            while let Some(Outgoing { subject, message }) = wanted.recv().await {
                let _ = publisher.publish(subject, message.into()).await;
            }
        });
        Ok(Nats { client, cluster, outgoing })
    }

    fn subject(&self, to: To<'_>) -> String {
        match to {
            To::Node(node) => format!("ludoteca.{}.node.{node}", self.cluster),
            To::All => format!("ludoteca.{}.all", self.cluster),
        }
    }
}

#[async_trait]
impl Bus for Nats {
    async fn ask(&self, node: &str, question: Vec<u8>, patience: Duration) -> Result<Vec<u8>, Unheard> {
        let request = self.client.request(self.subject(To::Node(node)), question.into());
        match tokio::time::timeout(patience, request).await {
            Ok(Ok(answer)) => Ok(answer.payload.into()),
            Ok(Err(error)) => Err(Unheard(error.to_string())),
            Err(_) => Err(Unheard("no answer in time".to_owned())),
        }
    }

    fn tell(&self, to: To<'_>, message: Vec<u8>) {
        let _ = self.outgoing.try_send(Outgoing { subject: self.subject(to), message });
    }

    async fn listen(&self, node: &str) -> Result<mpsc::Receiver<Incoming>, Unheard> {
        let (sender, receiver) = mpsc::channel(WAITING);
        for subject in [self.subject(To::Node(node)), self.subject(To::All)] {
            let heard = self.client.subscribe(subject).await;
            let mut heard = heard.map_err(|error| Unheard(error.to_string()))?;
            let (sender, client) = (sender.clone(), self.client.clone());
            tokio::spawn(async move {
                while let Some(message) = heard.next().await {
                    let client = client.clone();
                    let answer = message.reply.map(|reply| -> Box<dyn FnOnce(Vec<u8>) + Send> {
                        Box::new(move |text: Vec<u8>| {
                            tokio::spawn(async move {
                                let _ = client.publish(reply, text.into()).await;
                            });
                        })
                    });
                    if sender.send(Incoming { text: message.payload.into(), answer }).await.is_err() {
                        return;
                    }
                }
            });
        }
        // Whoever speaks to us from now on is heard.
        self.client.flush().await.map_err(|error| Unheard(error.to_string()))?;
        Ok(receiver)
    }
}
