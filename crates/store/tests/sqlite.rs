//! Runs the suite on SQLite, and tests what only a file can do.

use ludoteca_store::{Accounts, Append, Conflict, Events, Facts, Games, People, Sqlite, Store, StoredEvent};
use sqlx::Connection as _;
use std::{fs, sync::Arc};

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_does_what_a_store_must() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(&folder.path().join("ludoteca.sqlite")).await.unwrap();
    crate::suite::run(Arc::new(store)).await;
}

#[tokio::test]
async fn a_backup_taken_while_it_is_open_holds_everything() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(&folder.path().join("now.sqlite")).await.unwrap();
    store.set_fact("name", "value").await.unwrap();
    let copy = folder.path().join("copy.sqlite");
    store.backup(&copy).await.unwrap();
    assert!(store.backup(&copy).await.is_err(), "a backup is never written over");
    store.set_fact("name", "later").await.unwrap();
    let copy = Sqlite::open(&copy).await.unwrap();
    assert_eq!(copy.fact("name").await.unwrap().as_deref(), Some("value"));
}

#[tokio::test]
async fn a_damaged_file_is_refused_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged.sqlite");
    fs::write(&path, vec![b'x'; 8192]).unwrap();
    let error = Sqlite::open(&path).await.unwrap_err().to_string();
    assert!(error.contains("damaged.sqlite") && error.contains("ludoteca restore"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), vec![b'x'; 8192], "and is left as it was");
}

#[tokio::test]
async fn a_file_with_a_torn_page_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("torn.sqlite");
    let store = Sqlite::open(&path).await.unwrap();
    for number in 0..2000 {
        store.set_fact(&format!("fact {number}"), &"value ".repeat(20)).await.unwrap();
    }
    store.close().await;
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 4096].fill(0xaa);
    fs::write(&path, bytes).unwrap();
    assert!(Sqlite::open(&path).await.unwrap_err().to_string().contains("ludoteca restore"));
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let error = Sqlite::open(&folder.path().join("missing/ludoteca.sqlite")).await.unwrap_err().to_string();
    assert!(error.contains("missing"), "{error}");
}

/// The file was written by version 0.1.0, commit ef36cfda: two guests and 18 events of their game.
#[tokio::test]
async fn a_file_of_version_0_1_opens_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ludoteca.sqlite");
    fs::write(&path, include_bytes!("data/0.1.0.sqlite")).unwrap();
    let store = Sqlite::open(&path).await.unwrap();
    let row = store.live_games().await.unwrap().remove(0);
    let log = store.events(&row.id, 0).await.unwrap();
    assert_eq!(log.iter().map(|event| event.seq).collect::<Vec<_>>(), (1..=18).collect::<Vec<_>>());
    let last = log.last().unwrap();
    assert_eq!((row.seq, row.changed), (18, last.at));
    assert_eq!(last.about.as_deref(), Some(r#"{"position":"31026/13431 y","left_ms":[3668182,3668196]}"#));
    let mover = store.person(last.actor.as_deref().unwrap()).await.unwrap().unwrap();
    assert!(mover.guest && !mover.bot);

    let next = |seq| Append {
        game: row.id.clone(),
        events: vec![StoredEvent { seq, ..last.clone() }],
        ..Append::default()
    };
    assert_eq!(store.append(&[next(19)]).await.unwrap(), [Ok(())]);
    assert_eq!(store.append(&[next(18), next(20)]).await.unwrap(), [Err(Conflict), Ok(())]);
    store.close().await;
    let store = Sqlite::open(&path).await.unwrap();
    assert_eq!(store.events(&row.id, 18).await.unwrap().len(), 2);
}

/// The index of events by game is written for thousands of them at once.
#[tokio::test]
async fn events_are_found_before_and_after_they_are_indexed() {
    const GAMES: u64 = 90;
    let event = |seq: u64, text: &str| StoredEvent {
        seq,
        at: seq as i64,
        actor: Some("one".to_owned()),
        action: Some(format!("action {seq}")),
        data: text.to_owned(),
        about: None,
    };
    let append = |game: u64, seqs: std::ops::RangeInclusive<u64>| Append {
        game: format!("game {game}"),
        events: seqs.map(|seq| event(seq, &format!("{game}.{seq}"))).collect(),
        ..Append::default()
    };
    let check = async |store: &Sqlite, game: u64, last: u64| {
        let events = store.events(&format!("game {game}"), 0).await.unwrap();
        let texts: Vec<String> = events.into_iter().map(|event| event.data).collect();
        assert_eq!(texts, (1..=last).map(|seq| format!("{game}.{seq}")).collect::<Vec<_>>());
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ludoteca.sqlite");
    let store = Sqlite::open(&path).await.unwrap();
    assert_eq!(store.append(&[append(999, 1..=3)]).await.unwrap(), [Ok(())]);
    for round in 0..30 {
        let batch: Vec<Append> = (0..GAMES).map(|game| append(game, 2 * round + 1..=2 * round + 2)).collect();
        assert!(store.append(&batch).await.unwrap().iter().all(Result::is_ok));
        check(&store, round, 2 * round + 2).await;
        let again = [append(5, 2 * round + 2..=2 * round + 2), append(1000, round + 1..=round + 1)];
        assert_eq!(store.append(&again).await.unwrap(), [Err(Conflict), Ok(())]);
        assert_eq!(store.append(&[append(999, 3..=3)]).await.unwrap(), [Err(Conflict)], "the first of all");
    }
    check(&store, 999, 3).await;
    let of_action = store.events_of_action("game 7", "one", "action 60").await.unwrap();
    assert_eq!(of_action, [event(60, "7.60")]);
    assert_eq!(store.events("game 7", 58).await.unwrap().len(), 2);
    for seq in [1, 60] {
        store.rewrite_name("game 7", seq, "rewritten", None, "").await.unwrap();
    }

    // A server that is killed leaves a part without an index.
    let copy = folder.path().join("copy.sqlite");
    for ending in ["", "-wal"] {
        let name = |path: &std::path::Path| format!("{}{ending}", path.display());
        fs::copy(name(&path), name(&copy)).unwrap();
    }
    let copy = Sqlite::open(&copy).await.unwrap();
    for store in [&store, &copy] {
        for game in (0..GAMES).filter(|game| *game != 7) {
            check(store, game, 60).await;
        }
        let events = store.events("game 7", 0).await.unwrap();
        let rewritten = events.iter().filter(|event| event.data == "rewritten");
        assert_eq!((events.len(), rewritten.map(|event| event.seq).collect()), (60, vec![1, 60]));
    }
    assert_eq!(
        copy.append(&[append(3, 60..=61), append(4, 61..=61)]).await.unwrap(),
        [Err(Conflict), Ok(())]
    );

    copy.close().await;
    let path = folder.path().join("copy.sqlite").display().to_string();
    let mut closed = sqlx::SqliteConnection::connect(&path).await.unwrap();
    let missing = "SELECT COUNT(*) FROM events WHERE number NOT IN (SELECT number FROM event_numbers)";
    let missing: i64 = sqlx::query_scalar(missing).fetch_one(&mut closed).await.unwrap();
    assert_eq!(missing, 0, "all of them are in the index of a closed file");
}
