//! One address opens more connections, or slower ones, than it should get.

use super::server::{ATTACKER, PATIENCE, Server, Spawned, VICTIM, connect, is_closed, open_socket, status};
use futures_util::{SinkExt, StreamExt};
use ludoteca_server::{Limits, PerCaller, RequestLimits};
use std::time::Duration;
use tokio::{io::AsyncWriteExt, net::TcpStream, time::timeout};
use tokio_tungstenite::tungstenite::Message;

const HEALTH: &str = "GET /health HTTP/1.1\nhost: localhost";
const SLOW_BODY: &[u8] = b"POST /api/v1/guests HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{";

/// Whether the socket is open and answers.
async fn answers(socket: &mut super::server::Socket) -> bool {
    if socket.send(Message::text("{\"type\":\"ping\",\"id\":7}")).await.is_err() {
        return false;
    }
    let pong = async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) if text.contains("\"pong\"") => break true,
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break false,
            }
        }
    };
    timeout(PATIENCE, pong).await.expect("the socket is open and silent")
}

/// Waits until at most this many are open.
async fn at_most_open(connections: &[TcpStream], most: usize) {
    let fewer = async {
        while connections.iter().filter(|stream| !is_closed(stream)).count() > most {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, fewer).await.unwrap_or_else(|_| panic!("more than {most} are still open"));
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn bare_connections_of_one_address_do_not_cut_the_socket_of_another() {
    let limits = Limits { connections: 30, per_address: 30, ..Limits::default() };
    let server = Server::start(limits, |state| state).await;
    let mut victim = open_socket(VICTIM, server.address).await;
    assert!(answers(&mut victim).await);
    let mut opened = Vec::new();
    for _ in 0..100 {
        opened.push(connect(ATTACKER, server.address).await);
    }
    at_most_open(&opened, 29).await;
    assert!(answers(&mut victim).await, "the socket of another was cut");
    let mut another = connect(VICTIM, server.address).await;
    assert_eq!(status(&mut another, HEALTH).await, 200, "and others are let in");
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn slow_bodies_give_way_to_others() {
    let limits = Limits { connections: 20, per_address: 20, ..Limits::default() };
    let server = Server::start(limits, |state| state).await;
    let mut slow = Vec::new();
    for _ in 0..20 {
        let mut stream = connect(ATTACKER, server.address).await;
        stream.write_all(SLOW_BODY).await.unwrap();
        slow.push(stream);
    }
    for _ in 0..10 {
        let mut victim = connect(VICTIM, server.address).await;
        assert_eq!(status(&mut victim, HEALTH).await, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_has_so_many_connections_and_its_newest_are_served() {
    let limits = Limits { per_address: 10, ..Limits::default() };
    let server = Server::start(limits, |state| state).await;
    let mut opened = Vec::new();
    for _ in 0..40 {
        opened.push(connect(ATTACKER, server.address).await);
    }
    at_most_open(&opened, 10).await;
    let mut own = connect(ATTACKER, server.address).await;
    assert_eq!(status(&mut own, HEALTH).await, 200, "in place of an idle one");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_may_have_all_connections() {
    let limits = Limits { connections: 60, per_address: 10, ..Limits::default() };
    let server = Server::start(limits, ludoteca_server::State::behind_proxy).await;
    let mut opened = Vec::new();
    for number in 0..40 {
        let mut stream = connect(ATTACKER, server.address).await;
        let from = format!("{HEALTH}\nx-forwarded-for: 192.0.2.{number}");
        assert_eq!(status(&mut stream, &from).await, 200);
        opened.push(stream);
    }
    for (number, stream) in opened.iter_mut().enumerate() {
        let mut rest = [0; 4096];
        let _ = stream.try_read(&mut rest);
        let from = format!("{HEALTH}\nx-forwarded-for: 192.0.2.{number}");
        assert_eq!(status(stream, &from).await, 200, "{number} was closed");
    }
}

/// Behind a proxy, the forwarded address is the one to lose its connections.
#[tokio::test(flavor = "multi_thread")]
async fn behind_a_proxy_the_forwarded_address_counts() {
    let limits = Limits { connections: 20, ..Limits::default() };
    let server = Server::start(limits, ludoteca_server::State::behind_proxy).await;
    let stream =
        |from: &str| format!("GET /api/v1/lobby/events HTTP/1.1\nhost: localhost\nx-forwarded-for: {from}");
    let mut victim = connect(ATTACKER, server.address).await;
    assert_eq!(status(&mut victim, &stream("192.0.2.1")).await, 200);
    let mut opened = Vec::new();
    for _ in 0..40 {
        let mut one = connect(ATTACKER, server.address).await;
        assert_eq!(status(&mut one, &stream("198.51.100.7")).await, 200);
        opened.push(one);
    }
    at_most_open(&opened, 19).await;
    assert!(!is_closed(&victim), "the stream of another was cut");
}

/// A provider gives a customer a /64, a /56 or a /48.
#[tokio::test(flavor = "multi_thread")]
async fn many_addresses_of_one_ipv6_network_count_together() {
    let limits = Limits { connections: 40, ..Limits::default() };
    let stream =
        |from: &str| format!("GET /api/v1/lobby/events HTTP/1.1\nhost: localhost\nx-forwarded-for: {from}");
    type Address = fn(u32) -> String;
    let networks: [(&str, Address); 2] = [
        ("/64", |number| format!("2001:db8:7:1::{number:x}")),
        ("/48", |number| format!("2001:db8:7:{number:x}::1")),
    ];
    for (name, address) in networks {
        let server = Server::start(limits, ludoteca_server::State::behind_proxy).await;
        let mut others = Vec::new();
        for number in 0..3 {
            // Two of one network, and one in another: all have fewer than the attacker.
            let mut one = connect(ATTACKER, server.address).await;
            assert_eq!(status(&mut one, &stream(&format!("2001:db8:8:{}::5", number / 2))).await, 200);
            others.push(one);
        }
        let mut opened = Vec::new();
        for number in 0..80 {
            let mut one = connect(ATTACKER, server.address).await;
            assert_eq!(status(&mut one, &stream(&address(number))).await, 200, "{name} {number}");
            opened.push(one);
        }
        at_most_open(&opened, 37).await;
        assert!(others.iter().all(|one| !is_closed(one)), "{name}: the stream of another was cut");
    }
}

/// A /48 gets twice as many streams and sockets as an address.
#[tokio::test(flavor = "multi_thread")]
async fn one_ipv6_network_has_so_many_streams() {
    let few = PerCaller { address: 5, person: 5 };
    let limits = RequestLimits { open_streams: few, open_sockets: few, ..RequestLimits::default() };
    let server =
        Server::start(Limits::default(), |state| state.with_request_limits(&limits).behind_proxy()).await;
    let mut open = Vec::new();
    let mut count = async |address: fn(u32) -> String| {
        let mut served = 0;
        for number in 0..20 {
            let mut one = connect(ATTACKER, server.address).await;
            let lines = format!(
                "GET /api/v1/lobby/events HTTP/1.1\nhost: localhost\nx-forwarded-for: {}",
                address(number)
            );
            match status(&mut one, &lines).await {
                200 => served += 1,
                other => assert_eq!(other, 429),
            }
            open.push(one);
        }
        served
    };
    assert_eq!(count(|number| format!("2001:db8:1:1::{number:x}")).await, 5, "of a /64");
    assert_eq!(count(|number| format!("2001:db8:2:{number:x}::1")).await, 10, "of a /48");
    assert_eq!(count(|number| format!("2001:db8:{:x}::1", 16 + number)).await, 20, "of many");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unfinished_head_takes_little_memory() {
    let server = Server::start(Limits::default(), |state| state).await;
    let mut stream = connect(ATTACKER, server.address).await;
    let head = format!("GET / HTTP/1.1\nhost: localhost\nx: {}", "x".repeat(100 << 10));
    // It is rejected while it is still being sent; the connection may break before the response is read.
    let status = status(&mut stream, &head).await;
    assert!([0, 431].contains(&status), "{status}");
}

/// The usual limit of a shell, and the server's own defaults.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn with_1024_open_files_one_address_does_not_cut_the_socket_of_another() {
    super::memory::raise_open_files();
    let folder = tempfile::tempdir().unwrap();
    let server = Spawned::start(folder.path(), "ulimit -n 1024;", None).await;
    let mut victim = open_socket(VICTIM, server.address).await;
    assert!(answers(&mut victim).await);
    let mut opened = Vec::new();
    for _ in 0..1100 {
        opened.push(connect(ATTACKER, server.address).await);
    }
    at_most_open(&opened, 512).await;
    assert!(answers(&mut victim).await, "the socket of another was cut");
    let mut another = connect(VICTIM, server.address).await;
    assert_eq!(status(&mut another, HEALTH).await, 200);
}

/// Started as by a shell or a container: with a low soft limit of open files, and a higher hard one.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn with_few_open_files_one_address_does_not_cut_the_socket_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let server = Spawned::start(folder.path(), "ulimit -Sn 100; ulimit -Hn 256;", Some(1000)).await;
    let files = server.about("limits", "Max open files");
    let soft = files.split_whitespace().next().unwrap();
    assert_eq!(soft, "256", "the soft limit is raised to the hard one");
    let mut victim = open_socket(VICTIM, server.address).await;
    assert!(answers(&mut victim).await);
    let mut opened = Vec::new();
    for _ in 0..400 {
        opened.push(connect(ATTACKER, server.address).await);
    }
    at_most_open(&opened, 191).await;
    assert!(answers(&mut victim).await, "the socket of another was cut");
    let mut another = connect(VICTIM, server.address).await;
    assert_eq!(status(&mut another, HEALTH).await, 200);
}
