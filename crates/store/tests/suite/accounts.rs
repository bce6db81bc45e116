//! Accounts, tokens, codes, and deletion of people.

use super::{append, row};
use ludoteca_store::{
    Account, Append, BotAdded, MailCode, Message, Person, ReservedName, SeatRow, Seek, Store, Token,
    TokenKind, Webhook,
};

pub(super) async fn run(store: &dyn Store) {
    tokens_are_found_used_and_taken_away(store).await;
    a_name_belongs_to_one_account(store).await;
    codes_are_good_once(store).await;
    a_change_of_a_factor_ends_codes_tokens_and_their_webhooks(store).await;
    limits_are_counted_in_the_commit_that_adds(store).await;
    a_reserved_name_is_kept_for_its_time(store).await;
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
        passkey: None,
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
    assert!(
        !store.add_account(&account("a-eva", "eva-2"), &eva, None).await.unwrap(),
        "a person has one account"
    );
    let bot = Account { owner: Some("a-eva".to_owned()), password: None, ..account("a-bot", "robo") };
    assert!(store.add_account(&bot, &Person { bot: true, ..person("a-bot", "Robo") }, None).await.unwrap());
    assert_eq!(store.account("a-bot").await.unwrap(), Some(bot));
    let bots = store.bots_of("a-eva").await.unwrap();
    assert_eq!((bots.len(), bots[0].bot, bots[0].guest), (1, true, false));
    assert!(!store.rename_account("a-bot", "Eva-1", "eva-1", None).await.unwrap());
    assert!(store.rename_account("a-eva", "EVA-1", "eva-1", None).await.unwrap(), "one's own is free");
    assert!(store.rename_account("a-eva", "Eve", "eve", None).await.unwrap());
    assert_eq!(store.account_by_name("eva-1").await.unwrap(), None);
    store.set_password("a-eva", "other", "").await.unwrap();
    store.set_email("a-eva", Some("eve@example.org")).await.unwrap();
    let found = store.account_by_name("eve").await.unwrap().unwrap();
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
    let recover =
        async |person: &str, code: &str, now| store.recover(person, code, "new", now).await.unwrap();
    assert!(!recover("a-eva", "old", 50).await);
    assert!(!recover("a-bot", "c1", 50).await);
    assert!(recover("a-eva", "c1", 50).await);
    assert_eq!(store.account("a-eva").await.unwrap().unwrap().password.as_deref(), Some("new"));
    assert!(!recover("a-eva", "c1", 50).await);
    assert!(!recover("a-eva", "c2", 50).await, "a recovery voids the others");
    assert_eq!(store.count_recovery_codes("a-eva").await.unwrap(), 0);
    let mail = async |hash: &str, expires, now| {
        store.add_mail_code(&mail_code(hash, expires), now, 2).await.unwrap()
    };
    assert!(mail("m1", 100, 50).await);
    assert!(mail("m2", 200, 50).await);
    assert!(!mail("m3", 200, 50).await, "two are good already");
    assert!(mail("m3", 200, 150).await, "one is too old meanwhile");
    let elsewhere = MailCode { email: "old@example.org".to_owned(), ..mail_code("m4", 400) };
    assert!(!store.add_mail_code(&elsewhere, 150, 3).await.unwrap(), "mail goes elsewhere by now");
    assert!(!recover("a-eva", "m1", 150).await);
    assert!(!recover("a-eva", "m2", 200).await);
    assert!(!recover("a-bot", "m2", 150).await);
    assert!(recover("a-eva", "m2", 150).await);
    assert!(!recover("a-eva", "m2", 150).await);
    assert!(!recover("a-eva", "m3", 150).await, "the other mail is good no more");
    assert_eq!(store.count_recovery_codes("a-eva").await.unwrap(), 0, "who has the mailbox gets no codes");
}

