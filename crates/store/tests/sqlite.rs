//! Runs the suite on SQLite, and tests what only a file can do.

use ludoteca_store::{Facts, Sqlite, Store};
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
