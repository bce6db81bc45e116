//! Messaging between nodes. Nothing that has been confirmed depends on a message: it is in the database
//! before any message is sent, so a lost message costs another question, never a move.

use async_trait::async_trait;
use futures_util::{
    StreamExt,
    stream::{self, BoxStream},
};
use percent_encoding::percent_decode_str;
use std::{
    collections::HashMap,
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::{mpsc, oneshot},
    time::{Instant, sleep_until},
};

/// Capacity of the outgoing queue; messages beyond it are dropped.
const WAITING: usize = 100_000;
/// Messages for one subject are sent together, at most this many
const PACK: usize = 256;
/// and this many bytes: half of what a NATS server accepts.
const LARGEST: usize = 512 << 10;
/// Once this many messages were sent within the window, further ones wait for its end: that saves a node, and
/// NATS, most of the work for a message.
const BUSY: usize = 4;
const WINDOW: Duration = Duration::from_millis(1);
/// Ping interval; after two unanswered pings the client reconnects.
const PING: Duration = Duration::from_secs(1);

/// Connects the nodes of a cluster, which are addressed by name.
#[async_trait]
pub trait Bus: fmt::Debug + Send + Sync + 'static {
    /// Asks a node and waits at most `patience` for its answer.
    async fn ask(&self, node: &str, question: Vec<u8>, patience: Duration) -> Result<Vec<u8>, NoReply>;

    /// Sends a message to one node, or to all nodes including this one.
    fn tell(&self, to: Recipient<'_>, message: Vec<u8>);

    /// Messages for this node, in the order in which each node sent them.
    async fn listen(&self, node: &str) -> Result<BoxStream<'static, Incoming>, NoReply>;
}

#[derive(Clone, Copy, Debug)]
pub enum Recipient<'a> {
    Node(&'a str),
    All,
}

/// A message from another node.
pub struct Incoming {
    pub text: Vec<u8>,
    /// Sends the answer, if the sender waits for one.
    pub answer: Option<Box<dyn FnOnce(Vec<u8>) + Send>>,
}

impl fmt::Debug for Incoming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Incoming").field("length", &self.text.len()).finish_non_exhaustive()
    }
}

/// A message that got no answer, with the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoReply(pub String);

impl fmt::Display for NoReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoReply {}

/// A bus over NATS. All subjects begin with the name of the cluster, so several clusters can share a NATS
/// server.
/// Messages for the same node that are waiting at the same time are packed into one NATS message, one line
/// each: questions, answers and everything else. Under load this saves most of the round trips.
pub struct Nats {
    client: async_nats::Client,
    desk: Desk,
    /// The subject on which this node receives messages and answers.
    name: OnceLock<String>,
    questions: AtomicU64,
}

/// Sends and receives lines.
#[derive(Clone)]
struct Desk {
    cluster: Arc<str>,
    outgoing: mpsc::Sender<Outgoing>,
    asked: Arc<PendingRequests>,
}

impl Desk {
    fn subject(&self, to: Recipient<'_>) -> String {
        match to {
            Recipient::Node(node) => format!("ludoteca.{}.node.{node}", self.cluster),
            Recipient::All => format!("ludoteca.{}.all", self.cluster),
        }
    }

    fn send(&self, to: Recipient<'_>, line: &Line<'_>) -> Result<(), NoReply> {
        let outgoing = Outgoing { subject: self.subject(to), line: line.write() };
        self.outgoing.try_send(outgoing).map_err(|_| NoReply("the outgoing queue is full".to_owned()))
    }

    /// Completes a pending question if the line is an answer; anything else is a message for the node.
    fn take(&self, line: Option<Line<'_>>) -> Option<Incoming> {
        match line {
            Some(Line::Told(text)) => Some(Incoming { text: text.to_vec(), answer: None }),
            Some(Line::Question { number, from, text }) => {
                let (desk, from) = (self.clone(), from.to_owned());
                let answer = move |text: Vec<u8>| {
                    let _ = desk.send(Recipient::Node(&from), &Line::Answer { number, text: &text });
                };
                Some(Incoming { text: text.to_vec(), answer: Some(Box::new(answer)) })
            }
            Some(Line::Answer { number, text }) => {
                self.asked.answer(number, text.to_vec());
                None
            }
            None => {
                tracing::warn!("received a malformed line from another node");
                None
            }
        }
    }
}

