//! The test suite for every store.

mod accounts;
pub(crate) mod archive;
mod fair_use;
mod invites;
pub(crate) mod leases;
mod moderation;
mod passkeys;
mod puzzles;
mod ratings;
mod webhooks;

use ludoteca_store::{
    Append, Conflict, GameRow, Log, LogError, Message, Person, SeatRow, Seek, Stage, Store, StoredEvent,
};
use std::sync::Arc;

/// Runs all tests on a new, empty store.
pub(crate) async fn run(store: Arc<dyn Store>) {
    events_come_back_in_order(&*store).await;
    a_game_cannot_be_continued_in_two_ways(&*store).await;
    a_conflict_leaves_other_appends_alone(&*store).await;
    an_action_is_found_by_its_name(&*store).await;
    games_are_found_by_person_stage_and_deadline(&*store).await;
    rows_may_be_written_later_and_never_go_back(&*store).await;
    a_plan_is_kept_with_the_move_that_was_planned(&*store).await;
    games_are_listed_in_the_order_of_their_ends(&*store).await;
    people(&*store).await;
    accounts::run(&*store).await;
    seeks_come_and_go(&*store).await;
    a_seek_is_taken_up_once(&*store).await;
    messages_are_numbered_by_room(&*store).await;
    plans_subscriptions_reminders_and_facts(&*store).await;
    ratings::run(&*store).await;
    archive::the_archive(&*store).await;
    moderation::run(&*store).await;
    puzzles::run(&*store).await;
    webhooks::run(&*store).await;
    passkeys::run(&*store).await;
    fair_use::run(&*store).await;
    invites::run(&*store).await;
    // Runs last, because it closes the store.
    many_games_are_written_together(store).await;
}

fn event(seq: u64) -> StoredEvent {
    StoredEvent {
        seq,
        at: 1000 + seq as i64,
        actor: None,
        action: None,
        data: format!("{{\"seq\":{seq}}}"),
        about: None,
    }
}

fn row(id: &str, seq: u64) -> GameRow {
    GameRow {
        id: id.to_owned(),
        kind: "squadro".to_owned(),
        stage: Stage::Playing,
        live: true,
        listed: true,
        seq,
        created: 1,
        changed: 1000 + seq as i64,
        to_act: None,
        deadline: None,
        overview: format!("{{\"plies\":{seq}}}"),
    }
}

fn append(id: &str, seqs: std::ops::RangeInclusive<u64>) -> Append {
    let last = *seqs.end();
    let events = seqs.map(event).collect();
    Append { game: id.to_owned(), events, row: Some(row(id, last)), ..Append::default() }
}

fn numbers(events: &[StoredEvent]) -> Vec<u64> {
    events.iter().map(|event| event.seq).collect()
}

async fn events_come_back_in_order(store: &dyn Store) {
    let added = store.append(&[append("order", 1..=3), append("order", 4..=4), append("other", 1..=1)]).await;
    assert_eq!(added.unwrap(), [Ok(()), Ok(()), Ok(())]);
    assert_eq!(numbers(&store.events("order", 0).await.unwrap()), [1, 2, 3, 4]);
    assert_eq!(store.events("order", 2).await.unwrap(), [event(3), event(4)]);
    assert!(store.events("nothing", 0).await.unwrap().is_empty());
    assert_eq!(store.game("order").await.unwrap(), Some(row("order", 4)));
    assert_eq!(store.game("nothing").await.unwrap(), None);
    assert_eq!(store.count_games().await.unwrap(), 2);
}

async fn a_game_cannot_be_continued_in_two_ways(store: &dyn Store) {
    store.append(&[append("fork", 1..=2)]).await.unwrap();
    let mut other = append("fork", 2..=3);
    other.events[0].data = "another".to_owned();
    assert_eq!(store.append(&[other]).await.unwrap(), [Err(Conflict)]);
    assert_eq!(store.events("fork", 0).await.unwrap(), [event(1), event(2)]);
    assert_eq!(store.game("fork").await.unwrap().unwrap().seq, 2);
}

