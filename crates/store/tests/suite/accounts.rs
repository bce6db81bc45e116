//! Accounts, tokens, codes, and being forgotten.

use super::{append, row};
use ludoteca_store::{Account, Append, Message, Person, SeatRow, Seek, Store, Token, TokenKind};

pub(super) async fn run(store: &dyn Store) {
    tokens_are_found_used_and_taken_away(store).await;
    a_name_belongs_to_one_account(store).await;
    codes_are_good_once(store).await;
    a_person_is_forgotten(store).await;
}

fn person(id: &str, name: &str) -> Person {
    Person { id: id.to_owned(), name: name.to_owned(), guest: true, created: 5, vacation: None, bot: false }
}

fn token(id: &str, person: &str, kind: TokenKind) -> Token {
    Token {
        hash: format!("hash of {id}"),
        id: id.to_owned(),
        person: person.to_owned(),
        kind,
        label: "Firefox".to_owned(),
        scopes: if kind == TokenKind::Personal { "play read".to_owned() } else { String::new() },
        created: 6,
        used: 6,
        expires: None,
    }
}

fn account(person: &str, folded: &str) -> Account {
    Account {
        person: person.to_owned(),
        folded: folded.to_owned(),
        password: Some("hashed".to_owned()),
        created: 7,
        ..Account::default()
    }
}

async fn tokens_are_found_used_and_taken_away(store: &dyn Store) {
    let mia = person("t-mia", "Mia");
    store.add_person(&mia).await.unwrap();
    let tokens = [
        token("t1", "t-mia", TokenKind::Guest),
        token("t2", "t-mia", TokenKind::Session),
        token("t3", "t-mia", TokenKind::Personal),
        token("t4", "t-mia", TokenKind::Session),
    ];
    for token in &tokens {
        store.add_token(token).await.unwrap();
    }
    assert_eq!(store.token("hash of t3").await.unwrap(), Some((tokens[2].clone(), mia)));
    assert_eq!(store.token("t3").await.unwrap(), None);
    assert_eq!(store.tokens_of("t-mia").await.unwrap(), tokens);
    store.use_token("hash of t2", 99, Some(1000)).await.unwrap();
    let used = Token { used: 99, expires: Some(1000), ..tokens[1].clone() };
    assert_eq!(store.tokens_of("t-mia").await.unwrap()[1], used);
    assert!(!store.remove_token("p-ada", "t1").await.unwrap(), "it is another's");
    assert!(store.remove_token("t-mia", "t1").await.unwrap());
    assert!(!store.remove_token("t-mia", "t1").await.unwrap());
    store.remove_sessions("t-mia", "t4").await.unwrap();
    let ids: Vec<String> =
        store.tokens_of("t-mia").await.unwrap().into_iter().map(|token| token.id).collect();
    assert_eq!(ids, ["t3", "t4"], "personal ones stay");
}

async fn a_name_belongs_to_one_account(store: &dyn Store) {
    let eva = Person { name: "Eva-1".to_owned(), ..person("a-eva", "") };
    store.add_person(&person("a-eva", "some guest")).await.unwrap();
    assert!(store.add_account(&account("a-eva", "eva-1"), &eva, None).await.unwrap());
    let known = Person { guest: false, ..eva.clone() };
    assert_eq!(store.person("a-eva").await.unwrap(), Some(known.clone()), "a guest keeps their id");
    let other = person("a-other", "eva-1");
    assert!(!store.add_account(&account("a-other", "eva-1"), &other, None).await.unwrap());
    assert_eq!(store.person("a-other").await.unwrap(), None, "nothing has changed");
    assert!(!store.add_account(&account("a-eva", "eva-2"), &eva, None).await.unwrap(), "nobody has two");
    let bot = Account { owner: Some("a-eva".to_owned()), password: None, ..account("a-bot", "robo") };
    assert!(store.add_account(&bot, &Person { bot: true, ..person("a-bot", "Robo") }, None).await.unwrap());
    assert_eq!(store.account("a-bot").await.unwrap(), Some(bot));
    let bots = store.bots_of("a-eva").await.unwrap();
    assert_eq!((bots.len(), bots[0].bot, bots[0].guest), (1, true, false));
    assert!(!store.rename_account("a-bot", "Eva-1", "eva-1").await.unwrap());
    assert!(store.rename_account("a-eva", "EVA-1", "eva-1").await.unwrap(), "one's own is free");
    assert!(store.rename_account("a-eva", "Eve", "eve").await.unwrap());
    assert_eq!(store.account_called("eva-1").await.unwrap(), None);
    store.set_password("a-eva", "other").await.unwrap();
    store.set_email("a-eva", Some("eve@example.org")).await.unwrap();
    let found = store.account_called("eve").await.unwrap().unwrap();
    let email = Some("eve@example.org".to_owned());
    let expected = Account { password: Some("other".to_owned()), email, ..account("a-eva", "eve") };
    assert_eq!(found, expected);
    assert_eq!(store.person("a-eva").await.unwrap().unwrap().name, "Eve");
}