fn mail_code(hash: &str, expires: ludoteca_store::Time) -> MailCode {
    MailCode {
        hash: hash.to_owned(),
        person: "a-eva".to_owned(),
        email: "eve@example.org".to_owned(),
        expires,
    }
}

/// A webhook created with a token, or in a session.
fn webhook(id: &str, person: &str, token: Option<&str>) -> Webhook {
    Webhook {
        id: id.to_owned(),
        person: person.to_owned(),
        token: token.map(str::to_owned),
        url: "https://example.org/".to_owned(),
        notices: "my-turn".to_owned(),
        secret: "secret".to_owned(),
        created: 7,
        expires: None,
        failing: None,
        off: None,
    }
}

async fn a_change_of_a_factor_ends_codes_tokens_and_their_webhooks(store: &dyn Store) {
    let tokens = async |person: &str| {
        let tokens = store.tokens_of(person).await.unwrap();
        tokens.into_iter().map(|token| token.id).collect::<Vec<_>>()
    };
    let hooks = async |person: &str| {
        let hooks = store.webhooks_of(person).await.unwrap();
        hooks.into_iter().map(|hook| hook.id).collect::<Vec<_>>()
    };
    let fill = async || {
        for (id, person, kind) in [
            ("e1", "a-eva", TokenKind::Session),
            ("e2", "a-eva", TokenKind::Session),
            ("e3", "a-eva", TokenKind::Personal),
            ("b1", "a-bot", TokenKind::Personal),
        ] {
            store.remove_token(person, id).await.unwrap();
            store.add_token(&token(id, person, kind)).await.unwrap();
        }
        for (id, person, made_with) in
            [("w1", "a-eva", None), ("w2", "a-eva", Some("e3")), ("w3", "a-bot", Some("b1"))]
        {
            store.remove_webhook(person, id).await.unwrap();
            assert!(store.add_webhook(&webhook(id, person, made_with), 5).await.unwrap());
        }
        store.set_recovery_codes("a-eva", &["paper".to_owned()]).await.unwrap();
        assert!(store.add_mail_code(&mail_code("n1", 900), 500, 2).await.unwrap());
    };
    let printed = async || store.count_recovery_codes("a-eva").await.unwrap();
    let mailed = async || store.recover("a-eva", "n1", "by mail", 500).await.unwrap();

    fill().await;
    store.set_password("a-eva", "third", "e2").await.unwrap();
    assert!(!mailed().await, "a new password");
    assert_eq!(printed().await, 0, "also on paper");
    assert_eq!((tokens("a-eva").await, tokens("a-bot").await), (vec!["e2".to_owned()], vec![]));
    assert_eq!((hooks("a-eva").await, hooks("a-bot").await), (vec!["w1".to_owned()], vec![]));

    fill().await;
    store.set_email("a-eva", Some("eve@example.org")).await.unwrap();
    assert!(!mailed().await, "another address");
    assert_eq!(printed().await, 0, "also on paper");
    assert!(store.add_mail_code(&mail_code("n1", 900), 500, 2).await.unwrap());
    store.set_recovery_codes("a-eva", &["p1".to_owned()]).await.unwrap();
    assert!(!mailed().await, "new codes on paper");
    assert_eq!(tokens("a-eva").await, ["e1", "e2", "e3"], "tokens stay");

    fill().await;
    store.set_recovery_codes("a-eva", &["p1".to_owned(), "p2".to_owned()]).await.unwrap();
    assert!(store.add_mail_code(&mail_code("n1", 900), 500, 2).await.unwrap());
    assert!(store.recover("a-eva", "p1", "on paper", 500).await.unwrap());
    assert!(!mailed().await, "a recovery");
    assert_eq!(printed().await, 0, "also on paper");
    assert!(tokens("a-eva").await.is_empty() && tokens("a-bot").await.is_empty());
    assert!(hooks("a-eva").await.is_empty() && hooks("a-bot").await.is_empty());

    // A webhook is deleted with its token, however the token ends.
    fill().await;
    assert!(store.remove_token("a-eva", "e3").await.unwrap());
    assert_eq!(hooks("a-eva").await, ["w1"]);
    let late = Token { expires: Some(800), ..token("e4", "a-eva", TokenKind::Personal) };
    store.add_token(&late).await.unwrap();
    assert!(store.add_webhook(&webhook("w4", "a-eva", Some("e4")), 5).await.unwrap());
    store.remove_orphaned_webhooks(799).await.unwrap();
    assert_eq!(hooks("a-eva").await, ["w1", "w4"]);
    store.remove_orphaned_webhooks(800).await.unwrap();
    assert_eq!(hooks("a-eva").await, ["w1"]);
    store.replace_tokens(&token("b2", "a-bot", TokenKind::Personal)).await.unwrap();
    assert_eq!((tokens("a-bot").await, hooks("a-bot").await), (vec!["b2".to_owned()], vec![]));
    store.prove_token("hash of b2", 70).await.unwrap();
    assert_eq!(store.token("hash of b2").await.unwrap().unwrap().0.passkey, Some(70));
    store.set_email("a-eva", Some("eve@example.org")).await.unwrap();
}

