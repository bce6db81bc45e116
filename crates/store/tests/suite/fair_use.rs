//! Known networks, lookalike names, open and imported games, and cleaning up guests.

use super::{append, row};
use ludoteca_store::{
    Account, Append, GameRow, KnownNetwork, Message, NameForms, Person, SeatRow, Stage, Store, Token,
    TokenKind,
};

pub(super) async fn run(store: &dyn Store) {
    only_some_networks_of_an_owner_are_kept(store).await;
    names_that_look_alike_belong_to_one_account(store).await;
    open_games_are_counted(store).await;
    imports_are_counted_up_to_a_limit(store).await;
    unused_guests_are_swept(store).await;
}

fn person(id: &str) -> Person {
    let name = format!("name of {id}");
    Person { id: id.to_owned(), name, guest: true, created: 5, vacation: None, bot: false }
}

fn account(person: &str, skeleton: Option<&str>) -> Account {
    Account {
        person: person.to_owned(),
        folded: person.to_owned(),
        skeleton: skeleton.map(str::to_owned),
        created: 7,
        ..Account::default()
    }
}

async fn only_some_networks_of_an_owner_are_kept(store: &dyn Store) {
    let known =
        |number: i64| KnownNetwork { network: format!("network {number}"), seen: number, logged_in: true };
    for number in 1..=5 {
        store.note_network("n-ada", &known(number), 2, 3).await.unwrap();
    }
    store.note_network("n-bob", &known(9), 0, 3).await.unwrap();
    assert_eq!(store.networks_of("n-ada", 0).await.unwrap(), [known(5), known(4), known(3)]);
    assert_eq!(store.networks_of("n-ada", 5).await.unwrap(), [known(5)]);
    let again = KnownNetwork { seen: 8, ..known(3) };
    store.note_network("n-ada", &again, 5, 3).await.unwrap();
    assert_eq!(store.networks_of("n-ada", 0).await.unwrap(), [again.clone(), known(5)]);
    // Those of sessions are counted apart, and a session does not undo a log-in.
    let by_session = |number: i64| KnownNetwork { logged_in: false, ..known(number) };
    for number in 10..16 {
        store.note_network("n-ada", &by_session(number), 5, 2).await.unwrap();
    }
    store.note_network("n-ada", &KnownNetwork { logged_in: false, ..again.clone() }, 5, 2).await.unwrap();
    let all = [by_session(15), by_session(14), again.clone(), known(5)];
    assert_eq!(store.networks_of("n-ada", 0).await.unwrap(), all);
    store.note_network("n-ada", &known(14), 5, 3).await.unwrap();
    let all = [by_session(15), known(14), again.clone(), known(5)];
    assert_eq!(store.networks_of("n-ada", 0).await.unwrap(), all, "a log-in");
    store.forget_networks(8).await.unwrap();
    assert_eq!(store.networks_of("n-ada", 0).await.unwrap(), [by_session(15), known(14), again]);
    assert!(store.add_account(&account("n-bob", None), &person("n-bob"), None).await.unwrap());
    store.forget_person("n-bob", "deleted-1").await.unwrap();
    assert_eq!(store.networks_of("n-bob", 0).await.unwrap(), []);
}

async fn names_that_look_alike_belong_to_one_account(store: &dyn Store) {
    for (id, skeleton) in [("s-ada", Some("alike")), ("s-old", None), ("s-older", None)] {
        assert!(store.add_account(&account(id, skeleton), &person(id), None).await.unwrap());
    }
    let other = account("s-eve", Some("alike"));
    assert!(!store.add_account(&other, &person("s-eve"), None).await.unwrap(), "it is taken");
    assert_eq!(store.person("s-eve").await.unwrap(), None);
    let forms = NameForms { folded: vec!["s-none".to_owned()], skeletons: vec!["alike".to_owned()] };
    let found = store.account_resembling(&forms, "").await.unwrap().unwrap();
    assert_eq!(found.person, "s-ada");
    assert_eq!(store.account_resembling(&forms, "s-ada").await.unwrap(), None, "one's own is free");
    let by_name = NameForms { folded: vec!["s-old".to_owned()], skeletons: Vec::new() };
    assert_eq!(store.account_resembling(&by_name, "").await.unwrap().unwrap().person, "s-old");

    let without: Vec<(String, String)> = store.accounts_without_skeleton().await.unwrap();
    let of = |id: &str| (id.to_owned(), format!("name of {id}"));
    assert!(without.contains(&of("s-old")) && !without.contains(&of("s-ada")), "{without:?}");
    assert!(!store.set_skeleton("s-old", "alike").await.unwrap());
    assert!(store.set_skeleton("s-old", "other").await.unwrap());
    assert!(!store.accounts_without_skeleton().await.unwrap().contains(&of("s-old")));

    assert!(!store.rename_account("s-older", "Alike", "alike-2", Some("alike")).await.unwrap());
    assert!(store.rename_account("s-ada", "Alike", "alike-2", Some("alike")).await.unwrap());
    assert!(store.rename_account("s-ada", "New", "new", Some("new")).await.unwrap());
    assert!(store.rename_account("s-older", "Alike", "alike-3", Some("alike")).await.unwrap());
}

