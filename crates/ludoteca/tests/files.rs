//! The data folder: restoring it, its permissions, what happens when it is deleted, and a log that is not
//! read.

use crate::{
    common::{self, command, script, spawn, text},
    killed::{ask, insist},
};
use serde_json::{Value, json};
use sqlx::{
    AssertSqlSafe, Connection, SqlSafeStr, SqliteConnection,
    migrate::{Migration, MigrationType, Migrator},
    sqlite::SqliteConnectOptions,
};
use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    os::unix::fs::{PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::Child,
    thread,
    time::Duration,
};

/// Stops a server however its test ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    fn stop(mut self) {
        let pid = self.0.id().to_string();
        assert!(std::process::Command::new("kill").arg(pid).status().unwrap().success());
        assert!(self.0.wait().unwrap().success());
    }
}

fn serve(data: &Path) -> (Running, String) {
    let words = ["serve", "--addr", "127.0.0.1:0", "--limits", "off", "--data", data.to_str().unwrap()];
    let (child, address) = spawn(&mut command(&words));
    (Running(child), address)
}

/// The output of a command on a data folder, and its exit status.
fn said(name: &str, file: &Path, data: &Path) -> (i32, String) {
    let words = [name, file.to_str().unwrap(), "--data", data.to_str().unwrap()];
    let output = command(&words).output().unwrap();
    (output.status.code().unwrap(), text(&output.stdout) + &text(&output.stderr))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn wait<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

async fn execute(path: &Path, statements: &[&'static str]) {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    for statement in statements {
        sqlx::query(*statement).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
}

/// A database as the first version wrote it, with one game.
fn first_version(path: &Path) {
    let text = include_str!("../../store/migrations/0001_first.sql");
    let text = AssertSqlSafe(text).into_sql_str();
    let first = Migration::new(1, "first".into(), MigrationType::Simple, text, false);
    wait(async {
        let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
        let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
        Migrator::with_migrations(vec![first]).run(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let game = "INSERT INTO games (id, kind, stage, live, listed, seq, created, changed) \
                    VALUES ('abcd', 'squadro', 'waiting', 0, 0, 0, 0, 0)";
        execute(path, &["PRAGMA journal_mode = WAL", game]).await;
    });
}

fn application_id(path: &Path) -> [u8; 4] {
    fs::read(path).unwrap()[68..72].try_into().unwrap()
}

#[test]
fn after_an_old_copy_was_restored_a_new_one_can_be() {
    let folder = tempfile::tempdir().unwrap();
    let [data, old, new] = ["data", "old.sqlite", "new.sqlite"].map(|name| folder.path().join(name));
    first_version(&old);
    assert_eq!(application_id(&old), [0; 4]);
    assert_eq!(said("restore", &old, &data), (0, "restored 1 games\n".to_owned()));
    assert_eq!(names(&data), ["ludoteca.lock", "ludoteca.sqlite"], "one file, and nothing beside it");
    assert_eq!(&application_id(&data.join("ludoteca.sqlite")), b"Ludo");
    assert_eq!(said("backup", &new, &data).0, 0);
    assert_eq!(&application_id(&new), b"Ludo");
    let (status, told) = said("restore", &new, &data);
    assert!(status == 0 && told.starts_with("restored 1 games; the previous games are in "), "{told}");
    assert_eq!(names(&data), ["before-restore.sqlite", "ludoteca.lock", "ludoteca.sqlite"]);
    assert_eq!(names(folder.path()), ["data", "new.sqlite", "old.sqlite"], "nothing beside the copies");
    // The database that the restore replaced can be restored too.
    assert_eq!(said("restore", &data.join("before-restore.sqlite"), &data).0, 0);
    let (_server, address) = serve(&data);
    assert_eq!(insist(&address, "GET", "/seeks", "", &Value::Null).0, 200);
}

/// What is left by a restore that was killed while it upgraded a copy: a database, and beside it a complete
/// log that belongs to another one.
#[test]
fn an_interrupted_restore_does_not_affect_the_next_one() {
    let folder = tempfile::tempdir().unwrap();
    let [data, copy, other] = ["data", "copy.sqlite", "other.sqlite"].map(|name| folder.path().join(name));
    first_version(&copy);
    fs::create_dir(&data).unwrap();
    wait(async {
        let options = SqliteConnectOptions::new().filename(&other).create_if_missing(true);
        let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
        for statement in
            ["PRAGMA journal_mode = WAL", "CREATE TABLE other (number)", "INSERT INTO other VALUES (1)"]
        {
            sqlx::query(statement).execute(&mut connection).await.unwrap();
        }
        // While the connection is open its log stays.
        for ending in ["", "-wal", "-shm"] {
            let [from, to] =
                [other.display().to_string(), data.join("restored.sqlite").display().to_string()];
            fs::copy(from + ending, to + ending).unwrap();
        }
        connection.close().await.unwrap();
    });
    assert_eq!(said("restore", &copy, &data), (0, "restored 1 games\n".to_owned()));
    assert_eq!(names(&data), ["ludoteca.lock", "ludoteca.sqlite"]);
    // A restore cannot read the file that it writes.
    let restored = data.join("restored.sqlite");
    fs::copy(&copy, &restored).unwrap();
    let (status, told) = said("restore", &restored, &data);
    assert!(status == 1 && told.contains("rename it first") && restored.exists(), "{told}");
}

/// `cp ludoteca.sqlite*` of a running server.
#[test]
fn a_copy_taken_by_hand_is_restored_with_what_waits_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let [data, other] = ["data", "other"].map(|name| folder.path().join(name));
    let (server, address) = serve(&data);
    let guest = insist(&address, "POST", "/guests", "", &json!({})).1;
    let token = guest["token"].as_str().unwrap();
    assert_eq!(insist(&address, "POST", "/games", token, &json!({ "game": "squadro" })).0, 201);
    for ending in ["", "-wal"] {
        let name = format!("ludoteca.sqlite{ending}");
        fs::copy(data.join(&name), folder.path().join(&name)).unwrap();
    }
    server.stop();
    let copy = folder.path().join("ludoteca.sqlite");
    assert_eq!(said("restore", &copy, &other), (0, "restored 1 games\n".to_owned()));
    assert_eq!(names(folder.path()), ["data", "ludoteca.sqlite", "ludoteca.sqlite-wal", "other"]);
}

#[test]
fn databases_of_other_programs_are_refused_and_left_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let [data, foreign, marked, empty] =
        ["data", "foreign.sqlite", "marked.sqlite", "empty.sqlite"].map(|name| folder.path().join(name));
    wait(execute(&foreign, &["CREATE TABLE bookmarks (title TEXT)", "INSERT INTO bookmarks VALUES ('x')"]));
    wait(execute(&marked, &["PRAGMA application_id = 42", "CREATE TABLE games (id TEXT)"]));
    fs::write(&empty, "").unwrap();
    for file in [&foreign, &marked, &empty] {
        let (status, told) = said("restore", file, &data);
        assert!(status == 1 && told.lines().count() == 1, "{told}");
        assert!(told.contains("not a copy that `ludoteca backup` wrote"), "{told}");
        assert!(told.contains("belongs to another program"), "{told}");
        assert_eq!(names(&data), ["ludoteca.lock"], "nothing was changed");
    }
    for file in [&foreign, &marked] {
        let place = data.join("ludoteca.sqlite");
        fs::copy(file, &place).unwrap();
        let words = ["serve", "--addr", "127.0.0.1:0", "--data", data.to_str().unwrap()];
        let output = command(&words).output().unwrap();
        let told = text(&output.stderr);
        assert!(told.contains("this database belongs to another program"), "{told}");
        assert_eq!((output.status.code(), told.lines().count()), (Some(1), 1), "{told}");
        assert_eq!(fs::read(&place).unwrap(), fs::read(file).unwrap(), "it is not touched");
        assert_eq!(names(&data), ["ludoteca.lock", "ludoteca.sqlite"]);
        fs::remove_file(&place).unwrap();
    }
}

#[test]
fn a_backup_follows_no_link_and_leaves_nothing_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let [data, link, target] = ["data", "link", "target"].map(|name| folder.path().join(name));
    let (_server, _) = serve(&data);
    symlink(&target, &link).unwrap();
    let (status, told) = said("backup", &link, &data);
    assert!(status == 1 && told.contains("link: exists already: choose another name"), "{told}");
    assert_eq!(said("backup", &folder.path().join("copy"), &data).0, 0);
    assert_eq!(names(folder.path()), ["copy", "data", "link"]);
    let (status, told) = said("backup", &folder.path().join("missing/copy"), &data);
    assert!(status == 1 && told.contains("missing/copy: "), "{told}");
}

