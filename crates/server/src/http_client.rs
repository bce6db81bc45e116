//! HTTP calls to addresses that users have entered: push services and webhooks. To keep such an address from
//! reaching our own network, only public addresses are called, only over TLS, and redirects are not followed.

use crate::hub::{CallOutcome, Poster, Purpose};
use async_trait::async_trait;
use axum::{
    body::Body,
    http::{Request, Uri, header},
};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use std::{
    fmt, io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpStream, lookup_host},
    time::timeout,
};
use tokio_rustls::{
    TlsConnector,
    rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName},
};

/// Time limit for a call, from the DNS lookup to the answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest accepted address, in bytes.
const LONGEST: usize = 2000;
/// Answers with a longer head are treated as no answer; the rest is not read.
const MAX_HEAD_LENGTH: usize = 16 * 1024;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AllowedTargets {
    /// Public addresses, over TLS.
    Public,
    /// Also this machine, without TLS: for tests.
    AlsoThisMachine,
}

/// A host outside the public internet that the operator allows webhooks to call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WebhookHost {
    host: String,
    port: Option<u16>,
}

impl WebhookHost {
    /// Parses a name or address, with an optional port: `bots.lan`, `192.168.1.5:8080`, `[fd00::5]`. Without
    /// a port, all ports are allowed.
    ///
    /// # Errors
    /// With a description of the problem.
    pub fn new(text: &str) -> Result<WebhookHost, String> {
        let wrong = || format!("the host {text:?} must look like bots.lan, bots.lan:8080 or 192.168.1.5");
        let uri: Uri = format!("http://{text}/").parse().map_err(|_| wrong())?;
        let authority = uri.authority().ok_or_else(wrong)?.as_str();
        let host = bare_host(&uri).ok_or_else(wrong)?;
        let is_host = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '.' | '-' | '_' | ':');
        let is_bare = authority == text && !text.contains('@');
        if !is_bare || host.is_empty() || !host.chars().all(is_host) {
            return Err(wrong());
        }
        let port = port(&uri).map_err(|()| wrong())?;
        Ok(WebhookHost { host, port })
    }

    fn is(&self, host: &str, port: u16) -> bool {
        self.host == host && self.port.is_none_or(|allowed| allowed == port)
    }
}

/// The host of an address, without the brackets of IPv6.
fn bare_host(uri: &Uri) -> Option<String> {
    Some(uri.host()?.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase())
}

/// The port of an address, if it has one; an impossible port, such as 0 or 99999, is an error.
fn port(uri: &Uri) -> Result<Option<u16>, ()> {
    let authority = uri.authority().ok_or(())?.as_str();
    let after_host = authority.rsplit_once(']').map_or(authority, |(_, rest)| rest);
    match after_host.rsplit_once(':') {
        None => Ok(None),
        Some((_, port)) => port.parse().ok().filter(|port| *port != 0).map(Some).ok_or(()),
    }
}

/// An address that messages are sent to.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Endpoint {
    host: String,
    port: u16,
    encrypted: bool,
    path: String,
    /// Allowed by the operator, even if it is not public.
    allowed: bool,
}

impl Endpoint {
    /// Parses an address and checks that it may be called.
    fn read(text: &str, reach: AllowedTargets) -> Option<Endpoint> {
        Endpoint::read_with(text, reach, &[])
    }

