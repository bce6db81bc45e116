//! One client gives the engine more work than it can do.

use crate::test_server::TestServer;
use ludoteca_catalog::{AnyPlay, GameId, Seat};
use ludoteca_service::Computers;
use serde_json::{Value, json};
use std::{
    sync::{Arc, Condvar, Mutex},
    time::Duration,
};

/// Computers that think until the test permits a move.
#[derive(Debug, Default)]
struct Thinkers {
    state: Mutex<Thoughts>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Thoughts {
    /// The levels that have started to think, in order, and the time that each was given.
    begun: Vec<u8>,
    millis: Vec<u64>,
    /// How many more may move.
    allowed: usize,
    /// The test is over; none may move.
    over: bool,
}

impl Computers for Thinkers {
    fn highest(&self, _: GameId) -> u8 {
        10
    }

    fn best(&self, game: &dyn AnyPlay, level: u8, millis: u64) -> Option<String> {
        let mut state = self.state.lock().unwrap();
        state.begun.push(level);
        state.millis.push(millis);
        while state.allowed == 0 && !state.over {
            state = self.changed.wait(state).unwrap();
        }
        if state.over {
            return None;
        }
        state.allowed -= 1;
        game.legal_moves().into_iter().next()
    }

    fn agrees_to_draw(&self, _: &dyn AnyPlay, _: u8, _: Seat) -> bool {
        false
    }
}

impl Thinkers {
    fn begun(&self) -> Vec<u8> {
        self.state.lock().unwrap().begun.clone()
    }

    async fn until_begun(&self, count: usize) -> Vec<u8> {
        while self.begun().len() < count {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        self.begun()
    }

    fn allow_one(&self) {
        self.state.lock().unwrap().allowed += 1;
        self.changed.notify_all();
    }

    /// Lets all threads end.
    fn end(&self) {
        self.state.lock().unwrap().over = true;
        self.changed.notify_all();
    }
}

/// As many computers think at once as there are cores, less one.
fn workers() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).max(2) - 1
}

async fn open() -> (TestServer, Arc<Thinkers>) {
    let thinkers = Arc::<Thinkers>::default();
    (TestServer::open_with_computers(Arc::clone(&thinkers) as _).await, thinkers)
}

fn computers_only(level: u8) -> Value {
    json!({ "game": "squadro", "seats": [{ "level": level }, { "level": level }], "listed": false })
}

const MOST: usize = 16;

#[tokio::test(flavor = "multi_thread")]
async fn one_person_s_computers_do_not_delay_another_s() {
    let (server, thinkers) = open().await;
    let (eve, ada) = (server.account("Eve").await, server.guest("Ada").await);
    for _ in 0..MOST {
        let (status, answer) = server.post("/games", &eve, computers_only(10)).await;
        assert_eq!(status, 201, "{answer}");
    }
    let busy = thinkers.until_begun(workers().min(MOST)).await.len();
    let wanted = json!({ "game": "squadro", "seats": [{ "level": 1 }, "you"] });
    let (status, game) = server.post("/games", &ada, wanted).await;
    assert_eq!(status, 201, "{game}");
    if busy == workers() {
        assert!(!thinkers.begun().contains(&1), "all cores think");
        // One place is free; it must not go to another of Eve's many games.
        thinkers.allow_one();
    }
    let begun = thinkers.until_begun(busy + 1).await;
    assert_eq!(begun[busy], 1, "{begun:?}");
    thinkers.end();
}

