//! The whole server in a world with simulated time, network and disk: thousands of games with anything that
//! people may do, while connections break, requests are lost, duplicated and reordered, the disk is slow and
//! fails, and the server is stopped and killed. Then everything the clients were told is compared with what
//! is stored.
//!
//! A world is determined by its seed. `LUDOTECA_SEED=7 LUDOTECA_GAMES=2000 cargo nextest run --package
//! ludoteca-server --test all confirmed_actions` begins with world 7 and continues until that many games
//! have been played.

mod actions;
mod checks;
mod device;
pub(crate) mod disk;
mod network;
mod notes;
pub(crate) mod random;
mod world;

use axum::http::Method;
use checks::Stored;
use device::{Device, Player};
use ludoteca_store::{Account, Accounts, Events, People};
use network::{Call, insist};
use notes::Notes;
use random::Chance;
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Once,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{sync::watch, task::JoinHandle, time::sleep};
use world::World;

/// Concurrent games in one world, not counting the rematches.
const TABLES: u64 = 12;
/// How many games a normal run plays.
const GAMES: u64 = 200;

/// What happened in a world.
#[derive(Debug, Default)]
struct Tally {
    games: u64,
    events: usize,
    confirmed: usize,
    endings: BTreeMap<String, u32>,
    refused: BTreeMap<String, u32>,
    digest: String,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.events += other.events;
        self.confirmed += other.confirmed;
        for (key, count) in other.endings {
            *self.endings.entry(key).or_default() += count;
        }
        for (key, count) in other.refused {
            *self.refused.entry(key).or_default() += count;
        }
    }
}

/// Prints how to reproduce a failure.
struct Seed(u64);

impl Drop for Seed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("to see it again: LUDOTECA_SEED={} LUDOTECA_GAMES=1", self.0);
        }
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")))
}

/// A task of the server that panics does not fail the test by itself, so it is recorded here.
static PANICKED: AtomicBool = AtomicBool::new(false);

fn notice_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            PANICKED.store(true, Ordering::Relaxed);
            before(info);
        }));
    });
}

#[test]
fn confirmed_actions_are_never_lost() {
    let first = number("LUDOTECA_SEED").unwrap_or(1);
    let games = number("LUDOTECA_GAMES").unwrap_or(GAMES);
    let mut all = Tally::default();
    for seed in first.. {
        all.add(run(seed));
        if all.games >= games {
            println!("{} games in {} worlds", all.games, seed - first + 1);
            break;
        }
    }
    println!("{} events, {} confirmed actions", all.events, all.confirmed);
    println!("ends: {:?}", all.endings);
    println!("refusals: {:?}", all.refused);
}

#[test]
fn the_same_seed_gives_the_same_world() {
    let (one, other) = (run(1000), run(1000));
    assert!(one.events > 100);
    assert_eq!(one.digest, other.digest);
}

fn run(seed: u64) -> Tally {
    notice_panics();
    let guard = Seed(seed);
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    let tally = runtime.block_on(live(seed));
    assert!(!PANICKED.load(Ordering::Relaxed), "a task panicked");
    drop(guard);
    tally
}

async fn live(seed: u64) -> Tally {
    let mut chance = Chance::new(seed);
    let world = World::new(chance.fork());
    let notes = Arc::new(Notes::default());
    let (stop, stopped) = watch::channel(false);
    world.start_server().await;
    let faults = tokio::spawn(world.clone().faults(chance.fork()));
    let tables: Vec<JoinHandle<SimulatedGame>> = (0..TABLES)
        .map(|number| {
            let host = Host { world: world.clone(), notes: Arc::clone(&notes), chance: chance.fork() };
            tokio::spawn(host.seat(number, stopped.clone()))
        })
        .collect();
    let mut seated = Vec::new();
    for table in tables {
        seated.push(table.await.unwrap());
    }
    sleep(chance.millis(60_000..240_000)).await;
    // From now on everything works, and all devices learn the current state.
    world.calm_down();
    faults.await.unwrap();
    // Longer than any earlier connection lasts, including the time to detect that it is dead.
    sleep(Duration::from_secs(200)).await;
    let long_ago = world.server_time() - 5000;
    stop.send_replace(true);
    let (mut ids, mut players) = (BTreeSet::new(), BTreeMap::new());
    for table in seated {
        ids.extend(table.games);
        players.extend(table.players.into_iter().map(|player| (player.id.clone(), player)));
        for device in table.devices {
            let mut device = device.await.unwrap();
            let log = world.data().events(&device.game, 0).await.unwrap();
            let all = log.iter().filter(|event| event.at.unsigned_abs() < long_ago).count();
            let known = device.state.events.len();
            assert!(known >= all, "{} received {known} of {all} in {}", device.name, device.game);
            device.leave();
        }
    }
    ids.extend(notes.noted().next.values().cloned());
    // All players are gone: clocks run out.
    sleep(Duration::from_secs(900)).await;
    let tally = check(&world, &notes, &ids, &players).await;
    world.stop_server(true).await;
    tally
}

