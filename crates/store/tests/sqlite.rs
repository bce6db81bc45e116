//! Runs the suite on SQLite, and tests what only a file can do.

use ludoteca_store::{Append, Conflict, Events, Facts, Games, People, Sqlite, Store, StoredEvent};
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