async fn codes_are_good_once(store: &dyn Store) {
    let codes = ["c1".to_owned(), "c2".to_owned()];
    store.set_recovery_codes("a-eva", &["old".to_owned()]).await.unwrap();
    store.set_recovery_codes("a-eva", &codes).await.unwrap();
    assert_eq!(store.count_recovery_codes("a-eva").await.unwrap(), 2);
    assert!(!store.use_recovery_code("a-eva", "old").await.unwrap());
    assert!(!store.use_recovery_code("a-bot", "c1").await.unwrap());
    assert!(store.use_recovery_code("a-eva", "c1").await.unwrap());
    assert!(!store.use_recovery_code("a-eva", "c1").await.unwrap());
    assert_eq!(store.count_recovery_codes("a-eva").await.unwrap(), 1);
    assert!(store.add_mail_code("a-eva", "m1", 100, 50, 2).await.unwrap());
    assert!(store.add_mail_code("a-eva", "m2", 200, 50, 2).await.unwrap());
    assert!(!store.add_mail_code("a-eva", "m3", 200, 50, 2).await.unwrap(), "two are good already");
    assert!(store.add_mail_code("a-eva", "m3", 200, 150, 2).await.unwrap(), "one is too old meanwhile");
    assert!(!store.use_mail_code("a-eva", "m1", 150).await.unwrap());
    assert!(!store.use_mail_code("a-eva", "m2", 200).await.unwrap());
    assert!(!store.use_mail_code("a-bot", "m2", 150).await.unwrap());
    assert!(store.use_mail_code("a-eva", "m2", 150).await.unwrap());
    assert!(!store.use_mail_code("a-eva", "m2", 150).await.unwrap());
}

async fn a_person_is_forgotten(store: &dyn Store) {
    let seats = ["f-zoe", "a-eva"].into_iter().zip(0..);
    let seats = seats.map(|(person, seat)| SeatRow { seat, person: person.to_owned() }).collect();
    store.append(&[Append { seats, ..append("f-game", 1..=2) }]).await.unwrap();
    assert!(store.add_account(&account("f-zoe", "zoe"), &person("f-zoe", "Zoe"), None).await.unwrap());
    store.add_token(&token("f1", "f-zoe", TokenKind::Personal)).await.unwrap();
    store.set_recovery_codes("f-zoe", &["c".to_owned()]).await.unwrap();
    store.add_subscription("https://push/f", "f-zoe", "data").await.unwrap();
    store.change_vacation("f-zoe", None, Some("{}")).await.unwrap();
    let seek = Seek { id: "f-s".to_owned(), person: "f-zoe".to_owned(), created: 1, data: "{}".to_owned() };
    store.put_seek(&seek).await.unwrap();
    store.set_plan("f-game", 0, Some("[]")).await.unwrap();
    store.set_plan("f-game", 1, Some("[]")).await.unwrap();
    let says = |person: &str, text: &str| Message {
        room: "players".to_owned(),
        number: 0,
        at: 7,
        person: person.to_owned(),
        text: text.to_owned(),
    };
    store.add_message("f-game", &says("f-zoe", "hello")).await.unwrap();
    store.add_message("f-game", &says("a-eva", "oh")).await.unwrap();
    let said = store.messages_of("f-zoe").await.unwrap();
    assert_eq!((said.len(), said[0].0.as_str(), said[0].1.text.as_str()), (1, "f-game", "hello"));

    store.rewrite_name("f-game", 2, "{\"new\":2}", Some("{}"), "{\"glance\":1}").await.unwrap();
    store.forget_person("f-zoe", "deleted-1").await.unwrap();
    store.scrub().await.unwrap();
    let events = store.events("f-game", 0).await.unwrap();
    assert_eq!((events[1].data.as_str(), events[1].about.as_deref()), ("{\"new\":2}", Some("{}")));
    assert_eq!(events[0], super::event(1), "only the one");
    let expected = ludoteca_store::GameRow { glance: "{\"glance\":1}".to_owned(), ..row("f-game", 2) };
    assert_eq!(store.game("f-game").await.unwrap(), Some(expected));
    assert_eq!(store.person("f-zoe").await.unwrap(), Some(person("f-zoe", "deleted-1")));
    assert_eq!(store.account("f-zoe").await.unwrap(), None);
    assert!(store.tokens_of("f-zoe").await.unwrap().is_empty());
    assert_eq!(store.count_recovery_codes("f-zoe").await.unwrap(), 0);
    assert!(store.subscriptions("f-zoe").await.unwrap().is_empty());
    assert!(store.seeks().await.unwrap().iter().all(|seek| seek.person != "f-zoe"));
    assert_eq!(store.plans("f-game").await.unwrap(), [(1, "[]".to_owned())], "another's stays");
    let said = store.messages("f-game", "players", 0).await.unwrap();
    assert_eq!(said.iter().map(|one| one.text.as_str()).collect::<Vec<_>>(), ["", "oh"]);
    assert!(store.add_account(&account("f-new", "zoe"), &person("f-new", "Zoe"), None).await.unwrap());
}
