//! What every store must do with moderation.

use ludoteca_store::{Account, Block, Change, Decision, Person, Report, Sanction, SanctionKind, Store};

pub(super) async fn run(store: &dyn Store) {
    what_is_decided_is_done_and_noted(store).await;
    a_decision_that_changes_nothing_is_not_noted(store).await;
    reports_wait_until_somebody_has_looked(store).await;
    blocks_come_and_go(store).await;
    who_is_forgotten_leaves_nothing(store).await;
}

fn decision(at: i64, action: &str, person: &str, change: Change) -> Decision {
    Decision {
        at,
        by: "m-mod".to_owned(),
        action: action.to_owned(),
        person: person.to_owned(),
        detail: format!("why {at}"),
        change,
    }
}

async fn add_account(store: &dyn Store, id: &str) {
    let account = Account { person: id.to_owned(), folded: id.to_owned(), ..Account::default() };
    let name = id.to_owned();
    let person = Person { id: id.to_owned(), name, guest: false, created: 1, vacation: None, bot: false };
    assert!(store.add_account(&account, &person, None).await.unwrap());
}

async fn what_is_decided_is_done_and_noted(store: &dyn Store) {
    add_account(store, "m-eve").await;
    assert!(store.audit(u64::MAX, 10).await.unwrap().is_empty());
    for (at, action, change) in [
        (10, "mute", Change::Sanction(SanctionKind::Mute, Some(500))),
        (11, "ban", Change::Sanction(SanctionKind::Ban, Some(600))),
        (12, "ban", Change::Sanction(SanctionKind::Ban, None)),
        (13, "unmute", Change::Lift(SanctionKind::Mute)),
        (14, "role", Change::Role("moderator".to_owned())),
        (15, "rename", Change::Nothing),
    ] {
        assert!(store.decide(&decision(at, action, "m-eve", change)).await.unwrap(), "{action}");
    }
    let ban = Sanction {
        person: "m-eve".to_owned(),
        kind: SanctionKind::Ban,
        until: None,
        by: "m-mod".to_owned(),
        at: 12,
    };
    assert_eq!(store.sanctions_of("m-eve").await.unwrap(), [ban], "the last one of each kind");
    assert_eq!(store.account("m-eve").await.unwrap().unwrap().role, "moderator");
    let lines = store.audit(u64::MAX, 10).await.unwrap();
    let numbers: Vec<u64> = lines.iter().map(|line| line.number).collect();
    assert_eq!(numbers, [6, 5, 4, 3, 2, 1]);
    let first = &lines[5];
    assert_eq!((first.at, first.by.as_str(), first.action.as_str()), (10, "m-mod", "mute"));
    assert_eq!((first.person.as_str(), first.detail.as_str()), ("m-eve", "why 10"));
    let earlier = store.audit(4, 2).await.unwrap();
    assert_eq!(earlier.iter().map(|line| line.number).collect::<Vec<_>>(), [3, 2]);
}

async fn a_decision_that_changes_nothing_is_not_noted(store: &dyn Store) {
    let before = store.audit(u64::MAX, 100).await.unwrap();
    for change in [
        Change::Lift(SanctionKind::Close),
        Change::Role("admin".to_owned()),
        Change::Done("no such report".to_owned()),
    ] {
        let nothing = decision(20, "nothing", "m-nobody", change);
        assert!(!store.decide(&nothing).await.unwrap(), "{nothing:?}");
    }
    assert_eq!(store.audit(u64::MAX, 100).await.unwrap(), before);
}

fn report(id: &str, at: i64, by: &str) -> Report {
    let about = "m-eve".to_owned();
    let (id, by, text) = (id.to_owned(), by.to_owned(), "they shout".to_owned());
    Report { id, at, by, about, game: Some("game".to_owned()), text, done: None }
}

async fn reports_wait_until_somebody_has_looked(store: &dyn Store) {
    let (one, other) = (report("m-r1", 30, "m-ada"), Report { game: None, ..report("m-r2", 31, "m-bob") });
    store.add_report(&one).await.unwrap();
    store.add_report(&other).await.unwrap();
    assert_eq!(store.reports(true, 10).await.unwrap(), [other.clone(), one.clone()]);
    let done = decision(32, "report-done", "m-eve", Change::Done("m-r1".to_owned()));
    assert!(store.decide(&done).await.unwrap());
    assert!(!store.decide(&done).await.unwrap(), "once");
    let looked_at = Report { done: Some(("m-mod".to_owned(), 32)), ..one };
    assert_eq!(store.reports(true, 10).await.unwrap(), std::slice::from_ref(&other));
    assert_eq!(store.reports(false, 10).await.unwrap(), [other.clone(), looked_at.clone()]);
    assert_eq!(store.reports(false, 1).await.unwrap(), [other]);
    assert_eq!(store.report("m-r1").await.unwrap(), Some(looked_at.clone()));
    assert_eq!(store.report("nothing").await.unwrap(), None);
    assert_eq!(store.reports_by("m-ada").await.unwrap(), [looked_at]);
}

fn block(person: &str, other: &str, at: i64) -> Block {
    Block { person: person.to_owned(), other: other.to_owned(), at }
}

async fn blocks_come_and_go(store: &dyn Store) {
    let (first, second) = (block("m-ada", "m-eve", 40), block("m-ada", "m-bob", 41));
    for one in [&first, &second, &block("m-ada", "m-eve", 45), &block("m-bob", "m-eve", 42)] {
        store.add_block(one).await.unwrap();
    }
    assert_eq!(store.blocks_of("m-ada").await.unwrap(), [first, second.clone()], "the first time counts");
    assert_eq!(store.blockers_of("m-eve").await.unwrap(), ["m-ada", "m-bob"]);
    assert!(store.remove_block("m-ada", "m-eve").await.unwrap());
    assert!(!store.remove_block("m-ada", "m-eve").await.unwrap());
    assert_eq!(store.blocks_of("m-ada").await.unwrap(), [second]);
    assert_eq!(store.blockers_of("m-eve").await.unwrap(), ["m-bob"]);
}

async fn who_is_forgotten_leaves_nothing(store: &dyn Store) {
    store.add_block(&block("m-eve", "m-bob", 50)).await.unwrap();
    store.add_report(&report("m-r3", 51, "m-eve")).await.unwrap();
    store.forget_person("m-eve", "deleted-m").await.unwrap();
    assert!(store.sanctions_of("m-eve").await.unwrap().is_empty());
    assert!(store.blocks_of("m-eve").await.unwrap().is_empty());
    assert!(store.blockers_of("m-eve").await.unwrap().is_empty(), "those on them too");
    assert_eq!(store.report("m-r3").await.unwrap().unwrap().text, "");
    assert_eq!(store.report("m-r2").await.unwrap().unwrap().text, "they shout", "what others wrote stays");
    let lines = store.audit(u64::MAX, 100).await.unwrap();
    let renamed = lines.iter().find(|line| line.action == "rename").unwrap();
    assert_eq!(renamed.detail, "", "the name was in it");
    assert!(lines.iter().filter(|line| line.action == "ban").all(|line| !line.detail.is_empty()));
}
