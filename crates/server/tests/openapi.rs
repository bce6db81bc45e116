//! The OpenAPI document as client generators read it.

use crate::{description::Description, test_server::TestServer};
use ludoteca_contest::Action;
use ludoteca_server::{Limits, Page, State, serve};
use serde_json::{Value, json};
use std::{collections::BTreeSet, env, fs, path::Path, process::Command};
use tokio::net::TcpListener;

/// A program of the environment that `cargo xtask test` makes.
fn python(program: &str) -> Command {
    let programs = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("python").join("bin");
    assert!(programs.exists(), "{} is missing: `cargo xtask test` makes it", programs.display());
    let inherited = env::var_os("PATH").unwrap_or_default();
    let path = [programs.clone()].into_iter().chain(env::split_paths(&inherited));
    let mut command = Command::new(programs.join(program));
    command.env("PATH", env::join_paths(path).unwrap());
    command
}

fn printed(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let text =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    assert!(output.status.success(), "{command:?}: {text}");
    text
}

#[test]
fn the_document_is_valid_openapi() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openapi.json");
    fs::write(&path, ludoteca_server::openapi().to_string()).unwrap();
    printed(python("openapi-spec-validator").arg(path));
}

/// openapi-python-client makes a client from the document, which plays against a server.
#[tokio::test(flavor = "multi_thread")]
async fn a_generated_client_plays_games() {
    let folder = tempfile::tempdir().unwrap();
    let (document, config) = (folder.path().join("openapi.json"), folder.path().join("config.json"));
    fs::write(&document, ludoteca_server::openapi().to_string()).unwrap();
    // Streams of lines are text to it.
    let settings =
        json!({ "content_type_overrides": { "application/x-ndjson": "text/plain" }, "post_hooks": [] });
    fs::write(&config, settings.to_string()).unwrap();
    let server = TestServer::open_real().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let state = State::new(Page::new([("index.html".to_owned(), "page".into())]))
        .with_services(server.services.clone());
    tokio::spawn(serve(listener, state, Limits::default(), std::future::pending()));
    let play = move || {
        let client = folder.path().join("ludoteca_client");
        let mut generate = python("openapi-python-client");
        generate.args(["generate", "--meta", "none", "--fail-on-warning"]);
        generate.arg("--path").arg(document).arg("--config").arg(config).arg("--output-path").arg(client);
        printed(&mut generate);
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/generated_client.py");
        printed(python("python").arg(script).arg(folder.path()).arg(address))
    };
    let said = tokio::task::spawn_blocking(play).await.unwrap();
    assert!(said.contains("plies"), "{said}");
}

#[test]
fn every_operation_says_who_may_call_it_and_how_it_fails() {
    let document = ludoteca_server::openapi();
    let description = Description(document.clone());
    let tags: BTreeSet<&str> =
        document["tags"].as_array().unwrap().iter().map(|tag| tag["name"].as_str().unwrap()).collect();
    for (method, path) in description.operations() {
        let (operation, what) = (description.operation(&method, &path), format!("{method} {path}"));
        assert!(tags.contains(operation["tags"][0].as_str().unwrap()), "{what}: {}", operation["tags"]);
        let responses = operation["responses"].as_object().unwrap();
        let asks_who = operation["security"].as_array().is_some_and(|schemes| !schemes.is_empty());
        assert!(!asks_who || responses.contains_key("401"), "{what}: no 401");
        for (status, response) in responses {
            let has = |media: &str| response["content"].get(media).is_some();
            if status.starts_with(['4', '5']) {
                assert!(has("application/problem+json") && !has("application/json"), "{what}: {status}");
            }
        }
    }
    sound(document, document, "");
}

#[test]
fn actions_are_those_of_players() {
    let document = ludoteca_server::openapi();
    let mut schema = document["components"]["schemas"]["PlayerAction"].clone();
    schema["components"] = document["components"].clone();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for text in [
        r#"{"move":"Y1"}"#,
        r#""resign""#,
        r#""abort""#,
        r#""offer-draw""#,
        r#""take-back""#,
        r#""accept""#,
        r#""decline""#,
        r#""withdraw""#,
        r#"{"claim":"draw"}"#,
        r#"{"give-time":1}"#,
    ] {
        let action: Action = serde_json::from_str(text).unwrap();
        assert!(!action.is_of_host() && validator.is_valid(&json!(action)), "{text}");
    }
    assert!(validator.is_valid(&json!("claim")));
    for text in [
        r#"{"join":{"seat":0,"name":""}}"#,
        r#""pause""#,
        r#""unpause""#,
        r#"{"resume":{"away":1}}"#,
        r#""return""#,
        r#"{"set-clocks":{"left":[]}}"#,
        r#"{"vacation":{"seat":0,"from":0,"until":1}}"#,
        r#"{"turn-down":{"seat":0}}"#,
        r#"{"adjudicate":{"places":[]}}"#,
    ] {
        let action: Action = serde_json::from_str(text).unwrap();
        assert!(action.is_of_host() && !validator.is_valid(&json!(action)), "{text}");
    }
    for wrong in [json!("dance"), json!({ "move": 3 }), json!({ "claim": "all" }), json!({})] {
        assert!(!validator.is_valid(&wrong), "{wrong}");
    }
}

/// All references resolve, discriminators name types, and integers have bounds.
fn sound(document: &Value, value: &Value, at: &str) {
    if let Some(path) = value["$ref"].as_str() {
        assert!(document.pointer(path.trim_start_matches('#')).is_some(), "{at}: {path}");
    }
    if let Some(discriminator) = value["discriminator"].as_object() {
        let options = value["oneOf"].as_array().unwrap();
        let mapping = discriminator["mapping"].as_object().unwrap();
        assert_eq!(mapping.len(), options.len(), "{at}");
        for option in options {
            assert!(mapping.values().any(|name| *name == option["$ref"]), "{at}: {option}");
        }
    }
    if value["type"] == "integer" && value["example"].is_null() {
        assert!(value["minimum"].is_number() && value["maximum"].is_number(), "{at}: {value}");
    }
    match value {
        Value::Array(values) => values.iter().for_each(|value| sound(document, value, at)),
        Value::Object(fields) => {
            for (name, value) in fields.iter().filter(|(name, _)| !name.starts_with("example")) {
                sound(document, value, &format!("{at}/{name}"));
            }
        }
        _ => {}
    }
}
