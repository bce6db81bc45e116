//! Passkeys, challenges, and guests merged into accounts.

use super::{append, event, row};
use ludoteca_store::{
    Account, Append, Block, ChallengeRow, Message, PasskeyRow, Person, Removal, Report, Rewritten, SeatRow,
    Seek, Store, Token, TokenKind,
};

pub(super) async fn run(store: &dyn Store) {
    a_challenge_is_taken_once(store).await;
    passkeys_are_kept_used_and_removed(store).await;
    an_account_is_there_with_its_passkey_or_not_at_all(store).await;
    a_guest_becomes_part_of_an_account(store).await;
}

fn person(id: &str) -> Person {
    let name = format!("name of {id}");
    Person { id: id.to_owned(), name, guest: true, created: 5, vacation: None, bot: false }
}

fn account(person: &str, password: Option<&str>) -> Account {
    Account {
        person: person.to_owned(),
        folded: person.to_owned(),
        password: password.map(str::to_owned),
        created: 7,
        ..Account::default()
    }
}

fn passkey(id: &str, person: &str, created: i64) -> PasskeyRow {
    PasskeyRow {
        credential: format!("credential of {id}"),
        id: id.to_owned(),
        person: person.to_owned(),
        label: "phone".to_owned(),
        data: "{\"counter\":1}".to_owned(),
        created,
        used: created,
    }
}

async fn a_challenge_is_taken_once(store: &dyn Store) {
    let challenge = |id: &str, expires| ChallengeRow {
        id: id.to_owned(),
        person: "k-ada".to_owned(),
        data: "{}".to_owned(),
        expires,
    };
    let (good, old) = (challenge("k1", 200), challenge("k2", 100));
    store.add_challenge(&old, 50).await.unwrap();
    store.add_challenge(&good, 50).await.unwrap();
    assert_eq!(store.take_challenge("k3", 60).await.unwrap(), None);
    assert_eq!(store.take_challenge("k2", 100).await.unwrap(), None, "too late");
    let (one, other) = tokio::join!(store.take_challenge("k1", 60), store.take_challenge("k1", 60));
    let taken: Vec<ChallengeRow> = [one.unwrap(), other.unwrap()].into_iter().flatten().collect();
    assert_eq!(taken, [good], "one of two gets it");
    store.add_challenge(&challenge("k4", 300), 150).await.unwrap();
    assert_eq!(store.take_challenge("k2", 60).await.unwrap(), None, "what is too old was forgotten");
}

async fn passkeys_are_kept_used_and_removed(store: &dyn Store) {
    let (ada, eve) = (person("k-ada"), person("k-eve"));
    assert!(store.add_account(&account("k-ada", None), &ada, None).await.unwrap());
    assert!(store.add_account(&account("k-eve", Some("hash")), &eve, None).await.unwrap());
    let (first, second) = (passkey("p1", "k-ada", 10), passkey("p2", "k-ada", 20));
    assert!(store.add_passkey(&second, 2).await.unwrap());
    assert!(store.add_passkey(&first, 2).await.unwrap());
    assert!(!store.add_passkey(&passkey("p3", "k-ada", 30), 2).await.unwrap(), "two are enough");
    assert!(
        !store.add_passkey(&PasskeyRow { id: "p4".to_owned(), ..first.clone() }, 9).await.unwrap(),
        "known"
    );
    assert_eq!(store.passkeys_of("k-ada").await.unwrap(), [first.clone(), second.clone()]);
    assert_eq!(store.passkey("credential of p2").await.unwrap(), Some(second));
    assert_eq!(store.passkey("p2").await.unwrap(), None);

    let uses =
        |before: &'static str, after: &'static str| store.use_passkey("credential of p1", before, after, 99);
    assert!(uses("{\"counter\":1}", "{\"counter\":2}").await.unwrap());
    assert!(!uses("{\"counter\":1}", "{\"counter\":2}").await.unwrap(), "it is not as it was");
    assert!(store.label_passkey("k-ada", "p1", "laptop").await.unwrap());
    assert!(!store.label_passkey("k-eve", "p1", "mine").await.unwrap());
    let data = "{\"counter\":2}".to_owned();
    let now = PasskeyRow { data, label: "laptop".to_owned(), used: 99, ..first };
    assert_eq!(store.passkey("credential of p1").await.unwrap(), Some(now));

    let remove = async |person: &str, id: &str| store.remove_passkey(person, id).await.unwrap();
    assert_eq!(remove("k-eve", "p1").await, Removal::Unknown);
    // Of two concurrent removals, one must fail: the last passkey stays.
    let (one, other) = tokio::join!(remove("k-ada", "p1"), remove("k-ada", "p2"));
    assert!([(Removal::Done, Removal::Last), (Removal::Last, Removal::Done)].contains(&(one, other)));
    let left = store.passkeys_of("k-ada").await.unwrap()[0].id.clone();
    assert_eq!(remove("k-ada", &left).await, Removal::Last);
    store.set_recovery_codes("k-ada", &["code".to_owned()]).await.unwrap();
    assert_eq!(remove("k-ada", &left).await, Removal::Done, "there are codes");
    assert!(store.add_passkey(&passkey("p5", "k-eve", 10), 2).await.unwrap());
    assert_eq!(remove("k-eve", "p5").await, Removal::Done, "there is a password");
    assert!(store.add_passkey(&passkey("p6", "k-eve", 10), 2).await.unwrap());
    store.forget_person("k-eve", "deleted-k").await.unwrap();
    assert_eq!(store.passkey("credential of p6").await.unwrap(), None);
}

