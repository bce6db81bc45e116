//! The webhook tests for every store.

use super::append;
use ludoteca_store::{
    Append, Delivery, DeliveryOutcome, Followup, MAX_WAITING, NoticeRow, Person, Store, Webhook,
};

pub(super) async fn run(store: &dyn Store) {
    limits_per_person_hold(store).await;
    deliveries_are_added_with_their_events(store).await;
    a_delivery_is_claimed_by_one_worker(store).await;
    failed_deliveries_are_retried_until_given_up(store).await;
    an_address_that_is_off_gets_nothing_until_it_is_on(store).await;
    not_too_many_wait(store).await;
    a_deleted_person_leaves_none(store).await;
    an_expired_webhook_is_gone(store).await;
}

async fn an_expired_webhook_is_gone(store: &dyn Store) {
    person(store, "w-xena").await;
    let lasting = Webhook { expires: Some(901), ..webhook("w-x1", "w-xena", "my-turn") };
    let short = Webhook { expires: Some(900), ..webhook("w-x2", "w-xena", "my-turn") };
    assert!(store.add_webhook(&lasting, 5).await.unwrap() && store.add_webhook(&short, 5).await.unwrap());
    happens(store, "w-end", vec![notice("w-xena", "my-turn", "w-end", 800)]).await;
    store.remove_orphaned_webhooks(899).await.unwrap();
    assert_eq!(store.webhooks_of("w-xena").await.unwrap(), [lasting.clone(), short]);
    store.remove_orphaned_webhooks(900).await.unwrap();
    assert_eq!(store.webhooks_of("w-xena").await.unwrap(), [lasting]);
    assert_eq!(store.deliveries_to("w-x2", 9).await.unwrap(), []);
    assert_eq!(store.deliveries_to("w-x1", 9).await.unwrap().len(), 1);
}

pub(super) fn notice(person: &str, notice: &str, game: &str, at: i64) -> NoticeRow {
    NoticeRow {
        person: person.to_owned(),
        notice: notice.to_owned(),
        game: game.to_owned(),
        kind: "squadro".to_owned(),
        mark: at.unsigned_abs(),
        at,
    }
}

fn webhook(id: &str, person: &str, notices: &str) -> Webhook {
    Webhook {
        id: id.to_owned(),
        person: person.to_owned(),
        token: None,
        url: format!("https://example.org/{id}"),
        notices: notices.to_owned(),
        secret: "secret".to_owned(),
        created: 7,
        expires: None,
        failing: None,
        off: None,
    }
}

async fn person(store: &dyn Store, id: &str) {
    let name = id.to_owned();
    let person = Person { id: id.to_owned(), name, guest: false, created: 1, vacation: None, bot: false };
    store.add_person(&person).await.unwrap();
}

/// Adds a game with a notification.
async fn happens(store: &dyn Store, game: &str, notices: Vec<NoticeRow>) {
    let added = store.append(&[Append { notices, ..append(game, 1..=1) }]).await.unwrap();
    assert_eq!(added, [Ok(())]);
}

fn ids(deliveries: &[Delivery]) -> Vec<&str> {
    deliveries.iter().map(|delivery| delivery.id.as_str()).collect()
}

async fn claim(store: &dyn Store, now: i64, until: i64) -> Vec<Delivery> {
    let claimed = store.claim_deliveries(now, until, &[], 10, 100).await.unwrap();
    claimed.into_iter().map(|(_, delivery)| delivery).collect()
}

fn tried(at: i64, answer: &str, then: Followup) -> DeliveryOutcome {
    DeliveryOutcome { at, answer: answer.to_owned(), then }
}

async fn limits_per_person_hold(store: &dyn Store) {
    person(store, "w-ada").await;
    let [first, second] = ["w-1", "w-2"].map(|id| webhook(id, "w-ada", "my-turn game-end"));
    assert!(store.add_webhook(&first, 2).await.unwrap());
    assert!(store.add_webhook(&second, 2).await.unwrap());
    assert!(!store.add_webhook(&webhook("w-3", "w-ada", "my-turn"), 2).await.unwrap());
    assert_eq!(store.webhooks_of("w-ada").await.unwrap(), [first, second]);
    assert!(!store.remove_webhook("w-bob", "w-2").await.unwrap(), "it belongs to another person");
    assert!(store.remove_webhook("w-ada", "w-2").await.unwrap());
    assert!(!store.remove_webhook("w-ada", "w-2").await.unwrap());
}

async fn deliveries_are_added_with_their_events(store: &dyn Store) {
    let told = vec![
        notice("w-ada", "my-turn", "w-game", 100),
        notice("w-ada", "challenge", "w-game", 100),
        notice("w-eve", "my-turn", "w-game", 100),
    ];
    happens(store, "w-game", told.clone()).await;
    let [delivery] = &store.deliveries_to("w-1", 9).await.unwrap()[..] else { panic!("one is wanted") };
    assert_eq!(*delivery, Delivery::new("w-1", &told[0]));
    assert_eq!((delivery.id.as_str(), delivery.due), ("w-1-my-turn-w-game-100", Some(100)));
    // A conflicting move sends no notification.
    let late = vec![notice("w-ada", "my-turn", "w-game", 101)];
    assert!(store.append(&[Append { notices: late, ..append("w-game", 1..=1) }]).await.unwrap()[0].is_err());
    assert_eq!(store.deliveries_to("w-1", 9).await.unwrap().len(), 1);
    let reminder = notice("w-ada", "game-end", "w-game", 90);
    assert!(store.note_reminder(&reminder, 500, 1).await.unwrap());
    assert!(!store.note_reminder(&reminder, 500, 1).await.unwrap());
    let all = store.deliveries_to("w-1", 9).await.unwrap();
    assert_eq!(ids(&all), ["w-1-my-turn-w-game-100", "w-1-game-end-w-game-90"], "the newest first");
}

