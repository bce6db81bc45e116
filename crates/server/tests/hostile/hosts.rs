//! DNS rebinding: foreign Host and Origin headers.

use super::server::{ATTACKER, Server, answer, connect, status};
use ludoteca_server::{Limits, State};

const SITE: &str = "https://games.example.org";

async fn ask(server: &Server, lines: &str) -> u16 {
    status(&mut connect(ATTACKER, server.address).await, lines).await
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_are_not_ours_are_not_answered() {
    for site in [None, Some(SITE)] {
        let server = Server::start_at(Limits::default(), site, |state| state).await;
        for host in ["evil.example", "evil.example:7878", "localhost.evil.example", "127.0.0.1.nip.io"] {
            for path in ["/", "/health", "/metrics", "/api/v1/games", "/assets/none.js"] {
                let got = ask(&server, &format!("GET {path} HTTP/1.1\nhost: {host}")).await;
                assert_eq!(got, 421, "{site:?}: {path} at {host}");
            }
            let post = format!(
                "POST /api/v1/guests HTTP/1.1\nhost: {host}\norigin: http://{host}\ncontent-length: 0"
            );
            assert_eq!(ask(&server, &post).await, 421, "{host}");
            let socket = format!(
                "GET /api/v1/socket HTTP/1.1\nhost: {host}\norigin: http://{host}\nconnection: upgrade\nupgrade: websocket\n\
                 sec-websocket-version: 13\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA=="
            );
            assert_eq!(ask(&server, &socket).await, 421, "{host}");
        }
        let twice = "GET /health HTTP/1.1\nhost: localhost\nhost: evil.example";
        assert_eq!(ask(&server, twice).await, 400);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_local_network_every_usual_name_works() {
    let site = Some(SITE);
    let more = |state: State| state.with_hosts(["box.tailnet.example".to_owned()]);
    let server = Server::start_at(Limits::default(), site, more).await;
    for host in [
        "127.0.0.1:7878",
        "[::1]:7878",
        "192.168.1.5",
        "localhost:7878",
        "pi",
        "pi.local:7878",
        "pi.lan",
        "games.example.org",
        "GAMES.example.org:443",
        "box.tailnet.example:7878",
    ] {
        let got = ask(&server, &format!("GET /api/v1/games HTTP/1.1\nhost: {host}")).await;
        assert_eq!(got, 200, "{host}");
        let scheme = if host.to_lowercase().starts_with("games") { "https" } else { "http" };
        let post = format!(
            "POST /api/v1/guests HTTP/1.1\nhost: {host}\norigin: {scheme}://{host}\ncontent-length: 0"
        );
        assert_eq!(ask(&server, &post).await, 201, "{host}");
    }
    assert_eq!(ask(&server, "GET /health HTTP/1.0").await, 200, "HTTP/1.0 has no Host");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_scheme_of_an_origin_counts() {
    let server = Server::start_at(Limits::default(), Some(SITE), |state| state).await;
    let post = async |lines: &str| {
        ask(&server, &format!("POST /api/v1/guests HTTP/1.1\ncontent-length: 0\n{lines}")).await
    };
    for (lines, expected) in [
        ("host: games.example.org\norigin: https://games.example.org", 201),
        ("host: games.example.org\norigin: http://games.example.org", 403),
        ("host: games.example.org\norigin: x://games.example.org", 403),
        ("host: games.example.org\norigin: http://games.example.org\nx-forwarded-proto: http", 403),
        // A proxy that sends another Host.
        ("host: node-1:7878\norigin: https://games.example.org", 201),
        ("host: house\norigin: http://house", 201),
        ("host: house\norigin: x://house", 403),
        ("host: house\norigin: http://house\nx-forwarded-proto: https", 403),
        ("host: house\norigin: https://house\nx-forwarded-proto: https", 201),
        ("host: house\norigin: https://house\nx-forwarded-proto: http", 403),
        ("host: house\norigin: null", 403),
    ] {
        assert_eq!(post(lines).await, expected, "{lines}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_are_for_this_machine_under_its_own_name() {
    for server in [
        Server::start(Limits::default(), |state| state).await,
        Server::start(Limits::default(), State::behind_proxy).await,
    ] {
        let metrics = async |lines: &str| ask(&server, &format!("GET /metrics HTTP/1.1\n{lines}")).await;
        for host in ["localhost", "127.0.0.1:7878", "[::1]:7878"] {
            assert_eq!(metrics(&format!("host: {host}")).await, 200, "{host}");
            for forwarding in [
                "x-forwarded-for: 127.0.0.1",
                "x-forwarded-host: x",
                "x-real-ip: 127.0.0.1",
                "via: 1.1 proxy",
                "forwarded: for=127.0.0.1",
                "cf-connecting-ip: 127.0.0.1",
            ] {
                assert_eq!(metrics(&format!("host: {host}\n{forwarding}")).await, 403, "{forwarding}");
            }
        }
        for host in ["house", "192.168.1.5", "pi.local"] {
            assert_eq!(metrics(&format!("host: {host}")).await, 403, "{host}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_with_tls_is_used_with_tls_alone() {
    for (site, expected) in [(Some(SITE), true), (Some("http://games.example.org"), false), (None, false)] {
        let server = Server::start_at(Limits::default(), site, |state| state).await;
        for path in ["/", "/api/v1/games", "/health", "/no.js"] {
            let mut stream = connect(ATTACKER, server.address).await;
            let head = answer(&mut stream, &format!("GET {path} HTTP/1.1\nhost: localhost")).await;
            let has = head.contains("strict-transport-security: max-age=31536000");
            assert_eq!(has, expected, "{site:?} {path}: {head}");
        }
    }
}
