//! A server behind a proxy that terminates TLS, like most servers on the internet.

use crate::{cut::TestServer, tls_proxy::tls_proxy};
use ludoteca_client::{Client, Connection, Error, Roots, Update};
use ludoteca_contest::Action;
use ludoteca_protocol::{FromServer, JoinRequest, NewGame};
use serde_json::json;
use std::{fs, time::Duration};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    time::timeout,
};

const PATIENCE: Duration = Duration::from_secs(120);

async fn hear_accepted(connection: &mut Connection, id: &str) {
    let heard = async {
        loop {
            match connection.next_update().await.unwrap() {
                Update::Message(message) => match *message {
                    FromServer::Accepted { id: accepted, .. } if accepted == id => return,
                    FromServer::Refused { problem, .. } => panic!("refused: {problem:?}"),
                    _ => {}
                },
                Update::Connected => {}
                Update::Lost(error) => panic!("lost: {error}"),
            }
        }
    };
    timeout(PATIENCE, heard).await.unwrap();
}

#[tokio::test]
async fn a_game_is_played_over_tls() {
    let folder = TempDir::new().unwrap();
    let server = TestServer::open(folder.path(), "127.0.0.1:0", None).await;
    let (address, certificate) = tls_proxy(server.address, &folder).await;
    let client = Client::new(address.parse().unwrap()).with_roots(Roots::from_file(&certificate).unwrap());
    let ada = client.with_token(&client.guest(Some("Ada")).await.unwrap().token);
    let bob = client.with_token(&client.guest(Some("Bob")).await.unwrap().token);
    let new: NewGame = serde_json::from_value(json!({ "game": "squadro" })).unwrap();
    let made = ada.make_game(&new).await.unwrap();
    let joined = bob.join(&made.id, &JoinRequest { seat: None, invitation: made.invitation }).await.unwrap();
    let mut connection = ada.connect();
    connection.follow(&made.id, 0, None);
    let id = connection.act(&made.id, joined.seq, Action::Move("Y1".to_owned()));
    hear_accepted(&mut connection, &id).await;
    assert_eq!(bob.see(&made.id).await.unwrap().moves.len(), 1);
    server.close().await;
}

#[tokio::test]
async fn a_certificate_that_nothing_vouches_for_is_refused() {
    let folder = TempDir::new().unwrap();
    let server = TestServer::open(folder.path(), "127.0.0.1:0", None).await;
    let (address, certificate) = tls_proxy(server.address, &folder).await;
    let stranger = Client::new(address.parse().unwrap());
    let Err(Error::Unreachable(why)) = stranger.me().await else {
        panic!("an unknown certificate is trusted")
    };
    assert!(why.contains("certificate"), "{why}");
    // The certificate is trusted, but it is for another name.
    let port = address.rsplit_once(':').unwrap().1;
    let other = Client::new(format!("https://127.0.0.1:{port}").parse().unwrap());
    let other = other.with_roots(Roots::from_file(&certificate).unwrap());
    let Err(Error::Unreachable(why)) = other.me().await else { panic!("a wrong name is trusted") };
    assert!(why.contains("certificate"), "{why}");
    server.close().await;
}

#[test]
fn a_file_without_certificates_is_refused() {
    let folder = TempDir::new().unwrap();
    let empty = folder.path().join("empty.pem");
    fs::write(&empty, "hello\n").unwrap();
    let text = Roots::from_file(&empty).unwrap_err().to_string();
    assert!(text.contains("empty.pem") && text.contains("no certificate"), "{text}");
    assert!(matches!(Roots::from_file(&folder.path().join("missing.pem")), Err(Error::Certificates(_))));
}

#[tokio::test]
async fn a_redirection_to_https_names_the_address_to_use() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut head = [0; 1024];
        let _ = stream.read(&mut head).await.unwrap();
        let answer = "HTTP/1.1 308 Permanent Redirect\r\nLocation: https://games.example.org/api/v1/me\r\n\
                      Content-Length: 0\r\nConnection: close\r\n\r\n";
        stream.write_all(answer.as_bytes()).await.unwrap();
    });
    let client = Client::new(address.to_string().parse().unwrap());
    let error = client.me().await.unwrap_err().to_string();
    assert!(error.contains("redirects to https://games.example.org;"), "{error}");
}