async fn a_delivery_is_claimed_by_one_worker(store: &dyn Store) {
    assert!(!store.has_due_deliveries(89).await.unwrap());
    assert!(store.has_due_deliveries(90).await.unwrap());
    assert!(store.claim_deliveries(100, 150, &["w-1".to_owned()], 10, 100).await.unwrap().is_empty());
    let first = store.claim_deliveries(100, 150, &[], 1, 100).await.unwrap();
    assert_eq!((first.len(), first[0].1.id.as_str()), (1, "w-1-game-end-w-game-90"), "the oldest");
    assert_eq!(first[0].0.url, "https://example.org/w-1");
    let (one, other) = tokio::join!(claim(store, 100, 160), claim(store, 100, 160));
    assert_eq!(one.len() + other.len(), 1, "once, by either sender");
    assert!(!store.has_due_deliveries(149).await.unwrap());
    // The lease of its sender has expired.
    let again = claim(store, 150, 200).await;
    assert_eq!(ids(&again), ["w-1-game-end-w-game-90"]);
    assert!(!store.note_try(&first[0].1, &tried(151, "200", Followup::Taken)).await.unwrap(), "too late");
    assert!(store.note_try(&again[0], &tried(151, "200", Followup::Taken)).await.unwrap());
    let [turn, end] = &store.deliveries_to("w-1", 9).await.unwrap()[..] else { panic!("two") };
    assert_eq!((end.taken, end.due, end.tries, &end.tried), (true, None, 1, &Some((151, "200".to_owned()))));
    store.release_delivery(turn, 152).await.unwrap();
    assert_eq!(claim(store, 152, 170).await[0].tries, 0, "it was not tried");
}

async fn failed_deliveries_are_retried_until_given_up(store: &dyn Store) {
    let [held] = &claim(store, 170, 200).await[..] else { panic!("one is left") };
    assert!(store.note_try(held, &tried(171, "500", Followup::Again(180))).await.unwrap());
    assert_eq!(store.webhooks_of("w-ada").await.unwrap()[0].failing, Some(171));
    assert!(claim(store, 179, 200).await.is_empty());
    let [held] = &claim(store, 180, 200).await[..] else { panic!("it is due again") };
    assert!(store.note_try(held, &tried(181, "no answer", Followup::GivenUp)).await.unwrap());
    assert_eq!(store.webhooks_of("w-ada").await.unwrap()[0].failing, Some(171), "since then");
    assert!(!store.has_due_deliveries(10_000).await.unwrap());
    let turn = &store.deliveries_to("w-1", 9).await.unwrap()[0];
    assert_eq!((turn.tries, turn.taken), (2, false));
    store.forget_deliveries(100).await.unwrap();
    assert_eq!(ids(&store.deliveries_to("w-1", 9).await.unwrap()), ["w-1-my-turn-w-game-100"]);
}

async fn an_address_that_is_off_gets_nothing_until_it_is_on(store: &dyn Store) {
    happens(store, "w-second", vec![notice("w-ada", "my-turn", "w-second", 200)]).await;
    happens(store, "w-third", vec![notice("w-ada", "my-turn", "w-third", 201)]).await;
    let held = &store.claim_deliveries(300, 350, &[], 5, 1).await.unwrap()[0].1;
    assert!(store.note_try(held, &tried(301, "410", Followup::Off("gone".to_owned()))).await.unwrap());
    let off = &store.webhooks_of("w-ada").await.unwrap()[0];
    assert_eq!((off.off.clone(), off.failing), (Some((301, "gone".to_owned())), Some(171)));
    assert!(!store.has_due_deliveries(10_000).await.unwrap(), "nothing waits there any more");
    happens(store, "w-fourth", vec![notice("w-ada", "my-turn", "w-fourth", 400)]).await;
    assert!(!store.has_due_deliveries(10_000).await.unwrap());
    let test = Delivery::new("w-1", &notice("w-ada", "test", "", 500));
    assert_eq!(test.id, "w-1-test-500");
    store.turn_on_webhook(&test).await.unwrap();
    let on = &store.webhooks_of("w-ada").await.unwrap()[0];
    assert_eq!((&on.off, on.failing), (&None, None));
    let [held] = &claim(store, 500, 550).await[..] else { panic!("the test is due") };
    assert!(store.note_try(held, &tried(501, "204", Followup::Taken)).await.unwrap());
}

async fn not_too_many_wait(store: &dyn Store) {
    let many = (0..MAX_WAITING as i64 + 20).map(|at| notice("w-ada", "my-turn", "w-many", 1000 + at));
    happens(store, "w-many", many.collect()).await;
    let waiting = store.deliveries_to("w-1", 2 * MAX_WAITING as u32).await.unwrap();
    let waiting = waiting.iter().filter(|delivery| delivery.due.is_some()).count();
    assert_eq!(waiting, MAX_WAITING);
    happens(store, "w-more", vec![notice("w-ada", "my-turn", "w-more", 3000)]).await;
    assert_ne!(store.deliveries_to("w-1", 1).await.unwrap()[0].game, "w-more");
}

async fn a_deleted_person_leaves_none(store: &dyn Store) {
    store.forget_person("w-ada", "deleted-w").await.unwrap();
    assert!(store.webhooks_of("w-ada").await.unwrap().is_empty());
    assert!(store.deliveries_to("w-1", 9).await.unwrap().is_empty());
    assert!(!store.has_due_deliveries(i64::MAX).await.unwrap());
}