    /// Like `read`, but these hosts may be called wherever they are, and without TLS.
    fn read_with(text: &str, reach: AllowedTargets, hosts: &[WebhookHost]) -> Option<Endpoint> {
        let uri: Uri = text.parse().ok().filter(|_| text.len() <= LONGEST)?;
        // Credentials in the address are not supported.
        if uri.authority()?.as_str().contains('@') {
            return None;
        }
        let encrypted = match uri.scheme_str()? {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        let host = bare_host(&uri)?;
        let port = port(&uri).ok()?.unwrap_or(if encrypted { 443 } else { 80 });
        let allowed = hosts.iter().any(|known| known.is(&host, port));
        if !encrypted && !allowed && reach != AllowedTargets::AlsoThisMachine {
            return None;
        }
        let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        let endpoint = Endpoint { host, port, encrypted, path, allowed };
        match endpoint.host.parse::<IpAddr>() {
            Ok(address) if !endpoint.may_be_at(address, reach) => None,
            _ => Some(endpoint),
        }
    }

    /// Parses an address that is being registered. Without a DNS lookup this can only reject names that never
    /// may be called, such as `localhost`.
    fn read_new(text: &str, reach: AllowedTargets) -> Option<Endpoint> {
        Endpoint::read(text, reach)
            .filter(|endpoint| reach != AllowedTargets::Public || !is_local_name(&endpoint.host))
    }

    /// Scheme, host and port: the audience of a VAPID token.
    fn service(&self) -> String {
        let scheme = if self.encrypted { "https" } else { "http" };
        let host = self.authority();
        format!("{scheme}://{host}")
    }

    fn authority(&self) -> String {
        let host = match self.host.contains(':') {
            true => format!("[{}]", self.host),
            false => self.host.clone(),
        };
        match (self.encrypted, self.port) {
            (true, 443) | (false, 80) => host,
            (_, port) => format!("{host}:{port}"),
        }
    }

    /// Resolves the host to an address that may be called. The connection uses this very address, so that a
    /// second lookup cannot lead elsewhere (DNS rebinding).
    async fn address(&self, reach: AllowedTargets) -> io::Result<SocketAddr> {
        let mut found = lookup_host((self.host.as_str(), self.port)).await?;
        let public = found.find(|address| self.may_be_at(address.ip(), reach));
        public.ok_or_else(|| io::Error::new(io::ErrorKind::PermissionDenied, "it has no public address"))
    }

    fn may_be_at(&self, address: IpAddr, reach: AllowedTargets) -> bool {
        if self.allowed {
            return !address.is_unspecified() && !address.is_multicast();
        }
        match reach {
            AllowedTargets::AlsoThisMachine if address.is_loopback() => true,
            _ => self.encrypted && is_public(address),
        }
    }
}

/// Whether a name can only mean this machine or one in its network: `localhost`, the names reserved for local
/// use, and names of one word. All other names are checked once they are resolved.
fn is_local_name(host: &str) -> bool {
    if host.parse::<IpAddr>().is_ok() {
        return false;
    }
    let name = host.trim_end_matches('.').to_ascii_lowercase();
    let last = name.rsplit('.').next().unwrap_or_default();
    !name.contains('.') || matches!(last, "localhost" | "local" | "internal" | "lan" | "test" | "invalid")
}

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(inside) => is_public_v4(inside),
            None => is_public_v6(address),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast();
    let others = a == 0
        || a >= 240
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        // Formerly the 6to4 relay anycast, now unassigned.
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (18..20).contains(&b));
    !special && !others
}

/// Global unicast (2000::/3), without documentation ranges and ranges that embed an IPv4 address.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let world = (0x2000..0x4000).contains(&first);
    let special = (first == 0x2001 && (second < 0x200 || second == 0xdb8)) || first == 0x2002;
    world && !special && first != 0x3fff
}

/// Posts messages to user-supplied addresses.
pub struct HttpPoster {
    tls: TlsConnector,
    reach: AllowedTargets,
    /// Additional hosts that webhooks may call.
    hosts: Vec<WebhookHost>,
}

impl fmt::Debug for HttpPoster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Poster").field("reach", &self.reach).finish_non_exhaustive()
    }
}

#[async_trait]
impl Poster for HttpPoster {
    fn origin(&self, purpose: Purpose, url: &str) -> Option<String> {
        let endpoint = match purpose {
            Purpose::Push => Endpoint::read_new(url, self.reach),
            Purpose::Webhook => self.webhook(url),
        };
        endpoint.map(|endpoint| endpoint.service())
    }

