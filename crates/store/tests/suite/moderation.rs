//! The moderation tests for every store.

use ludoteca_store::{
    Account, Block, Change, Decision, Person, Report, ReportSearch, ReportState, Sanction, SanctionKind,
    Store,
};

pub(super) async fn run(store: &dyn Store) {
    decisions_are_applied_and_logged(store).await;
    a_decision_that_changes_nothing_is_not_noted(store).await;
    reports_wait_until_a_moderator_has_seen_them(store).await;
    blocks_come_and_go(store).await;
    a_deleted_person_leaves_nothing(store).await;
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

async fn decisions_are_applied_and_logged(store: &dyn Store) {
    add_account(store, "m-eve").await;
    assert!(store.audit(None, u64::MAX, 10).await.unwrap().is_empty());
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
    let lines = store.audit(None, u64::MAX, 10).await.unwrap();
    let numbers: Vec<u64> = lines.iter().map(|line| line.number).collect();
    assert_eq!(numbers, [6, 5, 4, 3, 2, 1]);
    let first = &lines[5];
    assert_eq!((first.at, first.by.as_str(), first.action.as_str()), (10, "m-mod", "mute"));
    assert_eq!((first.person.as_str(), first.detail.as_str()), ("m-eve", "why 10"));
    let earlier = store.audit(None, 4, 2).await.unwrap();
    assert_eq!(earlier.iter().map(|line| line.number).collect::<Vec<_>>(), [3, 2]);
    assert_eq!(store.audit(Some("m-eve"), 4, 2).await.unwrap(), earlier, "all of it was about her");
    assert!(store.audit(Some("m-ada"), u64::MAX, 10).await.unwrap().is_empty());
}

async fn a_decision_that_changes_nothing_is_not_noted(store: &dyn Store) {
    let before = store.audit(None, u64::MAX, 100).await.unwrap();
    for change in [
        Change::Lift(SanctionKind::Close),
        Change::Role("admin".to_owned()),
        Change::Take("no such report".to_owned()),
        Change::Release("no such report".to_owned()),
        Change::Done("no such report".to_owned()),
    ] {
        let nothing = decision(20, "nothing", "m-unknown", change);
        assert!(!store.decide(&nothing).await.unwrap(), "{nothing:?}");
    }
    assert_eq!(store.audit(None, u64::MAX, 100).await.unwrap(), before);
}

fn report(id: &str, at: i64, by: &str) -> Report {
    let about = "m-eve".to_owned();
    let (id, by, text) = (id.to_owned(), by.to_owned(), "they shout".to_owned());
    let (game, reason) = (Some("game".to_owned()), "insults".to_owned());
    Report { id, at, by, about, game, reason, text, taken: None, done: None }
}

/// The ids of the reports that match.
async fn found(store: &dyn Store, search: ReportSearch) -> Vec<Report> {
    store.reports(&search, 10).await.unwrap()
}

async fn reports_wait_until_a_moderator_has_seen_them(store: &dyn Store) {
    let (one, other) = (report("m-r1", 30, "m-ada"), Report { game: None, ..report("m-r2", 31, "m-bob") });
    store.add_report(&one).await.unwrap();
    store.add_report(&other).await.unwrap();
    let all = ReportSearch::default;
    let in_state = async |state| found(store, ReportSearch { state: Some(state), ..all() }).await;
    assert_eq!(in_state(ReportState::Open).await, [other.clone(), one.clone()]);
    let take = decision(32, "report-take", "m-eve", Change::Take("m-r1".to_owned()));
    assert!(store.decide(&take).await.unwrap());
    assert!(!store.decide(&take).await.unwrap(), "it is taken already");
    let taken = Report { taken: Some(("m-mod".to_owned(), 32)), ..one.clone() };
    assert_eq!(in_state(ReportState::Taken).await, [taken]);
    assert_eq!(in_state(ReportState::Open).await, std::slice::from_ref(&other));
    let release = decision(33, "report-release", "m-eve", Change::Release("m-r1".to_owned()));
    assert!(store.decide(&release).await.unwrap());
    assert!(!store.decide(&release).await.unwrap(), "it is not taken");
    assert_eq!(in_state(ReportState::Open).await, [other.clone(), one.clone()]);
    let done = decision(34, "report-done", "m-eve", Change::Done("m-r1".to_owned()));
    assert!(store.decide(&done).await.unwrap());
    for change in [done.change.clone(), take.change, release.change] {
        assert!(!store.decide(&Decision { change, ..done.clone() }).await.unwrap(), "it is done");
    }
    let looked_at = Report { done: Some(("m-mod".to_owned(), 34)), ..one };
    assert_eq!(in_state(ReportState::Closed).await, std::slice::from_ref(&looked_at));
    let unfinished = ReportSearch { unfinished: true, ..all() };
    assert_eq!(found(store, unfinished).await, std::slice::from_ref(&other));
    assert_eq!(found(store, all()).await, [other.clone(), looked_at.clone()]);
    assert_eq!(store.reports(&all(), 1).await.unwrap(), std::slice::from_ref(&other));
    let before = ReportSearch { before: Some((other.at, other.id.clone())), ..all() };
    assert_eq!(found(store, before).await, std::slice::from_ref(&looked_at));
    let about = |who: &str| ReportSearch { about: Some(who.to_owned()), ..all() };
    assert_eq!(found(store, about("m-eve")).await.len(), 2);
    assert!(found(store, about("m-ada")).await.is_empty());
    assert_eq!(store.report("m-r1").await.unwrap(), Some(looked_at.clone()));
    assert_eq!(store.report("nothing").await.unwrap(), None);
    let by = ReportSearch { by: Some("m-ada".to_owned()), ..all() };
    assert_eq!(found(store, by).await, [looked_at]);
    // Reports of the same time are ordered by id.
    let twin = Report { at: 31, ..report("m-r0", 31, "m-ada") };
    store.add_report(&twin).await.unwrap();
    let before = ReportSearch { before: Some((31, "m-r2".to_owned())), ..all() };
    assert_eq!(found(store, before).await[0], twin);
}

fn block(person: &str, other: &str, at: i64) -> Block {
    Block { person: person.to_owned(), other: other.to_owned(), at }
}

async fn blocks_come_and_go(store: &dyn Store) {
    let (first, second) = (block("m-ada", "m-eve", 40), block("m-ada", "m-bob", 41));
    for one in [&first, &second, &block("m-ada", "m-eve", 45), &block("m-bob", "m-eve", 42)] {
        assert!(store.add_block(one, 2).await.unwrap());
    }
    assert!(!store.add_block(&block("m-ada", "m-max", 46), 2).await.unwrap(), "two are the limit");
    let max = Person {
        id: "m-max".to_owned(),
        name: "Max".to_owned(),
        guest: true,
        created: 5,
        vacation: None,
        bot: false,
    };
    store.add_person(&max).await.unwrap();
    let others: Vec<Block> = (0..12).map(|number| block("m-max", &format!("m-{number}"), 47)).collect();
    let added = futures_util::future::join_all(others.iter().map(|one| store.add_block(one, 3))).await;
    assert_eq!(added.into_iter().filter(|added| *added.as_ref().unwrap()).count(), 3, "also in parallel");
    assert_eq!(store.blocks_of("m-max").await.unwrap().len(), 3);
    assert_eq!(store.blocks_of("m-ada").await.unwrap(), [first, second.clone()], "the first time counts");
    assert_eq!(store.blockers_of("m-eve").await.unwrap(), ["m-ada", "m-bob"]);
    assert!(store.remove_block("m-ada", "m-eve").await.unwrap());
    assert!(!store.remove_block("m-ada", "m-eve").await.unwrap());
    assert_eq!(store.blocks_of("m-ada").await.unwrap(), [second]);
    assert_eq!(store.blockers_of("m-eve").await.unwrap(), ["m-bob"]);
}

async fn a_deleted_person_leaves_nothing(store: &dyn Store) {
    assert!(store.add_block(&block("m-eve", "m-bob", 50), 9).await.unwrap());
    store.add_report(&report("m-r3", 51, "m-eve")).await.unwrap();
    store.forget_person("m-eve", "deleted-m").await.unwrap();
    assert!(store.sanctions_of("m-eve").await.unwrap().is_empty());
    assert!(store.blocks_of("m-eve").await.unwrap().is_empty());
    assert!(store.blockers_of("m-eve").await.unwrap().is_empty(), "those on them too");
    assert_eq!(store.report("m-r3").await.unwrap().unwrap().text, "");
    assert_eq!(store.report("m-r2").await.unwrap().unwrap().text, "they shout", "what others wrote stays");
    let lines = store.audit(None, u64::MAX, 100).await.unwrap();
    let renamed = lines.iter().find(|line| line.action == "rename").unwrap();
    assert_eq!(renamed.detail, "", "the name was in it");
    assert!(lines.iter().filter(|line| line.action == "ban").all(|line| !line.detail.is_empty()));
}
