//! Recovery codes and links that outlive a change of password, address or recovery.

use crate::{
    accounts::{PASSWORD, account, log_in},
    accounts_recovery::{code, mail_server},
    test_server::TestServer,
};
use axum::http::Method;
use ludoteca_service::Mail;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::sync::mpsc;

const NEW: &str = "a short nap in the sun";

struct Mailbox {
    server: TestServer,
    mails: mpsc::UnboundedReceiver<Vec<String>>,
    token: String,
}

/// Ada, whose mail goes to `ada@example.org`.
async fn ada() -> Mailbox {
    let (address, mails) = mail_server().await;
    let mail = Mail::new(&address, "games@example.org", "https://games.example.org").unwrap();
    let server = TestServer::open_with_mail(Arc::new(mail)).await;
    let token = account(&server, "Ada").await;
    let mut ada = Mailbox { server, mails, token };
    ada.put("/me/email", json!({ "email": "ada@example.org", "password": PASSWORD })).await;
    ada.told("goes to this address from now on").await;
    ada
}

impl Mailbox {
    async fn put(&self, path: &str, body: Value) {
        let (status, said) = self.server.ask(Method::PUT, path, &self.token, Some(body)).await;
        assert_eq!(status, 200, "{said}");
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        let (status, said) = self.server.post(path, &self.token, body).await;
        assert_eq!(status, 201, "{said}");
        said
    }

    /// The next mail, in one line.
    async fn next(&mut self) -> String {
        self.mails.recv().await.unwrap().join("\n").replace("=\n", "").replace('\n', " ")
    }

    async fn told(&mut self, words: &str) {
        let mail = self.next().await;
        assert!(mail.contains(words), "{words}: {mail}");
    }

    /// A code read by a thief who has the mailbox for a minute.
    async fn stolen(&mut self) -> String {
        let (status, _) = self.server.post("/recovery/mail", "", json!({ "name": "Ada" })).await;
        assert_eq!(status, 202);
        code(&self.mails.recv().await.unwrap())
    }

    /// The status of a recovery with this code.
    async fn opens(&self, code: &str) -> u16 {
        let body = json!({ "name": "Ada", "code": code, "password": "the thief has another one" });
        self.server.post("/recovery", "", body).await.0
    }
}

#[tokio::test]
async fn a_mailed_code_is_void_after_every_change_of_a_factor() {
    let mut ada = ada().await;
    let codes = [ada.stolen().await, ada.stolen().await];
    ada.put("/me/password", json!({ "old": PASSWORD, "new": NEW })).await;
    ada.told("The password of the account Ada was changed").await;
    for code in &codes {
        assert_eq!(ada.opens(code).await, 401, "the password has changed");
    }
    let code = ada.stolen().await;
    ada.put("/me/email", json!({ "email": "new@example.org", "password": NEW })).await;
    let (one, other) = (ada.next().await, ada.next().await);
    let [old, new] = if one.contains("no longer goes") { [one, other] } else { [other, one] };
    assert!(old.contains("To: ada@example.org") && old.contains("no longer goes to this address"), "{old}");
    assert!(new.contains("To: new@example.org") && new.contains("goes to this address from now on"), "{new}");
    assert_eq!(ada.opens(&code).await, 401, "the address has changed");

    let code = ada.stolen().await;
    let paper = ada.post("/me/recovery-codes", json!({ "password": NEW })).await;
    ada.told("New recovery codes were created").await;
    assert_eq!(ada.opens(&code).await, 401, "there are new codes on paper");

    let codes = [ada.stolen().await, ada.stolen().await];
    let body = json!({ "name": "Ada", "code": paper["codes"][0], "password": PASSWORD });
    let (status, recovered) = ada.server.post("/recovery", "", body).await;
    assert_eq!(status, 201, "{recovered}");
    ada.told("was opened with a recovery code").await;
    for code in &codes {
        assert_eq!(ada.opens(code).await, 401, "the owner has come back");
    }
    assert_eq!(log_in(&ada.server, "Ada", PASSWORD).await.0, 201, "and stays in");
}