async fn limits_are_counted_in_the_commit_that_adds(store: &dyn Store) {
    store.add_person(&person("l-mia", "Mia")).await.unwrap();
    let old = Token { expires: Some(100), ..token("l-old", "l-mia", TokenKind::Personal) };
    store.add_token(&old).await.unwrap();
    let names: Vec<String> = (0..12).map(|number| format!("l{number}")).collect();
    let add = async |name: &String| {
        store.add_personal_token(&token(name, "l-mia", TokenKind::Personal), 3, 100).await.unwrap()
    };
    let added = futures_util::future::join_all(names.iter().map(add)).await;
    assert_eq!(added.into_iter().filter(|added| *added).count(), 3, "the one that is too old does not count");

    let add = async |name: &String| {
        let bot = Account { owner: Some("l-mia".to_owned()), password: None, ..account(name, name) };
        let token = token(&format!("token of {name}"), name, TokenKind::Personal);
        store.add_bot(&bot, &person(name, name), &token, 2).await.unwrap()
    };
    let added = futures_util::future::join_all(names.iter().map(add)).await;
    assert_eq!(added.iter().filter(|added| **added == BotAdded::Done).count(), 2);
    assert!(added.iter().all(|added| *added != BotAdded::Taken));
    let bots = store.bots_of("l-mia").await.unwrap();
    assert_eq!((bots.len(), store.tokens_of(&bots[0].id).await.unwrap().len()), (2, 1));
    let taken = Account { owner: Some("a-eva".to_owned()), ..account("l-new", &bots[0].id) };
    let added =
        store.add_bot(&taken, &person("l-new", "x"), &token("l-n", "l-new", TokenKind::Personal), 5).await;
    assert_eq!(added.unwrap(), BotAdded::Taken);
    assert!(store.tokens_of("l-new").await.unwrap().is_empty(), "nothing has changed");
}

async fn a_reserved_name_is_kept_for_its_time(store: &dyn Store) {
    let name = |until| ReservedName { name: "r-ada".to_owned(), owner: Some("a-eva".to_owned()), until };
    store.reserve_name(&name(100), 50).await.unwrap();
    assert_eq!(store.reserved_name("r-ada", 99).await.unwrap(), Some(name(100)));
    assert_eq!(store.reserved_name("r-ada", 100).await.unwrap(), None);
    assert_eq!(store.reserved_name("r-bob", 50).await.unwrap(), None);
    store.reserve_name(&name(200), 60).await.unwrap();
    assert_eq!(store.reserved_name("r-ada", 150).await.unwrap(), Some(name(200)));
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
    let expected = ludoteca_store::GameRow { overview: "{\"glance\":1}".to_owned(), ..row("f-game", 2) };
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
