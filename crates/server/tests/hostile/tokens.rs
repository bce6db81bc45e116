//! Stolen sessions and tokens that try to outlive their revocation, and parallel requests past a limit.

use crate::{
    accounts::{PASSWORD, account},
    test_server::TestServer,
    webhooks::{Receiver, challenge},
};
use axum::http::Method;
use futures_util::future::join_all;
use serde_json::{Value, json};

const DAY: u64 = 24 * 60 * 60 * 1000;
const NEW: &str = "a short nap in the sun";

fn token(password: &str) -> Value {
    json!({ "label": "x", "scopes": ["play"], "password": password })
}

fn hook(url: &str) -> Value {
    json!({ "url": url, "notices": ["challenge"] })
}

#[tokio::test]
async fn a_session_alone_gives_no_program_access() {
    let server = TestServer::open().await;
    let ada = account(&server, "Ada").await;
    for (path, request) in [
        ("/tokens", json!({ "label": "x", "scopes": ["play"] })),
        ("/accounts/bot", json!({ "name": "Robo" })),
        ("/webhooks", hook("https://club.example.org/x")),
    ] {
        let (status, refused) = server.post(path, &ada, request.clone()).await;
        assert_eq!((status, &refused["key"]), (422, &json!("needs-password")), "{path}");
        let mut wrong = request;
        wrong["password"] = json!("a long walk in the snow");
        let (status, refused) = server.post(path, &ada, wrong).await;
        assert_eq!((status, &refused["key"]), (403, &json!("wrong-password")), "{path}");
    }
    for path in ["/tokens", "/accounts/bot", "/webhooks"] {
        let list = server.get(path, &ada).await.1;
        assert!(list.as_object().unwrap().values().all(|all| *all == json!([])), "{list}");
    }
}

/// An account with a program, a bot, and webhooks created by each.
struct Access {
    server: TestServer,
    ada: String,
    programs: Vec<String>,
    receiver: Receiver,
}

impl Access {
    async fn open() -> Access {
        let server = TestServer::open().await;
        let ada = account(&server, "Ada").await;
        let receiver = Receiver::start().await;
        let program = server.post("/tokens", &ada, token(PASSWORD)).await.1;
        let bot = server.post("/accounts/bot", &ada, json!({ "name": "Robo", "password": PASSWORD })).await.1;
        let programs: Vec<String> =
            [program, bot].iter().map(|made| made["token"].as_str().unwrap().to_owned()).collect();
        for program in &programs {
            let (status, made) = server.post("/webhooks", program, hook(&receiver.url)).await;
            assert_eq!(status, 201, "a token with the scope `play` may: {made}");
        }
        Access { server, ada, programs, receiver }
    }

    /// The number of webhooks that Ada and her bot have in the store.
    async fn hooks(&self, people: &[String; 2]) -> [usize; 2] {
        let count = async |person: &str| self.server.store.webhooks_of(person).await.unwrap().len();
        [count(&people[0]).await, count(&people[1]).await]
    }

    async fn people(&self) -> [String; 2] {
        [self.server.id_of(&self.programs[0]).await, self.server.id_of(&self.programs[1]).await]
    }

    /// No more notices are sent to the receiver, although there are some.
    async fn is_silent(&mut self, people: &[String; 2]) {
        let bob = account(&self.server, "Bob").await;
        for person in people {
            assert_eq!(self.server.post("/games", &bob, challenge(person)).await.0, 201);
        }
        self.server.services.webhooks.send_due().await;
        assert!(self.receiver.is_empty());
    }
}

#[tokio::test]
async fn a_new_password_ends_tokens_bots_tokens_and_their_webhooks() {
    let mut access = Access::open().await;
    let people = access.people().await;
    let mut own = hook("https://club.example.org/x");
    own["password"] = json!(PASSWORD);
    assert_eq!(access.server.post("/webhooks", &access.ada, own).await.0, 201);
    assert_eq!(access.hooks(&people).await, [2, 1]);
    let body = json!({ "old": PASSWORD, "new": NEW });
    assert_eq!(access.server.ask(Method::PUT, "/me/password", &access.ada, Some(body)).await.0, 200);
    for program in &access.programs {
        assert_eq!(access.server.get("/me/games", program).await.0, 401);
    }
    assert_eq!(access.hooks(&people).await, [1, 0], "the one that the owner made stays");
    assert_eq!(access.server.get("/accounts/bot", &access.ada).await.1["bots"][0]["expires"], Value::Null);
    access.is_silent(&people).await;
}

#[tokio::test]
async fn a_recovery_ends_tokens_and_all_webhooks() {
    let mut access = Access::open().await;
    let people = access.people().await;
    let mut own = hook(&access.receiver.url);
    own["password"] = json!(PASSWORD);
    assert_eq!(access.server.post("/webhooks", &access.ada, own).await.0, 201);
    let codes =
        access.server.post("/me/recovery-codes", &access.ada, json!({ "password": PASSWORD })).await.1;
    let body = json!({ "name": "Ada", "code": codes["codes"][0], "password": NEW });
    let (status, recovered) = access.server.post("/recovery", "", body).await;
    assert_eq!(status, 201, "{recovered}");
    for program in &access.programs {
        assert_eq!(access.server.get("/me/games", program).await.0, 401);
    }
    assert_eq!(access.hooks(&people).await, [0, 0]);
    access.is_silent(&people).await;
}

