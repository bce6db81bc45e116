//! Addresses of servers, and links to games.

use crate::Error;
use std::{fmt, str::FromStr};

/// The address of a server: `https://host`, `http://host:port`, or `host:port` alone for `http`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    tls: bool,
    /// Host and port, as in the `Host` header.
    host: String,
}

impl Address {
    /// The host and port to connect to.
    pub(crate) fn authority(&self) -> String {
        let has_port = self.host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let default = if self.tls { 443 } else { 80 };
        if has_port { self.host.clone() } else { format!("{}:{default}", self.host) }
    }

    /// The host alone, as in a certificate.
    pub(crate) fn name(&self) -> &str {
        let name = match self.host.rsplit_once(':') {
            Some((name, port)) if port.parse::<u16>().is_ok() => name,
            _ => &self.host,
        };
        name.trim_start_matches('[').trim_end_matches(']')
    }

    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    pub(crate) fn is_tls(&self) -> bool {
        self.tls
    }
}

impl FromStr for Address {
    type Err = Error;

    fn from_str(text: &str) -> Result<Address, Error> {
        let (tls, host) = match text.strip_prefix("https://") {
            Some(host) => (true, host),
            None => (false, text.strip_prefix("http://").unwrap_or(text)),
        };
        let host = host.split('/').next().unwrap_or(host);
        if host.is_empty() || host.contains(|c: char| c.is_whitespace() || c.is_control() || c == '@') {
            return Err(Error::Address(format!(
                "{text:?} is not the address of a server: expected https://host or http://host:port"
            )));
        }
        Ok(Address { tls, host: host.to_owned() })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", if self.tls { "https" } else { "http" }, self.host)
    }
}

/// A link to a game, as the server issues it: `https://host/g/GAME?invitation=…`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invitation {
    pub address: Address,
    pub game: String,
    /// The secret part of an invitation; a link for spectators has none.
    pub secret: Option<String>,
}

impl FromStr for Invitation {
    type Err = Error;

    fn from_str(text: &str) -> Result<Invitation, Error> {
        let wrong = || {
            Error::Address(format!(
                "{text:?} is not a link to a game: expected https://host/g/GAME?invitation=…"
            ))
        };
        let (before, after) = text.split_once("/g/").ok_or_else(wrong)?;
        let (game, query) = after.split_once('?').unwrap_or((after, ""));
        if game.is_empty() || !game.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_') {
            return Err(wrong());
        }
        let secret = query.split('&').find_map(|pair| pair.strip_prefix("invitation="));
        Ok(Invitation { address: before.parse()?, game: game.to_owned(), secret: secret.map(str::to_owned) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_people_write_them() {
        let read =
            |text: &str| text.parse::<Address>().map(|address| (address.is_tls(), address.authority()));
        assert_eq!(read("http://192.168.1.5:7878").unwrap(), (false, "192.168.1.5:7878".to_owned()));
        assert_eq!(read("192.168.1.5:7878/").unwrap(), (false, "192.168.1.5:7878".to_owned()));
        assert_eq!(read("http://club.example").unwrap(), (false, "club.example:80".to_owned()));
        assert_eq!(read("https://club.example/g/x").unwrap(), (true, "club.example:443".to_owned()));
        assert_eq!(read("https://club.example:8443").unwrap(), (true, "club.example:8443".to_owned()));
        assert_eq!(read("http://[::1]:7878").unwrap(), (false, "[::1]:7878".to_owned()));
        assert_eq!(read("http://[::1]").unwrap(), (false, "[::1]:80".to_owned()));
        for wrong in ["", "http://", "https://", "http://a b", "https://me@here"] {
            assert!(matches!(read(wrong), Err(Error::Address(_))), "{wrong}");
        }
    }

    #[test]
    fn a_certificate_names_the_host_without_its_port() {
        let name = |text: &str| text.parse::<Address>().unwrap().name().to_owned();
        assert_eq!(name("https://club.example"), "club.example");
        assert_eq!(name("https://club.example:8443"), "club.example");
        assert_eq!(name("https://[::1]:8443"), "::1");
        assert_eq!(name("https://[::1]"), "::1");
    }

    #[test]
    fn a_link_names_server_game_and_secret() {
        let link: Invitation = "http://house:80/g/abc23?invitation=00ff".parse().unwrap();
        assert_eq!((link.address.to_string().as_str(), link.game.as_str()), ("http://house:80", "abc23"));
        assert_eq!(link.secret.as_deref(), Some("00ff"));
        assert_eq!("http://house/g/abc".parse::<Invitation>().unwrap().secret, None);
        for wrong in ["http://house", "http://house/g/", "abc", "http://house/g/a/b?invitation=1"] {
            assert!(wrong.parse::<Invitation>().is_err(), "{wrong}");
        }
    }
}
