//! Sockets that never read, or send frames that could escape the limits.

use super::server::{ATTACKER, PATIENCE, Server, Socket, VICTIM, closed, open_socket};
use futures_util::{SinkExt, StreamExt};
use ludoteca_server::{Limits, Rate, RequestLimits};
use serde_json::json;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Bytes, Message};

/// So slow that nothing is allowed again during a test.
fn few() -> RequestLimits {
    RequestLimits {
        on_socket: Rate::hourly(10, 1),
        refused_on_socket: Rate::hourly(5, 1),
        ..RequestLimits::default()
    }
}

fn ping(id: u64) -> Message {
    Message::text(json!({ "type": "ping", "id": id }).to_string())
}

/// Sends this many, or fewer if the server closes the socket before.
async fn flood(socket: &mut Socket, message: &Message, count: usize) {
    for _ in 0..count {
        if socket.feed(message.clone()).await.is_err() {
            return;
        }
    }
    let _ = socket.flush().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_of_every_kind_count_and_too_many_end_the_socket() {
    let server = Server::start(Limits::default(), |state| state.with_request_limits(&few())).await;
    let large = "x".repeat(2000);
    for (name, message, most_answers) in [
        ("pings of WebSocket", Message::Ping(Bytes::from_static(&[7; 125])), 1),
        ("unsolicited pongs", Message::Pong(Bytes::from_static(&[7; 125])), 1),
        ("binary messages", Message::Binary(Bytes::from_static(b"x")), 6),
        ("text that is no message", Message::text("{"), 6),
        ("large text that is no message", Message::text(large), 6),
        ("pings of the page", ping(7), 16),
    ] {
        let mut socket = open_socket(ATTACKER, server.address).await;
        flood(&mut socket, &message, 40).await;
        let (code, texts) = closed(&mut socket).await;
        assert_eq!(code, Some(1008), "{name}: the close code for violations of policy");
        assert!(texts <= most_answers, "{name}: {texts} answers");
    }
    let mut other = open_socket(VICTIM, server.address).await;
    other.send(ping(1)).await.unwrap();
    let pong = async {
        loop {
            match other.next().await {
                Some(Ok(Message::Text(text))) if text.contains("\"pong\"") => break,
                Some(Ok(_)) => {}
                Some(Err(_)) | None => panic!("the socket of another was closed"),
            }
        }
    };
    timeout(PATIENCE, pong).await.expect("another socket is answered");
}

#[tokio::test(flavor = "multi_thread")]
async fn pings_whose_pongs_are_never_read_end_the_socket_soon() {
    const MOST: usize = 64 << 20;
    let limits = RequestLimits::default();
    let server = Server::start(Limits::default(), |state| state.with_request_limits(&limits)).await;
    let mut socket = open_socket(ATTACKER, server.address).await;
    let message = Message::Ping(Bytes::from_static(&[7; 125]));
    let mut sent = 0;
    let flood = async {
        while sent < MOST && socket.feed(message.clone()).await.is_ok() {
            sent += 131;
        }
    };
    timeout(PATIENCE, flood).await.expect("the server neither reads nor closes");
    assert!(sent < MOST, "the server has taken {sent} bytes of pings");
}

/// The amount of unsent data is bounded also without request limits.
#[tokio::test(flavor = "multi_thread")]
async fn without_limits_a_socket_that_never_reads_is_closed_too() {
    let limits = Limits { stalled: std::time::Duration::from_millis(300), ..Limits::default() };
    let server = Server::start(limits, |state| state).await;
    let mut socket = open_socket(ATTACKER, server.address).await;
    let message = Message::Ping(Bytes::from_static(&[7; 125]));
    let flood = async { while socket.feed(message.clone()).await.is_ok() {} };
    timeout(PATIENCE, flood).await.expect("it is still open");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_few_messages_too_many_are_refused_one_by_one() {
    // The answers to the server's own pings count as well: as many as it sends meanwhile, if it takes long.
    let limits = RequestLimits { refused_on_socket: Rate::hourly(1000, 1), ..few() };
    let server = Server::start(Limits::default(), |state| state.with_request_limits(&limits)).await;
    let mut socket = open_socket(VICTIM, server.address).await;
    // A few more than are allowed.
    for id in 0..12 {
        socket.send(ping(id)).await.unwrap();
    }
    let (mut pongs, mut refused) = (0, 0);
    while pongs + refused < 12 {
        match timeout(PATIENCE, socket.next()).await.unwrap().unwrap().unwrap() {
            Message::Text(text) if text.contains("\"pong\"") => pongs += 1,
            Message::Text(text) if text.contains("\"refused\"") => refused += 1,
            Message::Close(frame) => panic!("closed: {frame:?}"),
            _ => {}
        }
    }
    assert!((1..=10).contains(&pongs), "{pongs} answered, {refused} refused");
}
