//! The queue of reports, and what moderators see of users and games.

use crate::{
    accounts::account,
    moderation::{moderate, say, with_role},
    test_server::{TestServer, squadro},
};
use serde_json::{Value, json};

async fn report(server: &TestServer, token: &str, body: Value) -> (u16, Value) {
    server.post("/reports", token, body).await
}

/// The ids of reports that a moderator's query returns.
async fn ids(server: &TestServer, moderator: &str, query: &str) -> Vec<String> {
    let (status, list) = server.get(&format!("/moderation/reports{query}"), moderator).await;
    assert_eq!(status, 200, "{query}: {list}");
    let reports = list["reports"].as_array().unwrap();
    reports.iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_report_says_what_it_is_about_and_only_other_needs_words() {
    let server = TestServer::open().await;
    let moderator = with_role(&server, "Mo", "moderator").await;
    let (ada, _) = (account(&server, "Ada").await, account(&server, "Eve").await);
    for (body, key) in [
        (json!({ "user": "Eve", "reason": "ugly" }), "bad-reason"),
        (json!({ "user": "Eve", "reason": "other" }), "bad-text"),
        (json!({ "user": "Eve" }), "bad-text"),
        (json!({ "user": "Eve", "reason": "spam", "text": "x".repeat(501) }), "bad-text"),
    ] {
        assert_eq!(report(&server, &ada, body.clone()).await.1["key"], key, "{body}");
    }
    assert_eq!(report(&server, &ada, json!({ "user": "Eve", "reason": "cheating" })).await.0, 201);
    assert_eq!(report(&server, &ada, json!({ "user": "Eve", "text": "odd" })).await.0, 201);
    let list = server.get("/moderation/reports?user=Eve", &moderator).await.1;
    let said: Vec<_> = list["reports"].as_array().unwrap().iter().map(|one| &one["reason"]).collect();
    assert!(said.contains(&&json!("cheating")) && said.contains(&&json!("other")), "{list}");
    let export = server.get("/me/export", &ada).await.1;
    assert!(export.as_str().unwrap().contains("\"reason\":\"cheating\""), "{export}");
}

#[tokio::test]
async fn one_moderator_works_on_a_report() {
    let server = TestServer::open().await;
    let (mo, may) =
        (with_role(&server, "Mo", "moderator").await, with_role(&server, "May", "moderator").await);
    let (ada, eve) = (account(&server, "Ada").await, account(&server, "Eve").await);
    report(&server, &ada, json!({ "user": "Eve", "reason": "spam" })).await;
    report(&server, &ada, json!({ "user": "Mo", "reason": "name" })).await;
    let [id] = &ids(&server, &mo, "?state=open&user=Eve").await[..] else { panic!("one") };
    let what = async |token: &str, id: &str, what: &str| {
        server.post(&format!("/moderation/reports/{id}/{what}"), token, json!({})).await
    };
    for token in [&ada, &eve] {
        assert_eq!(what(token, id, "take").await.0, 403);
        assert_eq!(what(token, id, "release").await.0, 403);
        assert_eq!(server.get(&format!("/moderation/reports/{id}"), token).await.0, 403);
        assert_eq!(server.get("/moderation/users/Eve", token).await.0, 403);
    }
    for _ in 0..2 {
        let (status, taken) = what(&mo, id, "take").await;
        assert_eq!((status, &taken["taken_by"]["name"]), (200, &json!("Mo")), "{taken}");
    }
    let (status, refused) = what(&may, id, "take").await;
    assert_eq!((status, &refused["key"]), (409, &json!("taken")));
    assert!(ids(&server, &may, "?state=open&user=Eve").await.is_empty());
    assert_eq!(&ids(&server, &may, "?state=taken").await[..], std::slice::from_ref(id));
    assert_eq!(ids(&server, &may, "?open=true&user=Eve").await.len(), 1, "it is not done");
    let (status, given) = what(&may, id, "release").await;
    assert_eq!((status, given.get("taken_by")), (200, None), "{given}");
    assert_eq!(what(&may, id, "take").await.1["taken_by"]["name"], "May");
    assert_eq!(what(&may, id, "done").await.0, 200);
    assert_eq!(what(&mo, id, "take").await.1["key"], "report-closed");
    assert_eq!(&ids(&server, &mo, "?state=closed").await[..], std::slice::from_ref(id));
    assert_eq!(server.get("/moderation/reports?state=lost", &mo).await.1["key"], "bad-state");
    assert_eq!(what(&mo, "nothing", "take").await.0, 404);

    let [own] = &ids(&server, &may, "?user=Mo").await[..] else { panic!("one") };
    for deed in ["take", "release", "done"] {
        assert_eq!(what(&mo, own, deed).await.1["key"], "yourself", "{deed}: it is about them");
    }
    let audit = server.get("/moderation/audit?user=Eve", &mo).await.1;
    let lines = audit["lines"].as_array().unwrap().iter();
    let actions: Vec<_> = lines.map(|line| format!("{} {}", line["by"]["name"], line["action"])).collect();
    let expected = ["May done", "May take", "May release", "Mo take"];
    let expected = expected.map(|line| {
        let (who, what) = line.split_once(' ').unwrap();
        format!("\"{who}\" \"report-{what}\"")
    });
    assert_eq!(actions, expected, "once each");
}

#[tokio::test]
async fn a_report_opens_its_game_and_what_was_said_there_to_moderators() {
    let server = TestServer::open().await;
    let moderator = with_role(&server, "Mo", "moderator").await;
    let mut request = squadro();
    request["listed"] = json!(false);
    let (game, tokens) = server.game(request, &["Ada", "Eve"]).await;
    let eve = server.id_of(&tokens[1]).await;
    assert_eq!(say(&server, &game, &tokens[1], "HELLO").await.0, 200);
    assert_eq!(server.get(&format!("/games/{game}"), &moderator).await.0, 404, "it is not listed");
    let body = json!({ "user": eve, "game": game, "reason": "insults" });
    assert_eq!(report(&server, &tokens[0], body).await.0, 201);
    let [id] = &ids(&server, &moderator, "").await[..] else { panic!("one") };
    let (status, detail) = server.get(&format!("/moderation/reports/{id}"), &moderator).await;
    assert_eq!(status, 200, "{detail}");
    assert_eq!((&detail["report"]["id"], &detail["game"]["id"]), (&json!(id), &json!(game)));
    assert_eq!(detail["messages"][0]["text"], "HELLO", "while it is played");
    let link = detail["link"].as_str().unwrap().strip_prefix("/g/").unwrap();
    assert_eq!(server.get(&format!("/games/{link}"), &moderator).await.0, 200, "the link leads to it");
    let path = format!("/games/{game}/messages?room=players");
    assert_ne!(server.get(&path, &moderator).await.0, 200, "without a report the rooms are closed");

    assert_eq!(report(&server, &tokens[0], json!({ "user": eve, "reason": "name" })).await.0, 201);
    let all = ids(&server, &moderator, "").await;
    let other = all.iter().find(|one| *one != id).unwrap();
    let detail = server.get(&format!("/moderation/reports/{other}"), &moderator).await.1;
    assert_eq!((&detail["game"], &detail["messages"]), (&Value::Null, &json!([])));
    assert_eq!(detail.get("link"), None);
}

#[tokio::test]
async fn reports_and_the_log_come_page_by_page() {
    let server = TestServer::open().await;
    let moderator = with_role(&server, "Mo", "moderator").await;
    let (ada, _) = (account(&server, "Ada").await, account(&server, "Eve").await);
    for number in 0..5 {
        server.wait(60_000);
        let text = format!("number {number}");
        assert_eq!(report(&server, &ada, json!({ "user": "Eve", "text": text })).await.0, 201);
    }
    let (mut seen, mut before) = (Vec::new(), String::new());
    loop {
        let list = server.get(&format!("/moderation/reports?limit=2{before}"), &moderator).await.1;
        let reports = list["reports"].as_array().unwrap();
        assert!(reports.len() <= 2);
        seen.extend(reports.iter().map(|one| one["text"].as_str().unwrap().to_owned()));
        let Some(next) = list["before"].as_str() else { break };
        before = format!("&before={next}");
    }
    assert_eq!(seen, ["number 4", "number 3", "number 2", "number 1", "number 0"]);
    assert_eq!(server.get("/moderation/reports?before=nothing", &moderator).await.0, 404);

    for number in 0..103 {
        let act =
            json!({ "do": if number % 2 == 0 { "mute" } else { "unmute" }, "why": format!("{number}") });
        assert_eq!(moderate(&server, &moderator, "Eve", act).await.0, 200);
    }
    let page = server.get("/moderation/audit?user=Eve", &moderator).await.1;
    assert_eq!(page["lines"].as_array().unwrap().len(), 100);
    let rest =
        server.get(&format!("/moderation/audit?user=Eve&before={}", page["before"]), &moderator).await.1;
    assert_eq!(rest["lines"].as_array().unwrap().len(), 3, "actions on other users are not listed");
    assert_eq!(rest.get("before"), None);
    assert_eq!(server.get("/moderation/audit?user=Nemo", &moderator).await.0, 404);
}

#[tokio::test]
async fn moderators_see_sanctions() {
    let server = TestServer::open().await;
    let moderator = with_role(&server, "Mo", "moderator").await;
    account(&server, "Eve").await;
    let (status, eve) = server.get("/moderation/users/eve", &moderator).await;
    assert_eq!((status, &eve["user"]["name"], &eve["guest"]), (200, &json!("Eve"), &json!(false)), "{eve}");
    assert_eq!((&eve["since"], &eve["sanctions"]), (&json!(1_000_000), &json!([])));
    assert!(eve.get("email").is_none() && eve.get("sessions").is_none(), "not for them");
    let act = json!({ "do": "ban", "until_days": 1, "why": "cheats" });
    let done = moderate(&server, &moderator, "Eve", act).await.1;
    assert_eq!(server.get("/moderation/users/Eve", &moderator).await.1, done);
    assert_eq!(done["sanctions"][0]["kind"], "ban");
    server.wait(24 * 60 * 60 * 1000);
    let over = server.get("/moderation/users/Eve", &moderator).await.1;
    assert_eq!(over["sanctions"], json!([]), "it is over");
    let guest = server.guest("Guest").await;
    let id = server.id_of(&guest).await;
    assert_eq!(server.get(&format!("/moderation/users/{id}"), &moderator).await.1["guest"], true);
    assert_eq!(server.get("/moderation/users/Nemo", &moderator).await.0, 404);
}