/// Two seconds, less enough for everything but thinking.
#[tokio::test(flavor = "multi_thread")]
async fn computers_think_for_at_most_a_second_while_others_wait() {
    let (server, thinkers) = open().await;
    let eve = server.account("Eve").await;
    // Clocks with much time, and none.
    let timed = json!({ "system": "increment", "initial": 3_600_000, "increment": 0 });
    for clock in [Value::Null, timed] {
        for _ in 0..MOST / 2 {
            let mut wanted = computers_only(10);
            wanted["clock"] = clock.clone();
            assert_eq!(server.post("/games", &eve, wanted).await.0, 201);
        }
    }
    let first = thinkers.until_begun(workers().min(MOST)).await.len();
    for _ in 0..MOST / 2 {
        thinkers.allow_one();
    }
    thinkers.until_begun(first + MOST / 2).await;
    let millis = thinkers.state.lock().unwrap().millis.clone();
    // All of these began while at least one of the sixteen games waited.
    let in_queue = if first + 1 < MOST { &millis[first..] } else { &[] };
    assert!(in_queue.iter().all(|millis| *millis <= 1000), "{millis:?}");
    thinkers.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_has_only_so_many_computers_think() {
    let (server, thinkers) = open().await;
    let eve = server.account("Eve").await;
    let wanted = json!({ "game": "squadro", "seats": ["you", { "level": 1 }] });
    let (_, own) = server.post("/games", &eve, wanted).await;
    let id = own["id"].as_str().unwrap();
    let mut made = tokio::task::JoinSet::new();
    let server = Arc::new(server);
    for _ in 0..40 {
        let (server, eve) = (Arc::clone(&server), eve.clone());
        made.spawn(async move { server.post("/games", &eve, computers_only(10)).await });
    }
    let (mut games, mut refused) = (0, 0);
    while let Some(answer) = made.join_next().await {
        match answer.unwrap() {
            (201, _) => games += 1,
            (429, problem) if problem["ratelimit"]["key"] == "computers" => refused += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(games <= MOST && games + refused == 40, "{games} games");
    // The places reserved by parallel requests are free again.
    while games < MOST {
        assert_eq!(server.post("/games", &eve, computers_only(10)).await.0, 201);
        games += 1;
    }
    assert_eq!(server.post("/games", &eve, computers_only(10)).await.0, 429);
    // Nor does a move give the computers more to do.
    let (status, problem) = server.act(id, &eve, "m", json!({ "move": "Y1" })).await;
    assert_eq!((status, &problem["ratelimit"]["key"]), (429, &json!("computers")), "{problem}");
    assert_eq!(server.seq(id).await, own["seq"].as_u64().unwrap(), "nothing was done");
    thinkers.end();
    while server.act(id, &eve, "m", json!({ "move": "Y1" })).await.0 != 200 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_do_not_let_computers_play_each_other() {
    let (server, thinkers) = open().await;
    let (gus, eve) = (server.guest("Gus").await, server.account("Eve").await);
    for seats in [json!([{ "level": 1 }, { "level": 1 }]), json!(["open", { "level": 1 }])] {
        let wanted = json!({ "game": "squadro", "seats": seats });
        let (status, problem) = server.post("/games", &gus, wanted.clone()).await;
        assert_eq!((status, &problem["key"]), (422, &json!("not-in-it")), "{problem}");
        let (status, answer) = server.post("/games", &eve, wanted).await;
        assert_eq!(status, 201, "{answer}");
    }
    for seats in [json!(["you", { "level": 1 }]), json!(["open", "you"]), json!([])] {
        let (status, answer) =
            server.post("/games", &gus, json!({ "game": "squadro", "seats": seats })).await;
        assert_eq!(status, 201, "{answer}");
    }
    thinkers.end();
}

/// Level 10 uses all of its time, level 1 none.
#[derive(Debug)]
struct Slow;

impl Computers for Slow {
    fn highest(&self, _: GameId) -> u8 {
        10
    }

    fn best(&self, game: &dyn AnyPlay, level: u8, millis: u64) -> Option<String> {
        if level == 10 {
            std::thread::sleep(Duration::from_millis(millis));
        }
        game.legal_moves().into_iter().next()
    }

    fn agrees_to_draw(&self, _: &dyn AnyPlay, _: u8, _: Seat) -> bool {
        false
    }
}

/// `cargo nextest run -p ludoteca-server --run-ignored only --no-capture -E 'test(how_long_level_1_waits)'`
#[tokio::test(flavor = "multi_thread")]
#[ignore = "it measures"]
async fn how_long_level_1_waits_beside_sixteen_games_of_level_10() {
    let server = TestServer::open_with_computers(Arc::new(Slow)).await;
    let (eve, ada) = (server.account("Eve").await, server.guest("Ada").await);
    for _ in 0..MOST {
        assert_eq!(server.post("/games", &eve, computers_only(10)).await.0, 201);
    }
    let mut waits = Vec::new();
    for _ in 0..5 {
        tokio::time::sleep(Duration::from_millis(700)).await;
        let begun = std::time::Instant::now();
        let wanted = json!({ "game": "squadro", "seats": [{ "level": 1 }, "you"] });
        let (_, game) = server.post("/games", &ada, wanted).await;
        let id = game["id"].as_str().unwrap();
        while server.see(id, &ada).await["moves"].as_array().unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        waits.push(begun.elapsed().as_millis());
    }
    println!("level 1 answered after {waits:?} ms on {} cores for computers", workers());
}