#[tokio::test]
async fn a_recovery_by_mail_voids_the_other_links_and_the_codes_on_paper() {
    let mut ada = ada().await;
    // A thief with the session and the password has created codes of their own.
    let paper = ada.post("/me/recovery-codes", json!({ "password": PASSWORD })).await;
    ada.told("New recovery codes").await;
    let codes = [ada.stolen().await, ada.stolen().await];
    let body = json!({ "name": "Ada", "code": codes[0], "password": NEW });
    assert_eq!(ada.server.post("/recovery", "", body).await.0, 201);
    ada.told("was opened").await;
    assert_eq!(ada.opens(&codes[0]).await, 401);
    assert_eq!(ada.opens(&codes[1]).await, 401);
    assert_eq!(ada.opens(paper["codes"][0].as_str().unwrap()).await, 401);
}

/// A thief with the session and the password may have created codes, or seen the owner's.
#[tokio::test]
async fn printed_codes_are_void_after_a_change_of_password_address_or_a_recovery() {
    let mut ada = ada().await;
    let print = async |ada: &mut Mailbox, password: &str| -> Vec<String> {
        let paper = ada.post("/me/recovery-codes", json!({ "password": password })).await;
        ada.told("New recovery codes").await;
        let codes = paper["codes"].as_array().unwrap();
        codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect()
    };
    let codes = print(&mut ada, PASSWORD).await;
    ada.put("/me/password", json!({ "old": PASSWORD, "new": NEW })).await;
    ada.told("recovery codes are void: create new ones").await;
    assert_eq!(ada.opens(&codes[0]).await, 401, "the password has changed");

    let codes = print(&mut ada, NEW).await;
    // The same address is no change.
    ada.put("/me/email", json!({ "email": "ada@example.org", "password": NEW })).await;
    assert_eq!(ada.server.get("/me", &ada.token).await.1["account"]["recovery_codes"], 10);
    ada.put("/me/email", json!({ "email": "new@example.org", "password": NEW })).await;
    let mails = [ada.next().await, ada.next().await];
    assert!(mails.iter().any(|mail| mail.contains("void: create new ones")), "{mails:?}");
    assert_eq!(ada.opens(&codes[0]).await, 401, "the address has changed");

    let codes = print(&mut ada, NEW).await;
    assert_eq!(ada.opens(&codes[0]).await, 201);
    ada.told("the other recovery codes are void").await;
    assert_eq!(ada.opens(&codes[1]).await, 401, "the account was recovered");
}

#[tokio::test]
async fn a_link_is_good_for_ten_minutes() {
    let mut ada = ada().await;
    let (late, early) = (ada.stolen().await, ada.stolen().await);
    ada.server.wait(10 * 60 * 1000 - 1);
    assert_eq!(ada.opens(&early).await, 201);
    ada.told("was opened").await;
    let last = ada.stolen().await;
    ada.server.wait(10 * 60 * 1000);
    assert_eq!((ada.opens(&late).await, ada.opens(&last).await), (401, 401));
}

#[tokio::test]
async fn owners_are_notified_when_programs_get_access() {
    let mut ada = ada().await;
    ada.post("/tokens", json!({ "label": "analysis", "scopes": ["play"], "password": PASSWORD })).await;
    ada.told("analysis").await;
    let bot = ada.post("/accounts/bot", json!({ "name": "Robo", "password": PASSWORD })).await;
    ada.told("The bot Robo was created").await;
    let path = format!("/accounts/bot/{}/token", bot["user"]["id"].as_str().unwrap());
    let renewed = ada.post(&path, json!({ "password": PASSWORD })).await;
    ada.told("has a new token").await;
    let hook = json!({ "url": "https://club.example.org/x", "notices": ["my-turn"], "password": PASSWORD });
    ada.post("/webhooks", hook.clone()).await;
    ada.told("A webhook to https://club.example.org/x was added").await;
    let mut hook = hook;
    hook.as_object_mut().unwrap().remove("password");
    let (status, said) = ada.server.post("/webhooks", renewed["token"].as_str().unwrap(), hook).await;
    assert_eq!(status, 201, "{said}");
    ada.told("to the account Robo").await;
}
