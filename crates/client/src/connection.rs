//! A reconnecting connection.

use crate::{Client, Error, Socket};
use ludoteca_contest::Action;
use ludoteca_protocol::{EventView, FromClient, FromServer, NewAction, Problem, Room};
use std::{collections::BTreeMap, time::Duration};
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    time::{Instant, sleep_until, timeout},
};

/// The pause before the first reconnection attempt; it doubles up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
const MAX_PAUSE: Duration = Duration::from_secs(5);
/// The server pings every five seconds; after this much silence it is considered dead.
const SILENCE: Duration = Duration::from_secs(9);
/// If the server is silent for this long after a message was sent, it is pinged,
const DOUBT: Duration = Duration::from_secs(2);
/// and considered dead after this long.
const UNANSWERED: Duration = Duration::from_secs(5);
/// Time limit for opening a connection,
const OPENING: Duration = Duration::from_secs(5);
/// and where there are other servers to try.
const OPENING_ONE_OF_SEVERAL: Duration = Duration::from_secs(2);
/// The pause before resending a message that the server could not process at the moment.
const NOT_NOW: Duration = Duration::from_secs(1);

/// A message to the user of a connection.
#[derive(Clone, PartialEq, Debug)]
pub enum Update {
    /// Connected, or connected again.
    Connected,
    /// The connection was lost for this reason; it reconnects automatically.
    Lost(Error),
    /// A message from the server. Events come in order, each once.
    Message(Box<FromServer>),
}

enum Command {
    Follow { game: String, since: u64, invitation: Option<String> },
    Act { game: String, action: NewAction },
    Say(FromClient),
}

/// Follows games and acts in them, until it is dropped.
#[derive(Debug)]
pub struct Connection {
    requests: UnboundedSender<Command>,
    updates: UnboundedReceiver<Update>,
}

impl Connection {
    pub(crate) fn start(client: Client) -> Connection {
        let (requests, requests_in) = unbounded_channel();
        let (tell, updates) = unbounded_channel();
        let talk = Driver { client, requests_in, tell, games: BTreeMap::new(), pending: Vec::new() };
        tokio::spawn(talk.go_on());
        Connection { requests, updates }
    }

    /// Follows a game from after this number on.
    pub fn follow(&self, game: &str, since: u64, invitation: Option<&str>) {
        let invitation = invitation.map(str::to_owned);
        let _ = self.requests.send(Command::Follow { game: game.to_owned(), since, invitation });
    }

    /// Sends an action for a followed game, and returns the id that `Accepted` or `Refused` will carry. The
    /// action is resent until one of them arrives.
    pub fn act(&self, game: &str, seq: u64, action: Action) -> String {
        let id = new_id();
        let action = NewAction { id: id.clone(), seq, action };
        let _ = self.requests.send(Command::Act { game: game.to_owned(), action });
        id
    }

    /// Sends a chat message.
    pub fn say(&self, game: &str, room: Room, text: &str) {
        let say = FromClient::Say { game: game.to_owned(), room, text: text.to_owned() };
        let _ = self.requests.send(Command::Say(say));
    }

    /// The next message; waits for it.
    pub async fn next_update(&mut self) -> Option<Update> {
        self.updates.recv().await
    }

    /// The next message that has arrived already, without waiting.
    pub fn try_update(&mut self) -> Option<Update> {
        self.updates.try_recv().ok()
    }
}

