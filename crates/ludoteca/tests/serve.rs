//! `ludoteca serve` as a program: its output, its responses, and how it stops.

use crate::common::{ask, command, serve, spawn};
use std::{
    fs,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Command},
    time::Duration,
};

/// Started on a free port, with the address it printed.
fn started() -> (Child, String) {
    spawn(&mut serve(&["--addr", "127.0.0.1:0"]))
}

#[test]
fn serves_until_it_is_stopped() {
    let (mut child, address) = started();
    assert!(ask(&address, "/health").contains("\"status\":\"ok\""));
    assert!(ask(&address, "/").contains("content-type: text/html"));
    // An idle connection does not delay the shutdown: it stays open until the program has ended.
    let idle = TcpStream::connect(&address).unwrap();
    assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    assert!(child.wait().unwrap().success());
    drop(idle);
}

/// A server with a low limit on open files, and more half-open connections than it can hold.
#[cfg(target_os = "linux")]
struct Crowded {
    child: Child,
    address: String,
    crowd: Vec<TcpStream>,
    _folder: tempfile::TempDir,
}

#[cfg(target_os = "linux")]
impl Crowded {
    fn start(files: u32) -> Crowded {
        let folder = tempfile::tempdir().unwrap();
        let mut shell =
            crate::common::script(&format!("ulimit -n {files} && exec \"$0\" serve --addr 127.0.0.1:0"));
        let (child, address) = spawn(shell.env("LUDOTECA_DATA", folder.path()));
        Crowded { child, address, crowd: Vec::new(), _folder: folder }
    }

    fn crowd(&mut self, connections: usize) {
        for number in 0..connections {
            let mut stream = TcpStream::connect(&self.address).unwrap();
            // Half of them start a request, the others send nothing.
            if number % 2 == 0 {
                stream.write_all(b"GET / HTTP/1.1\r\nHost:").unwrap();
            }
            self.crowd.push(stream);
        }
    }

    /// Sends a normal request. The log shows that the response did not have to wait until half-open
    /// connections timed out.
    fn answers(&self) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        stream.write_all(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    }

    /// Stops the server and returns its log lines.
    fn log(mut self) -> Vec<String> {
        assert!(Command::new("kill").arg(self.child.id().to_string()).status().unwrap().success());
        drop(self.crowd);
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        assert!(self.child.wait().unwrap().success());
        log.lines().map(str::to_owned).collect()
    }
}

#[cfg(target_os = "linux")]
#[test]
fn half_open_connections_do_not_keep_others_out() {
    let mut server = Crowded::start(256);
    server.crowd(500);
    server.answers();
    server.answers();
    let log = server.log();
    // One address may hold half of the connections; beyond that its own are closed.
    let own = "has reached its limit of 96 connections: each new one closes its idlest one";
    let all = "all 192 connections are in use: each new one closes an idle one of the address with the most";
    // Logged again after a minute, on a slow machine.
    let is_expected = |line: &String| line.contains(own) || line.contains(all);
    assert!(!log.is_empty() && log.iter().all(is_expected), "{log:#?}");
}

/// The limit is lowered after the start, so that the server accepts more connections than it can open files.
#[cfg(target_os = "linux")]
#[test]
fn too_many_open_files_neither_stop_nor_silence_it() {
    let mut server = Crowded::start(256);
    let process = server.child.id().to_string();
    let lowered = Command::new("prlimit").args(["--nofile=60:60", "--pid", &process]).status();
    assert!(lowered.unwrap().success());
    server.crowd(150);
    server.answers();
    let log = server.log();
    let expected = "cannot accept connections: Too many open files";
    assert!(!log.is_empty() && log.iter().all(|line| line.contains(expected)), "{log:#?}");
}

#[test]
fn a_taken_port_is_named_in_one_line() {
    let holder = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = holder.local_addr().unwrap().port();
    let output = serve(&["--addr", &format!("127.0.0.1:{port}")]).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    let begins = format!(
        "ludoteca: port {port} is taken by another program: stop that one, or choose another port: --addr 127.0.0.1:"
    );
    assert!(text.starts_with(&begins) && text.lines().count() == 1, "{text}");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
}

#[test]
fn wrong_addresses_are_refused() {
    for wrong in ["7878", "127.0.0.1", "127.0.0.1:99999", "", ":"] {
        let output = serve(&["--addr", wrong]).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains("it must be an address and a port, such as 127.0.0.1:7878"), "{wrong}: {text}");
        assert_eq!((output.status.code(), text.lines().count()), (Some(2), 1), "{wrong}");
    }
    let output = serve(&["--addr", "192.0.2.1:7878"]).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("ludoteca: cannot listen at 192.0.2.1:7878: "), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

/// One line and exit status 1, before anything listens.
#[track_caller]
fn refuses_tables(folder: &Path, expected: &str) {
    let output = serve(&["--addr", "127.0.0.1:0", "--tables", folder.to_str().unwrap()]).output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(complaint, format!("ludoteca: {}: {expected}\n", folder.display()));
    assert_eq!((output.stdout.len(), output.status.code()), (0, Some(1)));
}

#[test]
fn a_folder_without_a_whole_table_is_named_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    refuses_tables(&folder.path().join("missing"), "there is no table");
    refuses_tables(folder.path(), "there is no table");
    let words = ["solve", "squadro", "--tracks", "3", "--backend", "cpu", "--values", "wdl", "--out"];
    assert!(command(&words).arg(folder.path()).output().unwrap().status.success());
    refuses_tables(folder.path(), "the table is of a board with 3 tracks, and the page plays on five");
    let manifest = folder.path().join("manifest.json");
    fs::write(&manifest, &fs::read(&manifest).unwrap()[1..]).unwrap();
    let output = serve(&["--tables", folder.path().to_str().unwrap()]).output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(complaint.ends_with("manifest.json: it is not the manifest of a table\n"), "{complaint}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn games_are_copied_while_the_server_runs_and_put_back_when_it_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let [data, copy, bad] = ["data", "copy.sqlite", "bad.sqlite"].map(|name| folder.path().join(name));
    let [data, copy, bad] = [&data, &copy, &bad].map(|path| path.to_str().unwrap());
    let (mut child, address) = spawn(&mut serve(&["--addr", "127.0.0.1:0", "--data", data]));
    let said = |words: &[&str]| {
        let output = crate::common::ludoteca(words);
        (output.status.code(), crate::common::text(&output.stdout) + &crate::common::text(&output.stderr))
    };
    assert_eq!(said(&["backup", copy, "--data", data]), (Some(0), format!("{copy}: 0 games\n")));
    let (status, text) = said(&["backup", copy, "--data", data]);
    assert!(status == Some(1) && text.contains("exists already"), "{text}");
    let (status, text) = said(&["restore", copy, "--data", data]);
    assert!(status == Some(1) && text.contains("another ludoteca uses this folder"), "{text}");
    assert!(ask(&address, "/health").contains("ok"));
    child.kill().unwrap();
    child.wait().unwrap();
    fs::write(bad, "not a database at all").unwrap();
    let before = fs::read(Path::new(data).join("ludoteca.sqlite")).unwrap();
    let (status, text) = said(&["restore", bad, "--data", data]);
    assert!(status == Some(1) && text.contains("bad.sqlite: not a copy"), "{text}");
    assert_eq!(fs::read(Path::new(data).join("ludoteca.sqlite")).unwrap(), before, "nothing was changed");
    let (status, text) = said(&["restore", copy, "--data", data]);
    assert!(status == Some(0) && text.starts_with("restored 0 games; the previous games are in"), "{text}");
}
