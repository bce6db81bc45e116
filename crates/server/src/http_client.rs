//! HTTP calls to addresses that users have entered: push services and webhooks. To keep such an address from
//! reaching our own network, only public addresses are called, only over TLS, and redirects are not followed.

use async_trait::async_trait;
use ludoteca_service::{Answer, CallOutcome, Poster, Purpose};
use reqwest::{
    StatusCode, Url,
    dns::{Addrs, Name, Resolve, Resolving},
    header::RETRY_AFTER,
    redirect,
};
use rustls::{ClientConfig, RootCertStore, crypto::ring};
use std::{
    error::Error,
    fmt, iter,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    sync::Arc,
    time::Duration,
};
use tokio::net::lookup_host;
use url::Host;

/// Time limit for a call, from the DNS lookup to the answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest accepted address, in bytes.
const LONGEST: usize = 2000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AllowedTargets {
    /// Public addresses, over TLS.
    Public,
    /// Also this machine, without TLS: for tests.
    AlsoThisMachine,
}

impl AllowedTargets {
    fn filter(self) -> fn(IpAddr) -> bool {
        match self {
            AllowedTargets::Public => is_public,
            AllowedTargets::AlsoThisMachine => is_public_or_loopback,
        }
    }
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
        let is_host = |sign: char| sign.is_ascii_alphanumeric() || ".-_:[]".contains(sign);
        if !text.chars().all(is_host) || text.ends_with(':') {
            return Err(wrong());
        }
        let parse = |scheme| Url::parse(&format!("{scheme}://{text}")).map_err(|_| wrong());
        let (http, https) = (parse("http")?, parse("https")?);
        // A URL omits the default port of its scheme.
        let port = http.port().or(https.port());
        match http.host_str() {
            Some(host) if port != Some(0) => Ok(WebhookHost { host: host.to_owned(), port }),
            _ => Err(wrong()),
        }
    }

    fn is(&self, url: &Url) -> bool {
        let port = url.port_or_known_default();
        url.host_str() == Some(&self.host) && (self.port.is_none() || self.port == port)
    }
}

/// An address that messages are sent to.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Endpoint {
    url: Url,
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
        let url = Url::parse(text).ok().filter(|_| text.len() <= LONGEST)?;
        // Credentials in the address are not supported.
        if !url.username().is_empty() || url.password().is_some() || url.port() == Some(0) {
            return None;
        }
        let allowed = hosts.iter().any(|host| host.is(&url));
        match url.scheme() {
            "https" => {}
            "http" if allowed || reach == AllowedTargets::AlsoThisMachine => {}
            _ => return None,
        }
        let may_be_called = if allowed { is_unicast } else { reach.filter() };
        let address: IpAddr = match url.host()? {
            Host::Domain(_) => return Some(Endpoint { url, allowed }),
            Host::Ipv4(address) => address.into(),
            Host::Ipv6(address) => address.into(),
        };
        may_be_called(address).then_some(Endpoint { url, allowed })
    }

    /// Parses an address that is being registered. Without a DNS lookup this can only reject names that never
    /// may be called, such as `localhost`.
    fn read_new(text: &str, reach: AllowedTargets) -> Option<Endpoint> {
        Endpoint::read(text, reach).filter(|endpoint| endpoint.may_be_new(reach))
    }

    fn may_be_new(&self, reach: AllowedTargets) -> bool {
        self.allowed || reach != AllowedTargets::Public || !self.url.domain().is_some_and(is_local_name)
    }

    /// Scheme, host and port: the audience of a VAPID token.
    fn service(&self) -> String {
        self.url.origin().ascii_serialization()
    }
}

/// Whether a name can only mean this machine or one in its network: `localhost`, the names reserved for local
/// use, and names of one word. All other names are checked once they are resolved.
fn is_local_name(host: &str) -> bool {
    let name = host.trim_end_matches('.');
    let last = name.rsplit('.').next().unwrap_or_default();
    !name.contains('.') || matches!(last, "localhost" | "local" | "internal" | "lan" | "test" | "invalid")
}

