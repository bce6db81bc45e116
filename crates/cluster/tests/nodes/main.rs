//! Several nodes on one store. Time is paused, so that waiting costs none.

mod network;

use ludoteca_protocol::{NewAction, NewGame, SeatRequest};
use ludoteca_service::{GameError, Identity, Unavailable, rate_limit::LongLived};
use network::{Network, TestNode, follow, received};
use serde_json::json;
use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tokio::time::{Instant, sleep};

/// How long a request may look for the owner of a game.
const LONGEST: Duration = Duration::from_secs(8);

struct Pair {
    network: Arc<Network>,
    /// Where the game was created, and the other node.
    owner: TestNode,
    other: TestNode,
    ada: Identity,
    bob: Identity,
    game: String,
}

/// Ada on one node plays Bob on another.
async fn pair() -> Pair {
    let network = Arc::<Network>::default();
    let (owner, other) = (network.join("one").await, network.join("two").await);
    // Until both know each other.
    sleep(Duration::from_secs(2)).await;
    let (ada, bob) = (owner.guest("Ada").await, other.guest("Bob").await);
    let seats = vec![SeatRequest::You, SeatRequest::User(bob.id.clone())];
    let game = owner.services.games.create(&ada, &NewGame { seats, ..NewGame::of("squadro") }).await.unwrap();
    other.services.games.join(&game, &bob, None, None).await.unwrap();
    Pair { network, owner, other, ada, bob, game }
}

fn action(id: &str, seq: u64, what: serde_json::Value) -> NewAction {
    serde_json::from_value(json!({ "id": id, "seq": seq, "do": what })).unwrap()
}

async fn seq(node: &TestNode, game: &str) -> u64 {
    node.services.games.show(game, None, None, "").await.unwrap().seq
}

#[tokio::test(start_paused = true)]
async fn players_of_a_game_are_on_different_nodes() {
    let Pair { network, owner, other, ada, bob, game } = pair().await;
    let (mut to_ada, mut to_bob) = (follow(&owner, &ada, &game).await, follow(&other, &bob, &game).await);
    let begun = seq(&other, &game).await;
    let moves = owner.services.games.show(&game, Some(&ada), None, "").await.unwrap();
    let first = action("1", begun, json!({ "move": moves.legal_moves[0] }));
    owner.services.games.act(&game, &ada, &first, 0).await.unwrap();
    let moves = other.services.games.show(&game, Some(&bob), None, "").await.unwrap();
    let second = action("2", begun + 1, json!({ "move": moves.legal_moves[0] }));
    let done = other.services.games.act(&game, &bob, &second, 0).await.unwrap();
    assert_eq!((done.seq, done.events.len()), (begun + 2, 1));
    assert_eq!(other.services.games.act(&game, &bob, &second, 0).await.unwrap().seq, begun + 2, "done once");
    let all: Vec<u64> = (1..=begun + 2).collect();
    assert_eq!(received(&mut to_ada).await, all);
    assert_eq!(received(&mut to_bob).await, all);
    assert_eq!(other.services.counters.passed_on.get() > 0, owner.services.counters.passed_on.get() == 0);
    // A node that refuses says why.
    let late = other.services.games.act(&game, &bob, &action("3", begun, json!("resign")), 0).await;
    assert!(late.is_ok(), "resigning is always possible: {late:?}");
    let refused =
        other.services.games.act(&game, &bob, &action("4", begun, json!({ "move": "A1" })), 0).await;
    assert!(matches!(refused, Err(GameError::OldNumber { .. })), "{refused:?}");
    drop(network);
}

#[tokio::test(start_paused = true)]
async fn a_node_that_stops_hands_its_games_over() {
    let Pair { owner, other, bob, game, .. } = pair().await;
    let mut to_bob = follow(&other, &bob, &game).await;
    let begun = seq(&other, &game).await;
    owner.services.hand_over_games().await;
    let asked = Instant::now();
    other.services.games.act(&game, &bob, &action("1", begun, json!("resign")), 0).await.unwrap();
    assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
    assert_eq!(received(&mut to_bob).await.last(), Some(&seq(&other, &game).await));
    assert!(!owner.is_fit());
}

#[tokio::test(start_paused = true)]
async fn a_request_outlasts_the_death_of_the_owner() {
    let Pair { owner, other, bob, game, .. } = pair().await;
    let begun = seq(&other, &game).await;
    owner.faults.dead.store(true, Ordering::Relaxed);
    let asked = Instant::now();
    other.services.games.act(&game, &bob, &action("1", begun, json!("resign")), 0).await.unwrap();
    // The lease of 5 seconds, and a second until that is noticed.
    assert!(asked.elapsed() < Duration::from_secs(7), "{:?}", asked.elapsed());
    sleep(LONGEST).await;
    assert!(!owner.is_fit(), "it cannot renew its lease");
}

#[tokio::test(start_paused = true)]
async fn a_request_to_an_owner_that_does_not_answer_ends_in_time() {
    let Pair { owner, other, bob, game, .. } = pair().await;
    let begun = seq(&other, &game).await;
    owner.faults.mute.store(true, Ordering::Relaxed);
    let asked = Instant::now();
    let refused = other.services.games.act(&game, &bob, &action("1", begun, json!("resign")), 0).await;
    assert_eq!(refused.unwrap_err(), GameError::Unavailable(Unavailable::Isolated));
    assert!(asked.elapsed() <= LONGEST + Duration::from_millis(1), "{:?}", asked.elapsed());
    owner.faults.mute.store(false, Ordering::Relaxed);
    other.services.games.act(&game, &bob, &action("1", begun, json!("resign")), 0).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn open_sockets_of_all_nodes_count_together() {
    let Pair { owner, other, .. } = pair().await;
    let hold = |node: &TestNode| node.rate_limits.hold(LongLived::Socket, None, Some("ada"));
    let mut held: Vec<_> = (0..20).map(|_| hold(&owner).unwrap()).collect();
    sleep(Duration::from_millis(500)).await;
    let more: Vec<_> = (0..10).map(|_| hold(&other).unwrap()).collect();
    assert_eq!(hold(&other).unwrap_err().limit, "open-sockets");
    sleep(Duration::from_millis(500)).await;
    assert_eq!(hold(&owner).unwrap_err().limit, "open-sockets");
    held.truncate(19);
    sleep(Duration::from_millis(500)).await;
    let last = hold(&other).unwrap();
    drop((more, last));
    // A dead node keeps none of its clients out of the others.
    owner.faults.dead.store(true, Ordering::Relaxed);
    assert!((0..30).any(|_| hold(&other).map(std::mem::forget).is_err()), "they count at first");
    sleep(Duration::from_secs(4)).await;
    assert!(hold(&other).is_ok());
}
