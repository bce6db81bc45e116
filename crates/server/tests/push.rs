//! Web Push against a push service in the test, which decrypts messages like a browser.

use crate::test_server::{TestServer, squadro};
use aes_gcm::{Aes128Gcm, KeyInit, aead::Aead};
use axum::{
    Router,
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, Method, StatusCode},
    response::IntoResponse,
    routing::post,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hkdf::Hkdf;
use p256::{
    PublicKey, SecretKey,
    ecdh::diffie_hellman,
    ecdsa::{Signature, VerifyingKey, signature::Verifier},
    elliptic_curve::sec1::ToSec1Point,
};
use serde_json::{Value, json};
use sha2::Sha256;
use std::sync::{Arc, Mutex};
use tokio::{net::TcpListener, sync::mpsc};

/// A delivery: the last part of its path, its headers, and the encrypted message.
type Delivery = (String, HeaderMap, Bytes);

/// A push service with planned responses, after which it accepts everything.
struct Service {
    address: String,
    came: mpsc::UnboundedReceiver<Delivery>,
    answers: Arc<Mutex<Vec<(u16, &'static str)>>>,
}

#[derive(Clone)]
struct Desk {
    came: mpsc::UnboundedSender<Delivery>,
    answers: Arc<Mutex<Vec<(u16, &'static str)>>>,
}

impl Service {
    async fn start() -> Service {
        let (sender, came) = mpsc::unbounded_channel();
        let answers = Arc::<Mutex<Vec<_>>>::default();
        let desk = Desk { came: sender, answers: Arc::clone(&answers) };
        let take =
            async |State(desk): State<Desk>, Path(id): Path<String>, headers: HeaderMap, body: Bytes| {
                desk.came.send((id, headers, body)).unwrap();
                let mut answers = desk.answers.lock().unwrap();
                let (status, wait) = if answers.is_empty() { (201, "") } else { answers.remove(0) };
                let status = StatusCode::from_u16(status).unwrap();
                if wait.is_empty() {
                    status.into_response()
                } else {
                    (status, [("retry-after", wait)]).into_response()
                }
            };
        let app = Router::new().route("/send/{id}", post(take)).with_state(desk);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, app).await });
        Service { address, came, answers }
    }

    fn will_answer(&self, answers: &[(u16, &'static str)]) {
        *self.answers.lock().unwrap() = answers.to_vec();
    }
}

/// A browser with its keys.
struct Browser {
    id: &'static str,
    key: SecretKey,
    auth: [u8; 16],
}

fn derived<const N: usize>(salt: &[u8], secret: &[u8], info: &[u8]) -> [u8; N] {
    let mut bytes = [0; N];
    Hkdf::<Sha256>::new(Some(salt), secret).expand(info, &mut bytes).unwrap();
    bytes
}

impl Browser {
    fn new(id: &'static str, number: u8) -> Browser {
        Browser { id, key: SecretKey::from_slice(&[number; 32]).unwrap(), auth: [number; 16] }
    }

    fn public(&self) -> Vec<u8> {
        self.key.public_key().to_sec1_point(false).as_bytes().to_vec()
    }

    fn subscription(&self, service: &Service) -> Value {
        json!({
            "endpoint": format!("{}/send/{}", service.address, self.id),
            "expirationTime": null,
            "keys": { "p256dh": URL_SAFE_NO_PAD.encode(self.public()), "auth": URL_SAFE_NO_PAD.encode(self.auth) },
        })
    }

    /// Decrypts a message as in RFC 8291.
    fn read(&self, sealed: &[u8]) -> Value {
        let (salt, rest) = sealed.split_at(16);
        let (length, rest) = (usize::from(rest[4]), &rest[5..]);
        let (theirs, sealed) = rest.split_at(length);
        let public = PublicKey::from_sec1_bytes(theirs).unwrap();
        let shared = diffie_hellman(self.key.to_nonzero_scalar(), public.as_affine());
        let info = [b"WebPush: info\0", self.public().as_slice(), theirs].concat();
        let secret: [u8; 32] = derived(&self.auth, shared.raw_secret_bytes(), &info);
        let key: [u8; 16] = derived(salt, &secret, b"Content-Encoding: aes128gcm\0");
        let nonce: [u8; 12] = derived(salt, &secret, b"Content-Encoding: nonce\0");
        let cipher = Aes128Gcm::new_from_slice(&key).unwrap();
        let mut message = cipher.decrypt(&nonce.into(), sealed).unwrap();
        assert_eq!(message.pop(), Some(2), "the end of the last record");
        serde_json::from_slice(&message).unwrap()
    }

    async fn next(&self, service: &mut Service) -> Value {
        let (id, headers, body) = service.came.recv().await.unwrap();
        assert_eq!((id.as_str(), &headers["content-encoding"]), (self.id, &"aes128gcm".parse().unwrap()));
        self.read(&body)
    }
}

/// Checks that the token of RFC 8292 is signed with the key that browsers know.
fn check_sender(headers: &HeaderMap, key: &str, service: &str) {
    let authorization = headers["authorization"].to_str().unwrap();
    let (token, shown) = authorization.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(shown, key);
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
    let key = VerifyingKey::from_sec1_bytes(&bytes(key)).unwrap();
    key.verify(signed.as_bytes(), &Signature::from_slice(&bytes(signature)).unwrap()).unwrap();
    let claims: Value = serde_json::from_slice(&bytes(signed.split_once('.').unwrap().1)).unwrap();
    assert_eq!(claims["aud"], service);
    assert!(claims["exp"].as_u64() > Some(1000));
}

#[tokio::test]
async fn disconnected_players_get_an_encrypted_push() {
    let server = TestServer::open().await;
    let mut service = Service::start().await;
    let (_, key) = server.get("/push/key", "").await;
    let days = json!({ "game": "peak", "clock": { "system": "correspondence", "perTurn": 259_200_000 } });
    let (id, tokens) = server.game(days, &["Ada", "Bob"]).await;
    let phone = Browser::new("phone", 7);
    let (status, answer) = server.post("/push/subscriptions", &tokens[1], phone.subscription(&service)).await;
    assert_eq!(status, 201, "{answer}");
    let first = server.see(&id, &tokens[0]).await["legal_moves"][0].clone();
    server.act(&id, &tokens[0], "1", json!({ "move": first })).await;
    let (_, headers, body) = service.came.recv().await.unwrap();
    assert_eq!(phone.read(&body), json!({ "notice": "my-turn", "game": id, "kind": "peak" }));
    check_sender(&headers, key["key"].as_str().unwrap(), &service.address);
    server.wait((3 * 24 - 1) * 60 * 60 * 1000);
    let server = server.restart(0).await;
    assert_eq!(server.get("/push/key", "").await.1, key, "the key is kept");
    server.services.reminders.send_due().await;
    assert_eq!(phone.next(&mut service).await["notice"], "reminder", "the subscription too");
    let me = server.id_of(&tokens[1]).await;
    let challenge = json!({ "game": "squadro", "seats": ["you", { "user": me }] });
    let (_, live) = server.post("/games", &tokens[0], challenge).await;
    assert_eq!(
        phone.next(&mut service).await,
        json!({ "notice": "challenge", "game": live["id"], "kind": "squadro" })
    );
    server.act(&id, &tokens[0], "2", json!("resign")).await;
    assert_eq!(phone.next(&mut service).await["notice"], "game-end");
}

#[tokio::test]
async fn live_games_and_connected_players_get_no_push() {
    let server = TestServer::open().await;
    let mut service = Service::start().await;
    let (id, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    let phone = Browser::new("phone", 7);
    server.post("/push/subscriptions", &tokens[1], phone.subscription(&service)).await;
    server.act(&id, &tokens[0], "1", json!({ "move": "Y1" })).await;
    let mut bob = server.listen(&tokens[1]).await;
    server.act(&id, &tokens[0], "2", json!("resign")).await;
    assert_eq!(bob.line().await["notice"], "game-end");
    // Any earlier push would arrive before this one.
    let eve = server.guest("Eve").await;
    let tablet = Browser::new("tablet", 9);
    server.post("/push/subscriptions", &eve, tablet.subscription(&service)).await;
    let me = server.id_of(&eve).await;
    server.post("/games", &tokens[0], json!({ "game": "squadro", "seats": ["you", { "user": me }] })).await;
    assert_eq!(tablet.next(&mut service).await["notice"], "challenge");
}

#[tokio::test]
async fn a_service_that_is_busy_is_asked_again_and_a_browser_that_is_gone_is_forgotten() {
    let server = TestServer::open().await;
    let mut service = Service::start().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let phone = Browser::new("phone", 7);
    let subscription = phone.subscription(&service);
    server.post("/push/subscriptions", &bob, subscription.clone()).await;
    let me = server.id_of(&bob).await;
    let challenge = json!({ "game": "squadro", "seats": ["you", { "user": me }] });
    service.will_answer(&[(429, "0"), (503, "0"), (500, "0"), (201, "")]);
    let (_, game) = server.post("/games", &ada, challenge.clone()).await;
    for _ in 0..4 {
        assert_eq!(phone.next(&mut service).await["game"], game["id"]);
    }
    service.will_answer(&[(410, "")]);
    server.post("/games", &ada, challenge.clone()).await;
    assert_eq!(phone.next(&mut service).await["notice"], "challenge");
    let forget = json!({ "endpoint": subscription["endpoint"] });
    let unsubscribe = async |token: &str| {
        server.ask(Method::DELETE, "/push/subscriptions", token, Some(forget.clone())).await.0
    };
    let id = server.id_of(&bob).await;
    while !server.store.subscriptions(&id).await.unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    assert_eq!(unsubscribe(&bob).await, 404);
    server.post("/push/subscriptions", &bob, subscription).await;
    assert_eq!(unsubscribe(&ada).await, 404, "it belongs to another user");
    assert_eq!(unsubscribe(&bob).await, 200);
    assert_eq!(unsubscribe(&bob).await, 404);
}

#[tokio::test]
async fn subscriptions_that_would_call_our_own_network_are_refused() {
    let server = TestServer::open().await;
    let service = Service::start().await;
    let ada = server.guest("Ada").await;
    let good = Browser::new("phone", 7).subscription(&service);
    let refused = async |change: &dyn Fn(&mut Value)| {
        let mut request = good.clone();
        change(&mut request);
        let (status, problem) = server.post("/push/subscriptions", &ada, request).await;
        (status, problem["key"].as_str().unwrap().to_owned())
    };
    for endpoint in ["https://10.0.0.7/x", "https://[fd00::1]/x", "http://192.168.1.1/x", "file:///etc", "x"]
    {
        let answer = refused(&|request| request["endpoint"] = json!(endpoint)).await;
        assert_eq!(answer, (422, "bad-endpoint".to_owned()), "{endpoint}");
    }
    assert_eq!(
        refused(&|request| request["keys"]["auth"] = json!("AAAA")).await,
        (422, "bad-keys".to_owned())
    );
    assert_eq!(refused(&|request| request["keys"] = json!({})).await, (400, "bad-request".to_owned()));
    assert_eq!(server.post("/push/subscriptions", "", good).await.0, 401);
}
