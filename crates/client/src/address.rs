//! Where a server is, and links to its games.

use crate::Error;
use std::{fmt, str::FromStr};

/// The address of a server: `http://host:port`, or `host:port` alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    /// Host and port, as the header `Host` has them.
    host: String,
}

impl Address {
    /// The host and port to connect with.
    pub(crate) fn reached_at(&self) -> String {
        let has_port = self.host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        if has_port { self.host.clone() } else { format!("{}:80", self.host) }
    }

    pub(crate) fn host(&self) -> &str {
        &self.host
    }
}

impl FromStr for Address {
    type Err = Error;

    fn from_str(text: &str) -> Result<Address, Error> {
        let wrong = |why: &str| Err(Error::Address(format!("{text:?} is no address of a server: {why}")));
        if text.starts_with("https://") {
            return wrong("this program cannot speak https; use http, or the page in a browser");
        }
        let host = text.strip_prefix("http://").unwrap_or(text);
        let host = host.split('/').next().unwrap_or(host);
        if host.is_empty() || host.contains(|c: char| c.is_whitespace() || c.is_control() || c == '@') {
            return wrong("expected http://host:port");
        }
        Ok(Address { host: host.to_owned() })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}", self.host)
    }
}

/// A link to a game, as the server gives it: `http://host:port/g/GAME?invitation=…`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invitation {
    /// The server it is on.
    pub address: Address,
    /// The game's id.
    pub game: String,
    /// What proves the invitation; a link to a game that one only watches has none.
    pub secret: Option<String>,
}

impl FromStr for Invitation {
    type Err = Error;

    fn from_str(text: &str) -> Result<Invitation, Error> {
        let wrong = || {
            Error::Address(format!(
                "{text:?} is no link to a game: expected http://host:port/g/GAME?invitation=…"
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
        let reached = |text: &str| text.parse::<Address>().map(|address| address.reached_at());
        assert_eq!(reached("http://192.168.1.5:7878").unwrap(), "192.168.1.5:7878");
        assert_eq!(reached("192.168.1.5:7878/").unwrap(), "192.168.1.5:7878");
        assert_eq!(reached("http://club.example").unwrap(), "club.example:80");
        assert_eq!(reached("http://[::1]:7878").unwrap(), "[::1]:7878");
        assert_eq!(reached("http://[::1]").unwrap(), "[::1]:80");
        for wrong in ["", "http://", "https://club.example", "http://a b", "http://me@here"] {
            assert!(matches!(reached(wrong), Err(Error::Address(_))), "{wrong}");
        }
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