#[tokio::test]
async fn a_webhook_of_a_session_has_an_end() {
    const DAY: u64 = 24 * 60 * 60 * 1000;
    let access = Access::open().await;
    let people = access.people().await;
    let mut own = hook(&access.receiver.url);
    own["password"] = json!(PASSWORD);
    for days in [0, 367] {
        own["days"] = json!(days);
        let (status, refused) = access.server.post("/webhooks", &access.ada, own.clone()).await;
        assert_eq!((status, &refused["key"]), (422, &json!("bad-days")), "{days} days");
    }
    let mut made = Vec::new();
    for days in [json!(3), Value::Null] {
        own["days"] = days;
        let (status, hook) = access.server.post("/webhooks", &access.ada, own.clone()).await;
        assert_eq!(status, 201, "{hook}");
        made.push(hook["webhook"].clone());
    }
    let lasts = |hook: &Value| hook["expires"].as_u64().unwrap() - hook["created"].as_u64().unwrap();
    assert_eq!(made.iter().map(lasts).collect::<Vec<_>>(), [3 * DAY, 365 * DAY]);
    let (_, list) = access.server.get("/webhooks", &access.ada).await;
    assert!(list["webhooks"].as_array().unwrap().contains(&made[0]), "{list}");
    access.server.wait(3 * DAY);
    assert_eq!(access.hooks(&people).await, [3, 1]);
    let left: Vec<Value> = {
        let (_, list) = access.server.get("/webhooks", &access.ada).await;
        list["webhooks"].as_array().unwrap().iter().map(|hook| hook["id"].clone()).collect()
    };
    assert!(!left.contains(&made[0]["id"]) && left.contains(&made[1]["id"]), "{left:?}");
}

#[tokio::test]
async fn a_webhook_goes_with_the_token_that_made_it() {
    let mut access = Access::open().await;
    let people = access.people().await;
    let tokens = access.server.get("/tokens", &access.ada).await.1;
    let path = format!("/tokens/{}", tokens["tokens"][0]["id"].as_str().unwrap());
    assert_eq!(access.server.ask(Method::DELETE, &path, &access.ada, None).await.0, 200);
    assert_eq!(access.hooks(&people).await, [0, 1]);
    // A token that expires takes its webhooks along, before anything more is sent to them.
    access.server.wait(366 * DAY);
    access.is_silent(&people).await;
    assert_eq!(access.hooks(&people).await, [0, 0]);
}

#[tokio::test]
async fn a_token_has_an_end() {
    let server = TestServer::open().await;
    let ada = account(&server, "Ada").await;
    for days in [json!(null), json!(366)] {
        let mut request = token(PASSWORD);
        request["days"] = days;
        let (status, made) = server.post("/tokens", &ada, request).await;
        assert_eq!(status, 201, "{made}");
        assert!(made["expires"].is_u64(), "{made}");
    }
    for made in server.store.tokens_of(&server.id_of(&ada).await).await.unwrap() {
        let is_session = made.label.is_empty();
        assert!(is_session || made.expires.is_some_and(|end| end.unsigned_abs() <= 1_000_000 + 366 * DAY));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forty_requests_at_once_stay_within_the_limits() {
    let server = TestServer::open().await;
    let ada = account(&server, "Ada").await;
    let (server, ada) = (&server, ada.as_str());
    let names: Vec<String> = (0..20).map(|number| format!("Robo-{number}")).collect();
    // An owner's passwords are checked four at a time; rejected requests are retried.
    let insist = async |path: &str, request: Value| loop {
        let (status, said) = server.post(path, ada, request.clone()).await;
        if status != 429 {
            return (status, said);
        }
        tokio::task::yield_now().await;
    };
    let made = join_all((0..40).map(|_| insist("/tokens", token(PASSWORD)))).await;
    assert_eq!(made.iter().filter(|(status, _)| *status == 201).count(), 20, "{made:?}");
    assert!(made.iter().all(|(status, said)| *status == 201 || said["key"] == "too-many-tokens"), "{made:?}");
    assert_eq!(server.get("/tokens", ada).await.1["tokens"].as_array().unwrap().len(), 20);
    let bot = |name: &str| insist("/accounts/bot", json!({ "name": name, "password": PASSWORD }));
    let made = join_all(names.iter().map(|name| bot(name))).await;
    assert_eq!(made.iter().filter(|(status, _)| *status == 201).count(), 5, "{made:?}");
    assert_eq!(server.get("/accounts/bot", ada).await.1["bots"].as_array().unwrap().len(), 5);
    let mut request = hook("https://club.example.org/x");
    request["password"] = json!(PASSWORD);
    let made = join_all((0..20).map(|_| insist("/webhooks", request.clone()))).await;
    assert_eq!(made.iter().filter(|(status, _)| *status == 201).count(), 5, "{made:?}");
}
