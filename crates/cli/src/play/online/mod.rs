//! A game on a server, on the same screen as a local game. The server decides; events it has confirmed are
//! replayed here, so that the board, clocks and rules are those of any other game. The player's actions are
//! sent, and shown once they are confirmed.

mod join;
mod table;

pub(super) use join::{JoinedGame, address, enter};

use super::{clocks::TimeSource, computers::Computers, question::Question, screen::GameScreen};
use ludoteca_catalog::Seat;
use ludoteca_client::{Client, Connection, Update};
use ludoteca_contest::{Action, Actor, Answer, BrokenLog, Claim, Contest, Event, EventKind, Offer, Refusal};
use ludoteca_protocol::{EventView, FromServer, GameView, JoinRequest, Problem};
use std::{
    cell::Cell,
    rc::Rc,
    time::{Instant, SystemTime, UNIX_EPOCH},
};
use tokio::runtime::Runtime;

/// The connection, the user's identity on it, and its thread.
struct OnlineLink {
    connection: Connection,
    client: Client,
    runtime: Rc<Runtime>,
}

/// An estimate of the server's time.
#[derive(Clone, Debug)]
struct ServerTime {
    begun: Instant,
    /// The server's time when this program started.
    at_begin: Rc<Cell<u64>>,
}

impl ServerTime {
    fn new() -> ServerTime {
        // This machine's time is used until the server sends its own.
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64;
        ServerTime { begun: Instant::now(), at_begin: Rc::new(Cell::new(wall)) }
    }

    fn now(&self) -> u64 {
        self.at_begin.get() + self.begun.elapsed().as_millis() as u64
    }

    fn is_now(&self, at: u64) {
        self.at_begin.set(at.saturating_sub(self.begun.elapsed().as_millis() as u64));
    }

    fn source(&self) -> TimeSource {
        let time = self.clone();
        Rc::new(move || time.now())
    }
}

/// An action on its way to the server.
struct Sent {
    id: String,
    what: String,
}

/// The state of a game on a server.
pub(super) struct Online {
    line: OnlineLink,
    game: String,
    /// The user's seat; `None` for a spectator.
    pub(super) you: Option<Seat>,
    /// The game's log so far.
    events: Vec<Event>,
    sent: Option<Sent>,
    /// The connection is lost.
    lost: bool,
    /// For each seat, whether its holder is connected.
    here: Vec<bool>,
    time: ServerTime,
}

impl Online {
    /// Subscribes to a game from its current state.
    fn follow(
        runtime: &Rc<Runtime>,
        client: &Client,
        game: &GameView,
        secret: Option<&str>,
    ) -> Result<Online, String> {
        let connection = {
            let _inside = runtime.enter();
            client.connect()
        };
        let events = read(&game.events)?;
        connection.follow(&game.id, events.len() as u64, secret);
        Ok(Online {
            line: OnlineLink { connection, client: client.clone(), runtime: Rc::clone(runtime) },
            game: game.id.clone(),
            you: game.you.and_then(Seat::new),
            events,
            sent: None,
            lost: false,
            here: game.seats.iter().map(|seat| seat.connected).collect(),
            time: ServerTime::new(),
        })
    }

    /// The next game of the series (TB-9): a new one, or the one that another player has created.
    fn next(&self) -> Result<GameScreen, String> {
        let OnlineLink { client, runtime, .. } = &self.line;
        let game = runtime.block_on(async {
            let id = client.rematch(&self.game).await?;
            client.join(&id, &JoinRequest::default()).await
        });
        let game = game.map_err(|error| format!("There is no next game: {error}."))?;
        let online = Online::follow(runtime, client, &game, None)?;
        GameScreen::online(online).map_err(|error| error.to_string())
    }

    /// The state of the connection and the players, for the first line of the screen.
    pub(super) fn status(&self, seat_name: impl Fn(Seat) -> &'static str) -> String {
        let you = self.you.map_or("you watch".to_owned(), |seat| format!("you: {}", seat_name(seat)));
        let sent = self.sent.as_ref().map_or(String::new(), |sent| format!("  sent: {}", sent.what));
        let lost = if self.lost { "  NO CONNECTION" } else { "" };
        format!("{you}{sent}{lost}")
    }

    /// Whether the holder of a seat is disconnected.
    pub(super) fn is_away(&self, seat: Seat) -> bool {
        Some(seat) != self.you && self.here.get(seat.index()) == Some(&false)
    }
}

/// Replays a game from its events.
fn replayed(events: &[Event]) -> Result<Contest, BrokenLog> {
    Contest::replay(events)
}

fn read(events: &[EventView]) -> Result<Vec<Event>, String> {
    let read = |event: &EventView| event.event().map_err(|error| error.to_string());
    events.iter().map(read).collect()
}

impl GameScreen {
    /// A game on a server, with its events so far.
    fn online(online: Online) -> Result<GameScreen, BrokenLog> {
        let contest = replayed(&online.events)?;
        let levels = vec![None; usize::from(contest.game().seats())];
        let mut screen = GameScreen::of(contest, Computers::new(levels), online.time.source());
        screen.online = Some(online);
        Ok(screen)
    }