/// The permissions of everything in a folder that others could read.
fn readable_by_others(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.push(folder.to_owned());
    for path in paths {
        let mode = fs::symlink_metadata(&path).unwrap().permissions().mode();
        if mode & 0o077 != 0 {
            found.push(format!("{} {mode:o}", path.display()));
        }
    }
    found
}

#[test]
fn data_is_readable_by_its_owner_only_whatever_the_umask() {
    let folder = tempfile::tempdir().unwrap();
    let [new, old, copies] = ["new", "old", "copies"].map(|name| folder.path().join(name));
    fs::create_dir(&copies).unwrap();
    // A folder that was used by an earlier version.
    fs::create_dir(&old).unwrap();
    fs::set_permissions(&old, fs::Permissions::from_mode(0o755)).unwrap();
    first_version(&old.join("ludoteca.sqlite"));
    fs::set_permissions(old.join("ludoteca.sqlite"), fs::Permissions::from_mode(0o644)).unwrap();
    let run = |words: &str| script(&format!("umask 000; exec \"$0\" {words}"));
    for data in [&new, &old] {
        let words = format!("serve --addr 127.0.0.1:0 --limits off --data '{}'", data.display());
        let (child, address) = spawn(&mut run(&words));
        let server = Running(child);
        assert_eq!(insist(&address, "POST", "/guests", "", &json!({})).0, 201);
        assert!(names(data).contains(&"ludoteca.sqlite-wal".to_owned()));
        assert_eq!(readable_by_others(data), Vec::<String>::new());
        server.stop();
        let copy = copies.join(data.file_name().unwrap());
        let [data_text, copy_text] = [data, &copy].map(|path| path.display().to_string());
        for name in ["backup", "restore"] {
            let output = run(&format!("{name} '{copy_text}' --data '{data_text}'")).output().unwrap();
            assert!(output.status.success(), "{}", text(&output.stderr));
        }
        assert_eq!(readable_by_others(data), Vec::<String>::new());
        assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    }
    // In a folder with other people's files only ours are private.
    fs::write(copies.join("of-others"), "").unwrap();
    fs::set_permissions(&copies, fs::Permissions::from_mode(0o755)).unwrap();
    let (server, _) = serve(&copies);
    assert_eq!(fs::metadata(&copies).unwrap().permissions().mode() & 0o777, 0o755);
    server.stop();
}

