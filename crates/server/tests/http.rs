//! The responses of the router, called without a socket.

use crate::test_server::TestServer;
use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, Method, Request, StatusCode, header},
};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use http_body_util::BodyExt;
use ludoteca_server::{Page, State, app};
use std::io::{Read, Write};
use tower::ServiceExt;

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

impl Answer {
    fn header(&self, name: impl header::AsHeaderName) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

fn page() -> Page {
    let files = [
        ("index.html", "<!doctype html>index"),
        ("index.html.br", "BR index"),
        ("sw.js", "worker"),
        ("manifest.webmanifest", "{}"),
        ("icon.svg", "<svg/>"),
        ("assets/main-4fG7_x.js", "script"),
        ("assets/main-4fG7_x.js.br", "BR script"),
        ("assets/main-4fG7_x.js.gz", "GZ script"),
        ("assets/rules-1.wasm", "wasm"),
        ("assets/rules-1.wasm.gz", "GZ wasm"),
        ("docs/index.html", "contents"),
        ("docs/hosting.html", "hosting"),
        ("docs/hosting.html.br", "BR hosting"),
        ("docs/book.css", "style"),
    ];
    Page::new(files.map(|(path, text)| (path.to_owned(), Bytes::from(text))))
}

async fn ask_page(page: Page, method: Method, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = app(State::new(page)).oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let (parts, body) = response.into_parts();
    Answer { status: parts.status, headers: parts.headers, body: body.collect().await.unwrap().to_bytes() }
}

async fn get(path: &str, headers: &[(&str, &str)]) -> Answer {
    ask_page(page(), Method::GET, path, headers).await
}

#[tokio::test]
async fn files_come_in_the_form_that_is_wanted() {
    const SCRIPT: &str = "/assets/main-4fG7_x.js";
    for (path, request, encoding, body) in [
        (SCRIPT, "gzip, deflate, br", "br", "BR script"),
        (SCRIPT, "br;q=0.1, gzip;q=0.2", "gzip", "GZ script"),
        (SCRIPT, "zstd", "", "script"),
        (SCRIPT, "\"'&;;q=,,=%00", "", "script"),
        ("/assets/rules-1.wasm", "br, gzip", "gzip", "GZ wasm"),
        ("/icon.svg", "br, gzip", "", "<svg/>"),
    ] {
        let answer = get(path, &[("accept-encoding", request)]).await;
        assert_eq!((answer.status, &answer.body[..]), (StatusCode::OK, body.as_bytes()), "{path} {request}");
        assert_eq!(answer.header(header::CONTENT_ENCODING), encoding);
        assert_eq!(answer.header(header::VARY), "accept-encoding");
        assert_eq!(answer.header(header::CONTENT_LENGTH), body.len().to_string());
    }
    assert_eq!(get(SCRIPT, &[]).await.body, "script");
}

#[tokio::test]
async fn files_have_content_type_and_cache_headers() {
    let forever = "public, max-age=31536000, immutable";
    for (path, kind, caching) in [
        ("/", "text/html; charset=utf-8", "no-cache"),
        ("/index.html", "text/html; charset=utf-8", "no-cache"),
        ("/sw.js", "text/javascript; charset=utf-8", "no-cache"),
        ("/manifest.webmanifest", "application/manifest+json", "no-cache"),
        ("/icon.svg", "image/svg+xml", "no-cache"),
        ("/assets/main-4fG7_x.js", "text/javascript; charset=utf-8", forever),
        ("/assets/rules-1.wasm", "application/wasm", forever),
    ] {
        let answer = get(path, &[]).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert_eq!(answer.header(header::CONTENT_TYPE), kind, "{path}");
        assert_eq!(answer.header(header::CACHE_CONTROL), caching, "{path}");
    }
}

#[tokio::test]
async fn files_stored_compressed_are_unpacked_for_clients_that_want_no_compression() {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(b"the notices").unwrap();
    let gzip = Bytes::from(gzip.finish().unwrap());
    let page = || {
        Page::new([
            ("index.html".to_owned(), Bytes::from("index")),
            ("licences.txt.gz".to_owned(), gzip.clone()),
            ("licences.txt.br".to_owned(), Bytes::from("BR notices")),
        ])
    };
    assert_eq!(page().licences(), Some("the notices"));
    let mut tags = Vec::new();
    for (accepted, encoding, body) in
        [("", "", &b"the notices"[..]), ("gzip", "gzip", &gzip), ("br, gzip", "br", b"BR notices")]
    {
        let accepted = [("accept-encoding", accepted)];
        let answer = ask_page(page(), Method::GET, "/licences.txt", &accepted).await;
        assert_eq!((answer.header(header::CONTENT_ENCODING), &answer.body[..]), (encoding, body));
        assert_eq!(answer.header(header::CONTENT_TYPE), "text/plain; charset=utf-8");
        tags.push(answer.header(header::ETAG).to_owned());
    }
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 3, "every form has its tag: {tags:?}");
}