    /// Processes the messages received from the server; returns whether the game has changed.
    pub(super) fn receive(&mut self) -> bool {
        let mut changed = false;
        while let Some(update) = self.online.as_mut().and_then(|online| online.line.connection.try_update()) {
            let Some(online) = &mut self.online else { break };
            match update {
                Update::Connected if online.lost => {
                    online.lost = false;
                    self.message = "Reconnected.".to_owned();
                }
                Update::Lost(error) if !online.lost => {
                    online.lost = true;
                    self.message = format!("Connection lost ({error}). Reconnecting…");
                }
                Update::Connected | Update::Lost(_) => {}
                Update::Message(message) => changed |= self.apply_message(*message),
            }
        }
        changed
    }

    fn apply_message(&mut self, message: FromServer) -> bool {
        let Some(online) = &mut self.online else { return false };
        match message {
            FromServer::Events { events, at, .. } => {
                online.time.is_now(at);
                return self.take_events(&events);
            }
            FromServer::Accepted { id, .. } => {
                online.sent.take_if(|sent| sent.id == id);
            }
            FromServer::Refused { id: Some(id), problem, .. } => {
                if let Some(sent) = online.sent.take_if(|sent| sent.id == id) {
                    self.message = refused(&sent.what, &problem);
                }
            }
            FromServer::Refused { problem, .. } => self.message = refused("The server", &problem),
            FromServer::Presence { connected, .. } => online.here = connected,
            FromServer::Notice { notice, game, .. } if notice == "rematch" && game != online.game => {
                if online.you.is_some() {
                    self.question = Some(Question::NextGame);
                }
                self.message = format!("Next game created: {game}.");
            }
            FromServer::Bye { reason } => {
                self.message = format!("The server closed the connection: {reason}.")
            }
            _ => {}
        }
        false
    }

    fn take_events(&mut self, views: &[EventView]) -> bool {
        let Some(online) = &mut self.online else { return false };
        let known = online.events.len();
        let contest = read(views).and_then(|events| {
            online.events.extend(events);
            replayed(&online.events).map_err(|error| error.to_string())
        });
        match contest {
            Ok(contest) => self.contest = contest,
            Err(error) => {
                online.events.truncate(known);
                self.message = format!("Unexpected response from the server: {error}");
                return false;
            }
        }
        let new: Vec<Event> = online.events[known..].to_vec();
        self.tell(&new);
        new.iter().for_each(|event| self.apply_online(&event.kind));
        !new.is_empty()
    }

    /// Shows what others did, and asks the questions that result from it.
    fn apply_online(&mut self, kind: &EventKind) {
        let you = self.online.as_ref().and_then(|online| online.you);
        let info = self.contest.game().game().info();
        match kind {
            EventKind::Moved { seat, text, .. } if Some(seat.0) != you => {
                self.message = format!("{} played {text}.", info.seat_name(seat.0));
            }
            EventKind::Offered { seat, offer } => match you {
                Some(you) if you != seat.0 => {
                    self.question = Some(match offer {
                        Offer::Draw => Question::Draw(seat.0, you),
                        Offer::TakeBack => Question::TakeBack(seat.0),
                    });
                }
                _ => self.message = format!("{} offers: {}.", info.seat_name(seat.0), offer_word(*offer)),
            },
            EventKind::Answered { seat, offer, answer } => {
                let answer = match answer {
                    Answer::Accepted => "accepts",
                    Answer::Declined => "declines",
                    Answer::Withdrawn => "withdraws",
                };
                self.message = format!("{} {answer}: {}.", info.seat_name(seat.0), offer_word(*offer));
            }
            EventKind::TakenBack { .. } => self.message = "Taken back.".to_owned(),
            EventKind::Resumed { away, .. } => {
                let seconds = away.div_ceil(1000);
                self.message = format!("The server was down for {seconds} s; clocks were stopped.");
            }
            _ => {}
        }
    }

    /// Sends an action of the user; it is shown once the server has confirmed it.
    pub(super) fn send(&mut self, actor: Actor, action: Action) -> Result<(), Option<Refusal>> {
        // Only the server knows who is absent.
        if !matches!(action, Action::Claim(_)) {
            self.contest.check(self.now(), actor, action.clone()).map_err(Some)?;
        }
        let seq = self.contest.seq();
        let Some(online) = &mut self.online else { return Err(None) };
        if let Some(sent) = &online.sent {
            self.message = format!("{}: not confirmed yet.", sent.what);
            return Err(None);
        }
        let what = words(&action);
        let id = online.line.connection.act(&online.game, seq, action);
        self.message = match online.lost {
            true => format!("{what}: will be sent after reconnecting."),
            false => String::new(),
        };
        online.sent = Some(Sent { id, what });
        self.input.clear();
        Ok(())
    }
}

fn refused(what: &str, problem: &Problem) -> String {
    let ruling = problem.ruling.as_ref().map_or(String::new(), |ruling| format!(" ({ruling})"));
    format!("{what}: {}{ruling}.", problem.detail)
}

fn offer_word(offer: Offer) -> &'static str {
    match offer {
        Offer::Draw => "a draw",
        Offer::TakeBack => "taking back",
    }
}

fn words(action: &Action) -> String {
    match action {
        Action::Move(text) => text.as_str(),
        Action::Resign => "Resigning",
        Action::Abort => "Aborting",
        Action::OfferDraw => "The draw offer",
        Action::TakeBack => "The takeback request",
        Action::Accept | Action::Decline | Action::Withdraw => "The answer",
        Action::Claim(Claim::Leave | Claim::Draw | Claim::Abort) => "The claim",
        _ => "This",
    }
    .to_owned()
}