async fn open_games_are_counted(store: &dyn Store) {
    for (game, stage) in
        [("o-1", Stage::Waiting), ("o-2", Stage::Playing), ("o-3", Stage::Over), ("o-4", Stage::Playing)]
    {
        let holder = if game == "o-4" { "o-bob" } else { "o-ada" };
        let seats = vec![SeatRow { seat: 0, person: holder.to_owned() }];
        let row = Some(GameRow { stage, ..row(game, 1) });
        store.append(&[Append { seats, row, ..append(game, 1..=1) }]).await.unwrap();
    }
    assert_eq!(store.count_open_games("o-ada").await.unwrap(), 2);
    assert_eq!(store.count_open_games("o-none").await.unwrap(), 0);
}

async fn imports_are_counted_up_to_a_limit(store: &dyn Store) {
    store.add_person(&person("i-ada")).await.unwrap();
    store.add_person(&person("i-gus")).await.unwrap();
    assert!(store.count_import("i-ada", 2).await.unwrap());
    assert!(store.count_import("i-ada", 2).await.unwrap());
    assert!(!store.count_import("i-ada", 2).await.unwrap());
    store.uncount_import("i-ada").await.unwrap();
    assert!(store.count_import("i-ada", 2).await.unwrap());
    assert!(!store.count_import("i-unknown", 2).await.unwrap());
    assert!(store.count_import("i-gus", 2).await.unwrap());
    store.merge_guest("i-gus", "i-ada", "Ada").await.unwrap();
    assert!(!store.count_import("i-ada", 3).await.unwrap(), "a guest's imports go along");
    assert!(store.count_import("i-ada", 4).await.unwrap());
}

async fn unused_guests_are_swept(store: &dyn Store) {
    // Unused; has a game and was active recently; has a game and was not; has sent a message; has a valid
    // token.
    let guests = [
        ("g-new", 10, 100),
        ("g-plays", 900, 100),
        ("g-played", 10, 100),
        ("g-said", 10, 100),
        ("g-good", 10, 5000),
    ];
    for (id, used, expires) in guests {
        store.add_person(&person(id)).await.unwrap();
        let token = Token {
            hash: format!("hash of {id}"),
            id: id.to_owned(),
            person: id.to_owned(),
            kind: TokenKind::Guest,
            label: String::new(),
            scopes: String::new(),
            created: 1,
            used,
            expires: Some(expires),
            passkey: None,
        };
        store.add_token(&token).await.unwrap();
    }
    for id in ["g-plays", "g-played"] {
        let seats = vec![SeatRow { seat: 0, person: id.to_owned() }];
        store.append(&[Append { seats, ..append(&format!("{id}-game"), 1..=1) }]).await.unwrap();
    }
    let message = Message {
        room: "players".to_owned(),
        number: 0,
        at: 7,
        person: "g-said".to_owned(),
        text: "hello".to_owned(),
    };
    store.add_message("g-plays-game", &message).await.unwrap();
    assert_eq!(store.sweep_guests(50, 800, 100).await.unwrap(), 0, "none has expired");
    assert_eq!(store.sweep_guests(1000, 800, 1).await.unwrap(), 1, "only so many at once");
    assert_eq!(store.sweep_guests(1000, 800, 100).await.unwrap(), 2);
    assert_eq!(store.sweep_guests(1000, 800, 100).await.unwrap(), 0);
    for (id, has_token, is_there) in [
        ("g-new", false, false),
        ("g-plays", true, true),
        ("g-played", false, true),
        ("g-said", false, true),
        ("g-good", true, true),
    ] {
        let token = store.token(&format!("hash of {id}")).await.unwrap();
        assert_eq!(token.is_some(), has_token, "{id}");
        assert_eq!(store.person(id).await.unwrap().is_some(), is_there, "{id}");
    }
}
