//! Checks the host names under which the server is addressed. A page of another site can point its own name
//! at this machine (DNS rebinding) and would then be of the same origin; its requests still carry that name
//! in `Host`.

use crate::{State, api::refused, problem::problem};
use axum::{
    extract::{self, Request},
    http::{HeaderMap, header, uri::Authority},
    middleware::Next,
    response::Response,
};
use std::net::IpAddr;

/// Top-level names that the public DNS never resolves.
const LOCAL: [&str; 8] =
    [".localhost", ".local", ".lan", ".home", ".internal", ".home.arpa", ".localdomain", ".test"];

/// Rejects requests for host names that are not the server's.
pub(crate) async fn check_host(
    extract::State(state): extract::State<State>,
    request: Request,
    next: Next,
) -> Response {
    match read(request.headers()) {
        Host::None => next.run(request).await,
        Host::Name(name) if is_known(&name, &state) => next.run(request).await,
        Host::Name(name) => {
            let at = state.site().map_or(String::new(), |site| format!(": open {}", site.origin()));
            let detail = format!(
                "this server is not known as {:?}{at} (the operator adds names with --site or --hosts)",
                name.chars().take(80).collect::<String>()
            );
            refused(problem(421, "unknown-host", detail))
        }
        Host::Malformed => {
            refused(problem(400, "bad-host", "the Host header must be a single name or address"))
        }
    }
}

/// Whether the request addresses this machine by a loopback name or address.
pub(crate) fn is_loopback(headers: &HeaderMap) -> bool {
    match read(headers) {
        Host::Name(name) => match name.parse::<IpAddr>() {
            Ok(address) => address.to_canonical().is_loopback(),
            Err(_) => name == "localhost" || name.ends_with(".localhost"),
        },
        Host::None | Host::Malformed => false,
    }
}

#[derive(PartialEq, Eq, Debug)]
enum Host {
    /// Only possible in HTTP/1.0; browsers always send one.
    None,
    /// In lower case, without port, brackets and trailing dot.
    Name(String),
    Malformed,
}

fn read(headers: &HeaderMap) -> Host {
    let mut all = headers.get_all(header::HOST).iter();
    let Some(first) = all.next() else { return Host::None };
    let authority = first.to_str().ok().and_then(|text| text.parse::<Authority>().ok());
    match authority.filter(|authority| all.next().is_none() && !authority.as_str().contains('@')) {
        Some(authority) => {
            let name = authority.host().trim_start_matches('[').trim_end_matches(']');
            Host::Name(name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase())
        }
        None => Host::Malformed,
    }
}

fn is_known(name: &str, state: &State) -> bool {
    let is_local = !name.contains('.') || LOCAL.iter().any(|end| name.ends_with(end));
    is_local
        || name.parse::<IpAddr>().is_ok()
        || state.site().is_some_and(|site| site.host().eq_ignore_ascii_case(name))
        || state.hosts.iter().any(|own| own == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Page;
    use axum::http::HeaderValue;

    fn headers(hosts: &[&'static str]) -> HeaderMap {
        let hosts = hosts.iter().map(|host| (header::HOST, HeaderValue::from_static(host)));
        hosts.collect()
    }

    #[test]
    fn hosts_are_read_without_port_and_case() {
        let name = |text: &str| Host::Name(text.to_owned());
        for (host, expected) in [
            ("Games.Example.org:443", name("games.example.org")),
            ("games.example.org.", name("games.example.org")),
            ("[2001:db8::1]:7878", name("2001:db8::1")),
            ("127.0.0.1:7878", name("127.0.0.1")),
            ("house", name("house")),
            ("ada@house", Host::Malformed),
            ("a b", Host::Malformed),
            ("", Host::Malformed),
        ] {
            assert_eq!(read(&headers(&[host])), expected, "{host}");
        }
        assert_eq!(read(&headers(&[])), Host::None);
        assert_eq!(read(&headers(&["house", "evil.example"])), Host::Malformed);
    }

    #[test]
    fn only_names_that_cannot_be_of_another_site_are_known() {
        let state = State::new(Page::new([])).with_hosts(["Games.Example.org".to_owned()]);
        let known = |name| is_known(name, &state);
        for name in [
            "localhost",
            "house",
            "house.local",
            "box.lan",
            "pi.home.arpa",
            "192.168.1.5",
            "203.0.113.9",
            "2001:db8::1",
            "games.example.org",
        ] {
            assert!(known(name), "{name}");
        }
        for name in
            ["evil.example", "example.org", "localhost.evil.example", "192.168.1.5.nip.io", "local.com"]
        {
            assert!(!known(name), "{name}");
        }
    }

    #[test]
    fn loopback_is_a_name_or_an_address() {
        for (host, expected) in [
            ("localhost:7878", true),
            ("127.0.0.1", true),
            ("[::1]:80", true),
            ("[::ffff:127.0.0.1]", true),
            ("house", false),
            ("192.168.1.5", false),
            ("localhost.evil.example", false),
        ] {
            assert_eq!(is_loopback(&headers(&[host])), expected, "{host}");
        }
        assert!(!is_loopback(&headers(&[])));
    }
}