#[test]
fn a_deleted_lock_lets_no_second_program_in() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (server, address) = serve(&data);
    fs::remove_file(data.join("ludoteca.lock")).unwrap();
    let text_of = data.to_str().unwrap();
    for words in [
        ["serve", "--addr", "127.0.0.1:0", "--data", text_of].as_slice(),
        &["admin", "rebuild", "--data", text_of],
        &["restore", text_of, "--data", text_of],
    ] {
        let output = command(words).output().unwrap();
        let told = text(&output.stderr);
        assert!(told.contains("another ludoteca uses this folder"), "{words:?}: {told}");
        assert_eq!(output.status.code(), Some(1));
    }
    assert_eq!(ask(&address, "GET", "/seeks", "", &Value::Null).unwrap().0, 200);
    server.stop();
    let (server, _) = serve(&data);
    server.stop();
}

/// The status of `/health`.
fn health(address: &str) -> u16 {
    common::ask(address, "/health").split(' ').nth(1).unwrap().parse().unwrap()
}

#[test]
fn a_deleted_folder_is_noticed_and_one_that_comes_back_too() {
    let folder = tempfile::tempdir().unwrap();
    let [data, away] = ["data", "away"].map(|name| folder.path().join(name));
    let (mut server, address) = serve(&data);
    let guest = || ask(&address, "POST", "/guests", "", &json!({})).unwrap();
    assert_eq!((guest().0, health(&address)), (201, 200));
    fs::rename(&data, &away).unwrap();
    let (status, problem) = guest();
    assert_eq!((status, &problem["key"]), (503, &json!("data-gone")), "{problem}");
    assert_eq!(health(&address), 503);
    // Another folder in its place does not count.
    fs::create_dir(&data).unwrap();
    fs::copy(away.join("ludoteca.sqlite"), data.join("ludoteca.sqlite")).unwrap();
    assert_eq!((guest().0, health(&address)), (503, 503));
    fs::remove_dir_all(&data).unwrap();
    fs::rename(&away, &data).unwrap();
    assert_eq!((guest().0, health(&address)), (201, 200));
    fs::remove_dir_all(&data).unwrap();
    assert_eq!((guest().0, health(&address)), (503, 503));
    // The log reports it even without requests.
    let mut log = server.0.stderr.take().unwrap();
    let mut told = Vec::new();
    let expected = "the database was deleted, moved or replaced while the server runs";
    while !text(&told).contains(expected) {
        let mut some = [0; 1000];
        let count = log.read(&mut some).unwrap();
        assert!(count > 0, "{}", text(&told));
        told.extend(&some[..count]);
    }
}