async fn a_conflict_leaves_other_appends_alone(store: &dyn Store) {
    store.append(&[append("late", 1..=1)]).await.unwrap();
    let batch = [append("fine-1", 1..=2), append("late", 1..=2), append("fine-2", 1..=1)];
    assert_eq!(store.append(&batch).await.unwrap(), [Ok(()), Err(Conflict), Ok(())]);
    assert_eq!(numbers(&store.events("fine-1", 0).await.unwrap()), [1, 2]);
    assert_eq!(numbers(&store.events("late", 0).await.unwrap()), [1]);
    assert_eq!(numbers(&store.events("fine-2", 0).await.unwrap()), [1]);
}

async fn an_action_is_found_by_its_name(store: &dyn Store) {
    let mut asked = append("asked", 1..=3);
    for event in &mut asked.events[1..] {
        event.actor = Some("ada".to_owned());
        event.action = Some("a-1".to_owned());
        event.about = Some("{}".to_owned());
    }
    store.append(&[asked.clone()]).await.unwrap();
    assert_eq!(store.events_of_action("asked", "ada", "a-1").await.unwrap(), asked.events[1..]);
    assert!(store.events_of_action("asked", "bob", "a-1").await.unwrap().is_empty());
    assert!(store.events_of_action("order", "ada", "a-1").await.unwrap().is_empty());
}