/// Pending questions by number.
#[derive(Default)]
struct PendingRequests(Mutex<HashMap<u64, oneshot::Sender<Vec<u8>>>>);

impl PendingRequests {
    fn all(&self) -> MutexGuard<'_, HashMap<u64, oneshot::Sender<Vec<u8>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, number: u64, answer: Vec<u8>) {
        // The originator may have stopped waiting.
        if let Some(originator) = self.all().remove(&number) {
            let _ = originator.send(answer);
        }
    }
}

/// Removes a question when its originator stops waiting.
struct PendingRequest<'a>(&'a PendingRequests, u64);

impl Drop for PendingRequest<'_> {
    fn drop(&mut self) {
        self.0.all().remove(&self.1);
    }
}

#[derive(PartialEq, Eq, Debug)]
struct Outgoing {
    subject: String,
    line: Vec<u8>,
}

/// One line between nodes. The text of all three kinds is JSON, which contains no line break and begins with
/// neither `?` nor `=`.
#[derive(PartialEq, Eq, Debug)]
enum Line<'a> {
    Told(&'a [u8]),
    /// `?7 node text`: `node` wants an answer with this number.
    Question {
        number: u64,
        from: &'a str,
        text: &'a [u8],
    },
    /// `=7 text`: the answer to question 7.
    Answer {
        number: u64,
        text: &'a [u8],
    },
}

impl<'a> Line<'a> {
    fn write(&self) -> Vec<u8> {
        match self {
            Line::Told(text) => text.to_vec(),
            Line::Question { number, from, text } => [format!("?{number} {from} ").as_bytes(), text].concat(),
            Line::Answer { number, text } => [format!("={number} ").as_bytes(), text].concat(),
        }
    }

    fn read(line: &'a [u8]) -> Option<Line<'a>> {
        let word = |text: &'a [u8]| {
            let end = text.iter().position(|byte| *byte == b' ')?;
            Some((str::from_utf8(&text[..end]).ok()?, &text[end + 1..]))
        };
        match line.split_first() {
            Some((b'?', rest)) => {
                let (number, rest) = word(rest)?;
                let (from, text) = word(rest)?;
                Some(Line::Question { number: number.parse().ok()?, from, text })
            }
            Some((b'=', rest)) => {
                let (number, text) = word(rest)?;
                Some(Line::Answer { number: number.parse().ok()?, text })
            }
            _ => Some(Line::Told(line)),
        }
    }
}

/// Joins the lines for each subject, in their order.
fn packed(waiting: impl Iterator<Item = Outgoing>) -> Vec<Outgoing> {
    let mut packs: Vec<Outgoing> = Vec::new();
    for one in waiting {
        let last = packs.iter_mut().rfind(|pack| pack.subject == one.subject);
        match last.filter(|pack| pack.line.len() + one.line.len() < LARGEST) {
            Some(pack) => {
                pack.line.push(b'\n');
                pack.line.extend(one.line);
            }
            None => packs.push(one),
        }
    }
    packs
}

fn unpacked(payload: &[u8]) -> impl Iterator<Item = Option<Line<'_>>> {
    payload.split(|byte| *byte == b'\n').map(Line::read)
}

impl fmt::Debug for Nats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Nats").field("cluster", &self.desk.cluster).finish_non_exhaustive()
    }
}

