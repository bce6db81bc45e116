//! Password recovery with printed codes, and by mail through an SMTP server in the test.

use crate::{
    accounts::{PASSWORD, account, log_in},
    test_server::TestServer,
};
use axum::http::Method;
use ludoteca_service::Mail;
use serde_json::json;
use std::sync::Arc;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpListener,
    sync::mpsc,
};

const NEW: &str = "a short nap in the sun";

#[tokio::test]
async fn a_recovery_code_opens_the_account_once() {
    let server = TestServer::open().await;
    let token = account(&server, "Ada").await;
    let ask = async |body| server.post("/me/recovery-codes", &token, body).await;
    assert_eq!(ask(json!({})).await.0, 422, "it needs the password");
    assert_eq!(ask(json!({ "password": "wrong password" })).await.0, 403);
    let (status, codes) = ask(json!({ "password": PASSWORD })).await;
    assert_eq!(status, 201, "{codes}");
    let codes: Vec<&str> = codes["codes"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    assert_eq!(codes.len(), 10);
    assert_eq!(server.get("/me", &token).await.1["account"]["recovery_codes"], 10);
    let recover = async |name: &str, code: &str, password: &str| {
        let body = json!({ "name": name, "code": code, "password": password });
        server.post("/recovery", "", body).await
    };
    let wrong = recover("Ada", "aaaa-aaaa-aaaa-aaaa", NEW).await;
    assert_eq!((wrong.0, &wrong.1["key"]), (401, &json!("wrong-code")));
    assert_eq!(recover("Nemo", codes[0], NEW).await, wrong, "do not reveal whether an account exists");
    account(&server, "Eve").await;
    assert_eq!(recover("Eve", codes[0], NEW).await, wrong, "it is Ada's");
    assert_eq!(recover("Ada", codes[0], "short").await.0, 422, "the code is still valid");
    let (status, signed_in) = recover("ada", &codes[0].to_uppercase().replace('-', " "), NEW).await;
    assert_eq!(status, 201, "{signed_in}");
    assert_eq!(recover("Ada", codes[0], NEW).await, wrong, "once");
    assert_eq!(server.get("/me/games", &token).await.0, 401, "all other sessions are logged out");
    let token = signed_in["token"].as_str().unwrap();
    assert_eq!(server.get("/me", token).await.1["account"]["recovery_codes"], 0, "the others are void");
    assert_eq!(recover("Ada", codes[1], NEW).await, wrong);
    assert_eq!(log_in(&server, "Ada", PASSWORD).await.0, 401);
    assert_eq!(log_in(&server, "Ada", NEW).await.0, 201);
    let more = async || server.post("/me/recovery-codes", token, json!({ "password": NEW })).await.1;
    let old = more().await["codes"][0].as_str().unwrap().to_owned();
    let new = more().await["codes"][0].as_str().unwrap().to_owned();
    assert_eq!(recover("Ada", &old, NEW).await, wrong, "new codes replace the old");
    assert_eq!(recover("Ada", &new, PASSWORD).await.0, 201);
}

/// An SMTP server that accepts every mail; the receiver gets the lines of each.
pub(crate) async fn mail_server() -> (String, mpsc::UnboundedReceiver<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("smtp://{}", listener.local_addr().unwrap());
    let (sender, receiver) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let sender = sender.clone();
            tokio::spawn(async move {
                let (reading, mut writing) = stream.into_split();
                let mut lines = BufReader::new(reading).lines();
                writing.write_all(b"220 test\r\n").await.unwrap();
                let mut mail: Option<Vec<String>> = None;
                while let Ok(Some(line)) = lines.next_line().await {
                    let answer: &[u8] = match (&mut mail, line.split(' ').next().unwrap()) {
                        (Some(_), ".") => {
                            sender.send(mail.take().unwrap()).unwrap();
                            b"250 ok\r\n"
                        }
                        (Some(text), _) => {
                            text.push(line);
                            continue;
                        }
                        (None, "DATA") => {
                            mail = Some(Vec::new());
                            b"354 go on\r\n"
                        }
                        (None, "QUIT") => b"221 bye\r\n",
                        (None, _) => b"250 ok\r\n",
                    };
                    writing.write_all(answer).await.unwrap();
                }
            });
        }
    });
    (address, receiver)
}

/// The code in a mail's link.
pub(crate) fn code(mail: &[String]) -> String {
    // Quoted-printable folds long lines with an equals sign at the end.
    let text = mail.join("\n").replace("=\n", "").replace("=3D", "=");
    let link = text.split("https://games.example.org/recover?").nth(1).unwrap_or_else(|| panic!("{text}"));
    let code = link.split("code=").nth(1).unwrap();
    code.split_whitespace().next().unwrap().to_owned()
}

#[tokio::test]
async fn a_mail_holds_a_code_that_is_good_once_and_for_ten_minutes() {
    let (address, mut mails) = mail_server().await;
    let mail = Mail::new(&address, "Games <games@example.org>", "https://games.example.org/").unwrap();
    let server = TestServer::open_with_mail(Arc::new(mail)).await;
    let ada = account(&server, "Ada").await;
    account(&server, "Mailless").await;
    let set = json!({ "email": "ada@example.org", "password": PASSWORD });
    let wrong = json!({ "email": "eve@example.org", "password": "wrong password" });
    assert_eq!(server.ask(Method::PUT, "/me/email", &ada, Some(wrong)).await.0, 403);
    assert_eq!(server.ask(Method::PUT, "/me/email", &ada, Some(set)).await.0, 200);
    assert_eq!(server.get("/me", &ada).await.1["account"]["email"], "ada@example.org");
    let told = mails.recv().await.unwrap();
    let told = told.join("\n").replace("=\n", "");
    assert!(told.contains("goes to this address from now on"), "{told}");
    let lost = async |name: &str| server.post("/recovery/mail", "", json!({ "name": name })).await;
    let answer = lost("ADA").await;
    assert_eq!(answer, (202, json!({})));
    let mail = mails.recv().await.unwrap();
    assert!(mail.iter().any(|line| line == "To: ada@example.org"), "{mail:#?}");
    assert!(mail.iter().any(|line| line == "From: Games <games@example.org>"), "{mail:#?}");
    assert_eq!(lost("Nemo").await, answer);
    assert_eq!(lost("Mailless").await, answer);
    let recover = async |code: &str| {
        let body = json!({ "name": "Ada", "code": code, "password": NEW });
        server.post("/recovery", "", body).await.0
    };
    server.wait(10 * 60 * 1000);
    assert_eq!(recover(&code(&mail)).await, 401, "ten minutes have passed");
    for _ in 0..3 {
        lost("Ada").await;
        assert_ne!(code(&mails.recv().await.unwrap()), code(&mail));
    }
    // No more than three in ten minutes; a later mail shows whether a fourth was written.
    assert_eq!(lost("Ada").await, answer);
    server.wait(10 * 60 * 1000);
    lost("Ada").await;
    let last = mails.recv().await.unwrap();
    assert_eq!(mails.len(), 0);
    assert_eq!(recover(&code(&last)).await, 201);
    assert_eq!(recover(&code(&last)).await, 401, "once");
    assert_eq!(log_in(&server, "Ada", NEW).await.0, 201);
}

#[tokio::test]
async fn a_server_without_mail_says_so() {
    let server = TestServer::open().await;
    let (status, problem) = server.post("/recovery/mail", "", json!({ "name": "Ada" })).await;
    assert_eq!((status, &problem["key"]), (503, &json!("no-mail")));
}
