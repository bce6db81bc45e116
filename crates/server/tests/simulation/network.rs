//! The network of a world. Sockets are slow, and are cut or fall silent; HTTP requests are lost, delayed,
//! duplicated, reordered, or cancelled by the client.

use super::{random::Chance, world::World};
use axum::{
    body::Body,
    http::{Method, Request, header},
};
use http_body_util::BodyExt;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use serde_json::Value;
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf, duplex, split},
    sync::watch,
    time::{Instant, sleep, sleep_until, timeout},
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{client::IntoClientRequest, protocol::WebSocketConfig},
};
use tower::ServiceExt;

pub(crate) type Socket = WebSocketStream<DuplexStream>;

/// How long a client waits for an answer.
const PATIENCE: Duration = Duration::from_secs(8);
/// The longest one-way delay.
const SLOWEST: u64 = 900;

/// What happens to a connection, and when.
#[derive(Clone, Copy, Debug)]
struct Fate {
    at: Instant,
    /// Nothing arrives any more, without either side noticing.
    silent: bool,
}

/// A connection to the server, and when it fails.
pub(crate) struct Connection {
    pub(crate) socket: Socket,
    /// By the world's age, in milliseconds.
    pub(crate) works_until: u64,
}

/// Opens the socket; `None` if that failed.
pub(crate) async fn connect(world: &World, token: &str, chance: &mut Chance) -> Option<Connection> {
    sleep(chance.millis(1..300)).await;
    let server = world.server()?;
    let ((near, near_end), (far, far_end)) = (duplex(1 << 16), duplex(1 << 16));
    let (lifetime, silent) = (chance.within(50..120_000), chance.one_in(4));
    let calm = !world.is_in_trouble();
    let lifetime = if calm { 3_600_000 } else { lifetime };
    let fate = Fate { at: Instant::now() + Duration::from_millis(lifetime), silent };
    let ((near_in, near_out), (far_in, far_out)) = (split(near_end), split(far_end));
    let slowest = if chance.one_in(8) { SLOWEST } else { 80 };
    let delay = chance.within(0..slowest);
    tokio::spawn(carry(near_in, far_out, delay, fate, server.power(), chance.fork()));
    tokio::spawn(carry(far_in, near_out, delay, fate, server.power(), chance.fork()));
    let app = server.app;
    tokio::spawn(async move {
        let service =
            service_fn(move |request: Request<Incoming>| app.clone().oneshot(request.map(Body::new)));
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new());
        let _ = http.serve_connection(TokioIo::new(far), service).with_upgrades().await;
    });
    let mut request = "ws://house/api/v1/socket?protocol=1".into_client_request().unwrap();
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    let small = WebSocketConfig::default().read_buffer_size(1 << 12);
    let opened = client_async_with_config(request, near, Some(small));
    let (socket, _) = timeout(PATIENCE, opened).await.ok()?.ok()?;
    Some(Connection { socket, works_until: world.age() + lifetime })
}

/// Forwards bytes one way.
async fn carry(
    mut from: ReadHalf<DuplexStream>,
    mut to: WriteHalf<DuplexStream>,
    delay: u64,
    fate: Fate,
    mut power: watch::Receiver<()>,
    mut chance: Chance,
) {
    let carry = async {
        let mut bytes = vec![0; 1 << 14];
        loop {
            let Ok(count @ 1..) = from.read(&mut bytes).await else { return };
            sleep(Duration::from_millis(delay + chance.within(0..20))).await;
            if to.write_all(&bytes[..count]).await.is_err() {
                return;
            }
        }
    };
    let silent = tokio::select! {
        biased;
        _ = power.changed() => false,
        () = sleep_until(fate.at) => fate.silent,
        () = carry => false,
    };
    if silent {
        // Long enough for both sides to detect it.
        let _ = timeout(Duration::from_secs(300), power.changed()).await;
    }
}

/// A request, as its bytes are sent.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) token: String,
    pub(crate) body: Value,
}

/// Sends a request once; `None`: there was no answer, and it is unknown whether the request arrived.
pub(crate) async fn ask(world: &World, call: &Call, chance: &mut Chance) -> Option<(u16, Value)> {
    let faults = world.is_in_trouble();
    if faults && chance.one_in(10) {
        // Sent but never answered; it arrives late, or not at all.
        let (world, call, late) = (world.clone(), call.clone(), chance.millis(0..20_000));
        if chance.one_in(2) {
            tokio::spawn(async move {
                sleep(late).await;
                arrive(&world, &call).await
            });
        }
        sleep(PATIENCE).await;
        return None;
    }
    if faults && chance.one_in(12) {
        let (world, call, late) = (world.clone(), call.clone(), chance.millis(0..5000));
        tokio::spawn(async move {
            sleep(late).await;
            arrive(&world, &call).await
        });
    }
    sleep(chance.millis(1..200)).await;
    let given_up = match faults && chance.one_in(10) {
        // The client disconnects while the server works on the request.
        true => chance.millis(0..40),
        false => PATIENCE,
    };
    let answer = timeout(given_up, arrive(world, call)).await.ok()??;
    sleep(chance.millis(1..200)).await;
    // The server may have died before the answer arrived.
    world.server().map(|_| answer)
}

/// Repeats a request until the answer is not a temporary failure.
pub(crate) async fn insist(world: &World, call: &Call, chance: &mut Chance) -> (u16, Value) {
    loop {
        match ask(world, call, chance).await {
            Some((status, answer)) if status != 503 => return (status, answer),
            _ => sleep(chance.millis(50..2000)).await,
        }
    }
}

/// A request reaches the server.
async fn arrive(world: &World, call: &Call) -> Option<(u16, Value)> {
    let server = world.server()?;
    let mut power = server.power();
    let mut request = Request::builder()
        .method(call.method.clone())
        .uri(format!("/api/v1{}", call.path))
        .header(header::HOST, "house");
    if !call.token.is_empty() {
        request = request.header(header::AUTHORIZATION, format!("Bearer {}", call.token));
    }
    let body = if call.body.is_null() { Body::empty() } else { Body::from(call.body.to_string()) };
    let answer = async {
        let response = server.app.oneshot(request.body(body).unwrap()).await.unwrap();
        let status = response.status().as_u16();
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        (status, serde_json::from_slice(&bytes).unwrap_or_default())
    };
    tokio::select! {
        biased;
        _ = power.changed() => None,
        answer = answer => Some(answer),
    }
}