impl Nats {
    /// Connects to `nats://…` or `nats://user:password@…`; several addresses are separated by commas.
    ///
    /// # Errors
    /// When no server answers.
    pub async fn connect(addresses: &str, cluster: String) -> Result<Nats, NoReply> {
        let cannot = |why: &dyn fmt::Display| NoReply(format!("the NATS server cannot be used: {why}"));
        let read = |address: &str| address.trim().parse::<async_nats::ServerAddr>();
        let addresses: Vec<async_nats::ServerAddr> =
            addresses.split(',').map(read).collect::<Result<_, _>>().map_err(|error| cannot(&error))?;
        let mut options = async_nats::ConnectOptions::new();
        // The client only accepts credentials that are passed separately.
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
            let mut waiting = Vec::new();
            let (mut begun, mut sent) = (Instant::now(), 0);
            while wanted.recv_many(&mut waiting, PACK).await > 0 {
                // A commit wakes many games at once: let all of them queue their messages, so that they are
                // sent together.
                tokio::task::yield_now().await;
                if sent >= BUSY {
                    sleep_until(begun + WINDOW).await;
                }
                if begun.elapsed() >= WINDOW {
                    (begun, sent) = (Instant::now(), 0);
                }
                while waiting.len() < PACK
                    && let Ok(one) = wanted.try_recv()
                {
                    waiting.push(one);
                }
                sent += waiting.len();
                for Outgoing { subject, line } in packed(waiting.drain(..)) {
                    let _ = publisher.publish(subject, line.into()).await;
                }
            }
        });
        Ok(Nats {
            client,
            desk: Desk { cluster: cluster.into(), outgoing, asked: Arc::default() },
            name: OnceLock::new(),
            questions: AtomicU64::new(0),
        })
    }
}

#[async_trait]
impl Bus for Nats {
    async fn ask(&self, node: &str, question: Vec<u8>, patience: Duration) -> Result<Vec<u8>, NoReply> {
        let Some(from) = self.name.get() else {
            return Err(NoReply("this node is not subscribed yet".to_owned()));
        };
        let number = self.questions.fetch_add(1, Ordering::Relaxed);
        let (originator, answer) = oneshot::channel();
        self.desk.asked.all().insert(number, originator);
        let _waiting = PendingRequest(&self.desk.asked, number);
        self.desk.send(Recipient::Node(node), &Line::Question { number, from, text: &question })?;
        match tokio::time::timeout(patience, answer).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(_)) | Err(_) => Err(NoReply("no answer in time".to_owned())),
        }
    }

    fn tell(&self, to: Recipient<'_>, message: Vec<u8>) {
        let _ = self.desk.send(to, &Line::Told(&message));
    }

    async fn listen(&self, node: &str) -> Result<BoxStream<'static, Incoming>, NoReply> {
        let subscribe = async |to| {
            let subscribed = self.client.subscribe(self.desk.subject(to)).await;
            subscribed.map_err(|error| NoReply(error.to_string()))
        };
        let messages =
            stream::select(subscribe(Recipient::Node(node)).await?, subscribe(Recipient::All).await?);
        let desk = self.desk.clone();
        let incoming = messages.flat_map(move |message| {
            let incoming = unpacked(&message.payload).filter_map(|line| desk.take(line));
            stream::iter(incoming.collect::<Vec<_>>())
        });
        let _ = self.name.set(node.to_owned());
        // From here on, messages to this node are received.
        self.client.flush().await.map_err(|error| NoReply(error.to_string()))?;
        Ok(incoming.boxed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pending_messages_of_a_listener_are_sent_together_in_order() {
        let say = |subject: &str, text: &str| Outgoing { subject: subject.to_owned(), line: text.into() };
        let large = "x".repeat(LARGEST);
        let waiting = [say("a", "1"), say("b", "2"), say("a", "3"), say("a", &large), say("a", "5")];
        let packs = packed(waiting.into_iter());
        assert_eq!(packs[..2], [say("a", "1\n3"), say("b", "2")]);
        // A message that is too large is sent alone, and later messages follow it.
        assert_eq!(packs[2..], [say("a", &large), say("a", "5")]);
        let lines: Vec<_> = unpacked(&packs[0].line).collect();
        assert_eq!(lines, [Some(Line::Told(b"1")), Some(Line::Told(b"3"))]);
    }

    #[test]
    fn lines_are_read_as_they_were_written() {
        for line in [
            Line::Told(b"\"Lobby\""),
            Line::Question { number: 7, from: "n1", text: b"{\"a b\":1}" },
            Line::Answer { number: u64::MAX, text: b"" },
        ] {
            assert_eq!(Line::read(&line.write()), Some(line));
        }
        for wrong in ["?", "?7", "?7 n1", "?x n1 {}", "=", "=7", "=-1 {}", "? n1 {}"] {
            assert_eq!(Line::read(wrong.as_bytes()), None, "{wrong}");
        }
        assert_eq!(Line::read(b"=\xff {}"), None);
    }
}
