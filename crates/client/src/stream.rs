//! The transport: TCP, with TLS for `https`.

use crate::{Client, Error};
use std::{
    fmt,
    path::Path,
    sync::{Arc, OnceLock},
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
};
use tokio_rustls::{
    TlsConnector,
    rustls::{
        ClientConfig, RootCertStore,
        crypto::ring,
        pki_types::{CertificateDer, ServerName, pem::PemObject},
    },
};

/// A TCP connection, encrypted or not.
pub(crate) trait Stream: AsyncRead + AsyncWrite + fmt::Debug + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + fmt::Debug + Send + Unpin> Stream for T {}

/// The certificate authorities a client trusts.
#[derive(Clone)]
pub struct Roots(Arc<ClientConfig>);

impl fmt::Debug for Roots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Roots")
    }
}

impl Roots {
    /// Those of the operating system; if it has none, Mozilla's.
    #[must_use]
    pub fn system() -> Roots {
        static SYSTEM: OnceLock<Roots> = OnceLock::new();
        SYSTEM.get_or_init(|| Roots::with(Vec::new())).clone()
    }

    /// Those of the operating system and the certificates in this PEM file.
    ///
    /// # Errors
    /// When the file cannot be read or contains no certificate.
    pub fn from_file(path: &Path) -> Result<Roots, Error> {
        let wrong = |why: &dyn fmt::Display| Error::Certificates(format!("{}: {why}", path.display()));
        let read = CertificateDer::pem_file_iter(path).map_err(|error| wrong(&error))?;
        let read: Vec<_> = read.collect::<Result<_, _>>().map_err(|error| wrong(&error))?;
        let mut store = RootCertStore::empty();
        let (usable, _) = store.add_parsable_certificates(read.clone());
        if usable == 0 {
            return Err(wrong(&"no certificate in it; expected PEM, \"-----BEGIN CERTIFICATE-----\" …"));
        }
        Ok(Roots::with(read))
    }

    fn with(own: Vec<CertificateDer<'static>>) -> Roots {
        let mut store = RootCertStore::empty();
        store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if store.is_empty() {
            store.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        }
        store.add_parsable_certificates(own);
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap_or_else(|error| panic!("ring supports the default TLS versions: {error}"))
            .with_root_certificates(store)
            .with_no_client_auth();
        Roots(Arc::new(config))
    }
}

pub(crate) async fn connect(client: &Client) -> Result<Box<dyn Stream>, Error> {
    let address = &client.address;
    let failed = |error: &dyn fmt::Display| Error::Unreachable(format!("{address}: {error}"));
    let tcp = TcpStream::connect(address.authority()).await.map_err(|error| failed(&error))?;
    // A move is small and urgent: send it without waiting for more data.
    tcp.set_nodelay(true).map_err(|error| failed(&error))?;
    if !address.is_tls() {
        return Ok(Box::new(tcp));
    }
    let name = ServerName::try_from(address.name().to_owned()).map_err(|error| failed(&error))?;
    let connector = TlsConnector::from(client.roots.0.clone());
    let tls = connector.connect(name, tcp).await.map_err(|error| failed(&error))?;
    Ok(Box::new(tls))
}
