//! A thousand password guesses a second open no account, delay no other user, and do not lock the owner out.

use crate::accounts::PASSWORD;
use ludoteca_server::{Limits, Page, Rate, RequestLimits, State, serve};
use ludoteca_service::{Environment, Services};
use ludoteca_store::Memory;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

struct Answer {
    status: u16,
    retry_after: Option<u64>,
    body: Value,
}

async fn post(address: SocketAddr, from: &str, path: &str, body: Value) -> Answer {
    ask(address, "POST", from, path, &body.to_string()).await
}

async fn ask(address: SocketAddr, method: &str, from: &str, path: &str, body: &str) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let length = body.len();
    let request = format!(
        "{method} /api/v1{path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: {from}\r\nconnection: close\r\n\
         content-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let retry_after =
        head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("retry-after: ")?.parse().ok());
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer { status, retry_after, body: serde_json::from_str(body).unwrap_or_default() }
}

async fn listen(limits: &RequestLimits) -> SocketAddr {
    let services = Services::open(Arc::new(Memory::default()), Environment::real(), None).await.unwrap();
    let page = Page::new([("index.html".to_owned(), "page".into())]);
    let state = State::new(page).with_services(services).with_request_limits(limits).behind_proxy();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(serve(listener, state, Limits::default(), std::future::pending()));
    address
}

fn log_in(password: &str) -> Value {
    json!({ "name": "Ada", "password": password })
}

const OWNER: &str = "192.0.2.1";

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_guesses_from_one_address_stay_outside_and_the_owner_comes_in_later() {
    const GUESSES: usize = 1000;
    // The default limits, except for the waiting time, which the test sits out.
    let limits = RequestLimits {
        log_in_near: Rate::new(5, 60),
        log_in_wide: Rate::hourly(5000, 5000),
        ..RequestLimits::default()
    };
    let address = listen(&limits).await;
    assert_eq!(post(address, OWNER, "/accounts", log_in(PASSWORD)).await.status, 201);
    let begun = Instant::now();
    let mut guesses = tokio::task::JoinSet::new();
    for number in 0..GUESSES {
        guesses.spawn(
            async move { post(address, OWNER, "/sessions", log_in(&format!("guess {number}"))).await },
        );
    }
    // Other endpoints stay responsive meanwhile.
    for _ in 0..20 {
        assert_eq!(ask(address, "GET", "192.0.2.77", "/seeks", "").await.status, 200);
    }
    let mut statuses = BTreeMap::new();
    while let Some(answer) = guesses.join_next().await {
        let answer = answer.unwrap();
        *statuses.entry(answer.status).or_insert(0) += 1;
        if answer.status == 429 {
            let seconds = answer.retry_after.unwrap();
            assert_eq!(answer.body["ratelimit"]["seconds"], seconds, "{}", answer.body);
        }
    }
    let (tried, seconds) = (statuses.get(&401).copied().unwrap_or(0), begun.elapsed().as_secs() as usize);
    assert_eq!(tried + statuses[&429], GUESSES, "{statuses:?}");
    assert!(tried <= 5 + seconds + 1, "{statuses:?} in {seconds} s");
    // Even the right password is accepted only after the announced time.
    let mut waits = 0;
    loop {
        let answer = post(address, OWNER, "/sessions", log_in(PASSWORD)).await;
        if answer.status == 201 {
            break;
        }
        assert_eq!(answer.status, 429, "{}", answer.body);
        waits += 1;
        assert!(waits <= 3, "the announced time was too short");
        tokio::time::sleep(Duration::from_secs(answer.retry_after.unwrap())).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_from_many_addresses_are_slowed_down_and_the_owner_is_not() {
    let limits = RequestLimits { log_in_wide: Rate::hourly(6, 1), ..RequestLimits::default() };
    let address = listen(&limits).await;
    assert_eq!(post(address, OWNER, "/accounts", log_in(PASSWORD)).await.status, 201);
    assert_eq!(post(address, OWNER, "/sessions", log_in(PASSWORD)).await.status, 201);
    let mut guesses = tokio::task::JoinSet::new();
    for number in 0..60 {
        let from = format!("198.51.100.{number}");
        guesses.spawn(async move { post(address, &from, "/sessions", log_in("some guess")).await.status });
    }
    let statuses = guesses.join_all().await;
    let tried = statuses.iter().filter(|status| **status == 401).count();
    assert!(tried <= 6 && statuses.iter().all(|status| matches!(status, 401 | 429)), "{statuses:?}");
    let stranger = post(address, "203.0.113.5", "/sessions", log_in(PASSWORD)).await;
    assert_eq!((stranger.status, &stranger.body["ratelimit"]["key"]), (429, &json!("log-in")));
    let owner = post(address, OWNER, "/sessions", log_in(PASSWORD)).await;
    assert_eq!(owner.status, 201, "{}", owner.body);
}