async fn an_account_is_there_with_its_passkey_or_not_at_all(store: &dyn Store) {
    let key = passkey("p7", "k-zoe", 1);
    assert!(store.add_account(&account("k-zoe", None), &person("k-zoe"), Some(&key)).await.unwrap());
    assert_eq!(store.passkeys_of("k-zoe").await.unwrap(), [key]);
    let same = PasskeyRow { person: "k-other".to_owned(), ..passkey("p7", "", 1) };
    assert!(!store.add_account(&account("k-other", None), &person("k-other"), Some(&same)).await.unwrap());
    assert_eq!(store.account("k-other").await.unwrap(), None);
    assert_eq!(store.person("k-other").await.unwrap(), None);
}

async fn a_guest_becomes_part_of_an_account(store: &dyn Store) {
    store.add_person(&person("g-gus")).await.unwrap();
    let token = Token {
        hash: "hash of g-gus".to_owned(),
        id: "g1".to_owned(),
        person: "g-gus".to_owned(),
        kind: TokenKind::Guest,
        label: String::new(),
        scopes: String::new(),
        created: 1,
        used: 1,
        expires: None,
        passkey: None,
    };
    store.add_token(&token).await.unwrap();
    let seats = ["g-gus", "k-bob"].into_iter().zip(0..);
    let seats = seats.map(|(person, seat)| SeatRow { seat, person: person.to_owned() }).collect();
    let to_act = Some(ludoteca_store::GameRow { to_act: Some("g-gus".to_owned()), ..row("g-game", 2) });
    store.append(&[Append { seats, row: to_act, ..append("g-game", 1..=2) }]).await.unwrap();
    store.set_plan("g-game", 0, Some("[]")).await.unwrap();
    store.add_subscription("https://push/g", "g-gus", "data").await.unwrap();
    let room = "players".to_owned();
    let said = Message { room, number: 0, at: 7, person: "g-gus".to_owned(), text: "hello".to_owned() };
    store.add_message("g-game", &said).await.unwrap();
    let seek = Seek { id: "g-s".to_owned(), person: "g-gus".to_owned(), created: 1, data: "{}".to_owned() };
    store.put_seek(&seek).await.unwrap();
    assert!(
        store.note_reminder(&super::webhooks::notice("g-gus", "reminder", "g-game", 1), 5, 1).await.unwrap()
    );
    let block =
        |person: &str, other: &str, at| Block { person: person.to_owned(), other: other.to_owned(), at };
    for one in [
        block("g-gus", "k-bob", 1),
        block("k-zoe", "k-bob", 2),
        block("k-carl", "g-gus", 3),
        block("k-zoe", "g-gus", 4),
    ] {
        assert!(store.add_block(&one, 9).await.unwrap());
    }
    let report = Report {
        id: "g-r".to_owned(),
        at: 1,
        by: "k-carl".to_owned(),
        about: "g-gus".to_owned(),
        game: None,
        reason: "insults".to_owned(),
        text: "rude".to_owned(),
        taken: None,
        done: None,
    };
    store.add_report(&report).await.unwrap();

    let event_2 = Rewritten { seq: 2, data: "{\"new\":2}".to_owned(), about: Some("{}".to_owned()) };
    store.hand_over("g-game", "g-gus", "k-zoe", &[event_2], "{\"glance\":1}").await.unwrap();
    store.merge_guest("g-gus", "k-zoe", "Zoe").await.unwrap();
    let events = store.events("g-game", 0).await.unwrap();
    assert_eq!((events[1].data.as_str(), events[1].about.as_deref()), ("{\"new\":2}", Some("{}")));
    assert_eq!(events[0], event(1), "only the one");
    let games = store.games_of("k-zoe", 9).await.unwrap();
    assert_eq!((games.len(), games[0].overview.as_str()), (1, "{\"glance\":1}"));
    assert_eq!(games[0].to_act.as_deref(), Some("k-zoe"));
    assert!(store.games_of("g-gus", 9).await.unwrap().is_empty());
    assert_eq!(store.plans("g-game").await.unwrap(), [(0, "[]".to_owned())]);
    assert_eq!(store.subscriptions("k-zoe").await.unwrap(), ["data"]);
    assert_eq!(store.messages_of("k-zoe").await.unwrap()[0].1.text, "hello");
    assert!(store.tokens_of("g-gus").await.unwrap().is_empty());
    assert!(store.seeks().await.unwrap().iter().all(|seek| seek.person != "g-gus"));
    assert!(
        !store.note_reminder(&super::webhooks::notice("k-zoe", "reminder", "g-game", 1), 5, 1).await.unwrap(),
        "it was sent before"
    );
    assert_eq!(
        store.blocks_of("k-zoe").await.unwrap(),
        [block("k-zoe", "k-bob", 2)],
        "people cannot block themselves"
    );
    assert_eq!(store.blockers_of("k-zoe").await.unwrap(), ["k-carl"]);
    assert!(store.blocks_of("g-gus").await.unwrap().is_empty());
    assert_eq!(store.report("g-r").await.unwrap().unwrap().about, "k-zoe");
    assert_eq!(store.merged_into("g-gus").await.unwrap().as_deref(), Some("k-zoe"));
    assert_eq!(store.merged_into("k-zoe").await.unwrap(), None);
    assert_eq!(store.merged_into("k-unknown").await.unwrap(), None);
}
