//! The WebAuthn relying party. A passkey is bound to a domain, and only pages of that domain can use it: that
//! is what makes passkeys safe from phishing. So the server must know its domain, and never trusts the name
//! in a request, except for this machine itself, which no other page can claim to be.

use std::time::Duration;
use webauthn_rs::prelude::{Url, Webauthn, WebauthnBuilder};

/// The name that browsers show for the passkey's site.
const NAME: &str = "Ludoteca";
/// Lifetime of a challenge.
pub(super) const LASTS: Duration = Duration::from_secs(5 * 60);

/// The public address of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site(Url);

impl Site {
    /// Parses an address such as `https://games.example.org`.
    ///
    /// # Errors
    /// With a description of the problem.
    pub fn new(address: &str) -> Result<Site, String> {
        let wrong = || format!("the site {address:?} must look like https://games.example.org");
        let url = Url::parse(address).map_err(|_| wrong())?;
        match matches!(url.scheme(), "http" | "https") && url.host().is_some() {
            true => Ok(Site(url)),
            false => Err(wrong()),
        }
    }

    /// The origin of its pages, as browsers send it.
    pub fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }

    pub fn scheme(&self) -> &str {
        self.0.scheme()
    }

    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    /// Host and port as browsers send them in `Host`: without the default port of the scheme.
    pub fn authority(&self) -> String {
        match self.0.port() {
            Some(port) => format!("{}:{port}", self.host()),
            None => self.host().to_owned(),
        }
    }
}

/// The relying party, and the address of the page that uses it.
#[derive(Debug)]
pub(super) struct RelyingParty {
    pub(super) webauthn: Webauthn,
    pub(super) origin: String,
}

/// `None` if passkeys are not available. `reached` is the origin by which the caller claims to have reached
/// the server.
pub(super) fn party(site: Option<&Site>, reached: &str) -> Option<RelyingParty> {
    let address = match site {
        Some(Site(address)) => address.clone(),
        None => Url::parse(reached).ok().filter(|reached| reached.domain().is_some_and(is_this_machine))?,
    };
    // IP addresses have no domain.
    let name = address.domain()?;
    if address.scheme() != "https" && !is_this_machine(name) {
        return None;
    }
    let origin = address.origin().ascii_serialization();
    let url = Url::parse(&origin).ok()?;
    let builder = WebauthnBuilder::new(name, &url).ok()?;
    let webauthn = builder.rp_name(NAME).timeout(LASTS).build().ok()?;
    Some(RelyingParty { webauthn, origin })
}

/// Browsers trust these names without encryption, since they always mean this machine.
fn is_this_machine(name: &str) -> bool {
    name == "localhost" || name.ends_with(".localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(site: Option<&str>, reached: &str) -> Option<String> {
        let site = site.map(|site| Site::new(site).unwrap());
        party(site.as_ref(), reached).map(|party| party.origin)
    }

    #[test]
    fn the_site_decides_and_not_the_request() {
        let site = Some("https://games.example.org/somewhere");
        for reached in ["https://evil.example", "http://localhost:7878", "http://192.0.2.1"] {
            assert_eq!(origin(site, reached).as_deref(), Some("https://games.example.org"), "{reached}");
        }
        let other_port = origin(Some("https://games.example.org:8443"), "");
        assert_eq!(other_port.as_deref(), Some("https://games.example.org:8443"));
    }

    #[test]
    fn there_are_none_without_a_name_or_encryption() {
        for site in ["http://games.example.org", "https://192.0.2.1", "http://127.0.0.1:7878"] {
            assert_eq!(origin(Some(site), "http://localhost:7878"), None, "{site}");
        }
        for reached in ["http://127.0.0.1:7878", "https://games.example.org", "http://house", "nonsense"] {
            assert_eq!(origin(None, reached), None, "{reached}");
        }
        assert_eq!(origin(None, "http://localhost:7878").as_deref(), Some("http://localhost:7878"));
        assert_eq!(origin(Some("http://localhost:99"), "").as_deref(), Some("http://localhost:99"));
    }

    #[test]
    fn a_malformed_site_is_an_error() {
        for wrong in ["games.example.org", "ftp://games.example.org", "", "https://"] {
            assert!(Site::new(wrong).unwrap_err().contains("must look like"), "{wrong}");
        }
    }
}
