//! Calling addresses that people have named: push services and webhooks. Such an address must never be one of
//! our own network: only public ones are called, only over TLS, and no answer is followed elsewhere.

use axum::{
    body::Body,
    http::{Request, StatusCode, Uri, header},
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

/// How long whoever is called may take, from looking up the name to the answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest address.
const LONGEST: usize = 2000;
/// An answer whose head is longer is none; the rest of it is not read.
const LONGEST_HEAD: usize = 16 * 1024;

/// Which addresses may be called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// Public ones, over TLS.
    Public,
    /// Also this machine, without TLS: for tests.
    AlsoThisMachine,
}

/// Where messages are taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Endpoint {
    host: String,
    port: u16,
    encrypted: bool,
    path: String,
}

impl Endpoint {
    /// The address that somebody gave, if it is one that may be called.
    pub(crate) fn read(text: &str, reach: Reach) -> Option<Endpoint> {
        let uri: Uri = text.parse().ok().filter(|_| text.len() <= LONGEST)?;
        // Names and passwords in an address are for other things.
        if uri.authority()?.as_str().contains('@') {
            return None;
        }
        let encrypted = match (uri.scheme_str()?, reach) {
            ("https", _) => true,
            ("http", Reach::AlsoThisMachine) => false,
            _ => return None,
        };
        let host = uri.host()?.trim_start_matches('[').trim_end_matches(']').to_owned();
        if let Ok(address) = host.parse::<IpAddr>()
            && !may_call(address, reach, encrypted)
        {
            return None;
        }
        let port = uri.port_u16().unwrap_or(if encrypted { 443 } else { 80 });
        let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        Some(Endpoint { host, port, encrypted, path })
    }

    /// Scheme, host and port: who is to believe our token.
    pub(crate) fn service(&self) -> String {
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

    /// An address of the host that may be called. The name is looked up here and the connection goes to what
    /// was found, so that no second look-up can lead elsewhere.
    async fn address(&self, reach: Reach) -> io::Result<SocketAddr> {
        let mut found = lookup_host((self.host.as_str(), self.port)).await?;
        let allowed = found.find(|address| may_call(address.ip(), reach, self.encrypted));
        allowed.ok_or_else(|| io::Error::new(io::ErrorKind::PermissionDenied, "it has no public address"))
    }
}

fn may_call(address: IpAddr, reach: Reach, encrypted: bool) -> bool {
    match reach {
        Reach::AlsoThisMachine if address.is_loopback() => true,
        _ => encrypted && is_public(address),
    }
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
        || (a == 198 && (18..20).contains(&b));
    !special && !others
}

/// Only what is given out for the world (2000::/3), less what is for documentation or holds an address of the
/// other kind.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let world = (0x2000..0x4000).contains(&first);
    let special = (first == 0x2001 && (second < 0x200 || second == 0xdb8)) || first == 0x2002;
    world && !special && first != 0x3fff
}

/// What came of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Called {
    /// This was answered; perhaps it says how long to wait.
    Answered(StatusCode, Option<Duration>),
    /// There was no answer, or none in time.
    Silence,
    /// It was not called: its address is one of a closed network.
    NotPublic,
    /// The message cannot be sent.
    Unfit,
}

/// Brings messages to the addresses of others.
pub(crate) struct Poster {
    tls: TlsConnector,
    reach: Reach,
}

impl fmt::Debug for Poster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Poster").field("reach", &self.reach).finish_non_exhaustive()
    }
}

impl Poster {
    pub(crate) fn new(reach: Reach) -> Poster {
        let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap_or_else(|error| panic!("the versions of TLS are known: {error}"))
            .with_root_certificates(roots)
            .with_no_client_auth();
        Poster { tls: TlsConnector::from(Arc::new(config)), reach }
    }

    pub(crate) fn reach(&self) -> Reach {
        self.reach
    }

    /// Brings a message; `headers` say what it is and who sends it.
    pub(crate) async fn post(&self, endpoint: &Endpoint, headers: &[(&str, String)], body: &[u8]) -> Called {
        let mut request = Request::post(&endpoint.path)
            .header(header::HOST, endpoint.authority())
            .header(header::CONTENT_LENGTH, body.len());
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let done = match request.body(Body::from(body.to_vec())) {
            Ok(request) => timeout(PATIENCE, self.ask(endpoint, request)).await,
            Err(_) => return Called::Unfit,
        };
        match done {
            Ok(Ok(called)) => called,
            Ok(Err(error)) if error.kind() == io::ErrorKind::PermissionDenied => Called::NotPublic,
            Ok(Err(error)) => {
                tracing::debug!(service = endpoint.service(), "somebody does not answer: {error}");
                Called::Silence
            }
            Err(_) => Called::Silence,
        }
    }

    async fn ask(&self, endpoint: &Endpoint, request: Request<Body>) -> io::Result<Called> {
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
) -> io::Result<Called> {
    let mut http = http1::Builder::new();
    http.max_buf_size(LONGEST_HEAD);
    let (mut sender, connection) = http.handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
    let connection = tokio::spawn(connection);
    let response = sender.send_request(request).await.map_err(io::Error::other);
    // Nobody reads what else they have to say.
    connection.abort();
    let response = response?;
    let wait = response.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
    let wait = wait.and_then(|text| text.parse().ok()).map(Duration::from_secs);
    Ok(Called::Answered(response.status(), wait))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_over_tls_may_be_called() {
        let read = |text: &str| Endpoint::read(text, Reach::Public).is_some();
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
        let local = |text: &str| Endpoint::read(text, Reach::AlsoThisMachine).is_some();
        assert!(local("http://127.0.0.1:80/x") && !local("http://10.0.0.1/") && !local("https://10.0.0.1/"));
    }

    /// What a name stands for counts, not how it looks.
    #[tokio::test]
    async fn a_name_of_this_machine_is_not_called() {
        let endpoint = Endpoint::read("https://localhost/x", Reach::Public).unwrap();
        let refused = endpoint.address(Reach::Public).await.unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied);
        let called = Poster::new(Reach::Public).post(&endpoint, &[], b"").await;
        assert_eq!(called, Called::NotPublic);
    }

    #[test]
    fn a_service_is_named_by_its_origin() {
        let service = |text: &str| Endpoint::read(text, Reach::Public).unwrap().service();
        assert_eq!(service("https://push.example.org/send/abc"), "https://push.example.org");
        assert_eq!(service("https://push.example.org:8443/"), "https://push.example.org:8443");
        assert_eq!(service("https://[2606:2800:220:1::1]/"), "https://[2606:2800:220:1::1]");
    }
}