#[tokio::test]
async fn cached_files_are_not_sent_again() {
    let first = get("/", &[("accept-encoding", "br")]).await;
    let tag = first.header(header::ETAG).to_owned();
    assert!(tag.starts_with('"') && tag.ends_with('"') && tag.len() > 10, "a strong tag: {tag}");
    let weak = format!("\"other\", W/{tag}");
    for known in [tag.as_str(), weak.as_str(), "*"] {
        let again = get("/squadro", &[("accept-encoding", "br"), ("if-none-match", known)]).await;
        assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0), "{known}");
        assert_eq!(again.header(header::ETAG), tag);
        assert_eq!(again.header(header::CACHE_CONTROL), "no-cache");
        assert_eq!(again.header(header::VARY), "accept-encoding");
    }
    // Another encoding has another tag, and so has another file.
    assert_eq!(get("/", &[("if-none-match", &tag)]).await.status, StatusCode::OK);
    assert_eq!(
        get("/", &[("accept-encoding", "br"), ("if-none-match", "\"x\"")]).await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn paths_of_the_page_lead_to_the_page() {
    for path in [
        "/",
        "/squadro",
        "/one-piece-for-two/rules",
        "/g/7f3aK_-",
        "/games",
        "/settings?x=1.2",
        "//",
        "/a%20b/%C3%A9",
        "/assets",
    ] {
        let answer = get(path, &[]).await;
        assert_eq!(
            (answer.status, &answer.body[..]),
            (StatusCode::OK, &b"<!doctype html>index"[..]),
            "{path}"
        );
    }
}

#[tokio::test]
async fn the_book_has_paths_of_its_own() {
    for (path, body) in [
        ("/docs", "contents"),
        ("/docs/", "contents"),
        ("/docs/hosting", "hosting"),
        ("/docs/hosting?from=page", "hosting"),
        ("/docs/book.css", "style"),
        ("/docsy", "<!doctype html>index"),
    ] {
        let answer = get(path, &[]).await;
        assert_eq!((answer.status, &answer.body[..]), (StatusCode::OK, body.as_bytes()), "{path}");
    }
    let answer = get("/docs/hosting", &[("accept-encoding", "br")]).await;
    assert_eq!(answer.body, "BR hosting");
    assert_eq!(answer.header(header::CONTENT_TYPE), "text/html; charset=utf-8");
    for path in ["/docs/nothing", "/docs/hosting/", "/docs/hosting/x", "/docs/../index", "/docs//"] {
        assert_eq!(get(path, &[]).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn unknown_paths_are_not_found() {
    for path in [
        "/favicon.ico",
        "/assets/main-old.js",
        "/assets/main-4fG7_x.js.br",
        "/assets/main-4fG7_x.js/",
        "/assets/../index.html",
        "/../../etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/%2E%2e/%2e%2e/etc/passwd",
        "/.git/config",
        "/..\\..\\windows",
        "/index.html%00",
    ] {
        let answer = get(path, &[]).await;
        assert_eq!((answer.status, &answer.body[..]), (StatusCode::NOT_FOUND, &b"not found\n"[..]), "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
    }
}

#[tokio::test]
async fn only_get_and_head() {
    for path in ["/", "/health", "/assets/main-4fG7_x.js", "/nothing.txt"] {
        for method in
            [Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS, Method::PATCH, Method::TRACE]
        {
            let answer = ask_page(page(), method.clone(), path, &[]).await;
            assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
            assert_eq!(answer.header(header::ALLOW), "GET,HEAD");
            assert!(!answer.header(header::CONTENT_SECURITY_POLICY).is_empty());
        }
    }
    let answer = ask_page(page(), Method::HEAD, "/assets/main-4fG7_x.js", &[("accept-encoding", "br")]).await;
    assert_eq!((answer.status, answer.body.len()), (StatusCode::OK, 0));
    assert_eq!(answer.header(header::CONTENT_LENGTH), "9");
    assert_eq!(answer.header(header::CONTENT_ENCODING), "br");
    assert_eq!(ask_page(page(), Method::HEAD, "/no.js", &[]).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn unknown_paths_of_the_api_are_problem_documents() {
    for (method, path, status, title, detail) in [
        (Method::GET, "/api", 404, "Not found", "there is nothing at /api"),
        (Method::GET, "/api/", 404, "Not found", "there is nothing at /api/"),
        (Method::GET, "/api/v1/chess?x=y", 404, "Not found", "there is nothing at /api/v1/chess"),
        (Method::POST, "/api/v2/%3Cb%3E", 404, "Not found", "there is nothing at /api/v2/%3Cb%3E"),
        (
            Method::GET,
            "/api/v1/squadro/table/",
            404,
            "Not found",
            "there is nothing at /api/v1/squadro/table/",
        ),
        (
            Method::POST,
            "/api/v1/me/games",
            405,
            "Method not allowed",
            "POST is not supported at /api/v1/me/games: see the Allow header",
        ),
    ] {
        let answer = ask_page(page(), method, path, &[]).await;
        assert_eq!(answer.status, status, "{path}");
        assert_eq!(answer.header(header::CONTENT_TYPE), "application/problem+json", "{path}");
        assert_eq!(answer.header(header::CACHE_CONTROL), "no-store");
        assert_eq!(answer.header(header::ALLOW), if status == 405 { "GET,HEAD" } else { "" }, "{path}");
        let body: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
        let key = if status == 405 { "method-not-allowed" } else { "not-found" };
        let expected = serde_json::json!({ "title": title, "status": status, "key": key, "detail": detail });
        assert_eq!(body, expected);
    }
    // Only that folder is the API's.
    assert_eq!(get("/apiary", &[]).await.body, "<!doctype html>index");
}

#[tokio::test]
async fn every_answer_is_secured() {
    let (get, head, post) = (Method::GET, Method::HEAD, Method::POST);
    for (method, path, headers, status) in [
        (&get, "/", &[][..], 200),
        (&head, "/", &[], 200),
        (&get, "/squadro", &[("if-none-match", "*")], 304),
        (&get, "/sw.js", &[], 200),
        (&get, "/health", &[], 200),
        (&get, "/no.js", &[], 404),
        (&get, "/api/v1/nothing", &[], 404),
        (&get, "/api/v1/squadro/table", &[], 404),
        (&post, "/", &[], 405),
        (&post, "/sw.js", &[], 405),
        (&post, "/health", &[], 405),
        (&post, "/api/v1/me", &[], 405),
    ] {
        let answer = ask_page(page(), method.clone(), path, headers).await;
        assert_eq!(answer.status, status, "{method} {path}");
        let policy = answer.header(header::CONTENT_SECURITY_POLICY);
        assert!(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
        assert!(
            !policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'") && !policy.contains("  ")
        );
        for (name, value) in [
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-embedder-policy", "require-corp"),
            ("cross-origin-resource-policy", "same-origin"),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
        ] {
            assert_eq!(answer.header(name), value, "{method} {path}");
        }
        assert!(answer.header("permissions-policy").contains("camera=()"));
    }
}

#[tokio::test]
async fn health_reports_the_version_and_the_page() {
    let answer = get("/health", &[]).await;
    let expected = concat!(
        "{\"status\":\"ok\",\"version\":\"",
        env!("CARGO_PKG_VERSION"),
        "\",\"page\":true,\"squadroTable\":false}\n"
    );
    assert_eq!((answer.status, &answer.body[..]), (StatusCode::OK, expected.as_bytes()));
    assert_eq!(answer.header(header::CONTENT_TYPE), "application/json");
    assert_eq!(answer.header(header::CACHE_CONTROL), "no-store");
}

#[tokio::test]
async fn without_a_page_it_says_how_to_build_one() {
    let none = || Page::new([]);
    let answer = ask_page(none(), Method::GET, "/squadro", &[("accept-encoding", "br")]).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert!(String::from_utf8_lossy(&answer.body).contains("cargo xtask serve"));
    let health = ask_page(none(), Method::GET, "/health", &[]).await;
    assert!(String::from_utf8_lossy(&health.body).contains("\"page\":false"));
    assert_eq!(ask_page(none(), Method::GET, "/main.js", &[]).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn only_embeds_may_be_shown_inside_others() {
    let embeds =
        ["/embed/peak/ddlldd/llddll/ddlldd/llddll/ddlldd/llddll_l_-", "/embed/g/k2vq8mzt4wpc?theme=dark"];
    let others = [
        "/",
        "/peak",
        "/embedded",
        "/embed",
        "/g/k2vq8mzt4wpc",
        "/g/embed/",
        "/account",
        "/moderation",
        "/@Ada",
        "/sw.js",
        "/assets/main-4fG7_x.js",
        "/health",
        "/api/v1",
        "/api/v1/games/k2vq8mzt4wpc",
        "/nothing.html",
    ];
    let embeds = embeds.map(|path| (path, "frame-ancestors *", "cross-origin"));
    let others = others.map(|path| (path, "frame-ancestors 'none'", "same-origin"));
    for (path, ancestors, resources) in embeds.into_iter().chain(others) {
        let answer = get(path, &[]).await;
        let policy = answer.header(header::CONTENT_SECURITY_POLICY);
        assert!(policy.ends_with(ancestors), "{path}: {policy}");
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';")
        );
        assert_eq!(answer.header("cross-origin-resource-policy"), resources, "{path}");
    }
}

#[tokio::test]
async fn a_dot_in_a_position_makes_no_file_of_its_path() {
    for path in [
        "/peak/editor/....../llddll/ddlldd/llddll/ddlldd/llddll_l_-",
        "/peak/analysis/....../llddll/ddlldd/llddll/ddlldd/llddll_l_-",
        "/number-one/editor/%2Eo_a_-_-",
        "/embed/peak/....../llddll/ddlldd/llddll/ddlldd/ll.dll_l_-",
    ] {
        let answer = get(path, &[]).await;
        assert_eq!(
            (answer.status, &answer.body[..]),
            (StatusCode::OK, &b"<!doctype html>index"[..]),
            "{path}"
        );
    }
}

#[tokio::test]
async fn third_party_notices_come_with_the_page() {
    let built = [("index.html", "index"), ("licences.txt", "the notices")];
    let built = Page::new(built.map(|(path, text)| (path.to_owned(), Bytes::from(text))));
    assert_eq!(built.licences(), Some("the notices"));
    let answer = ask_page(built, Method::GET, "/licences.txt", &[]).await;
    assert_eq!((answer.status, &answer.body[..]), (StatusCode::OK, &b"the notices"[..]));
    assert_eq!(answer.header(header::CONTENT_TYPE), "text/plain; charset=utf-8");
    assert_eq!(Page::new([]).licences(), None);
    let answer = ask_page(Page::new([]), Method::GET, "/licences.txt", &[]).await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn large_answers_of_the_api_are_compressed() {
    const DOCUMENT: &str = "/api/v1/openapi.json";
    let accepted = [("accept-encoding", "br, gzip;q=0.5")];
    let plain = get(DOCUMENT, &[]).await;
    let packed = get(DOCUMENT, &accepted).await;
    assert_eq!(
        (plain.header(header::CONTENT_ENCODING), packed.header(header::CONTENT_ENCODING)),
        ("", "gzip")
    );
    for answer in [&plain, &packed] {
        assert_eq!(answer.header(header::VARY), "accept-encoding");
        assert_eq!(answer.header(header::CONTENT_TYPE), "application/json");
        assert_eq!(answer.header(header::X_CONTENT_TYPE_OPTIONS), "nosniff");
    }
    assert!(packed.body.len() * 5 < plain.body.len(), "{} {}", packed.body.len(), plain.body.len());
    let mut unpacked = Vec::new();
    GzDecoder::new(&packed.body[..]).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, plain.body);
    let small = get("/api/v1/nothing", &accepted).await;
    assert_eq!((small.status.as_u16(), small.header(header::CONTENT_ENCODING)), (404, ""));
}

/// A line must not wait in a compressor for those after it.
#[tokio::test]
async fn streams_are_not_compressed() {
    let server = TestServer::open_in_memory().await;
    for (path, accept) in [("/lobby/events", "*/*"), ("/archive", "application/x-ndjson")] {
        let request = Request::builder().uri(format!("/api/v1{path}")).header(header::HOST, "house");
        let request = request.header(header::ACCEPT, accept).header(header::ACCEPT_ENCODING, "gzip");
        let response = server.app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        assert_eq!(response.headers().get(header::CONTENT_ENCODING), None, "{path}");
    }
}
