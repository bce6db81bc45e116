//! A data folder that is deleted, locked twice, readable by others or restored from a foreign file. The
//! program's own tests (crates/ludoteca/tests/files.rs) do the same from outside.

use crate::test_server::{TestServer, squadro};
use axum::{body::Body, http::Request};
use http_body_util::BodyExt;
use ludoteca_server::{DataError, Locked};
use ludoteca_store::{Facts, Sqlite, Store};
use serde_json::json;
use std::fs;
use tower::ServiceExt;

async fn health(server: &TestServer) -> (u16, String) {
    let request = Request::builder().uri("/health").body(Body::empty()).unwrap();
    let response = server.app.clone().oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    (status, String::from_utf8_lossy(&body).into_owned())
}

#[cfg(unix)]
#[tokio::test]
async fn moves_are_not_confirmed_into_a_deleted_database() {
    let server = TestServer::open().await;
    let (id, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    assert_eq!(server.act(&id, &tokens[0], "before", json!({ "move": "Y1" })).await.0, 200);
    assert_eq!(health(&server).await.0, 200);
    let seq = server.seq(&id).await;
    let [path, away] = ["ludoteca.sqlite", "away"].map(|name| server.folder.path().join(name));
    let act = json!({ "id": "gone", "seq": seq, "do": { "move": "R1" } });
    let actions = format!("/games/{id}/actions");
    // For the server this is a deletion; and then a replacement.
    fs::rename(&path, &away).unwrap();
    for replaced in [false, true] {
        if replaced {
            fs::copy(&away, &path).unwrap();
        }
        let (status, problem) = server.post(&actions, &tokens[1], act.clone()).await;
        assert_eq!((status, &problem["key"]), (503, &json!("data-gone")), "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains("deleted, moved or replaced"), "{problem}");
        assert_eq!(server.post("/guests", "", json!({})).await.0, 503);
        let (status, said) = health(&server).await;
        assert_eq!(status, 503);
        assert!(said.contains("\"status\":\"not now\""), "{said}");
    }
    // Writes that do not come through a route fail as well.
    assert!(server.store.append(&[]).await.is_err());
    fs::rename(&away, &path).unwrap();
    assert_eq!(health(&server).await.0, 200);
    let (status, done) = server.post(&actions, &tokens[1], act).await;
    assert_eq!(status, 200, "{done}");
    assert_eq!(server.see(&id, "").await["moves"], json!(["Y1", "R1"]));
}

#[cfg(unix)]
#[test]
fn the_lock_is_not_the_lock_file() {
    let folder = tempfile::tempdir().unwrap();
    let first = Locked::new(folder.path()).unwrap();
    let is_locked = || matches!(Locked::new(folder.path()), Err(DataError::Locked(_)));
    assert!(is_locked());
    fs::remove_file(folder.path().join("ludoteca.lock")).unwrap();
    assert!(is_locked(), "a deleted lock file opens nothing");
    let link = folder.path().with_extension("link");
    std::os::unix::fs::symlink(folder.path(), &link).unwrap();
    let by_link = Locked::new(&link);
    fs::remove_file(&link).unwrap();
    assert!(matches!(by_link, Err(DataError::Locked(_))));
    drop(first);
    assert!(!is_locked());
}

/// Servers of earlier versions lock the file only.
#[test]
fn the_lock_file_still_locks() {
    let folder = tempfile::tempdir().unwrap();
    let file = fs::File::create(folder.path().join("ludoteca.lock")).unwrap();
    file.try_lock().unwrap();
    assert!(matches!(Locked::new(folder.path()), Err(DataError::Locked(_))));
}

/// A server that was killed leaves its control socket behind.
#[cfg(unix)]
#[test]
fn a_folder_with_a_control_socket_becomes_private() {
    use std::os::unix::{fs::PermissionsExt, net::UnixListener};
    let above = tempfile::tempdir().unwrap();
    let folder = above.path().join("data");
    fs::create_dir(&folder).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    drop(UnixListener::bind(folder.join("control.sock")).unwrap());
    drop(Locked::new(&folder).unwrap());
    assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
    // A folder with files of others stays open to them.
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(folder.join("notes.txt"), "").unwrap();
    drop(Locked::new(&folder).unwrap());
    assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o755);
}

#[cfg(unix)]
#[tokio::test]
async fn a_new_database_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let [path, copy] = ["ludoteca.sqlite", "copy.sqlite"].map(|name| folder.path().join(name));
    let store = Sqlite::open(&path).await.unwrap();
    store.set_fact("name", "value").await.unwrap();
    store.backup(&copy).await.unwrap();
    let mut seen = 0;
    for entry in fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{}", path.display());
        seen += 1;
    }
    assert!(seen >= 3, "the database, its log and the copy");
    store.close().await;
    assert!(!folder.path().join("ludoteca.sqlite-wal").exists(), "after its end it is a single file");
}
