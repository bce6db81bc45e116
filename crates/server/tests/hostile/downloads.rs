//! Archive dumps that are requested in parallel and never read.

use axum::{
    Router,
    body::Body,
    http::{Request, Response, header},
};
use http_body_util::BodyExt;
use ludoteca_server::{Page, RequestLimits, State, app};
use ludoteca_service::{Environment, Services};
use ludoteca_store::Memory;
use serde_json::Value;
use std::sync::Arc;
use tower::ServiceExt;

async fn server() -> Router {
    let services = Services::open(Arc::new(Memory::default()), Environment::real(), None).await.unwrap();
    let page = Page::new([("index.html".to_owned(), "page".into())]);
    app(State::new(page)
        .with_services(services)
        .with_request_limits(&RequestLimits::default())
        .behind_proxy())
}

async fn get(server: &Router, from: &str, path: &str, accept: &str) -> Response<Body> {
    let request = Request::builder().uri(format!("/api/v1{path}")).header(header::HOST, "house");
    let request = request.header("x-forwarded-for", from).header(header::ACCEPT, accept);
    server.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
}

#[tokio::test]
async fn dumps_are_few_at_the_same_time() {
    let server = server().await;
    for form in ["jsonl.zst", "records.zst", "jsonl", "records"] {
        let dump = async |from| get(&server, from, &format!("/archive/dump/{form}"), "*/*").await;
        let first = dump("192.0.2.1").await;
        assert_eq!(first.status(), 200, "{form}");
        let refused = dump("192.0.2.1").await;
        assert_eq!(refused.status(), 429, "{form}: a second one of an address");
        let wait: u64 = refused.headers()[header::RETRY_AFTER].to_str().unwrap().parse().unwrap();
        let body = refused.into_body().collect().await.unwrap().to_bytes();
        let problem: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!((&problem["ratelimit"]["key"], &problem["key"]), (&"dumps".into(), &"slower".into()));
        assert!((1..=60).contains(&wait), "{wait}");
        let second = dump("192.0.2.2").await;
        assert_eq!(second.status(), 200, "{form}");
        assert_eq!(dump("192.0.2.3").await.status(), 429, "{form}: a third one in all");
        drop(first);
        let third = dump("192.0.2.3").await;
        assert_eq!(third.status(), 200, "{form}: a place is free");
        // A dump that is read to its end releases its place as well.
        third.into_body().collect().await.unwrap();
        assert_eq!(dump("192.0.2.3").await.status(), 200, "{form}");
        drop(second);
    }
}

#[tokio::test]
async fn streamed_lists_are_few_and_pages_are_not_counted() {
    let server = server().await;
    let mut held = Vec::new();
    for kind in ["text/plain", "application/x-ndjson"] {
        let list = get(&server, "192.0.2.1", "/archive", kind).await;
        assert_eq!(list.status(), 200);
        held.push(list);
    }
    assert_eq!(get(&server, "192.0.2.1", "/archive", "text/plain").await.status(), 429);
    for _ in 0..20 {
        let page = get(&server, "192.0.2.1", "/archive", "application/json").await;
        assert_eq!(page.status(), 200);
        held.push(page);
    }
    assert_eq!(get(&server, "192.0.2.2", "/archive", "text/plain").await.status(), 200);
    assert_eq!(get(&server, "192.0.2.1", "/archive/dump/jsonl", "*/*").await.status(), 200, "another kind");
}