async fn check(
    world: &World,
    notes: &Notes,
    ids: &BTreeSet<String>,
    players: &BTreeMap<String, Player>,
) -> Tally {
    let mut tally = Tally::default();
    let noted = std::mem::take(&mut *notes.noted());
    let stranger = ask(world, Method::POST, "/guests", "", json!({})).await.1["token"].clone();
    for id in ids {
        let game = Stored::read(world, id).await;
        let mut seers: Vec<&str> = players.values().map(|player| player.token.as_str()).collect();
        seers.push(stranger.as_str().unwrap());
        for token in seers {
            let (status, view) = ask(world, Method::GET, &format!("/games/{id}"), token, Value::Null).await;
            match status {
                200 => game.is_shown(&view, world.server_time()),
                _ => assert_eq!((status, &view["key"]), (404, &json!("no-such-game"))),
            }
        }
        game.no_action_for_another_seat_was_accepted();
        game.charged_fairly(&world.shifts());
        game.ended_by_time();
        game.lacks_what_was_refused(&noted);
        tally.confirmed += game.keeps_what_was_confirmed(&noted);
        for (device, _, held) in noted.held.iter().filter(|(_, held, _)| held == id) {
            game.was_held(device, held);
        }
        tally.games += 1;
        tally.events += world.data().events(id, 0).await.unwrap().len();
        *tally.endings.entry(game.ending().unwrap_or("none").to_owned()).or_default() += 1;
        tally.digest += &game.digest();
    }
    assert_eq!(tally.confirmed, noted.confirmed.len(), "all confirmed actions were looked at");
    tally.refused = noted.reasons;
    tally
}

async fn ask(world: &World, method: Method, path: &str, token: &str, body: Value) -> (u16, Value) {
    let call = Call { method, path: path.to_owned(), token: token.to_owned(), body };
    insist(world, &call, &mut Chance::new(0)).await
}

/// Arranges games between players.
struct Host {
    world: World,
    notes: Arc<Notes>,
    chance: Chance,
}

/// A group of players, and the games they have played.
struct SimulatedGame {
    games: Vec<String>,
    players: Vec<Player>,
    devices: Vec<JoinHandle<Device>>,
}

impl Host {
    async fn ask(&mut self, path: &str, token: &str, body: Value) -> (u16, Value) {
        let call = Call { method: Method::POST, path: path.to_owned(), token: token.to_owned(), body };
        insist(&self.world, &call, &mut self.chance).await
    }

    /// A new player. All have an account, so that they can play rated games; it has no password, whose
    /// hashing would take more time than all the rest.
    async fn player(&mut self) -> Player {
        let (_, guest) = self.ask("/guests", "", json!({})).await;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let id = text(&guest["user"]["id"]);
        let known = self.world.data().person(&id).await.unwrap().unwrap();
        let account = Account { person: id.clone(), folded: id.clone(), ..Account::default() };
        assert!(self.world.data().add_account(&account, &known, None).await.unwrap());
        Player { id, token: text(&guest["token"]) }
    }

    async fn seat(mut self, number: u64, stopped: watch::Receiver<bool>) -> SimulatedGame {
        let (request, seats) = actions::game(&mut self.chance);
        let first = self.player().await;
        let (status, game) = self.ask("/games", &first.token, request).await;
        assert_eq!(status, 201, "{game}");
        let id = game["id"].as_str().unwrap().to_owned();
        let slowness = *self.chance.pick(&[200, 1000, 4000, 10_000]);
        let mut table = SimulatedGame { games: vec![id.clone()], players: vec![first], devices: Vec::new() };
        self.open_devices(&mut table, number, slowness, &stopped);
        while table.players.len() < seats {
            let player = self.player().await;
            let join = json!({ "invitation": game["invitation"] });
            let (status, answer) = self.ask(&format!("/games/{id}/join"), &player.token, join).await;
            if status != 200 {
                assert_eq!(status, 422, "only a game that was aborted cannot be joined: {answer}");
                break;
            }
            table.players.push(player);
            self.open_devices(&mut table, number, slowness, &stopped);
        }
        table
    }

    /// One or two devices for the player who came last.
    fn open_devices(
        &mut self,
        table: &mut SimulatedGame,
        number: u64,
        slowness: u64,
        stopped: &watch::Receiver<bool>,
    ) {
        let Some(player) = table.players.last() else { return };
        for device in 0..self.chance.within(1..3) {
            let device = Device {
                world: self.world.clone(),
                notes: Arc::clone(&self.notes),
                player: player.clone(),
                name: format!("table {number} player {} device {device}", table.players.len()),
                game: table.games[0].clone(),
                chance: self.chance.fork(),
                slowness,
                state: device::Follow::default(),
            };
            table.devices.push(tokio::spawn(device.run(stopped.clone())));
        }
    }
}
