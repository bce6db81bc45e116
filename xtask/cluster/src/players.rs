//! Players, each connected to one node and to the next one when the connection fails. They record what they
//! receive.

use crate::{Arguments, random::Chance};
use ludoteca_catalog::{AnyPlay, GameId, Setup, Status, open};
use ludoteca_client::{Address, Client, Connection, Error, Update};
use ludoteca_contest::{Action, Clock};
use ludoteca_protocol::{EventView, FromServer, GameView, JoinRequest, NewGame, Problem, Room, SeekView};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    sync::Arc,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::{Duration, Instant},
};
use tokio::{task::JoinHandle, time::timeout};

/// The timeout of every operation, including faults.
const PATIENCE: Duration = Duration::from_secs(90);
/// How long to wait for all clients at the end.
const END: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub(crate) struct World {
    addresses: Vec<Address>,
    seed: u64,
    pause: u64,
    games: usize,
    stopped: AtomicBool,
    finished: AtomicU64,
}

impl World {
    pub(crate) fn new(arguments: &Arguments, addresses: Vec<Address>) -> World {
        World {
            addresses,
            seed: arguments.seed,
            pause: arguments.pause,
            games: arguments.games,
            stopped: AtomicBool::new(false),
            finished: AtomicU64::new(0),
        }
    }

    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// A client that connects to this node first.
    fn client(&self, node: usize) -> Client {
        client(&self.addresses, node)
    }
}

fn client(addresses: &[Address], node: usize) -> Client {
    let mut order: Vec<Address> = addresses.to_vec();
    let count = order.len();
    order.rotate_left(node % count);
    let first = order.remove(0);
    Client::new(first).with_others(order)
}

/// What a client received about a game.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) person: String,
    pub(crate) game: String,
    /// All events in the order received.
    pub(crate) events: Vec<EventView>,
    /// Confirmed actions, each with its event number.
    pub(crate) accepted: Vec<(String, u64)>,
    /// Actions that were finally refused.
    pub(crate) refused: Vec<String>,
    /// When each confirmed action was sent, and how long its confirmation took.
    pub(crate) waits: Vec<(Instant, Duration)>,
    /// The client received the last event.
    pub(crate) complete: bool,
    /// A player stops moving on purpose, so the game must end by time.
    pub(crate) sleepy: bool,
}