    async fn post(
        &self,
        purpose: Purpose,
        url: &str,
        headers: &[(&'static str, String)],
        body: &[u8],
    ) -> CallOutcome {
        let endpoint = match purpose {
            Purpose::Push => Endpoint::read(url, self.reach),
            Purpose::Webhook => self.webhook(url),
        };
        match endpoint {
            Some(endpoint) => self.call(&endpoint, headers, body).await,
            None => CallOutcome::NotPublic,
        }
    }
}

impl HttpPoster {
    /// Calls public addresses and, for webhooks, these hosts too.
    #[must_use]
    pub fn new(hosts: Vec<WebhookHost>) -> HttpPoster {
        HttpPoster::with_reach(AllowedTargets::Public, hosts)
    }

    /// Also calls this machine, without TLS: for tests with a receiver of their own.
    #[must_use]
    pub fn for_tests() -> HttpPoster {
        HttpPoster::with_reach(AllowedTargets::AlsoThisMachine, Vec::new())
    }

    fn with_reach(reach: AllowedTargets, hosts: Vec<WebhookHost>) -> HttpPoster {
        let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap_or_else(|error| panic!("the TLS versions are supported: {error}"))
            .with_root_certificates(roots)
            .with_no_client_auth();
        HttpPoster { tls: TlsConnector::from(Arc::new(config)), reach, hosts }
    }

    /// Parses the address of a webhook and checks that it may be called.
    fn webhook(&self, text: &str) -> Option<Endpoint> {
        Endpoint::read_with(text, self.reach, &self.hosts).filter(|endpoint| {
            endpoint.allowed || self.reach != AllowedTargets::Public || !is_local_name(&endpoint.host)
        })
    }

    /// Posts a message; `headers` describe the message and its sender.
    async fn call(&self, endpoint: &Endpoint, headers: &[(&str, String)], body: &[u8]) -> CallOutcome {
        let mut request = Request::post(&endpoint.path)
            .header(header::HOST, endpoint.authority())
            .header(header::CONTENT_LENGTH, body.len());
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let done = match request.body(Body::from(body.to_vec())) {
            Ok(request) => timeout(PATIENCE, self.ask(endpoint, request)).await,
            Err(_) => return CallOutcome::Unfit,
        };
        match done {
            Ok(Ok(called)) => called,
            Ok(Err(error)) if error.kind() == io::ErrorKind::PermissionDenied => CallOutcome::NotPublic,
            Ok(Err(error)) => {
                tracing::debug!(service = endpoint.service(), "no answer from an endpoint: {error}");
                CallOutcome::Silence
            }
            Err(_) => CallOutcome::Silence,
        }
    }

    async fn ask(&self, endpoint: &Endpoint, request: Request<Body>) -> io::Result<CallOutcome> {
        let tcp = TcpStream::connect(endpoint.address(self.reach).await?).await?;
        if !endpoint.encrypted {
            return converse(tcp, request).await;
        }
        let name = ServerName::try_from(endpoint.host.clone()).map_err(io::Error::other)?;
        converse(self.tls.connect(name, tcp).await?, request).await
    }
}

async fn converse(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    request: Request<Body>,
) -> io::Result<CallOutcome> {
    let mut http = http1::Builder::new();
    http.max_buf_size(MAX_HEAD_LENGTH);
    let (mut sender, connection) = http.handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
    let connection = tokio::spawn(connection);
    let response = sender.send_request(request).await.map_err(io::Error::other);
    // The rest of the answer is not needed.
    connection.abort();
    let response = response?;
    let wait = response.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
    let wait = wait.and_then(|text| text.parse().ok()).map(Duration::from_secs);
    Ok(CallOutcome::Answered { status: response.status().as_u16(), retry_after: wait })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_over_tls_may_be_called() {
        let read = |text: &str| Endpoint::read(text, AllowedTargets::Public).is_some();
        assert!(read("https://push.example.org/send/abc?x=1"));
        assert!(read("https://93.184.216.34/") && read("https://[2606:2800:220:1::1]:8443/x"));
        for wrong in [
            "http://push.example.org/",
            "https://127.0.0.1/",
            "https://10.1.2.3/",
            "https://192.168.1.1/",
            "https://172.20.0.1/",
            "https://169.254.169.254/latest/meta-data",
            "https://100.64.0.1/",
            "https://0.0.0.0/",
            "https://192.0.0.8/",
            "https://192.88.99.1/",
            "https://198.19.0.1/",
            "https://203.0.113.7/",
            "https://224.0.0.1/",
            "https://255.255.255.255/",
            "https://[2001:db8::1]/",
            "https://[2001::1]/",
            "https://[3fff::1]/",
            "https://[5f00::1]/",
            "https://[ff02::1]/",
            "https://push.example.org:0/",
            "https://push.example.org:99999/",
            "https://push.example.org:/",
            "https://[2606:2800:220:1::1]:0/",
            "https://[::1]/",
            "https://[fd00::1]/",
            "https://[fe80::1]/",
            "https://[::ffff:10.0.0.1]/",
            "https://[64:ff9b::a00:1]/",
            "https://[2002:a00:1::]/",
            "https://name:word@push.example.org/",
            "ftp://push.example.org/",
            "push.example.org",
            "",
        ] {
            assert!(!read(wrong), "{wrong}");
        }
        let local = |text: &str| Endpoint::read(text, AllowedTargets::AlsoThisMachine).is_some();
        assert!(local("http://127.0.0.1:80/x") && !local("http://10.0.0.1/") && !local("https://10.0.0.1/"));
    }

    #[test]
    fn hosts_that_the_operator_names_may_be_called_wherever_they_are() {
        let hosts = ["bots.lan:8080", "192.168.1.5", "[fd00::5]"];
        let hosts: Vec<WebhookHost> = hosts.iter().map(|host| WebhookHost::new(host).unwrap()).collect();
        let read = |text: &str| Endpoint::read_with(text, AllowedTargets::Public, &hosts).is_some();
        for good in [
            "http://bots.lan:8080/hook",
            "https://BOTS.lan:8080/",
            "http://192.168.1.5/",
            "https://192.168.1.5:9/",
            "http://[fd00::5]/x",
            "https://push.example.org/",
        ] {
            assert!(read(good), "{good}");
        }
        for wrong in [
            "http://bots.lan/",
            "http://other.lan:8080/",
            "http://192.168.1.6/",
            "https://192.168.1.6/",
            "http://push.example.org/",
            "http://a@192.168.1.5/",
        ] {
            assert!(!read(wrong), "{wrong}");
        }
        for wrong in ["", "http://bots.lan", "bots.lan/x", "a b", "bots.lan:0", "bots.lan:x", "a@b", "*.lan"]
        {
            assert!(WebhookHost::new(wrong).unwrap_err().contains("must look like"), "{wrong}");
        }
    }

    /// The resolved address counts, not the spelling of the name.
    #[tokio::test]
    async fn a_name_of_this_machine_is_not_called() {
        for local in ["localhost", "LOCALHOST.", "a.localhost", "printer", "nas.local", "db.internal"] {
            let url = format!("https://{local}/x");
            assert!(Endpoint::read_new(&url, AllowedTargets::Public).is_none(), "{url}");
            assert!(Endpoint::read_new(&url, AllowedTargets::AlsoThisMachine).is_some(), "{url}");
        }
        // A public name that resolves to a local address is only rejected when it is called.
        assert!(Endpoint::read_new("https://example.org/x", AllowedTargets::Public).is_some());
        let endpoint = Endpoint::read("https://localhost/x", AllowedTargets::Public).unwrap();
        let refused = endpoint.address(AllowedTargets::Public).await.unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied);
        let called = HttpPoster::new(Vec::new()).call(&endpoint, &[], b"").await;
        assert_eq!(called, CallOutcome::NotPublic);
    }

    #[test]
    fn a_service_is_named_by_its_origin() {
        let service = |text: &str| Endpoint::read(text, AllowedTargets::Public).unwrap().service();
        assert_eq!(service("https://push.example.org/send/abc"), "https://push.example.org");
        assert_eq!(service("https://push.example.org:8443/"), "https://push.example.org:8443");
        assert_eq!(service("https://[2606:2800:220:1::1]/"), "https://[2606:2800:220:1::1]");
    }
}
