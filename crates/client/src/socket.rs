//! A plain socket that does not reconnect.

use crate::{Client, Error, stream, stream::Stream};
use futures_util::{SinkExt, StreamExt};
use hyper::header::AUTHORIZATION;
use ludoteca_protocol::{FromClient, FromServer, PROTOCOL};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{self, Message, client::IntoClientRequest},
};

/// One connection for many games.
#[derive(Debug)]
pub struct Socket(WebSocketStream<Box<dyn Stream>>);

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
        // Only the path and the host of this address are sent; whether the stream is encrypted was decided
        // above.
        let address = format!("ws://{}/api/v1/socket?protocol={PROTOCOL}", client.address.host());
        let mut request = address.into_client_request().map_err(|error| failed(&error))?;
        if let Some(token) = &client.token {
            let value = format!("Bearer {token}").parse();
            let value =
                value.map_err(|_| Error::Address("the token contains invalid characters".to_owned()))?;
            request.headers_mut().insert(AUTHORIZATION, value);
        }
        let opened = client_async(request, stream::connect(client).await?).await;
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
