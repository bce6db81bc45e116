//! Addresses of servers, and links to games.

use crate::Error;
use reqwest::Url;
use std::{fmt, str::FromStr};

/// The address of a server: `https://host`, `http://host:port`, or `host:port` alone for `http`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address(Url);

impl Address {
    /// The address of a resource; the path may include a query.
    pub(crate) fn at(&self, path: &str) -> Result<Url, Error> {
        self.0.join(path).map_err(|error| Error::Address(format!("{self}{path}: {error}")))
    }

    /// The same for a WebSocket: `ws` or `wss`.
    pub(crate) fn socket_at(&self, path: &str) -> Result<Url, Error> {
        let mut url = self.at(path)?;
        let scheme = if url.scheme() == "https" { "wss" } else { "ws" };
        // Between these schemes a change is always possible.
        let _ = url.set_scheme(scheme);
        Ok(url)
    }
}

impl FromStr for Address {
    type Err = Error;

    fn from_str(text: &str) -> Result<Address, Error> {
        let wrong = || {
            Error::Address(format!(
                "{text:?} is not the address of a server: expected https://host or http://host:port"
            ))
        };
        let scheme = if text.contains("://") { "" } else { "http://" };
        let url = Url::parse(&format!("{scheme}{text}")).map_err(|_| wrong())?;
        if !matches!(url.scheme(), "http" | "https") || url.authority().contains('@') {
            return Err(wrong());
        }
        url.join("/").map(Address).map_err(|_| wrong())
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.origin().ascii_serialization())
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
        let read = |text: &str| text.parse::<Address>().map(|address| address.to_string());
        assert_eq!(read("http://192.168.1.5:7878").unwrap(), "http://192.168.1.5:7878");
        assert_eq!(read("192.168.1.5:7878/").unwrap(), "http://192.168.1.5:7878");
        assert_eq!(read("localhost:7878").unwrap(), "http://localhost:7878");
        assert_eq!(read("http://club.example").unwrap(), "http://club.example");
        assert_eq!(read("https://club.example/g/x").unwrap(), "https://club.example");
        assert_eq!(read("https://Club.example:8443").unwrap(), "https://club.example:8443");
        assert_eq!(read("https://club.example:443").unwrap(), "https://club.example");
        assert_eq!(read("http://[::1]:7878").unwrap(), "http://[::1]:7878");
        assert_eq!(read("http://[::1]").unwrap(), "http://[::1]");
        for wrong in ["", "http://", "https://", "http://a b", "https://me@here", "ftp://here", "here:port"] {
            assert!(matches!(read(wrong), Err(Error::Address(_))), "{wrong}");
        }
    }

    #[test]
    fn resources_and_sockets_are_of_the_server() {
        let address: Address = "https://club.example:8443/g/x?y".parse().unwrap();
        let url = address.at("/api/v1/games?limit=2").unwrap();
        assert_eq!(url.as_str(), "https://club.example:8443/api/v1/games?limit=2");
        let url = address.socket_at("/api/v1/socket?protocol=1").unwrap();
        assert_eq!(url.as_str(), "wss://club.example:8443/api/v1/socket?protocol=1");
        let url = "[::1]".parse::<Address>().unwrap().socket_at("/socket").unwrap();
        assert_eq!(url.as_str(), "ws://[::1]/socket");
    }

    #[test]
    fn a_link_names_server_game_and_secret() {
        let link: Invitation = "http://house:8080/g/abc23?invitation=00ff".parse().unwrap();
        assert_eq!((link.address.to_string().as_str(), link.game.as_str()), ("http://house:8080", "abc23"));
        assert_eq!(link.secret.as_deref(), Some("00ff"));
        assert_eq!("http://house/g/abc".parse::<Invitation>().unwrap().secret, None);
        for wrong in ["http://house", "http://house/g/", "abc", "http://house/g/a/b?invitation=1"] {
            assert!(wrong.parse::<Invitation>().is_err(), "{wrong}");
        }
    }
}
