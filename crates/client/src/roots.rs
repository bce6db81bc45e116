//! Trusted certificate authorities.

use crate::Error;
use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject},
};
use std::{
    fmt,
    path::Path,
    sync::{Arc, OnceLock},
};

/// The certificate authorities a client trusts.
#[derive(Clone)]
pub struct Roots(pub(crate) Arc<ClientConfig>);

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
