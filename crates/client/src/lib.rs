//! A client for a server's games (docs/api.md): HTTP requests, and a socket.
//!
//! [`Client`] makes single requests. [`Connection`] follows games and acts in them; when it is cut, it
//! reconnects, catches up by number and resends what was not confirmed, so that nothing is lost or done
//! twice. `https` addresses are reached over TLS, with the certificate checked against [`Roots`].

mod address;
mod connection;
mod request;
mod roots;
mod socket;

pub use address::{Address, Invitation};
pub use connection::{Connection, Update};
pub use request::query_of;
pub use roots::Roots;
pub use socket::Socket;

use ludoteca_protocol::{GameView, Guest, JoinRequest, NewGame, NewGuest, Problem, UserView};
use reqwest::Method;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::fmt;

/// Why a request failed.
#[derive(Clone, PartialEq, Debug)]
pub enum Error {
    /// The text is not the address of a server.
    Address(String),
    /// There was no answer, or it was cut off.
    Unreachable(String),
    /// The file of certificates cannot be used.
    Certificates(String),
    Refused(Box<Problem>),
    /// The answer does not follow the protocol.
    NotUnderstood(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Address(why) | Error::Unreachable(why) | Error::Certificates(why) => f.write_str(why),
            Error::Refused(problem) => f.write_str(&problem.detail),
            Error::NotUnderstood(what) => write!(f, "unexpected response: {what}"),
        }
    }
}

impl std::error::Error for Error {}

/// A server's address, and the credentials for it.
#[derive(Clone, Debug)]
pub struct Client {
    address: Address,
    /// Other servers of the same site.
    others: Vec<Address>,
    token: Option<String>,
    roots: Roots,
    http: reqwest::Client,
}

#[derive(Deserialize)]
struct Me {
    user: Option<UserView>,
}

#[derive(Deserialize)]
struct Next {
    id: String,
}

impl Client {
    /// An anonymous client for this server.
    #[must_use]
    pub fn new(address: Address) -> Client {
        let roots = Roots::system();
        Client { address, others: Vec::new(), token: None, http: request::transport(&roots), roots }
    }

    /// For a site with several servers: a connection that is cut reconnects to the next of them.
    #[must_use]
    pub fn with_others(self, others: Vec<Address>) -> Client {
        Client { others, ..self }
    }

    pub(crate) fn has_others(&self) -> bool {
        !self.others.is_empty()
    }

    /// The same, starting with the site's next server.
    #[must_use]
    pub fn at_next(&self) -> Client {
        let mut next = self.clone();
        if !next.others.is_empty() {
            let address = next.others.remove(0);
            next.others.push(std::mem::replace(&mut next.address, address));
        }
        next
    }

    /// Authenticates with this token.
    #[must_use]
    pub fn with_token(&self, token: &str) -> Client {
        Client { token: Some(token.to_owned()), ..self.clone() }
    }

    /// Trusts these certificate authorities instead of only the system's.
    #[must_use]
    pub fn with_roots(self, roots: Roots) -> Client {
        Client { http: request::transport(&roots), roots, ..self }
    }

    #[must_use]
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// The status and body of a response; `path` begins after `/api/v1`.
    ///
    /// # Errors
    /// When there is no response, or its body is not JSON.
    pub async fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Result<(u16, Value), Error> {
        let method = method.parse().map_err(|_| Error::Address(format!("{method:?} is no method")))?;
        request::ask(self, method, path, body.map(Value::to_string)).await
    }

    /// Reads a resource outside the API, such as `/metrics`.
    ///
    /// # Errors
    /// When the request fails.
    pub async fn text(&self, path: &str) -> Result<String, Error> {
        match request::ask_for(self, Method::GET, path, "text/plain", None).await? {
            (200, text) => Ok(text),
            (status, _) => Err(Error::Unreachable(format!("{}{path}: {status}", self.address))),
        }
    }

    /// # Errors
    /// When the request fails.
    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Error> {
        read(request::ask(self, Method::GET, path, None).await?)
    }

    /// Reads a resource as text of this content type.
    ///
    /// # Errors
    /// When the request fails.
    pub async fn get_text(&self, path: &str, accept: &str) -> Result<String, Error> {
        let path = format!("/api/v1{path}");
        let (status, text) = request::ask_for(self, Method::GET, &path, accept, None).await?;
        if status >= 400 {
            let problem = serde_json::from_str(&text);
            return Err(problem.map_or_else(
                |error| Error::NotUnderstood(error.to_string()),
                |problem| Error::Refused(Box::new(problem)),
            ));
        }
        Ok(text)
    }

    /// # Errors
    /// When the request fails or is refused.
    pub async fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T, Error> {
        let body = serde_json::to_string(body).map_err(|error| Error::NotUnderstood(error.to_string()))?;
        read(request::ask(self, Method::POST, path, Some(body)).await?)
    }

    /// Creates a guest.
    ///
    /// # Errors
    /// When the request fails or is refused.
    pub async fn guest(&self, name: Option<&str>) -> Result<Guest, Error> {
        self.post("/guests", &NewGuest { name: name.map(str::to_owned) }).await
    }

    /// The user of the token, if there is one.
    ///
    /// # Errors
    /// When the server does not answer, or rejects the token.
    pub async fn me(&self) -> Result<Option<UserView>, Error> {
        Ok(self.get::<Me>("/me").await?.user)
    }

    /// Creates a game.
    ///
    /// # Errors
    /// When the request fails or is refused.
    pub async fn make_game(&self, request: &NewGame) -> Result<GameView, Error> {
        self.post("/games", request).await
    }

    /// Takes a seat.
    ///
    /// # Errors
    /// When there is no free seat.
    pub async fn join(&self, game: &str, request: &JoinRequest) -> Result<GameView, Error> {
        self.post(&format!("/games/{game}/join"), request).await
    }

    /// Everything about a game.
    ///
    /// # Errors
    /// When the game is not visible to this client.
    pub async fn see(&self, game: &str) -> Result<GameView, Error> {
        self.get(&format!("/games/{game}")).await
    }

    /// The id of the next game of a series, which is created if necessary.
    ///
    /// # Errors
    /// When there can be none.
    pub async fn rematch(&self, game: &str) -> Result<String, Error> {
        Ok(self.post::<Next>(&format!("/games/{game}/rematch"), &Value::Null).await?.id)
    }

    /// Opens a reconnecting connection. Must be called inside a tokio runtime.
    #[must_use]
    pub fn connect(&self) -> Connection {
        Connection::start(self.clone())
    }
}

fn read<T: DeserializeOwned>((status, body): (u16, Value)) -> Result<T, Error> {
    let shown = |error: serde_json::Error| Error::NotUnderstood(error.to_string());
    if status >= 400 {
        return Err(Error::Refused(Box::new(serde_json::from_value(body).map_err(shown)?)));
    }
    serde_json::from_value(body).map_err(shown)
}