/// Retries until a node answers, skipping those that cannot. Only for idempotent requests.
async fn patiently<T, Asked: Future<Output = Result<T, Error>>>(
    client: &mut Client,
    ask: impl Fn(Client) -> Asked,
) -> Result<T, String> {
    let begun = Instant::now();
    loop {
        let error = match timeout(Duration::from_secs(12), ask(client.clone())).await {
            Ok(Ok(done)) => return Ok(done),
            Ok(Err(Error::Refused(problem))) if problem.status < 500 => return Err(problem.detail.clone()),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "no answer".to_owned(),
        };
        if begun.elapsed() > PATIENCE {
            return Err(format!("{}: {error}", client.address()));
        }
        *client = client.at_next();
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

async fn guest(mut client: Client) -> Result<(Client, String), String> {
    let guest = patiently(&mut client, |client| async move { client.guest(None).await }).await?;
    Ok((client.with_token(&guest.token), guest.user.id))
}

fn clock(kind: usize) -> (Option<Clock>, bool) {
    match kind {
        0 | 1 => (Some(Clock::Increment { initial: 1_800_000, increment: 5000 }), false),
        2 => (None, false),
        // A live game in which a player stops moving.
        3 => (Some(Clock::SuddenDeath { initial: 40_000 }), true),
        // Nothing is stored when such a game changes its owner.
        _ => (Some(Clock::Correspondence { per_turn: 86_400_000, bank: 0 }), false),
    }
}

/// Two people who play one game after another until the time is up.
async fn pair(world: Arc<World>, number: usize) -> Result<Vec<Report>, String> {
    let mut chance = Chance::new(world.seed ^ ((number as u64 + 1) << 20));
    tokio::time::sleep(Duration::from_millis(chance.between(0, 3000))).await;
    let nodes = [chance.below(world.addresses.len()), chance.below(world.addresses.len())];
    let (first, one) = guest(world.client(nodes[0])).await?;
    let (second, other) = guest(world.client(nodes[1])).await?;
    let mut people = [(first, one), (second, other)];
    let mut all = Vec::new();
    while !world.is_stopped() {
        all.extend(one_game(&world, &mut people, &mut chance).await?);
    }
    Ok(all)
}

async fn one_game(
    world: &World,
    people: &mut [(Client, String); 2],
    chance: &mut Chance,
) -> Result<Vec<Report>, String> {
    let game = [GameId::Squadro, GameId::Peak, GameId::OnePieceForTwo][chance.below(3)];
    let (clock, sleepy) = clock(chance.below(6));
    let request = NewGame { players: Some(2), clock, ..NewGame::of(game.info().id) };
    // A game whose creation was not confirmed is not waited for.
    let make = |client: Client| {
        let request = request.clone();
        async move { client.make_game(&request).await }
    };
    let made: GameView = patiently(&mut people[0].0, make).await?;
    let join = JoinRequest { seat: None, invitation: made.invitation.clone() };
    let sit_down = |client: Client| {
        let (game, join) = (made.id.clone(), join.clone());
        async move { client.join(&game, &join).await }
    };
    patiently(&mut people[1].0, sit_down).await?;
    let setup = Setup { players: Some(2), ..Setup::default() };
    let stops = if sleepy { chance.between(2, 12) as usize } else { usize::MAX };
    let mut players = Vec::new();
    for (seat, (client, person)) in people.iter().enumerate() {
        let play = open(game, &setup).map_err(|error| error.to_string())?;
        let told = Report { person: person.clone(), game: made.id.clone(), sleepy, ..Report::default() };
        let seed = world.seed ^ (chance.between(0, u64::from(u32::MAX)) << 8);
        let connection = client.connect();
        connection.follow(&made.id, 0, None);
        let player = Player {
            seat,
            play,
            told,
            connection,
            chance: Chance::new(seed),
            waiting: None,
            stops,
            confirmed: 0,
        };
        players.push(player.play(world));
    }
    // A spectator on any node.
    let watching = (chance.below(4) == 0).then(|| {
        let node = chance.below(world.addresses.len());
        watch(world, node, made.id.clone())
    });
    let (told, watched) = tokio::join!(futures(players), async {
        match watching {
            Some(watching) => Some(watching.await),
            None => None,
        }
    });
    let mut told = told.into_iter().collect::<Result<Vec<Report>, String>>()?;
    told.extend(watched.transpose()?);
    world.finished.fetch_add(1, Ordering::Relaxed);
    Ok(told)
}

async fn futures<T>(all: Vec<impl Future<Output = T>>) -> Vec<T> {
    let mut all: Vec<_> = all.into_iter().map(Box::pin).collect();
    let mut done: Vec<Option<T>> = all.iter().map(|_| None).collect();
    std::future::poll_fn(|context| {
        for (one, done) in all.iter_mut().zip(&mut done) {
            if done.is_none()
                && let std::task::Poll::Ready(value) = one.as_mut().poll(context)
            {
                *done = Some(value);
            }
        }
        match done.iter().all(Option::is_some) {
            true => std::task::Poll::Ready(()),
            false => std::task::Poll::Pending,
        }
    })
    .await;
    done.into_iter().flatten().collect()
}

/// One side of a game.
struct Player {
    seat: usize,
    play: Box<dyn AnyPlay>,
    told: Report,
    connection: Connection,
    chance: Chance,
    /// The pending action, and when it was sent.
    waiting: Option<(String, Instant)>,
    /// The number of plies after which the players stop moving.
    stops: usize,
    /// The number in the last confirmation; its events may arrive later.
    confirmed: u64,
}

impl Player {
    async fn play(mut self, world: &World) -> Result<Report, String> {
        let (mut stopped_at, mut last) = (None::<Instant>, Instant::now());
        loop {
            if world.is_stopped() && stopped_at.is_none() {
                stopped_at = Some(Instant::now());
            }
            // At the end there are no more moves, and all clients receive what was confirmed.
            if let Some(at) = stopped_at
                && self.waiting.is_none()
                && at.elapsed() > Duration::from_secs(8)
                && last.elapsed() > Duration::from_secs(4)
            {
                return Ok(self.told);
            }
            if stopped_at.is_some_and(|at| at.elapsed() > END) {
                return Err(format!("{}: an action was never answered", self.told.game));
            }
            if last.elapsed() > PATIENCE && stopped_at.is_none() {
                return Err(format!("{}: no events", self.told.game));
            }
            if self.waiting.is_none()
                && stopped_at.is_none()
                && self.play.steps() < self.stops
                && self.is_to_act()
                && self.told.events.last().is_some_and(|event| event.seq() >= self.confirmed)
            {
                tokio::time::sleep(Duration::from_millis(self.chance.between(0, world.pause))).await;
                self.act();
            }
            let Ok(heard) = timeout(Duration::from_millis(200), self.connection.next_update()).await else {
                continue;
            };
            let Some(Update::Message(said)) = heard else { continue };
            last = Instant::now();
            if self.hear(*said)? {
                self.told.complete = true;
                if self.waiting.is_none() {
                    return Ok(self.told);
                }
            }
        }
    }

    fn is_to_act(&self) -> bool {
        let begun = self.told.events.iter().any(|event| event.kind() == "started");
        begun && matches!(self.play.status(), Status::ToAct(seat) if seat.index() == self.seat)
    }

    fn act(&mut self) {
        let seq = self.told.events.last().map_or(0, EventView::seq);
        let moves = self.play.legal_moves();
        let text = moves[self.chance.below(moves.len())].clone();
        let action = match self.chance.below(400) {
            0 => Action::Resign,
            _ => Action::Move(text),
        };
        let id = self.connection.act(&self.told.game, seq, action);
        self.waiting = Some((id, Instant::now()));
    }

    /// Processes a message; returns whether the game is over.
    fn hear(&mut self, said: FromServer) -> Result<bool, String> {
        let own = |id: &str, waiting: &Option<(String, Instant)>| {
            waiting.as_ref().is_some_and(|(waiting, _)| waiting == id)
        };
        match said {
            FromServer::Accepted { id, seq, .. } => {
                if own(&id, &self.waiting)
                    && let Some((_, since)) = self.waiting.take()
                {
                    self.told.waits.push((since, since.elapsed()));
                }
                self.confirmed = self.confirmed.max(seq);
                self.told.accepted.push((id, seq));
            }
            FromServer::Refused { id: Some(id), problem, .. } => {
                if own(&id, &self.waiting) {
                    self.waiting = None;
                }
                expected(&problem).map_err(|why| format!("{}: {why}", self.told.game))?;
                self.told.refused.push(id);
            }
            FromServer::Refused { id: None, problem, .. } => {
                return Err(format!("{}: {}", self.told.game, problem.detail));
            }
            FromServer::Events { events, .. } => {
                for event in events {
                    let fields = event.fields();
                    if fields["type"] == "moved" {
                        let text = fields["move"].as_str().unwrap_or_default();
                        self.play.play(text).map_err(|error| format!("{}: {error}", self.told.game))?;
                    }
                    self.told.events.push(event);
                }
            }
            _ => {}
        }
        Ok(self.told.events.last().is_some_and(|event| event.kind() == "ended"))
    }
}

/// Whether a correct client can receive this refusal, because time or the opponent was faster.
fn expected(problem: &Problem) -> Result<(), String> {
    match problem.status {
        409 => Ok(()),
        422 if ["game-over", "not-to-act", "not-playing", "over"].contains(&problem.key.as_str()) => Ok(()),
        _ => Err(format!("refused with {} {}: {}", problem.status, problem.key, problem.detail)),
    }
}

/// A spectator who watches a game to its end.
async fn watch(world: &World, node: usize, game: String) -> Result<Report, String> {
    let mut connection = world.client(node).connect();
    connection.follow(&game, 0, None);
    let mut told = Report { game, ..Report::default() };
    let (mut last, mut stopped) = (Instant::now(), None::<Instant>);
    loop {
        if world.is_stopped() && stopped.is_none() {
            stopped = Some(Instant::now());
        }
        if stopped.is_some_and(|at| at.elapsed() > Duration::from_secs(10))
            && last.elapsed() > Duration::from_secs(4)
        {
            return Ok(told);
        }
        if last.elapsed() > 2 * PATIENCE {
            return Err(format!("{}: the spectator received no events", told.game));
        }
        let Ok(heard) = timeout(Duration::from_millis(500), connection.next_update()).await else { continue };
        if let Some(Update::Message(said)) = heard
            && let FromServer::Events { events, .. } = *said
        {
            last = Instant::now();
            told.events.extend(events);
            if told.events.last().is_some_and(|event| event.kind() == "ended") {
                told.complete = true;
                return Ok(told);
            }
        }
    }
}

pub(crate) type Playing = Vec<JoinHandle<Result<Vec<Report>, String>>>;

pub(crate) fn start(world: &Arc<World>) -> Playing {
    (0..world.games).map(|number| tokio::spawn(pair(Arc::clone(world), number))).collect()
}

/// What clients received, and the errors of those that had to stop.
pub(crate) async fn gather(playing: Playing) -> Result<(Vec<Report>, Vec<String>), String> {
    let (mut all, mut complaints) = (Vec::new(), Vec::new());
    for pair in playing {
        let told = timeout(2 * END + PATIENCE, pair).await.map_err(|_| "a client did not finish")?;
        match told.map_err(|error| error.to_string())? {
            Ok(told) => all.extend(told),
            Err(complaint) => complaints.push(complaint),
        }
    }
    Ok((all, complaints))
}

pub(crate) fn summary(told: &[Report]) -> String {
    let all = || told.iter().flat_map(|told| told.waits.iter().map(move |wait| (wait, &told.game)));
    let mut waits: Vec<Duration> = all().map(|((_, took), _)| *took).collect();
    waits.sort_unstable();
    let begun = all().map(|((sent, _), _)| *sent).min();
    let longest = all().max_by_key(|((_, took), _)| *took).map(|((sent, took), game)| {
        let at = begun.map_or(0.0, |begun| (*sent - begun).as_secs_f64());
        format!("{:.1} s ({game}, sent at {at:.1} s)", took.as_secs_f64())
    });
    let at = |share: f64| waits.get((waits.len() as f64 * share) as usize).copied().unwrap_or_default();
    let games: std::collections::BTreeSet<&str> = told.iter().map(|told| told.game.as_str()).collect();
    format!(
        "{} games, {} actions confirmed: median {:.1} ms, 99 % {:.0} ms, 99.9 % {:.0} ms, longest {}; {} refused",
        games.len(),
        waits.len(),
        at(0.5).as_secs_f64() * 1000.0,
        at(0.99).as_secs_f64() * 1000.0,
        at(0.999).as_secs_f64() * 1000.0,
        longest.unwrap_or_default(),
        told.iter().map(|told| told.refused.len()).sum::<usize>(),
    )
}

/// Checks what must work between nodes without faults: pairing, moves, chat, notifications.
pub(crate) async fn meet(addresses: &[Address]) -> Result<(), String> {
    let last = addresses.len() - 1;
    let (ada, ada_id) = guest(client(addresses, 0)).await?;
    let (bob, bob_id) = guest(client(addresses, last)).await?;
    let shown = |error: Error| error.to_string();
    let seek = json!({ "game": "squadro", "clock": { "system": "increment", "initial": 600_000, "increment": 5000 } });
    let waiting: SeekView = ada.post("/seeks", &seek).await.map_err(shown)?;
    if waiting.started.is_some() {
        return Err("a seek was not accepted".to_owned());
    }
    let paired: SeekView = bob.post("/seeks", &seek).await.map_err(shown)?;
    let game = paired.started.ok_or("matching seeks on different nodes were not paired")?;
    let mut connections = BTreeMap::from([(ada_id, ada.connect()), (bob_id, bob.connect())]);
    for connection in connections.values() {
        connection.follow(&game, 0, None);
    }
    let view: GameView = ada.see(&game).await.map_err(shown)?;
    let mover = view.seats[usize::from(view.to_act.ok_or("the game has not started")?)].user.clone();
    let mover = mover.ok_or("no seat is to move")?.id;
    let all = connections.get_mut(&mover).ok_or("an unknown person is to move")?;
    let seq = hear(all, |said| match said {
        FromServer::Events { events, .. } => events.last().map(EventView::seq),
        _ => None,
    })
    .await?;
    let text = if view.to_act == Some(0) { "Y1" } else { "R1" };
    all.act(&game, seq, Action::Move(text.to_owned()));
    for connection in connections.values_mut() {
        hear(connection, |said| match said {
            FromServer::Events { events, .. } => {
                events.iter().find(|event| event.kind() == "moved").map(|_| ())
            }
            _ => None,
        })
        .await?;
    }
    let mut by_turn = connections.into_values();
    let (Some(one), Some(mut other)) = (by_turn.next(), by_turn.next()) else { return Ok(()) };
    one.say(&game, Room::Players, "Hello from another node");
    hear(&mut other, |said| matches!(said, FromServer::Message { .. }).then_some(())).await?;
    // A challenge made on one node is delivered on another.
    let mut listening = bob.connect();
    hear_connected(&mut listening).await?;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let bob_name = bob.me().await.map_err(shown)?.ok_or("Bob has no identity")?.id;
    let request = json!({ "game": "peak", "seats": ["you", { "user": bob_name }] });
    let _: Value = ada.post("/games", &request).await.map_err(shown)?;
    hear(&mut listening, |said| {
        matches!(said, FromServer::Notice { notice, .. } if notice == "challenge").then_some(())
    })
    .await
}

async fn hear_connected(connection: &mut Connection) -> Result<(), String> {
    hear(connection, |said| matches!(said, FromServer::Hello { .. }).then_some(())).await
}

async fn hear<T>(
    connection: &mut Connection,
    wanted: impl Fn(&FromServer) -> Option<T>,
) -> Result<T, String> {
    let until = Instant::now() + Duration::from_secs(20);
    while Instant::now() < until {
        if let Ok(Some(Update::Message(said))) =
            timeout(Duration::from_secs(1), connection.next_update()).await
        {
            if let FromServer::Refused { problem, .. } = &*said {
                return Err(problem.detail.clone());
            }
            if let Some(found) = wanted(&said) {
                return Ok(found);
            }
        }
    }
    Err("a message sent on one node was not received on another".to_owned())
}
