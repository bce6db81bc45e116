//! Webhooks as a probe of internal names and addresses.

use crate::{
    accounts::account,
    test_server::TestServer,
    webhooks::{Receiver, add, challenge, until},
};
use ludoteca_server::{HttpPoster, WebhookHost};
use ludoteca_service::{Environment, Services};
use ludoteca_store::{Memory, Store, Webhook};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::net::TcpListener;

/// The public result of the first delivery to an address.
async fn shown(server: &TestServer, number: usize, url: &str) -> Value {
    let owner = account(server, &format!("Owner-{number}")).await;
    let other = account(server, &format!("Other-{number}")).await;
    let (id, _) = add(server, &owner, "https://club.example.org/", &["challenge"]).await;
    let me = server.id_of(&owner).await;
    // Names that look local are rejected at once; one that merely resolves to a local address is stored like
    // any other.
    let made = server.store.webhooks_of(&me).await.unwrap().remove(0);
    assert!(server.store.remove_webhook(&me, &id).await.unwrap());
    assert!(server.store.add_webhook(&Webhook { url: url.to_owned(), ..made }, 5).await.unwrap());
    assert_eq!(server.post("/games", &other, challenge(&me)).await.0, 201);
    server.services.webhooks.send_due().await;
    let webhook = until(server, &owner, |webhook| webhook["deliveries"][0]["tries"] == 1).await;
    webhook["deliveries"][0]["answer"].clone()
}

#[tokio::test]
async fn a_name_of_our_own_network_looks_like_one_that_is_not_there() {
    let server = TestServer::open_strict(Arc::new(Memory::default())).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let inside = shown(&server, 1, &format!("https://localhost:{port}/")).await;
    let nowhere = shown(&server, 2, "https://no-such-name.invalid/").await;
    assert_eq!((&inside, &nowhere), (&json!("no-answer"), &json!("no-answer")));
    let came = tokio::time::timeout(std::time::Duration::from_millis(50), listener.accept()).await;
    assert!(came.is_err(), "no address was called");
}

#[tokio::test]
async fn special_ranges_and_ports_that_there_are_not_are_refused() {
    let server = TestServer::open_strict(Arc::new(Memory::default())).await;
    let ada = account(&server, "Ada").await;
    for url in [
        "https://192.88.99.1/",
        "https://192.0.0.8/",
        "https://198.18.0.1/",
        "https://198.51.100.1/",
        "https://203.0.113.1/",
        "https://240.0.0.1/",
        "https://[2001:2::1]/",
        "https://[2001:db8::1]/",
        "https://[3fff::1]/",
        "https://[::ffff:192.88.99.1]/",
        "https://example.org:0/",
        "https://example.org:99999/",
        "https://example.org:65536/x",
    ] {
        let request = json!({ "url": url, "notices": ["my-turn"], "password": crate::accounts::PASSWORD });
        let (status, refused) = server.post("/webhooks", &ada, request).await;
        assert_eq!((status, &refused["key"]), (422, &json!("bad-url")), "{url}");
    }
}

#[tokio::test]
async fn hosts_that_the_operator_allows_are_called_and_no_others() {
    let mut receiver = Receiver::start().await;
    let allowed = receiver.url.trim_start_matches("http://").trim_end_matches("/hook").to_owned();
    let store: Arc<dyn Store> = Arc::new(Memory::default());
    let hosts = vec![WebhookHost::new(&allowed).unwrap()];
    let environment = Environment::simulated(|| 1_000_000, 7).with_poster(Arc::new(HttpPoster::new(hosts)));
    let services = Services::open(Arc::clone(&store), environment, None).await.unwrap();
    let server = TestServer::of_services(services, store);
    let (ada, bob) = (account(&server, "Ada").await, account(&server, "Bob").await);
    let (_, secret) = add(&server, &bob, &receiver.url, &["challenge"]).await;
    let me = server.id_of(&bob).await;
    assert_eq!(server.post("/games", &ada, challenge(&me)).await.0, 201);
    assert_eq!(receiver.next(&secret).await["notice"], "challenge");
    let other = Receiver::start().await;
    for url in [other.url.as_str(), "http://127.0.0.1/hook", "http://example.org/"] {
        let request = json!({ "url": url, "notices": ["my-turn"], "password": crate::accounts::PASSWORD });
        let (status, refused) = server.post("/webhooks", &bob, request).await;
        assert_eq!((status, &refused["key"]), (422, &json!("bad-url")), "{url}");
    }
}
