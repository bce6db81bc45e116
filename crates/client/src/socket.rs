//! A plain socket that does not reconnect.

use crate::{Client, Error};
use futures_util::{SinkExt, StreamExt};
use ludoteca_protocol::{FromClient, FromServer, PROTOCOL};
use reqwest::header::AUTHORIZATION;
use tokio::net::TcpStream;
use tokio_tungstenite::{
    Connector, MaybeTlsStream, WebSocketStream, connect_async_tls_with_config,
    tungstenite::{self, Message, client::IntoClientRequest},
};

/// One connection for many games.
#[derive(Debug)]
pub struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

fn failed(error: &tungstenite::Error) -> Error {
    match error {
        tungstenite::Error::Http(response) => {
            let problem = response.body().as_deref().and_then(|body| serde_json::from_slice(body).ok());
            let status = response.status();
            problem.map_or_else(|| Error::Unreachable(status.to_string()), Error::Refused)
        }
        other => Error::Unreachable(other.to_string()),
    }
}

impl Socket {
    /// # Errors
    /// When the server cannot be reached, or refuses the connection.
    pub async fn open(client: &Client) -> Result<Socket, Error> {
        let url = client.address.socket_at(&format!("/api/v1/socket?protocol={PROTOCOL}"))?;
        let mut request = url.as_str().into_client_request().map_err(|error| failed(&error))?;
        if let Some(token) = &client.token {
            let value = format!("Bearer {token}").parse();
            let value =
                value.map_err(|_| Error::Address("the token contains invalid characters".to_owned()))?;
            request.headers_mut().insert(AUTHORIZATION, value);
        }
        let tls = Connector::Rustls(client.roots.0.clone());
        // A move is small and urgent: send it without waiting for more data.
        let opened = connect_async_tls_with_config(request, None, true, Some(tls)).await;
        let (socket, _) = opened.map_err(|error| failed(&error))?;
        Ok(Socket(socket))
    }

    /// Sends a message.
    ///
    /// # Errors
    /// When the connection has ended.
    pub async fn say(&mut self, message: &FromClient) -> Result<(), Error> {
        let text = serde_json::to_string(message).map_err(|error| Error::NotUnderstood(error.to_string()))?;
        self.0.send(Message::text(text)).await.map_err(|error| failed(&error))
    }

    /// The next message; `None` for a ping, which has been answered.
    ///
    /// # Errors
    /// When the connection has ended, or the message cannot be parsed.
    pub async fn receive(&mut self) -> Result<Option<FromServer>, Error> {
        let ended = || Error::Unreachable("the connection has ended".to_owned());
        match self.0.next().await.ok_or_else(ended)?.map_err(|error| failed(&error))? {
            Message::Text(text) => serde_json::from_str(&text)
                .map(Some)
                .map_err(|error| Error::NotUnderstood(format!("{error}: {text}"))),
            Message::Close(_) => Err(ended()),
            _ => Ok(None),
        }
    }
}