#[test]
fn a_log_that_is_not_read_does_not_stop_the_server() {
    const REQUESTS: usize = 3000;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let words = ["serve", "--addr", "127.0.0.1:0", "--limits", "off", "--log-level", "debug", "--data", data];
    let (child, address) = spawn(&mut command(&words));
    let mut server = Running(child);
    assert_eq!(insist(&address, "POST", "/guests", "", &json!({})).0, 201);
    // Standard error is not read: a pipe of 64 KiB.
    let mut stream = TcpStream::connect(&address).unwrap();
    // Only a server that is stuck takes this long.
    stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    let request = format!("GET /api/v1/seeks HTTP/1.1\r\nHost: {address}\r\n\r\n");
    for number in 0..REQUESTS {
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = [0; 4096];
        let count = stream.read(&mut answer).unwrap_or_else(|error| panic!("request {number}: {error}"));
        assert!(answer[..count].starts_with(b"HTTP/1.1 200 "), "request {number}");
    }
    drop(stream);
    let mut log = server.0.stderr.take().unwrap();
    let reader = thread::spawn(move || {
        let mut all = String::new();
        log.read_to_string(&mut all).unwrap();
        all
    });
    server.stop();
    let log = reader.join().unwrap();
    let (requests, dropped) = (log.matches("/api/v1/seeks").count(), log.contains("lines were dropped"));
    assert!(requests >= REQUESTS || dropped, "{requests} requests are in the log");
    assert!(!log.contains("sqlx"), "what the database is asked is no matter of debug");
}

/// The output of a command on a terminal.
#[cfg(target_os = "linux")]
fn on_a_terminal(words: &[&str]) -> String {
    let (mut ours, terminal) = crate::common::terminal();
    let mut command = command(words);
    command.stdout(terminal.try_clone().unwrap()).stderr(terminal);
    let mut child = command.spawn().unwrap();
    // The last handle of the terminal's other end: after the program's end there is nothing more to read.
    drop(command);
    let mut written = Vec::new();
    // Linux reports the end as an error.
    let _ = std::io::copy(&mut ours, &mut written);
    assert!(child.wait().unwrap().success(), "{}", text(&written));
    text(&written)
}

#[cfg(target_os = "linux")]
#[test]
fn a_record_cannot_steer_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.ldr");
    let record = "[Game \"squadro\"]\n[Event \"\u{1b}]0;title\u{7}\u{9b}31m\u{202e}x\"]\n\n1. Y1 {so\u{1b}[2J it is} R1 *\n";
    fs::write(&file, record).unwrap();
    let path = file.to_str().unwrap();
    for words in
        [&["convert", path] as &[&str], &["convert", path, "/dev/stdout"], &["convert", path, "--to", "json"]]
    {
        let shown = on_a_terminal(words);
        assert!(shown.contains("title") && shown.contains("it is"), "{words:?}: {shown:?}");
        let harmful = |c: char| c.is_control() && !"\r\n".contains(c) || c == '\u{202e}';
        assert!(!shown.contains(harmful), "{words:?}: {shown:?}");
    }
    // A program that reads the output gets it unescaped.
    let output = text(&command(&["convert", path]).output().unwrap().stdout);
    assert!(output.contains("\u{1b}]0;title\u{7}\u{9b}31m\u{202e}x"), "{output:?}");
}
