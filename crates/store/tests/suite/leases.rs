//! Fencing: which node may write a game, where several servers share the store.

use super::{append, event};
use ludoteca_store::{Append, ClaimOutcome, Conflict, Fence, Held, Leases, Released, Store};
use std::{sync::Arc, time::Duration};

/// A lease that lasts for the whole test, and one that expires.
const LONG: i64 = 600_000;
const SHORT: i64 = 1;

pub(crate) async fn run(store: &dyn Store, leases: &dyn Leases) {
    only_the_owner_of_a_game_writes_it(store, leases).await;
    an_owner_that_is_gone_is_followed_by_one_other(store, leases).await;
    a_game_that_was_let_go_keeps_its_epoch(store, leases).await;
    a_lease_that_has_run_out_is_not_renewed(leases).await;
}

fn node(name: &str) -> Arc<str> {
    name.into()
}

fn fenced(game: &str, seq: u64, fence: &Fence) -> Append {
    Append { fence: Some(fence.clone()), ..append(game, seq..=seq) }
}

async fn ours(leases: &dyn Leases, game: &str, node: &Arc<str>) -> Held {
    match leases.claim(game, node).await.unwrap() {
        ClaimOutcome::Ours(held) => held,
        ClaimOutcome::Theirs(owner) => panic!("{game} belongs to {owner}"),
    }
}

async fn only_the_owner_of_a_game_writes_it(store: &dyn Store, leases: &dyn Leases) {
    let (a, b) = (node("a.1"), node("b.1"));
    let standing = leases.begin(&a, LONG).await.unwrap();
    assert!(standing.nodes.iter().any(|node| node.id == "a.1" && node.hears) && standing.now > 0);
    leases.begin(&b, LONG).await.unwrap();
    // The first event of a new game sets its owner.
    let first = Fence { node: Arc::clone(&a), epoch: 1 };
    assert_eq!(store.append(&[fenced("owned", 1, &first)]).await.unwrap(), [Ok(())]);
    assert_eq!(leases.claim("owned", &b).await.unwrap(), ClaimOutcome::Theirs("a.1".to_owned()));
    assert_eq!(leases.owners(&["owned".to_owned()]).await.unwrap(), [("owned".to_owned(), "a.1".to_owned())]);
    // No other node and no other epoch can write; other games in the same commit are unaffected.
    let stranger = Fence { node: Arc::clone(&b), epoch: 1 };
    let wrong = Fence { epoch: 2, ..first.clone() };
    let batch = [fenced("owned", 2, &stranger), append("beside-owned", 1..=1), fenced("owned", 2, &wrong)];
    assert_eq!(store.append(&batch).await.unwrap(), [Err(Conflict), Ok(()), Err(Conflict)]);
    assert_eq!(store.events("owned", 0).await.unwrap(), [event(1)]);
    assert_eq!(store.append(&[fenced("owned", 2, &first)]).await.unwrap(), [Ok(())]);
    // Writing only the row, without an event, is fenced too.
    let only_row = Append { events: Vec::new(), ..fenced("owned", 2, &stranger) };
    assert_eq!(store.append(&[only_row]).await.unwrap(), [Err(Conflict)]);
    // A new claim by the same owner gives a new epoch, and writes in flight are rejected.
    let again = ours(leases, "owned", &a).await;
    assert_eq!((again.fence.epoch, again.away_since), (2, None));
    assert_eq!(store.append(&[fenced("owned", 3, &first)]).await.unwrap(), [Err(Conflict)]);
    assert_eq!(store.append(&[fenced("owned", 3, &again.fence)]).await.unwrap(), [Ok(())]);
}

async fn an_owner_that_is_gone_is_followed_by_one_other(store: &dyn Store, leases: &dyn Leases) {
    let (gone, b, c) = (node("gone.1"), node("b.1"), node("c.1"));
    leases.begin(&gone, LONG).await.unwrap();
    leases.begin(&c, LONG).await.unwrap();
    let old = Fence { node: Arc::clone(&gone), epoch: 1 };
    let games: Vec<String> = (0..20).map(|number| format!("orphan-{number:02}")).collect();
    let made: Vec<Append> = games.iter().map(|game| fenced(game, 1, &old)).collect();
    assert!(store.append(&made).await.unwrap().iter().all(Result::is_ok));
    assert!(leases.claim_orphans(&b, 100).await.unwrap().is_empty(), "its lease lasts");
    leases.end(&gone).await.unwrap();
    assert!(leases.owners(&games).await.unwrap().is_empty());
    let (some, others) =
        (leases.claim_orphans(&b, 8).await.unwrap(), leases.claim_orphans(&c, 100).await.unwrap());
    assert_eq!((some.len(), others.len()), (8, 12), "each goes to one of them");
    assert!(leases.claim_orphans(&b, 100).await.unwrap().is_empty());
    for (game, held) in some.iter().chain(&others) {
        assert_eq!(held.fence.epoch, 2, "{game}");
        assert!(held.away_since.is_some_and(|since| since > 0), "{game}");
        assert_eq!(store.append(&[fenced(game, 2, &old)]).await.unwrap(), [Err(Conflict)], "{game}");
        assert_eq!(store.append(&[fenced(game, 2, &held.fence)]).await.unwrap(), [Ok(())], "{game}");
    }
}

async fn a_game_that_was_let_go_keeps_its_epoch(store: &dyn Store, leases: &dyn Leases) {
    let (a, b) = (node("a.1"), node("b.1"));
    let first = Fence { node: Arc::clone(&a), epoch: 1 };
    store.append(&[fenced("let-go", 1, &first), fenced("ended", 1, &first)]).await.unwrap();
    let release =
        |game: &str, fence: &Fence, over| Released { game: game.to_owned(), fence: fence.clone(), over };
    let other = Fence { epoch: 7, ..first.clone() };
    leases.release(&[release("let-go", &other, false)]).await.unwrap();
    assert_eq!(
        leases.claim("let-go", &b).await.unwrap(),
        ClaimOutcome::Theirs("a.1".to_owned()),
        "it was another's"
    );
    leases.release(&[release("let-go", &first, false), release("ended", &first, true)]).await.unwrap();
    assert_eq!(store.append(&[fenced("let-go", 2, &first)]).await.unwrap(), [Err(Conflict)]);
    let held = ours(leases, "let-go", &b).await;
    assert_eq!((held.fence.epoch, held.away_since), (2, None), "there was no absence");
    assert_eq!(ours(leases, "ended", &b).await.fence.epoch, 1, "a game that is over needs no memory of it");
}

async fn a_lease_that_has_run_out_is_not_renewed(leases: &dyn Leases) {
    leases.begin("brief.1", SHORT).await.unwrap();
    tokio::time::sleep(Duration::from_millis(20)).await;
    assert_eq!(leases.renew("brief.1", true, LONG).await.unwrap(), None);
    let standing = leases.renew("a.1", false, LONG).await.unwrap().unwrap();
    assert!(standing.nodes.iter().any(|node| node.id == "a.1" && !node.hears));
    assert!(standing.nodes.iter().all(|node| node.id != "brief.1"));
    assert!(standing.last_seen.is_some());
    assert_eq!(leases.renew("unknown.1", true, LONG).await.unwrap(), None);
}