async fn games_are_found_by_person_stage_and_deadline(store: &dyn Store) {
    let game = |id: &str, stage, listed, deadline, changed| {
        let row = GameRow { stage, listed, deadline, changed, to_act: Some("eve".to_owned()), ..row(id, 1) };
        let seats = vec![SeatRow { seat: 1, person: "eve".to_owned() }];
        Append { row: Some(row), seats, ..append(id, 1..=1) }
    };
    let games = [
        game("mine-1", Stage::Playing, true, Some(70_000), 90_001),
        game("mine-2", Stage::Playing, false, Some(60_000), 90_002),
        game("mine-3", Stage::Over, true, None, 90_003),
        game("mine-4", Stage::Waiting, true, None, 90_004),
    ];
    store.append(&games).await.unwrap();
    let ids = |rows: Vec<GameRow>| rows.into_iter().map(|row| row.id).collect::<Vec<_>>();
    assert_eq!(ids(store.games_of("eve", 10).await.unwrap()), ["mine-4", "mine-3", "mine-2", "mine-1"]);
    assert_eq!(ids(store.games_of("eve", 2).await.unwrap()), ["mine-4", "mine-3"]);
    assert_eq!(
        ids(store.current_games(1).await.unwrap()),
        ["mine-1"],
        "listed and being played, newest first"
    );
    let live = ids(store.live_games().await.unwrap());
    assert!(live.contains(&"mine-2".to_owned()) && !live.contains(&"mine-3".to_owned()));
    let last = store.last_live_event().await.unwrap();
    assert_eq!(last, Some(event(4).at), "the last of any game that is being played");
    let due = async |after, until| ids(store.due(after, until, 2).await.unwrap());
    assert_eq!(due((0, ""), 65_000).await, ["mine-2"]);
    assert_eq!(due((0, ""), 70_000).await, ["mine-2", "mine-1"]);
    let slow = ["slow-1", "slow-2", "slow-3"].map(|id| game(id, Stage::Playing, false, Some(50_000), 10));
    store.append(&slow).await.unwrap();
    assert_eq!(due((0, ""), 50_000).await, ["slow-1", "slow-2"]);
    assert_eq!(due((50_000, "slow-2"), 65_000).await, ["slow-3", "mine-2"], "from one of several on");
    assert!(due((0, ""), 49_999).await.is_empty());
    assert_eq!(store.games_of("eve", 1).await.unwrap()[0].overview, r#"{"plies":1}"#);
    // A reserved seat may be taken by another person.
    let seats = vec![SeatRow { seat: 1, person: "bob".to_owned() }];
    let taken = Append { seats, ..append("mine-1", 2..=2) };
    store.append(&[taken]).await.unwrap();
    assert_eq!(ids(store.games_of("bob", 10).await.unwrap()), ["mine-1"]);
    assert!(!ids(store.games_of("eve", 10).await.unwrap()).contains(&"mine-1".to_owned()));
}

async fn rows_may_be_written_later_and_never_go_back(store: &dyn Store) {
    let behind = Append { row: None, ..append("behind", 2..=5) };
    store.append(&[append("behind", 1..=1), behind]).await.unwrap();
    assert_eq!(store.game("behind").await.unwrap().unwrap().seq, 1);
    let only_row =
        |seq| Append { game: "behind".to_owned(), row: Some(row("behind", seq)), ..Append::default() };
    assert_eq!(store.append(&[only_row(5)]).await.unwrap(), [Ok(())]);
    assert_eq!(store.append(&[only_row(4)]).await.unwrap(), [Ok(())]);
    assert_eq!(store.game("behind").await.unwrap(), Some(row("behind", 5)));
    assert_eq!(numbers(&store.events("behind", 0).await.unwrap()), [1, 2, 3, 4, 5]);
}

async fn a_plan_is_kept_with_the_move_that_was_planned(store: &dyn Store) {
    let planned = |seq, plan: Option<&str>| Append {
        plan: Some((1, plan.map(str::to_owned))),
        ..append("planned", seq..=seq)
    };
    store.append(&[planned(1, Some("[1]"))]).await.unwrap();
    assert_eq!(store.plans("planned").await.unwrap(), [(1, "[1]".to_owned())]);
    assert_eq!(store.append(&[planned(1, None)]).await.unwrap(), [Err(Conflict)]);
    assert_eq!(store.plans("planned").await.unwrap(), [(1, "[1]".to_owned())], "neither or both");
    store.append(&[planned(2, None)]).await.unwrap();
    assert!(store.plans("planned").await.unwrap().is_empty());
}

async fn games_are_listed_in_the_order_of_their_ends(store: &dyn Store) {
    let before = store.finished(0, 1000).await.unwrap().len() as u64;
    let end = |id: &str, seq| Append { finishes: true, ..append(id, seq..=seq) };
    store.append(&[end("end-2", 1), append("end-1", 1..=1), end("end-3", 1)]).await.unwrap();
    // One append conflicts, so each is retried individually: the failed one leaves no gap.
    let added = store.append(&[end("end-2", 1), end("end-1", 2)]).await.unwrap();
    assert_eq!(added, [Err(Conflict), Ok(())]);
    let listed = store.finished(before, 10).await.unwrap();
    let seen: Vec<(u64, &str)> = listed.iter().map(|one| (one.number - before, one.game.as_str())).collect();
    assert_eq!(seen, [(1, "end-2"), (2, "end-3"), (3, "end-1")]);
    assert_eq!(listed[2].at, event(2).at);
    assert_eq!(store.finished(before + 1, 1).await.unwrap(), listed[1..2]);
}

async fn people(store: &dyn Store) {
    let ada = Person {
        id: "p-ada".to_owned(),
        name: "Ada <b>".to_owned(),
        guest: true,
        created: 5,
        vacation: None,
        bot: false,
    };
    store.add_person(&ada).await.unwrap();
    assert!(store.add_person(&ada).await.is_err(), "an id is given once");
    store.change_vacation("p-ada", None, Some("{\"until\":9}")).await.unwrap();
    let away = Person { vacation: Some("{\"until\":9}".to_owned()), ..ada };
    assert_eq!(store.person("p-ada").await.unwrap(), Some(away.clone()));
    store.set_name("p-ada", "Ada").await.unwrap();
    let renamed = Person { name: "Ada".to_owned(), ..away };
    assert_eq!(store.person("p-ada").await.unwrap(), Some(renamed));
    assert_eq!(store.person("unknown").await.unwrap(), None);
}

async fn seeks_come_and_go(store: &dyn Store) {
    let seek = |id: &str, created| Seek {
        id: id.to_owned(),
        person: "p-ada".to_owned(),
        created,
        data: "{}".to_owned(),
    };
    store.put_seek(&seek("s-2", 20)).await.unwrap();
    store.put_seek(&Seek { data: "[]".to_owned(), ..seek("s-1", 10) }).await.unwrap();
    store.put_seek(&seek("s-1", 10)).await.unwrap();
    assert_eq!(store.seeks().await.unwrap(), [seek("s-1", 10), seek("s-2", 20)]);
    assert!(store.remove_seek("s-1").await.unwrap());
    assert!(!store.remove_seek("s-1").await.unwrap(), "a seek is taken up once");
    assert_eq!(store.seeks().await.unwrap(), [seek("s-2", 20)]);
}

async fn a_seek_is_taken_up_once(store: &dyn Store) {
    let seek = |data: &str| Seek {
        id: "s-once".to_owned(),
        person: "p-ada".to_owned(),
        created: 5,
        data: data.to_owned(),
    };
    store.put_seek(&seek("one")).await.unwrap();
    assert!(store.change_seek(&seek("one"), &seek("two")).await.unwrap());
    assert!(!store.change_seek(&seek("one"), &seek("three")).await.unwrap(), "it is another by now");
    let game = |id: &str| Append { seeks: vec!["s-once".to_owned()], ..append(id, 1..=1) };
    let both = store.append(&[game("taken-1"), game("taken-2")]).await.unwrap();
    assert_eq!(both, [Ok(()), Err(Conflict)]);
    assert!(store.events("taken-2", 0).await.unwrap().is_empty());
    assert!(!store.change_seek(&seek("two"), &seek("three")).await.unwrap(), "it is gone");
}

async fn messages_are_numbered_by_room(store: &dyn Store) {
    let message = |room: &str, number, text: &str| Message {
        room: room.to_owned(),
        number,
        at: 7,
        person: "p-ada".to_owned(),
        text: text.to_owned(),
    };
    for (room, text, number) in [("players", "hello", 1), ("players", "again", 2), ("spectators", "oh", 1)] {
        assert_eq!(store.add_message("order", &message(room, 0, text)).await.unwrap(), number);
    }
    assert_eq!(
        store.messages("order", "players", 0).await.unwrap(),
        [message("players", 1, "hello"), message("players", 2, "again")]
    );
    assert_eq!(store.messages("order", "players", 1).await.unwrap(), [message("players", 2, "again")]);
    assert!(store.messages("other", "players", 0).await.unwrap().is_empty());
}

async fn plans_subscriptions_reminders_and_facts(store: &dyn Store) {
    store.set_plan("order", 1, Some("[1]")).await.unwrap();
    store.set_plan("order", 1, Some("[2]")).await.unwrap();
    store.set_plan("order", 0, Some("[0]")).await.unwrap();
    assert_eq!(store.plans("order").await.unwrap(), [(0, "[0]".to_owned()), (1, "[2]".to_owned())]);
    store.set_plan("order", 0, None).await.unwrap();
    assert_eq!(store.plans("order").await.unwrap(), [(1, "[2]".to_owned())]);

    store.add_subscription("https://push/1", "p-ada", "one").await.unwrap();
    store.add_subscription("https://push/1", "p-ada", "uno").await.unwrap();
    assert_eq!(store.subscriptions("p-ada").await.unwrap(), ["uno"]);
    store.remove_subscription("https://push/1").await.unwrap();
    assert!(store.subscriptions("p-ada").await.unwrap().is_empty());

    let reminder = webhooks::notice("p-ada", "reminder", "order", 50);
    assert!(store.note_reminder(&reminder, 99, 1).await.unwrap());
    assert!(!store.note_reminder(&reminder, 99, 1).await.unwrap(), "none is sent twice");
    assert!(store.note_reminder(&reminder, 99, 2).await.unwrap());

    assert_eq!(store.fact("alive").await.unwrap(), None);
    store.set_fact("alive", "1").await.unwrap();
    store.set_fact("alive", "2").await.unwrap();
    assert_eq!(store.fact("alive").await.unwrap().as_deref(), Some("2"));
    assert_eq!(store.add_fact("once", "1").await.unwrap(), "1");
    assert_eq!(store.add_fact("once", "2").await.unwrap(), "1", "the first stays");
}

/// Inserts more than one statement can hold, from many tasks at once, and checks that each game keeps its
/// order.
async fn many_games_are_written_together(store: Arc<dyn Store>) {
    const GAMES: usize = 500;
    const EVENTS: u64 = 12;
    let (log, writer) = Log::start(Arc::clone(&store));
    let games = (0..GAMES).map(|number| {
        let log = log.clone();
        tokio::spawn(async move {
            let id = format!("many-{number}");
            for seq in 1..=EVENTS {
                log.append(append(&id, seq..=seq)).await.unwrap();
            }
            assert_eq!(log.append(append(&id, EVENTS..=EVENTS)).await, Err(LogError::Conflict));
        })
    });
    for game in games.collect::<Vec<_>>() {
        game.await.unwrap();
    }
    for number in 0..GAMES {
        let events = store.events(&format!("many-{number}"), 0).await.unwrap();
        assert_eq!(numbers(&events), (1..=EVENTS).collect::<Vec<_>>());
    }
    drop(log);
    writer.await.unwrap();
}