fn is_unicast(address: IpAddr) -> bool {
    !address.is_unspecified() && !address.is_multicast()
}

fn is_public_or_loopback(address: IpAddr) -> bool {
    is_public(address) || address.is_loopback()
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

/// Resolves names to those of their addresses that may be called. Connections are made to exactly these, so
/// that a second lookup cannot lead elsewhere (DNS rebinding).
struct FilteringResolver(fn(IpAddr) -> bool);

/// The name has no address that may be called.
#[derive(Debug)]
struct NotPublic;

impl fmt::Display for NotPublic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it has no public address")
    }
}

impl Error for NotPublic {}

impl Resolve for FilteringResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let may_be_called = self.0;
        Box::pin(async move {
            let found = lookup_host((name.as_str(), 0)).await?;
            let allowed: Vec<_> = found.filter(|address| may_be_called(address.ip())).collect();
            match allowed.is_empty() {
                true => Err(NotPublic.into()),
                false => Ok(Box::new(allowed.into_iter()) as Addrs),
            }
        })
    }
}

/// Posts messages to user-supplied addresses.
#[derive(Debug)]
pub struct HttpPoster {
    http: reqwest::Client,
    /// For the additional hosts.
    http_of_hosts: reqwest::Client,
    reach: AllowedTargets,
    /// Additional hosts that webhooks may call.
    hosts: Vec<WebhookHost>,
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
            Some(endpoint) => self.call(purpose, &endpoint, headers, body).await,
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
        let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap_or_else(|error| panic!("the TLS versions are supported: {error}"))
            .with_root_certificates(roots)
            .with_no_client_auth();
        HttpPoster {
            http: http_client(tls.clone(), reach.filter()),
            http_of_hosts: http_client(tls, is_unicast),
            reach,
            hosts,
        }
    }

    /// Parses the address of a webhook and checks that it may be called.
    fn webhook(&self, text: &str) -> Option<Endpoint> {
        Endpoint::read_with(text, self.reach, &self.hosts).filter(|endpoint| endpoint.may_be_new(self.reach))
    }

    /// Posts a message; `headers` describe the message and its sender. The body of the answer is not read.
    async fn call(
        &self,
        purpose: Purpose,
        endpoint: &Endpoint,
        headers: &[(&str, String)],
        body: &[u8],
    ) -> CallOutcome {
        let http = if endpoint.allowed { &self.http_of_hosts } else { &self.http };
        let request = http.post(endpoint.url.clone()).body(body.to_vec());
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, value));
        let Ok(request) = request.build() else { return CallOutcome::Unfit };
        match http.execute(request).await {
            Ok(response) => {
                let wait = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok());
                let wait = wait.and_then(|text| text.parse().ok()).map(Duration::from_secs);
                let status = response.status();
                let answer = answer(purpose, status);
                CallOutcome::Answered { answer, code: status.as_u16(), retry_after: wait }
            }
            Err(error) if causes(&error).any(|cause| cause.is::<NotPublic>()) => CallOutcome::NotPublic,
            Err(error) => {
                // The error itself names the path, which may be a secret.
                let cause = causes(&error).last().map(ToString::to_string);
                tracing::debug!(service = endpoint.service(), cause, "no answer from an endpoint");
                CallOutcome::Silence
            }
        }
    }
}

/// What a status means. A push service forgets a subscription that has ended (RFC 8030); the receiver of
/// webhooks may be there again tomorrow.
fn answer(purpose: Purpose, status: StatusCode) -> Answer {
    match status.as_u16() {
        200..=299 => Answer::Accepted,
        410 => Answer::Gone,
        404 if purpose == Purpose::Push => Answer::Gone,
        429 | 500..=599 => Answer::Busy,
        _ => Answer::Rejected,
    }
}