/// A unique id for an action.
fn new_id() -> String {
    let mut bytes = [0; 12];
    // Every supported system has random numbers, and nothing else could replace them.
    getrandom::fill(&mut bytes).unwrap_or_else(|error| panic!("no random numbers: {error}"));
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

struct Subscription {
    since: u64,
    invitation: Option<String>,
    /// When to subscribe again, if the server said "not now".
    again: Option<Instant>,
}

struct Pending {
    game: String,
    action: NewAction,
    sent: Instant,
    /// When to send it again, if the server said "not now".
    again: Option<Instant>,
}

/// How long the server has been silent.
struct Silence {
    since: Instant,
    /// A ping has been sent.
    asked: bool,
}

impl Silence {
    fn new() -> Silence {
        Silence { since: Instant::now(), asked: false }
    }

    /// When to ping the server or give it up, if a message sent at this time is unanswered.
    fn ends(&self, unanswered: Option<Instant>) -> Instant {
        let gone = self.since + SILENCE;
        let patience = if self.asked { UNANSWERED } else { DOUBT };
        unanswered.map_or(gone, |sent| gone.min(sent.max(self.since) + patience))
    }
}

/// Why a connection has ended.
enum Ended {
    Cut(Error),
    /// The `Connection` was dropped.
    Unwanted,
}

impl From<Error> for Ended {
    fn from(error: Error) -> Ended {
        Ended::Cut(error)
    }
}

struct Driver {
    client: Client,
    requests_in: UnboundedReceiver<Command>,
    tell: UnboundedSender<Update>,
    games: BTreeMap<String, Subscription>,
    /// Messages without an answer yet.
    pending: Vec<Pending>,
}

impl Driver {
    async fn go_on(mut self) {
        let mut pause = FIRST_PAUSE;
        loop {
            let late = |_| Error::Unreachable("the server does not answer".to_owned());
            let opening = if self.client.has_others() { OPENING_ONE_OF_SEVERAL } else { OPENING };
            let opened = timeout(opening, Socket::open(&self.client)).await.map_err(late);
            let ended = match opened.and_then(|opened| opened) {
                Ok(socket) => {
                    pause = FIRST_PAUSE;
                    let _ = self.tell.send(Update::Connected);
                    self.converse(socket).await
                }
                Err(error) => Ended::Cut(error),
            };
            match ended {
                Ended::Cut(error) if self.tell.send(Update::Lost(error.clone())).is_ok() => {
                    tokio::time::sleep(pause.max(wanted_pause(&error))).await;
                    pause = (pause * 2).min(MAX_PAUSE);
                    self.client = self.client.at_next();
                }
                Ended::Cut(_) | Ended::Unwanted => return,
            }
        }
    }

    async fn converse(&mut self, mut socket: Socket) -> Ended {
        match self.talk(&mut socket).await {
            Ok(never) => match never {},
            Err(ended) => ended,
        }
    }

    async fn talk(&mut self, socket: &mut Socket) -> Result<std::convert::Infallible, Ended> {
        for (game, followed) in &mut self.games {
            followed.again = None;
            socket.say(&subscribe(game, followed)).await?;
        }
        for pending in &mut self.pending {
            socket.say(&pending.send()).await?;
        }
        let mut silence = Silence::new();
        loop {
            let actions = self.pending.iter().filter_map(|pending| pending.again);
            let again = actions.chain(self.games.values().filter_map(|followed| followed.again)).min();
            let later = again.unwrap_or_else(|| Instant::now() + SILENCE);
            let unanswered = self.pending.iter().filter(|pending| pending.again.is_none());
            let unanswered = unanswered.map(|pending| pending.sent).min();
            tokio::select! {
                request = self.requests_in.recv() => {
                    let message = self.take(request.ok_or(Ended::Unwanted)?);
                    socket.say(&message).await?;
                }
                message = socket.receive() => {
                    silence = Silence::new();
                    if let Some(message) = message? {
                        self.handle(message, socket).await?;
                    }
                }
                () = sleep_until(silence.ends(unanswered)) => {
                    if silence.asked || silence.since.elapsed() >= SILENCE {
                        return Err(Error::Unreachable("the server is silent".to_owned()).into());
                    }
                    silence.asked = true;
                    socket.say(&FromClient::Ping { id: 0 }).await?;
                }
                () = sleep_until(later), if again.is_some() => {
                    let now = Instant::now();
                    for (game, followed) in &mut self.games {
                        if followed.again.is_some_and(|again| again <= now) {
                            followed.again = None;
                            socket.say(&subscribe(game, followed)).await?;
                        }
                    }
                    for pending in &mut self.pending {
                        if pending.again.is_some_and(|again| again <= now) {
                            socket.say(&pending.send()).await?;
                        }
                    }
                }
            }
        }
    }

    fn take(&mut self, request: Command) -> FromClient {
        match request {
            Command::Follow { game, since, invitation } => {
                let followed = Subscription { since, invitation, again: None };
                let message = subscribe(&game, &followed);
                self.games.insert(game, followed);
                message
            }
            Command::Act { game, action } => {
                let mut pending = Pending { game, action, sent: Instant::now(), again: None };
                let message = pending.send();
                self.pending.push(pending);
                message
            }
            Command::Say(message) => message,
        }
    }

    async fn handle(&mut self, message: FromServer, socket: &mut Socket) -> Result<(), Ended> {
        let message = match message {
            FromServer::Events { game, events, at } => match self.new_events(&game, events) {
                Some(events) => FromServer::Events { game, events, at },
                // Events are missing: subscribe again.
                None => match self.games.get(&game) {
                    Some(followed) => return Ok(socket.say(&subscribe(&game, followed)).await?),
                    None => return Ok(()),
                },
            },
            FromServer::Refused { game: Some(game), id: None, problem: Problem { status: 503, .. } }
                if self.games.contains_key(&game) =>
            {
                if let Some(followed) = self.games.get_mut(&game) {
                    followed.again = Some(Instant::now() + NOT_NOW);
                }
                return Ok(());
            }
            FromServer::Refused { game, id: Some(id), problem } => {
                let at = self.pending.iter().position(|pending| pending.action.id == id);
                if let Some(at) = at
                    && let Some(pause) = self.pending[at].try_again(&problem)
                {
                    self.pending[at].again = Some(Instant::now() + pause);
                    return Ok(());
                }
                self.pending.retain(|pending| pending.action.id != id);
                FromServer::Refused { game, id: Some(id), problem }
            }
            FromServer::Accepted { game, id, seq } => {
                self.pending.retain(|pending| pending.action.id != id);
                FromServer::Accepted { game, id, seq }
            }
            other => other,
        };
        self.tell.send(Update::Message(Box::new(message))).map_err(|_| Ended::Unwanted)
    }

    /// The events that are new; `None` if there is a gap before them.
    fn new_events(&mut self, game: &str, events: Vec<EventView>) -> Option<Vec<EventView>> {
        let followed = self.games.get_mut(game)?;
        let mut new = Vec::new();
        for event in events {
            let seq = event.seq();
            if seq > followed.since + 1 {
                return None;
            }
            if seq == followed.since + 1 {
                followed.since = seq;
                new.push(event);
            }
        }
        Some(new)
    }
}

/// How long the server asks clients to wait before they reconnect.
fn wanted_pause(error: &Error) -> Duration {
    match error {
        Error::Refused(problem) => {
            problem.ratelimit.as_ref().map_or(Duration::ZERO, |limit| Duration::from_secs(limit.seconds))
        }
        _ => Duration::ZERO,
    }
}

fn subscribe(game: &str, followed: &Subscription) -> FromClient {
    let (since, invitation) = (followed.since, followed.invitation.clone());
    FromClient::Subscribe { game: game.to_owned(), since, invitation }
}

impl Pending {
    /// The message to send, perhaps again.
    fn send(&mut self) -> FromClient {
        self.sent = Instant::now();
        self.again = None;
        FromClient::Act { game: self.game.clone(), action: self.action.clone() }
    }

    /// How long to wait before resending it, if the refusal is only temporary.
    fn try_again(&mut self, problem: &Problem) -> Option<Duration> {
        match (problem.status, problem.seq) {
            (429, _) => problem.ratelimit.as_ref().map(|limit| Duration::from_secs(limit.seconds)),
            (503, _) => Some(NOT_NOW),
            // The server has restarted: the position is unchanged.
            (409, Some(seq)) if is_only_return(&problem.events) => {
                self.action.seq = seq;
                Some(Duration::ZERO)
            }
            _ => None,
        }
    }
}

fn is_only_return(missed: &[EventView]) -> bool {
    let is_return = |event: &EventView| matches!(event.kind().as_str(), "resumed" | "returned");
    !missed.is_empty() && missed.iter().all(is_return)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_silent_server_is_asked_soon_where_something_waits_for_it() {
        let silence = Silence::new();
        let (since, second) = (silence.since, Duration::from_secs(1));
        assert_eq!(silence.ends(None), since + SILENCE);
        // For a message sent before the last sign of life the time counts from that sign, otherwise from its
        // sending.
        assert_eq!(silence.ends(Some(since)), since + DOUBT);
        assert_eq!(silence.ends(Some(since + second)), since + second + DOUBT);
        assert_eq!(silence.ends(Some(since + 8 * second)), since + SILENCE);
        let asked = Silence { asked: true, ..silence };
        assert_eq!(asked.ends(Some(since + second)), since + second + UNANSWERED);
    }
}