/// A client that reaches only these addresses; IP addresses in URLs must have been checked already.
fn http_client(tls: ClientConfig, may_be_called: fn(IpAddr) -> bool) -> reqwest::Client {
    let builder = reqwest::Client::builder().tls_backend_preconfigured(tls).timeout(PATIENCE);
    let builder = builder.dns_resolver(FilteringResolver(may_be_called));
    // No server can keep us connected after its answer.
    let builder = builder.no_proxy().redirect(redirect::Policy::none()).pool_max_idle_per_host(0);
    builder.build().unwrap_or_else(|error| panic!("the TLS configuration is valid: {error}"))
}

fn causes(error: &reqwest::Error) -> impl Iterator<Item = &(dyn Error + 'static)> {
    iter::successors(error.source(), |&cause| cause.source())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
    };

    #[test]
    fn only_public_addresses_over_tls_may_be_called() {
        let read = |text: &str| Endpoint::read(text, AllowedTargets::Public).is_some();
        assert!(read("https://push.example.org/send/abc?x=1"));
        assert!(read("https://push.example.org:/"), "an empty port is the default one (RFC 3986, 3.2.3)");
        assert!(read("https://93.184.216.34/") && read("https://[2606:2800:220:1::1]:8443/x"));
        for wrong in [
            "http://push.example.org/",
            "https://127.0.0.1/",
            "https://127.1/",
            "https://2130706433/",
            "https://0x7f.0.0.1/",
            "https://0177.0.0.1/",
            "https://%31%32%37.0.0.1/",
            "https://\u{ff11}\u{ff12}\u{ff17}.0.0.1/",
            "https:\\\\127.0.0.1\\",
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
        let called = HttpPoster::new(Vec::new()).call(Purpose::Push, &endpoint, &[], b"").await;
        assert_eq!(called, CallOutcome::NotPublic);
    }

    #[tokio::test]
    async fn an_allowed_name_is_called_at_its_local_address() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let hosts = vec![WebhookHost::new(&format!("localhost:{port}")).unwrap()];
        let poster = HttpPoster::new(hosts);
        assert_eq!(poster.webhook("http://localhost:1/hook"), None);
        let endpoint = poster.webhook(&format!("http://localhost:{port}/hook")).unwrap();
        let answer = async {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = vec![0; 1024];
            let length = stream.read(&mut request).await.unwrap();
            // Whatever follows the head is not waited for.
            let answer = "HTTP/1.1 503 Later\r\nretry-after: 7\r\ncontent-length: 9\r\n\r\n";
            stream.write_all(answer.as_bytes()).await.unwrap();
            (String::from_utf8(request[..length].to_vec()).unwrap(), stream)
        };
        let headers = [("webhook-id", "5".to_owned())];
        let ((request, _stream), outcome) =
            tokio::join!(answer, poster.call(Purpose::Webhook, &endpoint, &headers, b"{}"));
        assert!(request.starts_with("POST /hook HTTP/1.1\r\n"), "{request}");
        for line in [&format!("host: localhost:{port}"), "content-length: 2", "webhook-id: 5"] {
            assert!(request.contains(&format!("\r\n{line}\r\n")), "{line}: {request}");
        }
        let later = CallOutcome::Answered {
            answer: Answer::Busy,
            code: 503,
            retry_after: Some(Duration::from_secs(7)),
        };
        assert_eq!(outcome, later);
    }

    #[test]
    fn a_service_is_named_by_its_origin() {
        let service = |text: &str| Endpoint::read(text, AllowedTargets::Public).unwrap().service();
        assert_eq!(service("https://push.example.org/send/abc"), "https://push.example.org");
        assert_eq!(service("https://push.example.org:8443/"), "https://push.example.org:8443");
        assert_eq!(service("https://[2606:2800:220:1::1]/"), "https://[2606:2800:220:1::1]");
    }
}
